"""What is found out about a change is shown whichever answer comes first, and its waiting is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from review_desk import MEMORY, Desk, HandBridge

from openclaw_desktop.errors import JournalBusyError
from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.ui.review_view.finding_row import broken
from openclaw_desktop.ui.review_view.view import ReviewView

OpenView = Callable[[], ReviewView]

NEW = MEMORY.replace("8123", "9000")
KEY = Finding(Subject.SECRET, Weight.LOUD, "Line 3 holds a key", line=3, span=(2, 6))


def found(view: ReviewView) -> list[str]:
    return [row.text() for row in view.page.findings.rows]


def words_of(widget: QWidget) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel) if not label.isHidden())


@pytest.mark.parametrize("first", ["the texts", "the findings"])
def test_findings_are_shown_whichever_answer_comes_first(
    desk: Desk, bridge: HandBridge, open_view: OpenView, first: str
) -> None:
    number = desk.add("MEMORY.md", NEW)
    desk.found[number] = [KEY]
    bridge.holding = True
    view = open_view()
    bridge.held.pop(0).go()  # the queue is listed
    texts, findings = bridge.held
    for answer in (texts, findings) if first == "the texts" else (findings, texts):
        answer.go()
    assert found(view) == ["Line 3 holds a key"]
    assert ("new", 3) in view.page.diff.marks


def test_while_findings_are_awaited_that_is_said(desk: Desk, bridge: HandBridge, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    bridge.holding = True
    view = open_view()
    bridge.held.pop(0).go()
    texts, findings = bridge.held
    texts.go()
    assert "Still checking…" in words_of(view.page.findings)
    height = view.page.findings.sizeHint().height()
    findings.go()
    assert "Still checking…" not in words_of(view.page.findings)
    assert "Nothing stands out." in words_of(view.page.findings)
    assert view.page.findings.sizeHint().height() == height, "nothing below it moves"


def test_what_could_not_be_checked_is_said(desk: Desk, bridge: HandBridge, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.unchecked = JournalBusyError("The journal is busy")
    view = open_view()
    assert "The journal is busy" in words_of(view.page.findings)


def test_what_was_decided_is_not_checked(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.accept()
    view.panel.show_waiting(False)
    assert not view.page.findings.isVisible()


def test_findings_of_an_older_text_are_not_shown_beside_a_new_one(
    desk: Desk, bridge: HandBridge, open_view: OpenView
) -> None:
    number = desk.add("MEMORY.md", NEW)
    desk.found[number] = [KEY]
    view = open_view()
    assert found(view) == ["Line 3 holds a key"]
    bridge.holding = True
    desk.rewrite(number, MEMORY + "More.\n")
    desk.found[number] = []
    view._bridge.review_changed.emit(ReviewChanged(frozenset({"MEMORY.md"})))
    _listing, texts, findings = bridge.held[:3]
    texts.go()
    assert found(view) == []
    assert "Still checking…" in words_of(view.page.findings)
    findings.go()
    assert "Nothing stands out." in words_of(view.page.findings)


def test_looking_again_at_the_same_texts_keeps_what_was_found(
    desk: Desk, bridge: HandBridge, open_view: OpenView
) -> None:
    number = desk.add("MEMORY.md", NEW)
    desk.found[number] = [KEY]
    view = open_view()
    bridge.holding = True
    view._bridge.review_changed.emit(ReviewChanged(frozenset({"MEMORY.md"})))
    bridge.held[0].go()
    bridge.held[1].go()
    assert found(view) == ["Line 3 holds a key"]
    assert ("new", 3) in view.page.diff.marks


SENTENCE = (
    "This is a GitHub token: ghp_… (40 characters). Once accepted it stays in the history of versions, "
    "even after it is deleted: redact it, and replace it where it is used."
)


def test_a_long_sentence_is_read_to_its_end_where_the_window_is_narrow(
    desk: Desk, open_view: OpenView
) -> None:
    number = desk.add("MEMORY.md", NEW)
    desk.found[number] = [Finding(Subject.SECRET, Weight.LOUD, SENTENCE, line=3, span=(2, 6))]
    view = open_view()
    view.resize(850, 700)
    [row] = view.page.findings.rows
    assert " ".join(row.lines()) == SENTENCE
    assert row.heightForWidth(300) > row.heightForWidth(2000)


@pytest.mark.parametrize("width", [60, 200, 400, 5000])
def test_a_sentence_breaks_between_words_and_keeps_signs_of_any_width(qapp: object, width: int) -> None:
    lines = broken("雨量計 👍👍 of the station stands on the roof, as Sam says.", width)
    assert 1 <= len(lines) <= 3
    assert not any("\ufffd" in line for line in lines)
    assert broken("", width) == [""]
    assert broken("short", width) == ["short"]


def test_the_views_stay_where_they_are_whatever_script_a_reason_is_in(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    for path, reason in (("AGENTS.md", "Sam said so"), ("MEMORY.md", "雨量計は地下室へ。")):
        desk.add(path, NEW, reason=reason)
    view = open_view()
    before = view.page.header.segments.y()
    view.next_proposal()

    def is_shown() -> bool:
        return view.page.review is not None and view.page.review.proposal.path == "MEMORY.md"

    qtbot.waitUntil(is_shown)
    assert view.page.header.segments.y() == before
