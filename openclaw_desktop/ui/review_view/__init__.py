"""What waits for a person: the queue, the difference, and the decision."""
