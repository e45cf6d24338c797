"""The frame's small parts: rail, status bar, notice bar, empty state."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui.elided import ElidedText, shown_path
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.rail import PLACES, Rail
from openclaw_desktop.ui.status_bar import StatusBar, action_for, progress_of


def test_the_rail_says_which_view_was_chosen(qtbot: QtBot) -> None:
    rail = Rail()
    qtbot.addWidget(rail)
    rail.show()
    button = next(b for b in rail.findChildren(QToolButton) if b.accessibleName() == "Search")
    with qtbot.waitSignal(rail.chosen, timeout=1000) as caught:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert caught.args == ["search"]
    assert [b.accessibleName() for b in rail.findChildren(QToolButton) if b.isChecked()] == ["Search"]


def test_every_view_of_the_rail_names_its_key(qtbot: QtBot) -> None:
    rail = Rail()
    qtbot.addWidget(rail)
    tips = {b.accessibleName(): b.toolTip() for b in rail.findChildren(QToolButton) if b.isEnabled()}
    assert tips == {place.title: f"{place.title}  {place.key}" for place in PLACES}


def test_arrow_keys_go_along_the_rail(qtbot: QtBot) -> None:
    rail = Rail()
    qtbot.addWidget(rail)
    with qtbot.waitExposed(rail):
        rail.show()
    rail.activateWindow()
    rail.setFocus()
    qtbot.waitUntil(lambda: rail.focusWidget() is not None, timeout=2000)
    with qtbot.waitSignal(rail.chosen, timeout=1000) as caught:
        qtbot.keyClick(rail.focusWidget(), Qt.Key.Key_Down)
        qtbot.keyClick(rail.focusWidget(), Qt.Key.Key_Return)
    assert caught.args == ["search"]


@pytest.mark.parametrize(
    ("state", "action", "progress"),
    [
        (IndexState(IndexPhase.READY, chunks=12), "", 0),
        (IndexState(IndexPhase.KEYWORDS, files_done=1, files_total=4), "", 0.25),
        (IndexState(IndexPhase.EMBEDDING, vectors_done=3, vectors_total=4), "pause", 0.75),
        (IndexState(IndexPhase.PAUSED, vectors_done=3, vectors_total=4), "resume", 0.75),
        (IndexState(IndexPhase.EMBEDDING, vectors_done=5, vectors_total=0), "pause", 0),
        (IndexState(IndexPhase.READY, keywords_only=True, problem="no model"), "retry", 0),
        (IndexState(IndexPhase.STOPPED, problem="disk full"), "retry", 0),
        (IndexState(IndexPhase.ELSEWHERE, chunks=3), "", 0),
    ],
)
def test_the_status_bar_offers_what_can_be_done(state: IndexState, action: str, progress: float) -> None:
    assert action_for(state) == action
    assert progress_of(state) == progress


def test_the_status_bar_says_how_far_the_index_is(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show()
    button = bar.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    state = IndexState(IndexPhase.EMBEDDING, vectors_done=312, vectors_total=4812, seconds_left=540)
    bar.show_state(state)
    texts = [text.text() for text in bar.findChildren(ElidedText)]
    assert "embedding 312 of 4,812 · about 9 min" in texts
    with qtbot.waitSignal(bar.pause_requested, timeout=1000):
        button.click()
    bar.show_state(IndexState(IndexPhase.READY, chunks=4812, watching="The drive is polled every 5 s."))
    assert not button.isVisible()
    tips = [text.toolTip() for text in bar.findChildren(ElidedText)]
    assert any("The drive is polled every 5 s." in tip for tip in tips)


def test_the_real_path_is_copied_by_a_click(qtbot: QtBot, tmp_path: Path) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(400, 28)
    root = tmp_path / ("a-very-long-name-" * 8)
    bar.show_workspace(root, "main")
    bar.show()
    place = next(text for text in bar.findChildren(ElidedText) if "agent main" in text.text())
    assert str(root) in place.toolTip()
    qtbot.mouseClick(place, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == str(root)


def test_the_home_folder_is_a_tilde() -> None:
    assert shown_path(Path("/home/ada/.openclaw/workspace"), Path("/home/ada")) == "~/.openclaw/workspace"
    assert shown_path(Path("/srv/memory"), Path("/home/ada")) == "/srv/memory"


def test_a_notice_says_its_sentence_and_copies_its_details(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    assert bar.sentence == ""
    bar.tell("the disk is full")
    assert bar.sentence == "The disk is full."
    bar.tell("Something went wrong.", "Traceback …")
    copy = next(b for b in bar.findChildren(QPushButton))
    copy.click()
    assert QGuiApplication.clipboard().text() == "the disk is full\nTraceback …"
    bar.dismiss()
    assert bar.sentence == ""


def test_an_empty_state_offers_its_button(qtbot: QtBot) -> None:
    empty = EmptyState("search", "Ask", "A question.", "Begin")
    qtbot.addWidget(empty)
    empty.show()
    button = empty.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    with qtbot.waitSignal(empty.clicked, timeout=1000):
        button.click()
    empty.set_texts("Nothing", "There is nothing.")
    assert not button.isVisible()
