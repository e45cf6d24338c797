"""A small history, and the view that shows it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from history_engine import NOW, HistoryEngine, PlainBridge
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.history_view.view import HistoryView

FIRST = "# Memory\n\n## Station\n\n- Reports every ten minutes.\n- 雨量計は屋根の上。\n"
SECOND = FIRST.replace("ten", "five") + "\n## Decisions\n\n- The database is on PG-B.\n"
THIRD = SECOND + "- The port is 9000.\n"


@pytest.fixture
def engine() -> HistoryEngine:
    made = HistoryEngine()
    made.add("MEMORY.md", FIRST, who=Who.IMPORT, author="found here", ago=timedelta(days=40))
    made.add(
        "MEMORY.md",
        SECOND,
        who=Who.AGENT,
        author="agent main",
        reason="The database moved.",
        ago=timedelta(days=9),
        proposal="17",
    )
    made.add("MEMORY.md", THIRD, ago=timedelta(hours=2))
    made.add("SOUL.md", "# Soul\n", who=Who.IMPORT, author="found here", ago=timedelta(days=40))
    made.add("memory/2026-02-11.md", "# 11 February\n", who=Who.OUTSIDE, author="outside program")
    made.add("notes/old.md", "# Old\n\nStill worth reading.\n", ago=timedelta(days=3))
    made.add("notes/old.md", None, who=Who.OUTSIDE, author="outside program", ago=timedelta(days=1))
    return made


@pytest.fixture
def bridge(engine: HistoryEngine, qapp: QApplication) -> PlainBridge:
    theme.apply(qapp, "light")
    return PlainBridge(engine)


@pytest.fixture
def view(bridge: PlainBridge, qtbot: QtBot) -> HistoryView:
    made = HistoryView(bridge, now=lambda: NOW)
    qtbot.addWidget(made)
    made.resize(1300, 800)
    made.show()
    qtbot.waitExposed(made)
    return made
