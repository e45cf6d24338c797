"""The verbs of the review, for every face: what gate, context and index know, put together for a person."""
