"""The search view: a question, its ranked answer, and why each hit stands where it does."""
