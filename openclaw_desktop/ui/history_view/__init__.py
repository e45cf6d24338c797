"""The history view: the versions of a file, who wrote each line, and the way back."""
