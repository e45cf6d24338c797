"""Reads the small files that this program keeps for itself, whatever has been put in their place."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

LARGEST = 64_000_000
"""Bytes. Two hundred questions, each as long as a chapter, are a tenth of this."""


def read(path: Path, *, largest: int = LARGEST) -> bytes:
    """What such a file holds. Raises OSError for one that is larger, and for what is no file.

    A pipe would be waited for, and a device read, for ever.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is not a file", str(path))
        if found.st_size > largest:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return file.read()


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
