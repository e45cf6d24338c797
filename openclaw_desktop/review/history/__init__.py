"""Every approved version of every file, in a git repository of its own."""
