"""Between an agent's wish and the disk: proposals, decisions, approved versions.

`gate` decides what reaches a file, `history` keeps what did, `diff` shows what would change, `risk` says what
to notice about it, `audit` checks all of it. Each but `audit` begins at the module of its own name.
"""
