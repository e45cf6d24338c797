"""Enter presses the button that has the keyboard, in every window and on every desktop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDialog,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.enter_presses import EnterPresses

Key = Qt.Key


@pytest.fixture(autouse=True)
def enter_presses(qapp: QApplication) -> Iterator[None]:
    made = EnterPresses(qapp)
    yield
    shiboken6.delete(made)


def shown(window: QWidget, qtbot: QtBot, *buttons: QAbstractButton) -> list[QAbstractButton]:
    """The buttons in a window; what is pressed is put into the list that is returned."""
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    pressed = list[QAbstractButton]()
    for button in buttons:
        column.addWidget(button)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda _checked=False, button=button: pressed.append(button))
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return pressed


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
def test_a_button_of_a_window_is_pressed_once(kind: type[QAbstractButton], key: Qt.Key, qtbot: QtBot) -> None:
    window, button = QWidget(), kind()
    pressed = shown(window, qtbot, button)
    button.setFocus()
    qtbot.keyClick(button, key)
    assert pressed == [button]


def test_in_a_dialog_it_is_the_one_that_has_the_keyboard(qtbot: QtBot) -> None:
    dialog, copy, go_on = QDialog(), QPushButton("Copy"), QPushButton("Go on")
    pressed = shown(dialog, qtbot, copy, go_on)
    copy.setAutoDefault(False)
    go_on.setDefault(True)
    for button in (copy, go_on):
        button.setFocus()
        qtbot.keyClick(button, Key.Key_Return)
    assert pressed == [copy, go_on]


def test_a_box_is_ticked_by_space_alone_and_other_keys_press_nothing(qtbot: QtBot) -> None:
    window, box, button = QWidget(), QCheckBox(), QPushButton()
    pressed = shown(window, qtbot, box, button)
    box.setFocus()
    qtbot.keyClick(box, Key.Key_Return)
    button.setFocus()
    qtbot.keyClick(button, Key.Key_A)
    qtbot.keyClick(button, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert pressed == []


def test_a_button_that_cannot_be_pressed_is_not(qtbot: QtBot) -> None:
    window, button = QWidget(), QPushButton()
    pressed = shown(window, qtbot, button)
    button.setFocus()
    button.setEnabled(False)
    qtbot.keyClick(button, Key.Key_Return)
    assert pressed == []
