"""The page of past searches: what an agent asked its memory, and what the same question finds today."""
