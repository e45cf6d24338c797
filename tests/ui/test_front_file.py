"""The status bar counts with every key what the agent is given; the panel follows in pauses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.status_bar import StatusBar


@pytest.fixture
def window(bridge: Bridge, workspace: Path, qtbot: QtBot, run: Any) -> MainWindow:
    (workspace / "MEMORY.md").write_text("# Memory\n\n" + "The port is 8123.\n" * 2_000, encoding="utf-8")
    made = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(made, before_close_func=lambda _window: run(bridge.close()))
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    return made


def opened(window: MainWindow, path: str, qtbot: QtBot) -> None:
    window.open(path)
    qtbot.waitUntil(lambda: window.workspace.editor.text() != "", timeout=5000)


def count(window: MainWindow) -> str:
    return window.status.count.text()


def test_the_bar_counts_with_the_key_and_the_panel_says_what_is_injected(
    window: MainWindow, qtbot: QtBot
) -> None:
    opened(window, "MEMORY.md", qtbot)
    qtbot.waitUntil(lambda: count(window) != "", timeout=5000)
    assert " of 36,009 characters read · " in count(window)
    assert count(window).endswith(" cut")
    page = window.workspace.editor.page
    assert page is not None
    qtbot.keyClicks(page.edit, "x")
    assert " of 36,010 characters read" in count(window)

    def panel() -> list[str]:
        return [label.text() for label in window.workspace.facts.findChildren(QLabel)]

    qtbot.waitUntil(lambda: any(text.endswith(" of 36,010") for text in panel()), timeout=5000)


def test_another_view_and_a_file_that_is_not_injected_have_no_count(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, "SOUL.md", qtbot)
    qtbot.waitUntil(lambda: count(window) != "", timeout=5000)
    window.show_view("search")
    assert count(window) == ""
    window.show_view("workspace")
    assert "of 20,000 characters" in count(window)
    opened(window, "memory/2026-03-01.md", qtbot)
    assert count(window) == ""


def test_what_is_cut_is_shown_or_not_by_a_key(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, "MEMORY.md", qtbot)
    page = window.workspace.editor.page
    assert page is not None
    edit = page.edit
    qtbot.waitUntil(lambda: edit.shade is not None, timeout=5000)
    window.actions_["view.cuts"].trigger()
    qtbot.waitUntil(lambda: edit.shade is None, timeout=5000)
    assert count(window).endswith(" cut")
    window.actions_["view.cuts"].trigger()
    qtbot.waitUntil(lambda: edit.shade is not None, timeout=5000)


def test_near_the_limit_the_count_is_amber(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(900, 28)
    bar.show()

    def is_drawn_in(colour: QColor) -> bool:
        """Thin letters of some fonts have no pixel that is wholly of their colour."""
        picture = bar.count.grab().toImage()
        inks = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
        return min(farthest(ink, colour) for ink in inks) < 8

    amber = theme.colours(bar).held
    bar.show_count("12,000 of 20,000 characters", "", alert=False)
    assert not is_drawn_in(amber)
    bar.show_count("17,500 of 20,000 characters · 2,500 left", "", alert=True)
    assert is_drawn_in(amber)


def farthest(one: QColor, other: QColor) -> int:
    """The difference of the part in which two colours differ most."""
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue()))
