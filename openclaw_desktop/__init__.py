"""OpenClaw Desktop: read, edit, index and search the memory of an OpenClaw agent."""

__version__ = "0.1.0"
