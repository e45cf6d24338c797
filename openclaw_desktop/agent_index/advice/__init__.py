"""What a person could change so that the agent finds a line; measured on a copy of its index."""
