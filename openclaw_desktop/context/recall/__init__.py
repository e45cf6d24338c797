"""Pure, but for `past_list`: what an agent asked its memory, what it was told, and where that failed it."""
