"""What is known about the open file, at the window's lower right."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.facts_panel import FactsPanel


def test_long_facts_get_the_lines_they_need(bridge: Bridge, qtbot: QtBot) -> None:
    panel = FactsPanel(bridge)
    qtbot.addWidget(panel)
    panel.resize(220, 80)
    panel.show_facts("", [("Tokens", "7")])
    panel.show()
    qtbot.waitUntil(lambda: panel.minimumHeight() > 0, timeout=2000)
    low = panel.minimumHeight()
    panel.show_facts("", [("Tokens", "7"), ("Read only", "it is no UTF-8, and so it can only be looked at")])
    qtbot.waitUntil(lambda: panel.minimumHeight() > low + 24, timeout=2000)
    high = panel.minimumHeight()
    panel.resize(500, 200)
    qtbot.waitUntil(lambda: panel.minimumHeight() < high, timeout=2000)
