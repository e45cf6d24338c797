"""What the tree's panel asks and tells, in the little room it has."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.tree.bars import NameBar, Toast
from openclaw_desktop.ui.tree.names import LONGEST_TOLD, shortened

NARROW = 200
NAMES = (
    "项目进展与决策记录 2026 第一季度 数据库迁移.md",
    "2026-02-08-anemometer-bearing-of-the-mast.md",
    "<b>a.md",
)

pytestmark = pytest.mark.usefixtures("loop")  # in the sizes of the theme


def panel(qtbot: QtBot, bar: QWidget) -> QWidget:
    """A narrow panel; the caller holds it as long as it is looked at."""
    made = QWidget()
    qtbot.addWidget(made)
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.addStretch(1)
    column.addWidget(bar)
    made.resize(NARROW, 400)
    made.show()
    return made


def is_whole(label: QLabel) -> bool:
    return label.heightForWidth(label.width()) <= label.height() and label.width() <= NARROW


@pytest.mark.parametrize("name", NAMES)
def test_what_was_done_is_told_whole_and_can_be_taken_back(qtbot: QtBot, name: str) -> None:
    bar = Toast()
    held = panel(qtbot, bar)
    sentence = f"Moved {shortened(name, LONGEST_TOLD)} to the trash."
    bar.tell(sentence, undoable=True)
    (label,) = bar.findChildren(QLabel)
    qtbot.waitUntil(lambda: is_whole(label), timeout=2000)
    assert label.text() == bar.sentence == sentence
    assert held.width() == NARROW


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_is_read_whole_and_is_what_the_field_is_called(qtbot: QtBot, name: str) -> None:
    bar = NameBar()
    held = panel(qtbot, bar)
    question = f"Move {shortened(name, LONGEST_TOLD)} to"
    bar.ask(question, f"memory/{name}", lambda _: None)
    (label,) = bar.findChildren(QLabel)
    qtbot.waitUntil(lambda: is_whole(label), timeout=2000)
    assert label.text() == bar.field.accessibleName() == question
    assert held.width() == NARROW


def test_a_name_that_fits_is_not_shortened() -> None:
    assert shortened("SOUL.md", LONGEST_TOLD) == "SOUL.md"
    assert len(shortened(NAMES[0], LONGEST_TOLD)) == LONGEST_TOLD
