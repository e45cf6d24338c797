"""Garbage is collected by the window's thread, whoever made it."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.responsive import COLLECT_AFTER, Collector


class Knot:
    """Something that only a collection can free."""

    def __init__(self) -> None:
        self.itself = self


def test_no_other_thread_collects_what_it_leaves_behind(qapp: QApplication, qtbot: QtBot) -> None:
    collected_by: list[int] = []
    collector = Collector(qapp)
    knot = Knot()
    weakref.finalize(knot, lambda: collected_by.append(threading.get_ident()))
    del knot

    def work() -> None:
        kept: list[Any] = [[number] for number in range(COLLECT_AFTER[0] * 3)]
        kept.clear()
        kept = [[number] for number in range(COLLECT_AFTER[0] * 3)]
        held.extend(kept)

    held: list[Any] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert collected_by == []
    qtbot.waitUntil(lambda: bool(collected_by), timeout=20_000)
    assert collected_by == [threading.get_ident()]
    collector.deleteLater()
