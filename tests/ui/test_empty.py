"""A page that has nothing to show yet."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui import empty
from openclaw_desktop.ui.empty import EmptyState


@pytest.mark.parametrize("button", ["", "Try again"])
def test_its_button_is_never_a_window_that_takes_the_keyboard_away(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, button: str
) -> None:
    shown: list[bool] = []

    class Watched(QPushButton):
        def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
            shown.append(self.isWindow())
            super().showEvent(event)

    monkeypatch.setattr(empty, "QPushButton", Watched)
    state = EmptyState("warning", "It cannot be read", "The disk is gone.", button)
    qtbot.addWidget(state)
    assert shown == []
    with qtbot.waitExposed(state):
        state.show()
    assert shown == ([False] if button else [])
