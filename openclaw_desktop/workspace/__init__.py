"""The files themselves: what a workspace holds, and how its text is read and written."""
