"""The review view: see what would change, decide, take it back, go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from review_desk import MEMORY, Desk, HandBridge

from openclaw_desktop.context.budget import Budget
from openclaw_desktop.errors import JournalDamagedError
from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.review.diff.merge import Choice
from openclaw_desktop.review.proposal import OUTSIDE, Origin, Who
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.ui.review_view.header import Segment
from openclaw_desktop.ui.review_view.view import ReviewView

OpenView = Callable[[], ReviewView]

NEW = MEMORY.replace("8123", "9000")
KEY = Finding(Subject.SECRET, Weight.LOUD, "Line 3 holds a key", line=3, span=(2, 6))


def words_of(widget: QWidget) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel) if not label.isHidden())


def shown(view: ReviewView) -> str:
    """The path of the change that is looked at."""
    return view.page.review.proposal.path if view.page.review else ""


def press(view: ReviewView, text: str) -> None:
    """Clicks the button of the banner that says `text`."""
    buttons = {button.text(): button for button in view.banner.findChildren(QPushButton)}
    buttons[text].click()


# Looking


def test_with_nothing_waiting_it_says_what_the_view_is_for_and_what_is_protected(
    open_view: OpenView, qtbot: QtBot
) -> None:
    view = open_view()
    assert "Nothing waits for you" in words_of(view.empty)
    assert "MEMORY.md: held until you approve" in words_of(view.empty)
    assert not view.actions_.isVisible()
    assert not view.panel.count.isVisible()  # else the filter would end before an empty place
    with qtbot.waitSignal(view.policies_requested):
        view.empty.clicked.emit()


def test_the_first_waiting_change_is_shown_with_where_it_comes_from(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW, reason="Sam changed the port")
    view = open_view()
    assert view.page.header.origin.text() == "agent main, session 57e864eb, turn 41 · 3 min ago"
    said = words_of(view.page.header)
    assert "“Sam changed the port”" in said
    assert "+38 tokens" in said
    assert view.actions_.accept.text() == "Accept"


def test_a_damaged_journal_is_said_and_can_be_tried_again(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.trouble = JournalDamagedError("the journal is damaged")
    view = open_view()
    assert "the journal is damaged" in words_of(view.empty)
    desk.trouble = None
    view.empty.clicked.emit()
    assert shown(view) == "MEMORY.md"


def test_trying_again_reads_the_queue_though_nothing_waited_when_it_was_read_last(
    desk: Desk, open_view: OpenView
) -> None:
    view = open_view()
    desk.trouble = JournalDamagedError("the journal is damaged")
    view.session.refresh()
    assert "the journal is damaged" in words_of(view.empty)
    desk.trouble = None
    desk.add("MEMORY.md", NEW)
    view.empty.clicked.emit()
    assert shown(view) == "MEMORY.md"


def test_trying_again_to_show_a_change_does_not_lead_to_the_settings(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    view = open_view()
    desk.add("MEMORY.md", NEW)
    view.session.refresh()
    view.session.open_failed.emit(JournalDamagedError("the journal is damaged"))
    assert "This change cannot be shown" in words_of(view.empty)
    with qtbot.assertNotEmitted(view.policies_requested), qtbot.waitSignal(view.session.listed):
        view.empty.clicked.emit()


def test_a_key_that_is_still_held_does_not_keep_the_next_change_from_being_shown(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    qtbot.keyPress(view, Qt.Key.Key_F12, Qt.KeyboardModifier.ControlModifier)
    view.next_proposal()
    assert shown(view) == "USER.md"
    assert [proposal.path for proposal in view.panel.list.chosen()] == ["USER.md"]
    qtbot.keyRelease(view, Qt.Key.Key_F12)


def test_a_late_answer_about_another_change_is_dropped(
    desk: Desk, bridge: HandBridge, open_view: OpenView
) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    bridge.holding = True
    view.next_proposal()
    view.previous_proposal()
    assert view.page.offer().wish is None, "nothing can be accepted before it was seen"
    while bridge.held:
        bridge.held.pop(0).go()
    assert shown(view) == "MEMORY.md"


def test_before_and_after_are_shown_as_they_would_be_read(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.page.header.turn_to(Segment.BEFORE)
    assert "8123" in view.page.preview.toPlainText()
    view.page.header.turn_to(Segment.AFTER)
    assert "9000" in view.page.preview.toPlainText()


def test_findings_lead_to_their_line_and_to_other_files(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    number = desk.add("MEMORY.md", NEW)
    like = Finding(Subject.DUPLICATE, Weight.NORMAL, "like another", place=("memory/a.md", 14))
    hint = Finding(Subject.INJECTION, Weight.QUIET, "reads like an instruction", line=3)
    desk.found[number] = [hint, like, KEY]
    view = open_view()
    rows = view.page.findings.rows
    assert [row.text() for row in rows] == ["Line 3 holds a key", "like another"], "hints are folded"
    with qtbot.waitSignal(view.open_requested) as asked:
        rows[1].click()
    assert asked.args == ["memory/a.md", 14, 14]
    assert view.panel.list.rows.mark_of(view.panel.list.chosen()[0]) is not None


def test_a_hint_can_be_muted_for_the_file(desk: Desk, open_view: OpenView) -> None:
    number = desk.add("MEMORY.md", NEW)
    desk.found[number] = [Finding(Subject.INJECTION, Weight.QUIET, "reads like an instruction", line=3)]
    view = open_view()
    view.page.findings.mute_wished.emit(Subject.INJECTION)
    assert desk.muted == [("MEMORY.md", Subject.INJECTION)]


def test_a_new_file_has_no_before_and_a_deletion_no_after(desk: Desk, open_view: OpenView) -> None:
    desk.add("AGENTS.md", "# New\n")
    desk.add("USER.md", None, moved_to="archive/USER.md")
    view = open_view()
    header = view.page.header
    assert not header.has(Segment.BEFORE)
    assert header.has(Segment.EDIT)
    view.next_proposal()
    assert shown(view) == "USER.md"
    assert not header.has(Segment.AFTER)
    assert not header.has(Segment.EDIT)
    assert view.actions_.accept.text() == "Accept move"
    view.accept()
    assert desk.files["USER.md"] is None


def test_what_is_no_text_is_accepted_whole(desk: Desk, open_view: OpenView) -> None:
    desk.files["gauge.png"] = "old"
    desk.add("gauge.png", "new")
    view = open_view()
    assert "This is no text" in words_of(view.page.message)
    view.accept()
    assert desk.files["gauge.png"] == "new"


def test_a_move_says_where_the_text_went_and_opens_it(desk: Desk, open_view: OpenView, qtbot: QtBot) -> None:
    desk.add("USER.md", None, moved_to="archive/USER.md")
    view = open_view()
    assert "it was moved" in words_of(view.page.note)
    with qtbot.waitSignal(view.open_requested) as asked:
        view.page.note.findChildren(QPushButton)[0].click()
    assert asked.args == ["archive/USER.md", 0, 0]


def test_a_writer_that_does_not_stop_is_told(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW, left_alone=True, writes=7)
    view = open_view()
    assert "again and again" in words_of(view.page.note)
    assert "7 writes summed up" in view.page.header.origin.text()


def test_what_a_finding_sums_up_and_hints_are_unfolded_on_demand(desk: Desk, open_view: OpenView) -> None:
    number = desk.add("MEMORY.md", NEW)

    def left(sentence: str, **values: Any) -> Finding:
        return Finding(Subject.LEFT, Weight.NORMAL, sentence, group="left", **values)

    hint = Finding(Subject.INJECTION, Weight.QUIET, "a hint", line=3)
    desk.found[number] = [left("2 entries leave", members=2), left("one", old_line=3), left("two"), hint]
    view = open_view()
    panel = view.page.findings

    def unfold(words: str) -> None:
        next(b for b in panel.findChildren(QPushButton) if b.text() == words and b.isVisible()).click()

    assert [row.text() for row in panel.rows] == ["2 entries leave"]
    unfold("2")
    assert [row.text() for row in panel.rows] == ["2 entries leave", "one", "two"]
    unfold("1 quiet hint")
    assert [row.text() for row in panel.rows][-1] == "a hint"


def test_what_it_costs_is_said_with_what_is_cut(desk: Desk, open_view: OpenView) -> None:
    desk.budget = Budget(10, 20, 1, 2, 15, True, False, "x" * 1230, ("USER.md",))
    desk.add("MEMORY.md", NEW)
    view = open_view()
    assert view.page.header.cost.text() == "+38 tokens · cut: 1,230 characters · leaves less room for USER.md"


def test_from_a_proposal_one_goes_to_the_turn_in_which_it_was_said(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    desk.add("MEMORY.md", NEW, origin=Origin(Who.PERSON, "Maren", "57e864eb-1", 41))
    view = open_view()
    header = view.page.header
    assert header.origin.text().startswith("noted by Maren from session 57e864eb, turn 41")
    assert header.session.text() == "Show the turn"
    with qtbot.waitSignal(view.session_requested) as heard:
        header.session.click()
    assert heard.args == ["57e864eb-1", 41]


def test_a_proposal_of_no_session_leads_nowhere(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW, origin=OUTSIDE)
    assert not open_view().page.header.session.isVisible()


def test_a_proposal_asked_for_is_shown_wherever_it_stands(desk: Desk, open_view: OpenView) -> None:
    first = desk.add("MEMORY.md", NEW)
    for number in range(30):
        desk.add(f"memory/{number}.md", "# New\n", minutes=60)
    view = open_view()
    view.panel.filter.setText("USER")
    view.panel.arrange()
    view.show_proposal("8")
    assert shown(view) == "memory/6.md", "in a group that was closed, behind a filter"
    view.show_proposal(first)
    view.accept()
    view.show_proposal(first)
    assert not view.panel.shows_waiting
    assert shown(view) == "MEMORY.md"


def test_a_view_nobody_sees_reads_nothing_until_it_is_shown(desk: Desk, open_view: OpenView) -> None:
    view = open_view()
    view.hide()
    desk.add("MEMORY.md", NEW)
    view._bridge.review_changed.emit(ReviewChanged(frozenset({"MEMORY.md"})))
    assert shown(view) == ""
    view.show()
    assert shown(view) == "MEMORY.md"


# Deciding


def test_accepting_writes_selects_the_next_one_and_can_be_undone(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.actions_.comment.setText("thanks")
    view.accept()
    assert desk.files["MEMORY.md"] == NEW
    assert desk.comments == ["thanks"]
    assert shown(view) == "USER.md"
    assert view.actions_.words == "", "a comment is for one decision"
    assert "Accepted MEMORY.md." in words_of(view.banner)
    press(view, "Undo")
    assert desk.files["MEMORY.md"] == MEMORY
    assert shown(view) == "MEMORY.md"


def test_keys_decide_step_and_take_back(desk: Desk, open_view: OpenView, qtbot: QtBot) -> None:
    for path in ("AGENTS.md", "MEMORY.md", "USER.md"):
        desk.add(path, NEW)
    view = open_view()
    queue = view.panel.list
    qtbot.keyClick(queue, Qt.Key.Key_J)
    assert shown(view) == "MEMORY.md"
    qtbot.keyClick(queue, Qt.Key.Key_R)
    assert desk.files["MEMORY.md"] == MEMORY
    assert shown(view) == "USER.md"
    qtbot.keyClick(queue, Qt.Key.Key_A)
    assert desk.files["USER.md"] == MEMORY, "nobody has seen the change yet"
    qtbot.waitUntil(lambda: view.deciding.may_decide, timeout=5000)
    qtbot.keyClick(queue, Qt.Key.Key_A)
    assert desk.files["USER.md"] == NEW
    assert shown(view) == "AGENTS.md"
    qtbot.keyClick(queue, Qt.Key.Key_U)
    assert desk.files["USER.md"] == MEMORY
    assert shown(view) == "USER.md"
    qtbot.keyClick(queue, Qt.Key.Key_C)
    qtbot.keyClicks(view.actions_.comment, "are you sure")
    assert view.actions_.words == "are you sure", "letters typed into a field decide nothing"
    assert "AGENTS.md" not in desk.files


def test_edited_text_is_what_is_accepted(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.edit()
    assert view.page.edit.text() == NEW
    assert view.actions_.accept.text() == "Accept"
    view.page.edit.editor.go_to(1)
    view.page.edit.editor.insert("Hello. ")
    assert view.actions_.accept.text() == "Accept edited"
    view.accept()
    assert desk.files["MEMORY.md"] == f"Hello. {NEW}"


def test_back_to_ticks_gives_up_what_was_typed(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.edit()
    view.page.edit.editor.go_to(1)
    view.page.edit.editor.insert("Hello. ")
    view.page.edit.back_button.click()
    assert view.page.header.segment is Segment.CHANGES
    view.accept()
    assert desk.files["MEMORY.md"] == NEW


def test_what_was_typed_and_said_waits_while_another_change_is_looked_at(
    desk: Desk, open_view: OpenView
) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.edit()
    view.page.edit.editor.go_to(1)
    view.page.edit.editor.insert("Hello. ")
    view.actions_.comment.setText("half a thought")
    view.next_proposal()
    assert view.actions_.words == ""
    view.previous_proposal()
    assert view.page.edit.text().startswith("Hello. ")
    assert view.actions_.words == "half a thought"
    view.page.edit.back_button.click()
    view.actions_.comment.clear()
    view.next_proposal()
    view.previous_proposal()
    assert not view.page.edit.is_edited, "what was given up does not come back"


def test_a_proposal_that_changes_while_it_is_edited_asks(desk: Desk, open_view: OpenView) -> None:
    number = desk.add("MEMORY.md", NEW)
    view = open_view()
    view.edit()
    view.page.edit.editor.go_to(1)
    view.page.edit.editor.insert("Hello. ")
    desk.rewrite(number, MEMORY + "More.\n")
    view._bridge.review_changed.emit(ReviewChanged(frozenset({"MEMORY.md"})))
    assert "changed while you edited it" in words_of(view.page.note)
    assert view.page.edit.text().startswith("Hello. ")
    buttons = {b.text(): b for b in view.page.note.findChildren(QPushButton)}
    buttons["Show the new text"].click()
    assert not view.page.edit.is_edited
    view.accept()
    assert desk.files["MEMORY.md"] == MEMORY + "More.\n"


def test_redacting_puts_the_text_without_the_secret_into_the_editor(desk: Desk, open_view: OpenView) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLF"
    number = desk.add("MEMORY.md", f"{MEMORY}\nkey: {key}\n")
    place = MEMORY.count("\n") + 2
    desk.found[number] = [Finding(Subject.SECRET, Weight.LOUD, "a key", line=place, span=(5, 5 + len(key)))]
    view = open_view()
    view.page.findings.redact_wished.emit(desk.found[number][0])
    assert view.actions_.accept.text() == "Accept edited"
    assert view.page.findings.rows[0].taken_out
    assert any("change the secret itself too" in said for said in view.page.findings.rows[0].lines())
    view.accept()
    assert key not in (desk.files["MEMORY.md"] or "")
    assert "redacted" in (desk.files["MEMORY.md"] or "")


def test_ticks_outlive_a_look_at_another_change(desk: Desk, open_view: OpenView) -> None:
    far = MEMORY + "\n" * 20 + "End.\n"
    desk.files["MEMORY.md"] = far
    desk.add("MEMORY.md", far.replace("8123", "9000").replace("End", "The end"))
    desk.add("USER.md", NEW)
    view = open_view()
    view.next_change()
    view.page.tick()
    assert view.actions_.accept.text() == "Accept 1 of 2"
    view.next_proposal()
    view.previous_proposal()
    assert view.actions_.accept.text() == "Accept 1 of 2"
    view.accept()
    assert desk.files["MEMORY.md"] == far.replace("End", "The end")
    assert desk.hunks == [(1, 2)]


def test_nothing_ticked_cannot_be_accepted(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.page.diff.tick_all(False)
    assert not view.actions_.accept.isEnabled()
    assert "Tick what to accept, or reject" in words_of(view.actions_)


def test_escape_leaves_the_editor_and_keeps_what_was_typed(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.edit()
    qtbot.keyClicks(view.page.edit.editor, "arr")
    qtbot.keyClick(view.page.edit.editor, Qt.Key.Key_Escape)
    assert view.page.header.segment is Segment.CHANGES
    assert desk.comments == [], "letters in the editor decide nothing"
    assert view.actions_.accept.text() == "Accept edited"


def test_space_after_a_click_on_accept_does_not_accept_the_next_one(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    qtbot.mouseClick(view.actions_.accept, Qt.MouseButton.LeftButton)
    assert shown(view) == "USER.md"
    qtbot.keyClick(view.window().focusWidget(), Qt.Key.Key_Space)
    assert desk.files["USER.md"] == MEMORY


# The base moved


def test_a_change_that_was_carried_over_says_so(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.files["MEMORY.md"] = "Top.\n" + MEMORY
    view = open_view()
    assert "carried over" in words_of(view.page.note)
    view.accept()
    assert desk.files["MEMORY.md"] == "Top.\n" + NEW


def test_conflicts_show_all_sides_and_nothing_is_accepted_before_all_are_decided(
    desk: Desk, open_view: OpenView
) -> None:
    desk.add("MEMORY.md", NEW.replace("PG-B", "PG-C"))
    desk.files["MEMORY.md"] = MEMORY.replace("8123", "7000").replace("PG-B", "PG-D")
    view = open_view()
    conflicts = view.page.conflicts
    sides = {name: side.text.toPlainText() for name, side in conflicts.sides.items()}
    assert sides[Choice.BASE] == "- The port is 8123."
    assert sides[Choice.OURS] == "- The port is 7000."
    assert sides[Choice.THEIRS] == "- The port is 9000."
    assert not view.actions_.accept.isEnabled()
    assert "2 conflicts to decide first" in words_of(view.actions_)
    view.accept()
    assert desk.comments == [], "nothing was decided"
    conflicts.buttons[Choice.BOTH].click()
    assert conflicts.at == 1, "on to the next one"
    assert not view.actions_.accept.isEnabled()
    conflicts.buttons[Choice.THEIRS].click()
    assert view.actions_.accept.isEnabled()
    view.accept()
    both = "- The port is 7000.\n- The port is 9000."
    assert desk.files["MEMORY.md"] == MEMORY.replace("- The port is 8123.", both).replace("PG-B", "PG-C")


def test_a_conflict_can_be_written_by_hand(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.files["MEMORY.md"] = MEMORY.replace("8123", "7000")
    view = open_view()
    conflicts = view.page.conflicts
    conflicts.result.insert("- The port is 1.\n")
    assert view.actions_.accept.isEnabled()
    view.accept()
    assert desk.files["MEMORY.md"] == MEMORY.replace("8123", "1")


def test_a_file_that_changes_under_the_reviewer_is_not_overwritten(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    desk.files["MEMORY.md"] = MEMORY.replace("8123", "7000")
    view.accept()
    assert desk.files["MEMORY.md"] == MEMORY.replace("8123", "7000")
    assert "nothing was written" in words_of(view.banner)
    assert view.page.is_conflict, "and what is to be decided now is shown"


def test_a_deletion_of_a_file_that_changed_says_what_goes(desk: Desk, open_view: OpenView) -> None:
    desk.add("USER.md", None)
    desk.files["USER.md"] = NEW
    view = open_view()
    assert "accepting deletes what is there now" in words_of(view.page.note)


def test_a_conflict_in_a_file_of_windows_keeps_its_line_ends(desk: Desk, open_view: OpenView) -> None:
    crlf = MEMORY.replace("\n", "\r\n")
    desk.files["MEMORY.md"] = crlf
    desk.add("MEMORY.md", crlf.replace("8123", "9000"))
    desk.files["MEMORY.md"] = crlf.replace("8123", "7000")
    view = open_view()
    view.page.conflicts.buttons[Choice.BOTH].click()
    view.page.conflicts.result.go_to(1)
    view.page.conflicts.result.insert("- Both:\n")
    view.accept()
    wanted = "- Both:\r\n- The port is 7000.\r\n- The port is 9000.\r\n"
    assert desk.files["MEMORY.md"] == crlf.replace("- The port is 8123.\r\n", wanted)


# Several


def test_a_closed_group_is_decided_as_a_whole(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    for number in range(49):
        desk.add(f"memory/{number}.md", "# New\n", minutes=60)
    view = open_view()
    view.next_proposal()
    assert view.batch.title.text() == "49 changes in 49 files"
    while view.batch.unknown:
        view.session.marks.want(view.batch.unknown)
    view.accept()
    assert [desk.files[f"memory/{n}.md"] for n in range(49)] == ["# New\n"] * 49
    assert shown(view) == "MEMORY.md"


def test_a_batch_that_was_not_looked_at_asks_before_it_is_accepted(
    desk: Desk, bridge: HandBridge, open_view: OpenView
) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    bridge.holding = True
    view.session.marks.forget(view.panel.list.chosen())
    view.panel.list.selectAll()
    view.accept()
    assert "not looked at yet" in words_of(view.banner)
    bridge.holding = False
    press(view, "Accept without looking")
    assert desk.files["USER.md"] == NEW


def test_several_are_added_up_and_decided_in_one_go_with_one_undo(desk: Desk, open_view: OpenView) -> None:
    for number in range(5):
        desk.add(f"memory/{number}.md", "# New\n")
    view = open_view()
    view.panel.list.selectAll()
    assert view.batch.title.text() == "5 changes in 5 files"
    assert "5 new files" in view.batch.totals.text()
    assert view.actions_.accept.text() == "Accept all 5"
    view.accept()
    assert [desk.files[f"memory/{n}.md"] for n in range(5)] == ["# New\n"] * 5
    assert "Accepted 5 changes." in words_of(view.banner)
    view.take_back()
    assert [desk.files[f"memory/{n}.md"] for n in range(5)] == [None] * 5
    assert len(view.panel.list.chosen()) == 5, "what was taken back is selected again"


def test_a_batch_with_something_loud_asks_once_and_inline(
    desk: Desk, open_view: OpenView, qtbot: QtBot
) -> None:
    desk.add("MEMORY.md", NEW)
    number = desk.add("USER.md", NEW)
    desk.found[number] = [KEY]
    view = open_view()
    view.panel.list.selectAll()
    qtbot.waitUntil(lambda: [row.loud for row in view.batch.model.rows] == [("Line 3 holds a key",), ()])
    view.accept()
    assert desk.comments == []
    assert "USER.md" in words_of(view.banner)
    press(view, "Accept anyway")
    assert desk.files["USER.md"] == NEW


def test_what_cannot_be_accepted_in_a_batch_stays_and_says_why(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    desk.files["USER.md"] = MEMORY.replace("8123", "7000")
    view = open_view()
    view.panel.list.selectAll()
    view.accept()
    assert desk.files["MEMORY.md"] == NEW
    assert "USER.md has conflicts" in words_of(view.banner)
    assert shown(view) == "USER.md"


def test_several_can_be_rejected(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.panel.list.selectAll()
    view.actions_.comment.setText("no")
    view.reject()
    assert desk.comments == ["no", "no"]
    assert "Nothing waits for you" in words_of(view.empty)


# Elsewhere


def test_what_another_window_decided_is_said_and_the_next_one_shown(desk: Desk, open_view: OpenView) -> None:
    number = desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    review = desk.review(number)
    desk.approve(number, text=NEW, seen=review.seen, now=view._now())
    view._bridge.review_changed.emit(ReviewChanged(frozenset({"MEMORY.md"})))
    assert "MEMORY.md was accepted by Maren elsewhere." in words_of(view.banner)
    assert shown(view) == "USER.md"


def test_deciding_what_another_window_decided_is_told(desk: Desk, open_view: OpenView) -> None:
    number = desk.add("MEMORY.md", NEW)
    view = open_view()
    desk.reject([number], now=view._now())
    view.accept()
    assert "decided in another window" in words_of(view.banner)
    assert desk.files["MEMORY.md"] == MEMORY


def test_own_decisions_are_not_told_as_somebody_elses(desk: Desk, open_view: OpenView) -> None:
    desk.add("MEMORY.md", NEW)
    desk.add("USER.md", NEW)
    view = open_view()
    view.accept()
    view._bridge.review_changed.emit(ReviewChanged(frozenset({"MEMORY.md"})))
    assert "elsewhere" not in words_of(view.banner)


def test_decided_ones_are_listed_with_their_verdict_and_can_be_taken_back(
    desk: Desk, open_view: OpenView
) -> None:
    desk.add("MEMORY.md", NEW)
    view = open_view()
    view.accept()
    view.panel.show_waiting(False)
    assert shown(view) == "MEMORY.md"
    assert "Accepted by Maren" in words_of(view.actions_)
    assert not view.actions_.accept.isVisible()
    view.actions_.take_back.click()
    assert desk.files["MEMORY.md"] == MEMORY
    assert view.panel.shows_waiting
    assert shown(view) == "MEMORY.md"
