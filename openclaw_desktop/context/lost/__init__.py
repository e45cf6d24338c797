"""Pure: which facts left the window and are nowhere any more."""
