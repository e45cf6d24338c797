"""Pure: OpenClaw's rules about the context window, and what they would have done along a session."""
