"""Pure: how two texts differ, and how a third is merged with them."""
