"""The budget page: how much of the window the files take, and what is cut."""
