"""A process whose mounts are its own: they are gone when it is, however it ended."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
from collections.abc import Callable

from shell import run

_MOUNTS = 0x20000
"""CLONE_NEWNS; Python's own os.unshare came with 3.12."""


def alone(work: Callable[[], None]) -> None:
    """Does `work` in such a process, which takes root; leaves as it left when that was not well."""
    process = multiprocessing.get_context("fork").Process(target=_apart, args=(work,))
    process.start()
    process.join()
    if process.exitcode != 0:
        raise SystemExit(process.exitcode)


def _apart(work: Callable[[], None]) -> None:
    if ctypes.CDLL(None, use_errno=True).unshare(_MOUNTS) != 0:
        raise SystemExit(f"no mounts of its own: {os.strerror(ctypes.get_errno())}")
    run("mount", "--make-rprivate", "/")
    work()
