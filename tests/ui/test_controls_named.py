"""The answers of a question, and a section of the protection page: every control says what it is."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from reading_order import looks_focused, named, out_of_order, stops, unnamed

from openclaw_desktop.ui import dialogs, leaving
from openclaw_desktop.ui.protection_section import Section

ROLE = QMessageBox.ButtonRole
pytestmark = pytest.mark.usefixtures("loop")  # in the colours of a theme


@pytest.fixture
def section(qtbot: QtBot) -> Section:
    made = Section("Secrets", "Looks for keys in every file.", "Look", back="Undo")
    qtbot.addWidget(made)
    made.back.show()
    made.answer("Two were found.", ["MEMORY.md:14   GitHub token   ghp_…40", "记忆.md:3   密钥"])
    made.resize(500, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=2000)
    return made


def test_a_section_has_named_stops_in_order(section: Section) -> None:
    assert [named(stop) for stop in stops(section)] == ["Undo", "Look", "Secrets"]
    assert out_of_order(section) == []
    assert unnamed(section) == []


def test_in_a_section_the_focus_is_seen(section: Section) -> None:
    for _again in range(2):  # once a line is chosen it stays so without the focus
        assert [named(stop) for stop in stops(section) if not looks_focused(stop)] == []


def test_a_section_is_used_without_a_mouse(section: Section, qtbot: QtBot) -> None:
    with qtbot.waitSignal(section.asked, timeout=1000):
        qtbot.keyClick(section.button, Qt.Key.Key_Space)
    with qtbot.waitSignal(section.opened, timeout=1000) as caught:
        qtbot.keyClick(section.list, Qt.Key.Key_Return)
    assert caught.args == [0]


@pytest.mark.parametrize(("key", "answer"), [(Qt.Key.Key_Return, "reset"), (Qt.Key.Key_Escape, "keep")])
def test_a_question_is_answered_by_keyboard(qtbot: QtBot, loop: Any, key: Qt.Key, answer: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    answers = [("reset", "Reset", ROLE.AcceptRole), ("keep", "Keep them", ROLE.RejectRole)]
    asking = loop.create_task(dialogs.ask(parent, "Put 2 settings back?", "Font size, Wrap.", answers))
    qtbot.waitUntil(lambda: bool(parent.findChildren(QMessageBox)), timeout=2000)
    box = parent.findChildren(QMessageBox)[0]
    qtbot.waitUntil(box.isVisible, timeout=2000)
    assert {named(stop) for stop in stops(box)} >= {"Reset", "Keep them"}
    qtbot.keyClick(box, key)
    qtbot.waitUntil(asking.done, timeout=2000)
    assert asking.result() == answer


@pytest.mark.parametrize(
    "path",
    [
        "a.md",
        "<b>a</b>.md",
        f"记忆/{'项目进展与决策记录' * 6}.md",
        f"memory/{'a_name_without_a_blank_' * 5}.md",
    ],
)
def test_a_question_about_a_long_name_is_seen_whole(qtbot: QtBot, loop: Any, path: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    paths = [path, *(f"{number}/{path}" for number in range(9))]
    for asked in ([path], paths):
        question, names = leaving.question(asked), leaving.listed(asked)
        asking = loop.create_task(dialogs.ask(parent, question, names, leaving.answers(asked)))
        qtbot.waitUntil(
            lambda: any(box.isVisible() for box in parent.findChildren(QMessageBox)), timeout=2000
        )
        box = next(box for box in parent.findChildren(QMessageBox) if box.isVisible())
        labels = [label for label in box.findChildren(QLabel) if label.isVisible() and label.text()]
        assert [label.text() for label in labels] == [question, names]
        for label in labels:
            assert label.textFormat() is Qt.TextFormat.PlainText
            assert all_of(label).height() <= label.height()
            assert all_of(label).width() <= label.width()
            assert label.geometry().left() == box.width() - label.geometry().right() - 1
        last = max(
            button.mapTo(box, button.rect().bottomRight()).x() for button in box.findChildren(QPushButton)
        )
        assert last == labels[0].geometry().right()
        qtbot.keyClick(box, Qt.Key.Key_Escape)
        qtbot.waitUntil(asking.done, timeout=2000)


def all_of(label: QLabel) -> QRect:
    """What its text takes as it is broken into lines, if it is."""
    breaks = Qt.TextFlag.TextWordWrap if label.wordWrap() else Qt.TextFlag.TextExpandTabs
    return label.fontMetrics().boundingRect(QRect(0, 0, label.width(), 10_000), breaks, label.text())
