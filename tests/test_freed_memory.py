"""What is freed goes back to the system, wherever the C library can be asked."""

from __future__ import annotations

import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from openclaw_desktop import freed_memory

PAGE = 4096
PIECES, SIZE = 40_000, 1_000
"""40 MB in pieces that glibc takes from its arenas, not from the system one by one."""


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


def build_and_drop() -> object:
    """As building an encoding does: much is made and freed, and what is kept was made last."""
    pieces = [bytearray(SIZE) for _ in range(PIECES)]
    kept = bytearray(SIZE)
    pieces.clear()
    return kept


@pytest.mark.skipif(
    not (sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")), reason="no glibc"
)
def test_what_a_thread_freed_is_given_back() -> None:
    before = resident()
    with ThreadPoolExecutor(1) as thread:
        kept = thread.submit(build_and_drop).result()
        freed_memory.give_back()
        assert resident() - before < PIECES * SIZE // 2
    assert kept


def test_where_the_c_library_cannot_be_asked_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: object) -> None:
        raise AssertionError("there is no such library here")

    monkeypatch.setattr(ctypes, "CDLL", refuse)
    for platform in ("darwin", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        freed_memory.give_back()
