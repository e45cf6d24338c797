"""The menu under the right mouse button."""

from __future__ import annotations

import pytest
from editor_window import Window
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)", extend=True)
def test_it_leads_to_the_versions_of_the_file(window: Window) -> None:
    edit = window.open("MEMORY.md").edit
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, QPoint(40, 20), edit.mapToGlobal(QPoint(40, 20))
    )
    QApplication.sendEvent(edit.viewport(), event)
    menus = [menu for menu in edit.findChildren(QMenu) if menu.isVisible()]
    entry = next(action for action in menus[0].actions() if action.text() == "Show History")
    with window.qtbot.waitSignal(window.tabs.history_requested, timeout=1000) as caught:
        entry.trigger()
    menus[0].close()
    assert caught.args == ["MEMORY.md"]
