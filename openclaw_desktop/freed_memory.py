"""Memory that was freed, and that the C library would keep for the next time."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Returns to the system what was freed, where the C library can be told to (glibc); takes milliseconds.

    To be called after something large was built out of much that is gone: in a thread other than the first
    one glibc keeps all of it otherwise.
    """
    if not sys.platform.startswith("linux"):
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    if trim is not None:
        trim(0)
