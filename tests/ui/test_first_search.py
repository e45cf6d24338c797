"""The strip that suggests a first search."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from reading_order import looks_focused, named, out_of_order, stops, unnamed

from openclaw_desktop.ui.first_search import Chip, FirstSearch

pytestmark = pytest.mark.usefixtures("loop")  # in the colours of a theme

QUESTIONS = ["What do we know about the house?", "关于气象站，我们知道些什么？"]


@pytest.fixture
def strip(qtbot: QtBot) -> FirstSearch:
    made = FirstSearch(QUESTIONS)
    made.resize(900, 36)
    with qtbot.waitExposed(made):
        made.show()
    return made


def chips(strip: FirstSearch) -> list[Chip]:
    return strip.findChildren(Chip)


def test_a_chip_asks_its_question_and_the_strip_goes(strip: FirstSearch, qtbot: QtBot) -> None:
    with (
        qtbot.waitSignal(strip.destroyed, timeout=2000),
        qtbot.waitSignal(strip.asked, timeout=2000) as caught,
    ):
        qtbot.keyClick(chips(strip)[1], Qt.Key.Key_Space)
    assert caught.args == [QUESTIONS[1]]


def test_it_can_be_put_away(strip: FirstSearch, qtbot: QtBot) -> None:
    button = strip.findChild(QToolButton)
    assert isinstance(button, QToolButton)
    with qtbot.waitSignal(strip.destroyed, timeout=2000), qtbot.assertNotEmitted(strip.asked):
        button.click()


@pytest.mark.parametrize("width", [500, 640, 900, 1600])
def test_long_questions_give_way_and_are_whole_on_hover(qtbot: QtBot, width: int) -> None:
    long = [f"What do we know about {'Liang Shufen, ' * 12}?", "关于" + "很长的标题" * 20]
    strip = FirstSearch(long)
    qtbot.addWidget(strip)
    strip.resize(width, 36)
    strip.show()
    assert strip.minimumSizeHint().width() <= 500
    for chip, text in zip(chips(strip), long, strict=True):
        assert chip.mapTo(strip, QPoint(chip.width(), 0)).x() <= width
        assert chip.fontMetrics().horizontalAdvance(chip.text()) <= chip.width() - 20
        assert chip.toolTip() == text
        assert named(chip) == f"Search: {text}"


def test_short_questions_are_whole(strip: FirstSearch) -> None:
    assert [chip.text() for chip in chips(strip)] == QUESTIONS


def test_every_stop_has_a_name_in_order_and_a_focus_that_is_seen(strip: FirstSearch, qtbot: QtBot) -> None:
    strip.activateWindow()
    qtbot.waitUntil(strip.isActiveWindow, timeout=2000)
    assert len(stops(strip)) == 3
    assert unnamed(strip) == []
    assert out_of_order(strip) == []
    assert [named(stop) for stop in stops(strip) if not looks_focused(stop)] == []
