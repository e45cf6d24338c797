"""The command line over the engine's verbs: text for people, JSON for programs."""

from openclaw_desktop.cli.run import run

__all__ = ["run"]
