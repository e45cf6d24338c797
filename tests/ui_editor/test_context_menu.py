"""The menu under the right mouse button."""

from __future__ import annotations

import pytest
from editor_window import Window
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True)


def opened(window: Window) -> QMenu:
    edit = window.open("MEMORY.md").edit
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, QPoint(40, 20), edit.mapToGlobal(QPoint(40, 20))
    )
    QApplication.sendEvent(edit.viewport(), event)
    (menu,) = (menu for menu in edit.findChildren(QMenu) if menu.isVisible())
    return menu


def test_it_leads_to_the_versions_of_the_file(window: Window) -> None:
    menu = opened(window)
    entry = next(action for action in menu.actions() if action.text() == "Show History")
    with window.qtbot.waitSignal(window.tabs.history_requested, timeout=1000) as caught:
        entry.trigger()
    menu.close()
    assert caught.args == ["MEMORY.md"]


def test_it_names_the_keys_and_underlines_nothing_as_all_other_menus(window: Window) -> None:
    menu = opened(window)
    entries = [action for action in menu.actions() if not action.isSeparator()]
    usual = ["Undo", "Redo", "Cut", "Copy", "Paste", "Delete", "Select All"]
    assert [action.text() for action in entries] == [*usual, "Show History"]
    assert all(not action.shortcut().isEmpty() for action in entries if action.text() in usual)
    assert all(action.isShortcutVisibleInContextMenu() for action in entries if action.text() in usual)
    menu.close()
