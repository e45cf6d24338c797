"""What a person did to a proposal counts wherever it is decided, and comes back when that is taken back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from review_desk import MEMORY, Desk

from openclaw_desktop.context.budget import Budget
from openclaw_desktop.errors import WriteFailedError
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.ui.review_view.header import Segment
from openclaw_desktop.ui.review_view.view import ReviewView

OpenView = Callable[[], ReviewView]

NEW = MEMORY.replace("8123", "9000")
FAR = MEMORY + "\n" * 20 + "End.\n"
KEY = "AKIA" + "IOSFODNN7EXAMPLF"
WITH_KEY = f"{MEMORY}\nkey: {KEY}\n"
LINE = MEMORY.count("\n") + 2
FOUND = Finding(Subject.SECRET, Weight.LOUD, "a key", line=LINE, span=(5, 5 + len(KEY)))


def words_of(widget: QWidget) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel) if not label.isHidden())


def press(widget: QWidget, text: str) -> None:
    next(b for b in widget.findChildren(QPushButton) if b.text() == text and b.isVisible()).click()


def shown(view: ReviewView) -> str:
    return view.page.review.proposal.path if view.page.review else ""


# Several


def test_accepting_several_takes_what_was_redacted_typed_and_ticked(desk: Desk, open_view: OpenView) -> None:
    desk.files |= {"AGENTS.md": MEMORY, "MEMORY.md": FAR, "USER.md": MEMORY, "TOOLS.md": MEMORY}
    redacted = desk.add("AGENTS.md", WITH_KEY)
    desk.found[redacted] = [FOUND]
    desk.add("MEMORY.md", FAR.replace("8123", "9000").replace("End", "The end"))
    desk.add("TOOLS.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    press(view.page.findings, "Redact")
    view.next_proposal()
    view.next_change()
    view.page.tick()
    view.next_proposal()
    view.actions_.comment.setText("thanks")
    view.panel.list.selectAll()
    assert view.actions_.words == "", "what was said about one is not said about all"
    assert "2 with your edits" in view.batch.totals.text()
    assert all(not row.loud for row in view.batch.model.rows), "what was taken out is nothing to look at"
    view.accept()
    assert KEY not in (desk.files["AGENTS.md"] or "")
    assert desk.files["MEMORY.md"] == FAR.replace("End", "The end")
    assert desk.files["TOOLS.md"] == desk.files["USER.md"] == NEW
    assert desk.comments == ["", "", "thanks", ""]
    assert desk.hunks == [None, (1, 2)]
    assert "Accepted 4 changes, 2 with your edits." in words_of(view.banner)


def test_a_draft_whose_file_changed_since_is_left_and_said(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.edit()
    view.page.edit.editor.insert("Hello. ")
    view.panel.list.selectAll()
    desk.files["MEMORY.md"] = "Top.\n" + MEMORY
    view.accept()
    assert desk.files["MEMORY.md"] == "Top.\n" + MEMORY
    assert desk.files["USER.md"] == NEW
    assert "changed since you edited it" in words_of(view.banner)
    assert "Hello. " in view.page.edit.text(), "what was typed is still there"


def test_nothing_ticked_is_not_accepted_with_the_others(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.page.diff.tick_all(False)
    view.panel.list.selectAll()
    view.accept()
    assert desk.files["MEMORY.md"] == MEMORY
    assert desk.files["USER.md"] == NEW
    assert "Tick what to accept" in words_of(view.banner)


def test_each_is_rejected_with_what_was_said_about_it(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.actions_.comment.setText("the port is right")
    view.panel.list.selectAll()
    view.actions_.comment.setText("not now")
    view.reject()
    assert desk.comments == ["the port is right not now", "not now"]


# Taken back


def test_ticks_comment_and_edits_come_back_with_a_decision_taken_back(
    desk: Desk, open_view: OpenView
) -> None:
    desk.files["MEMORY.md"] = FAR
    desk.add("MEMORY.md", FAR.replace("8123", "9000").replace("End", "The end"))
    view = open_view()
    view.next_change()
    view.page.tick()
    view.actions_.comment.setText("the end only")
    view.accept()
    assert "Accepted 1 of 2 hunks of MEMORY.md." in words_of(view.banner)
    view.take_back()
    assert view.actions_.accept.text() == "Accept 1 of 2"
    assert view.actions_.words == "the end only"


# A secret


def test_a_redacted_secret_is_struck_and_its_mark_goes_until_it_is_put_back(
    desk: Desk, open_view: OpenView
) -> None:
    number = desk.add("MEMORY.md", WITH_KEY)
    desk.found[number] = [FOUND]
    view = open_view()
    press(view.page.findings, "Redact")
    [row] = view.page.findings.rows
    assert row.taken_out
    assert ("new", LINE) not in view.page.diff.marks
    assert view.page.header.segment is Segment.EDIT
    assert view.page.edit.editor.textCursor().blockNumber() + 1 == LINE, "it stays where it was taken out"
    press(view.page.findings, "Undo")
    assert not view.page.findings.rows[0].taken_out
    assert ("new", LINE) in view.page.diff.marks
    assert view.actions_.accept.text() == "Accept", "nothing is edited any more"


def test_what_was_typed_beside_a_redaction_stays_when_the_secret_is_put_back(
    desk: Desk, open_view: OpenView
) -> None:
    number = desk.add("MEMORY.md", WITH_KEY)
    desk.found[number] = [FOUND]
    view = open_view()
    press(view.page.findings, "Redact")
    view.page.edit.editor.go_to(1)
    view.page.edit.editor.insert("Hello. ")
    press(view.page.findings, "Undo")
    assert view.page.edit.text() == f"Hello. {WITH_KEY}"


def test_a_redaction_is_still_shown_after_another_change_was_looked_at(
    desk: Desk, open_view: OpenView
) -> None:
    number = desk.add("MEMORY.md", WITH_KEY)
    desk.found[number] = [FOUND]
    desk.add("USER.md", NEW)
    view = open_view()
    press(view.page.findings, "Redact")
    view.next_proposal()
    view.previous_proposal()
    assert view.page.findings.rows[0].taken_out
    press(view.page.edit, "Discard my edits")
    assert not view.page.findings.rows[0].taken_out


def test_a_placeholder_that_was_typed_over_is_not_guessed(desk: Desk, open_view: OpenView) -> None:
    number = desk.add("MEMORY.md", WITH_KEY)
    desk.found[number] = [FOUND]
    desk.add("USER.md", NEW)
    view = open_view()
    press(view.page.findings, "Redact")
    view.page.show_edited(MEMORY)
    press(view.page.findings, "Undo")
    assert "cannot be put back" in words_of(view.banner)
    view.next_proposal()
    assert not view.banner.isVisible(), "that was about the other one"


# What is said


def test_a_refusal_goes_when_another_change_is_looked_at(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    desk.unwritable = WriteFailedError("MEMORY.md", "MEMORY.md is read-only")
    view.accept()
    assert "MEMORY.md is read-only" in words_of(view.banner)
    view.next_proposal()
    assert not view.banner.isVisible()


def test_a_refusal_has_no_undo_of_the_decision_before(desk: Desk, open_view: OpenView, qtbot: QtBot) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.accept()
    qtbot.waitUntil(lambda: view.deciding.may_decide, timeout=5000)
    desk.unwritable = WriteFailedError("USER.md", "USER.md is read-only")
    view.accept()
    assert "USER.md is read-only" in words_of(view.banner)
    left = [b for b in view.banner.findChildren(QPushButton) if b.isVisibleTo(view.banner)]
    assert [b.text() for b in left if b.text() == "Undo"] == []


def test_the_undo_of_a_decision_is_not_offered_twice(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.accept()
    assert view.banner.isVisible()
    view.panel.show_waiting(False)
    assert not view.banner.isVisible()
    assert view.actions_.take_back.isVisible()


# The editor


def test_the_editor_opens_at_the_change_one_looks_at(desk: Desk, open_view: OpenView) -> None:
    desk.files["MEMORY.md"] = FAR
    desk.add("MEMORY.md", FAR.replace("- The port is 8123.\n", "").replace("End", "The end"))
    view = open_view()
    view.edit()
    assert view.page.edit.editor.textCursor().blockNumber() + 1 == 3
    assert view.actions_.edit.text() == "Show changes"
    assert not view.page.edit.back_button.isVisible(), "there is nothing to give up"
    view.edit()
    view.next_change()
    view.page.tick()
    view.next_change()
    view.edit()
    assert view.page.edit.editor.textCursor().block().text().startswith("End.")


def test_room_for_marks_is_kept_before_there_are_any(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    before = view.page.diff.sides()[0].text
    view.page.show_findings([Finding(Subject.SECRET, Weight.LOUD, "a key", line=3)])
    assert view.page.diff.sides()[0].text == before


def test_a_batch_lists_what_is_loud_and_what_is_not(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    number = desk.add("USER.md", NEW)
    like = Finding(Subject.DUPLICATE, Weight.NORMAL, "like another", line=3)
    desk.found[number] = [like, FOUND]
    view = open_view()
    view.panel.list.selectAll()
    view.session.marks.want(view.batch.unknown)
    view.batch.refresh()
    first = view.batch.model.rows[0]
    assert first.proposal.path == "USER.md"
    assert first.found == [("a key", True), ("like another", False)]


def test_a_decision_is_shown_with_who_when_and_what_was_said(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.actions_.comment.setText("the port is right as it is")
    view.reject()
    view.panel.show_waiting(False)
    said = words_of(view.page.header)
    assert "Rejected by Maren" in said
    assert "1 March 2026, 14:05" in said
    assert "“the port is right as it is”" in said


def test_what_it_costs_follows_typing_and_ticks(desk: Desk, open_view: OpenView) -> None:
    desk.budget = Budget(10, 20, 1, 2, 100, True, True, "")
    desk.add("MEMORY.md", NEW)
    view = open_view()
    assert view.page.header.cost.text() == "+38 tokens · still whole"
    view.edit()
    view.page.edit.editor.insert("port " * 100)
    view.weighing.rest.timeout.emit()
    said = view.page.header.cost.text()
    assert said.endswith("cut: 7 characters")
    assert "+38 tokens" not in said
    press(view.page.edit, "Discard my edits")
    view.weighing.rest.timeout.emit()
    assert view.page.header.cost.text() == "+38 tokens · still whole"


def test_what_a_carried_over_change_costs_is_counted_from_the_file_as_it_is_now(
    desk: Desk, open_view: OpenView
) -> None:
    desk.budget = Budget(10, 20, 1, 2, 100, True, True, "")
    desk.add("MEMORY.md", NEW)
    desk.files["MEMORY.md"] = MEMORY + "\n" + "- A long line that came meanwhile.\n" * 40
    view = open_view()
    view.edit()
    view.page.edit.editor.go_to(1)
    view.page.edit.editor.insert("x")
    view.weighing.rest.timeout.emit()
    grows = int(view.page.header.cost.text().split(" ")[0].replace("+", "").replace("−", "-"))
    assert abs(grows) < 60, "not the forty lines that somebody else brought"
