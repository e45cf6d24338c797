"""The caret blinks while one types, and a window in which nobody does is not painted again and again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.caret import Caret


@pytest.fixture(autouse=True)
def caret(qapp: QApplication) -> Iterator[Caret]:
    before = qapp.styleHints().cursorFlashTime()
    qapp.styleHints().setCursorFlashTime(1000)
    made = Caret(qapp, rest_ms=50)
    yield made
    shiboken6.delete(made)
    qapp.styleHints().setCursorFlashTime(before)


class Fields(QWidget):
    """Both kinds of field that have a caret."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        self.line, self.text = QLineEdit(), QPlainTextEdit()
        column.addWidget(self.line)
        column.addWidget(self.text)


@pytest.fixture
def fields(qtbot: QtBot) -> Fields:
    window = Fields()
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window


def flash_time() -> int:
    return QApplication.styleHints().cursorFlashTime()


def test_it_rests_after_a_while_and_blinks_again_with_the_next_key(fields: Fields, qtbot: QtBot) -> None:
    blinking = list[int]()
    QApplication.styleHints().cursorFlashTimeChanged.connect(blinking.append)
    for field in (fields.line, fields.text):
        field.setFocus()
        qtbot.waitUntil(lambda: flash_time() == 0)
        blinking.clear()
        qtbot.keyClick(field, Qt.Key.Key_A)
        assert blinking[:1] == [1000]
    qtbot.waitUntil(lambda: flash_time() == 0)
    QApplication.styleHints().cursorFlashTimeChanged.disconnect(blinking.append)


def test_a_field_that_is_gone_is_in_nobody_s_way(fields: Fields, qtbot: QtBot) -> None:
    fields.line.setFocus()
    shiboken6.delete(fields.line)
    fields.text.setFocus()
    qtbot.waitUntil(lambda: flash_time() == 0)


def test_it_follows_into_a_window_after_one_that_is_gone(qtbot: QtBot) -> None:
    for _ in range(3):
        window = Fields()
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        window.line.setFocus()
        qtbot.waitUntil(lambda: flash_time() == 0)
        qtbot.keyClick(window.line, Qt.Key.Key_A)
        assert flash_time() == 1000
        shiboken6.delete(window)
