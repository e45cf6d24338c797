"""Lets the window's thread go first among this process's threads."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 50e-6
"""After so long another thread hands over Python's lock. Each of the many calls into Qt that a key press
makes waits for it: with Python's own 5 ms, typing in a 2 MB note beside its outline took 29 ms at the 95th
percentile, with this 12."""

COLLECT_AFTER = (20_000, 50, 100)
"""Collecting stops every thread; the default threshold made an outline of many thousand nodes do it often
enough to hold keys up for 120 ms now and then, with this 30."""


def go_first() -> None:
    """Sets both for the whole process."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*COLLECT_AFTER)
