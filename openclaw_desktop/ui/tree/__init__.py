"""The workspace as a tree, and the outline of the open file."""
