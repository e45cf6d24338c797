"""What the model is given, and how a session filled its window."""
