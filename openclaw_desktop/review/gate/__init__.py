"""The only road from somebody else's text to a protected file: queue, policies, decisions, recovery."""
