"""How many threads the model may use."""

from __future__ import annotations

import os
import sys
from pathlib import Path

MOST_THREADS = 8


def threads_beside_a_window() -> int:
    """All physical cores but one, from 1 to 8.

    llama.cpp's threads wait for each other: with one of them kept waiting by another busy process two
    threads on two cores were ten times slower than one. More than eight gain nothing on a small model.
    """
    return max(1, min(MOST_THREADS, physical_cores() - 1))


def physical_cores() -> int:
    """Cores this process may use, not counting the second thread of a core.

    Where the system does not tell: half of its processors, at least one.
    """
    if sys.platform == "linux":
        usable = os.sched_getaffinity(0)
        topology = Path("/sys/devices/system/cpu")
        try:
            siblings = {
                (topology / f"cpu{number}/topology/thread_siblings_list").read_text() for number in usable
            }
        except OSError:
            return len(usable)
        return len(siblings)
    return max(1, (os.cpu_count() or 1) // 2)
