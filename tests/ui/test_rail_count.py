"""A number on the rail, and a notice that offers something."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.rail import Rail, RailButton


def test_a_count_is_said_in_words_and_goes_again(qtbot: QtBot) -> None:
    rail = Rail()
    qtbot.addWidget(rail)
    button = next(b for b in rail.findChildren(RailButton) if b.accessibleName() == "Review")
    before = button.toolTip()
    rail.set_count("review", 3, "3 changes wait for your review")
    assert (button.badge, button.accessibleDescription()) == ("3", "3 changes wait for your review")
    assert "3 changes wait" in button.toolTip()
    rail.set_count("review", 240, "240 changes wait for your review")
    assert button.badge == "99+"
    assert not rail.grab().isNull()
    rail.set_count("review", 0, "")
    assert (button.badge, button.toolTip()) == ("", before)


def test_a_notice_offers_one_thing_to_do_and_is_gone_then(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    done: list[str] = []
    bar.offer("SOUL.md was changed", "Review", lambda: done.append("review"), calm=False)
    assert bar.sentence == "SOUL.md was changed."
    button = next(b for b in bar.findChildren(QPushButton) if b.text() == "Review")
    button.click()
    assert done == ["review"]
    assert bar.sentence == ""
    bar.tell("The disk is full.")
    assert button.isHidden()
