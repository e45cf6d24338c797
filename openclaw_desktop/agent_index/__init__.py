"""What an OpenClaw agent's own index holds, and what its own search finds in it; strictly read-only."""
