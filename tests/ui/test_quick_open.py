"""Ctrl+P: a few letters, Enter, and the file is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.quick_open import QuickOpen


@pytest.fixture
def quick_open(bridge: Bridge, qtbot: QtBot, run: Any) -> QuickOpen:
    over = QWidget()
    qtbot.addWidget(over, before_close_func=lambda _widget: run(bridge.close()))
    over.resize(900, 600)
    made = QuickOpen(bridge, over)
    over.show()
    over.activateWindow()
    made.ask()
    return made


def field_of(quick_open: QuickOpen) -> QLineEdit:
    found = quick_open.findChild(QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def shown(quick_open: QuickOpen) -> list[str]:
    found = quick_open.findChild(QListView)
    assert isinstance(found, QListView)
    model = found.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def said(quick_open: QuickOpen) -> list[str]:
    return [label.text() for label in quick_open.findChildren(QLabel)]


def test_all_files_are_offered_until_letters_are_typed(quick_open: QuickOpen, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(shown(quick_open)) == 6, timeout=5000)
    qtbot.keyClicks(field_of(quick_open), "net")
    qtbot.waitUntil(lambda: shown(quick_open) == ["memory/topics/net.md"], timeout=5000)


def test_enter_opens_the_row_the_arrows_chose(quick_open: QuickOpen, qtbot: QtBot) -> None:
    qtbot.keyClicks(field_of(quick_open), "2026")
    qtbot.waitUntil(lambda: len(shown(quick_open)) == 2, timeout=5000)
    second = shown(quick_open)[1]
    qtbot.keyClick(field_of(quick_open), Qt.Key.Key_Down)
    with qtbot.waitSignal(quick_open.chosen, timeout=1000) as caught:
        qtbot.keyClick(field_of(quick_open), Qt.Key.Key_Return)
    assert caught.args == [second]
    assert not quick_open.isVisible()


def test_escape_leaves_and_asks_for_nothing(quick_open: QuickOpen, qtbot: QtBot) -> None:
    with (
        qtbot.assertNotEmitted(quick_open.chosen),
        qtbot.waitSignal(quick_open.closed, timeout=1000),
    ):
        qtbot.keyClick(field_of(quick_open), Qt.Key.Key_Escape)


def test_it_is_as_high_as_its_rows_and_says_where_there_are_none(quick_open: QuickOpen, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(shown(quick_open)) == 6, timeout=5000)
    all_of_them = quick_open.height()
    assert "6 of 6 files" in said(quick_open)
    qtbot.keyClicks(field_of(quick_open), "net")
    qtbot.waitUntil(lambda: len(shown(quick_open)) == 1, timeout=5000)
    assert quick_open.height() == all_of_them - 5 * theme.ROW
    qtbot.keyClicks(field_of(quick_open), "zzzz")
    qtbot.waitUntil(lambda: "None of 6 files matches." in said(quick_open), timeout=5000)
    assert quick_open.height() < all_of_them - 5 * theme.ROW


def test_a_row_says_the_whole_path_on_hover(quick_open: QuickOpen, qtbot: QtBot) -> None:
    qtbot.keyClicks(field_of(quick_open), "net")
    qtbot.waitUntil(lambda: len(shown(quick_open)) == 1, timeout=5000)
    rows = quick_open.findChild(QListView)
    assert isinstance(rows, QListView)
    assert rows.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "memory/topics/net.md"


def test_enter_on_nothing_found_asks_for_nothing(quick_open: QuickOpen, qtbot: QtBot) -> None:
    qtbot.keyClicks(field_of(quick_open), "zzzz")
    qtbot.waitUntil(lambda: shown(quick_open) == [], timeout=5000)
    with qtbot.assertNotEmitted(quick_open.chosen):
        qtbot.keyClick(field_of(quick_open), Qt.Key.Key_Return)


def test_enter_pressed_before_the_files_are_read_opens_the_file_typed(
    quick_open: QuickOpen, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(quick_open.chosen, timeout=5000) as caught:
        qtbot.keyClicks(field_of(quick_open), "net")
        qtbot.keyClick(field_of(quick_open), Qt.Key.Key_Return)
    assert caught.args == ["memory/topics/net.md"]


def test_it_stays_inside_a_small_window(quick_open: QuickOpen, bridge: Bridge, qtbot: QtBot) -> None:
    parent: Any = quick_open.parentWidget()
    parent.resize(400, 300)
    quick_open.ask()
    assert parent.rect().contains(quick_open.geometry())
