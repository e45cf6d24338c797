"""What closed files took is not kept for ever."""

from __future__ import annotations

import threading

import pytest
from editor_window import Window
from pytestqt.qtbot import QtBot

from openclaw_desktop import freed_memory
from openclaw_desktop.ui.editor.closed_files import ClosedFiles


@pytest.fixture
def given_back(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The thread of each time that memory was given back."""
    threads: list[str] = []
    monkeypatch.setattr(freed_memory, "give_back", lambda: threads.append(threading.current_thread().name))
    return threads


def test_memory_is_given_back_once_after_the_last_of_several(
    window: Window, qtbot: QtBot, given_back: list[str]
) -> None:
    closed = ClosedFiles(window.bridge, window.tabs, rest_ms=1)
    for _ in range(20):
        closed.tell()
    qtbot.waitUntil(lambda: bool(given_back), timeout=5000)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=5000)
    assert len(given_back) == 1
    assert given_back[0].startswith("reader")


def test_a_file_that_is_closed_is_told_of(
    window: Window, given_back: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(ClosedFiles, "tell", lambda _self: told.append("closed"))
    window.open("MEMORY.md")
    window.tabs.close_file("MEMORY.md")
    assert told == ["closed"]
