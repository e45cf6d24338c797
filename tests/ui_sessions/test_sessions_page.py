"""The sessions page on a real state of OpenClaw: what a person sees, and what is never invented."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from session_values import NOW, Sessions

from openclaw_desktop.context.marks import MarkKind
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view import session_reading as reading
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.figures import figures
from openclaw_desktop.ui.context_view.left_rows import STATE
from openclaw_desktop.ui.context_view.series import bands
from openclaw_desktop.ui.context_view.session_panes import INSIDE, LEFT, RULES
from openclaw_desktop.ui.context_view.session_reading import Errand, StoppedError
from openclaw_desktop.ui.context_view.session_sort import Order, SortBy, order_of
from openclaw_desktop.ui.context_view.sessions_page import SessionsPage
from openclaw_desktop.ui.history_view.words import short

COMPACTED, BRANCHED, ENDED, PRICED = "607e", "54b8", "57f0", "615c"
Key = Qt.Key


def transcript(state: Path, beginning: str) -> Path:
    folder = state / "agents" / "main" / "sessions"
    return next(folder.glob(f"{beginning}*.jsonl"))


# The list


def test_every_session_is_listed_and_the_newest_is_opened(sessions: Sessions) -> None:
    assert sessions.page.list.rows.rowCount() == 7
    assert sessions.page.list.count.text() == "7 sessions"
    assert sessions.id


def test_what_nobody_knows_is_called_unknown(sessions: Sessions) -> None:
    rows = {row.session.id[:4]: row for row in sessions.page.list.rows.all}
    ended = dict(words.facts(rows[ENDED], NOW))
    assert ended["Kind"] == ended["Channel"] == ended["Window"] == ended["Cost"] == "unknown"
    assert words.peak(rows[ENDED]) == "12,181 tokens of an unknown window"
    assert dict(words.facts(rows[PRICED], NOW))["Cost"] == "$0.16"
    assert "" not in ended.values()


def test_a_session_whose_transcript_is_gone_is_listed_with_the_reason(
    state: Path, sessions: Sessions, qtbot: QtBot
) -> None:
    transcript(state, BRANCHED).unlink()
    sessions.page.refresh()
    rows = sessions.page.list.rows
    qtbot.waitUntil(lambda: any(row.missing for row in rows.all), timeout=10_000)
    number = next(n for n, row in enumerate(rows.shown) if row.missing)
    assert "transcript is not there" in rows.index(number).data()
    sessions.page.list.view.setCurrentIndex(rows.index(number))
    assert sessions.page.note.isVisible()


def titles(sessions: Sessions) -> list[str]:
    rows = sessions.page.list.rows
    return [words.title(row) for row in rows.shown]


def test_the_list_says_by_what_it_is_sorted_and_is_sorted_by_whatever_a_person_chooses(
    sessions: Sessions, qtbot: QtBot
) -> None:
    listed = sessions.page.list
    assert listed.sort.text() == "Last activity ↓"
    assert listed.sort.toolTip().startswith("Sorted by last activity, newest first")
    ended = [row.summary.ended for row in listed.rows.shown if row.summary and row.summary.ended]
    assert ended == sorted(ended, reverse=True)
    current = sessions.id
    actions = {action.text(): action for action in listed.sort.menu().actions()}
    assert set(SortBy) <= actions.keys()
    actions["Turns"].trigger()
    turns = [row.summary.turns for row in listed.rows.shown if row.summary]
    assert turns == sorted(turns, reverse=True)
    assert listed.sort.text() == "Turns ↓"
    assert listed.rows.order.key == "turns"  # as a window keeps it
    actions["Name"].trigger()
    assert titles(sessions) == sorted(titles(sessions), key=str.casefold)
    listed.sort.menu().actions()[-1].trigger()  # "Z to A"
    assert titles(sessions) == sorted(titles(sessions), key=str.casefold, reverse=True)
    assert listed.sort.accessibleName() == "Sorted by name, Z to A"
    row = listed.rows.row(listed.view.currentIndex())
    assert row is not None
    assert row.session.id == current == sessions.id  # sorting chooses nothing


def test_what_is_unknown_comes_last_whichever_way_the_list_is_sorted(sessions: Sessions) -> None:
    listed = sessions.page.list
    for turned in (False, True):
        listed.sort_by(Order(SortBy.PEAK, turned))
        fills = [row.fill for row in listed.rows.shown]
        known = [fill for fill in fills if fill is not None]
        assert 0 < len(known) < len(fills)
        assert fills[: len(known)] == sorted(known, reverse=not turned)


def test_an_order_is_kept_as_a_word_and_what_is_none_is_the_first_order() -> None:
    for order in (Order(by, turned) for by in SortBy for turned in (False, True)):
        assert order_of(order.key) == order
    assert [order_of(key) for key in ("", "-", "nonsense", "Turns ↓")] == [Order()] * 4


def test_a_key_opens_the_orders(sessions: Sessions, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []
    listed = sessions.page.list
    monkeypatch.setattr(listed.sort, "showMenu", lambda: opened.append(True))  # it would wait for the person
    qtbot.keyClick(listed.view, Key.Key_S)
    assert opened


def test_the_letters_of_the_rows_are_explained_below_the_list(sessions: Sessions) -> None:
    legend = sessions.page.list.legend
    assert legend.isVisible()
    assert all(text in legend.text() for _, text in words.LEGEND)
    assert "compacted (C)" in legend.toolTip()
    sessions.page.list.in_texts.setChecked(True)
    assert not legend.isVisible()


def test_the_filter_takes_words_of_name_kind_channel_and_model(sessions: Sessions) -> None:
    listed = sessions.page.list
    listed.field.setText("group telegram")
    assert [listed.rows.index(n).data().split(",")[0] for n in range(listed.rows.rowCount())] == [
        "Hill Weather"
    ]
    assert listed.count.text() == "1 of 7 sessions"
    listed.field.setText("")
    assert listed.rows.rowCount() == 7


def test_the_selection_stays_across_refreshes(sessions: Sessions, state: Path, qtbot: QtBot) -> None:
    sessions.open(BRANCHED)
    os.utime(transcript(state, PRICED))  # it is the newest now
    sessions.page.refresh()
    rows = sessions.page.list.rows
    qtbot.waitUntil(lambda: rows.all[0].session.id.startswith(PRICED), timeout=10_000)
    current = rows.row(sessions.page.list.view.currentIndex())
    assert current is not None
    assert current.session.id.startswith(BRANCHED)
    assert sessions.id.startswith(BRANCHED)


def test_a_session_that_goes_on_is_read_again_and_followed_to_its_end(
    sessions: Sessions, state: Path, qtbot: QtBot
) -> None:
    shown = sessions.open(PRICED)
    before = len(shown.series)
    last = shown.opened.chain[-1]
    record = {"type": "message", "id": "new1", "parentId": last.id, "timestamp": "2026-02-22T19:30:00Z"}
    line = json.dumps({**record, "message": {"role": "user", "content": "还有一个问题"}}, ensure_ascii=False)
    with transcript(state, PRICED).open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    sessions.page.refresh()
    view = sessions.view
    qtbot.waitUntil(lambda: view.state is not None and len(view.state.series) == before + 1, timeout=10_000)
    assert view.timeline.playhead == before
    qtbot.waitUntil(lambda: "还有一个问题" in view.window_panel.text.toPlainText(), timeout=10_000)


def test_a_text_is_searched_in_all_sessions_and_a_hit_leads_to_its_turn(
    sessions: Sessions, qtbot: QtBot
) -> None:
    listed = sessions.page.list
    listed.in_texts.setChecked(True)
    listed.field.setText("电池")  # simulated keys cannot write Chinese
    qtbot.keyClick(listed.field, Key.Key_Return)
    qtbot.waitUntil(lambda: listed.hits.rowCount() > 0 and "searching" not in listed.count.text())
    hit = listed.hits.hit(listed.hits.index(0))
    assert hit is not None
    assert hit.entry.at is not None
    assert listed.hits.when(hit) == short(hit.entry.at, NOW)
    assert listed.hits.index(0).data().startswith(f"Turn {hit.entry.turn} · ")
    listed.hits_view.setCurrentIndex(listed.hits.index(0))
    qtbot.waitUntil(lambda: sessions.id == hit.session.id, timeout=10_000)
    sessions.settle()
    state = sessions.view.state
    assert state is not None
    assert state.opened.chain[sessions.view.timeline.playhead].id == hit.entry.id
    qtbot.waitUntil(lambda: bool(sessions.view.window_panel.text.extraSelections()), timeout=5_000)


def test_leaving_the_search_brings_the_list_back(sessions: Sessions, qtbot: QtBot) -> None:
    listed = sessions.page.list
    listed.field.setText("main")
    seen = listed.count.text()
    listed.in_texts.setChecked(True)
    listed.field.setText("battery")
    qtbot.waitUntil(lambda: listed.hits.rowCount() > 0, timeout=10_000)
    listed.in_texts.setChecked(False)
    assert listed.view.isVisible()
    assert listed.field.text() == "main"  # each purpose keeps its own words
    assert listed.count.text() == seen
    listed.in_texts.setChecked(True)
    assert listed.field.text() == "battery"


def test_a_text_that_nobody_said_is_not_found(sessions: Sessions, qtbot: QtBot) -> None:
    listed = sessions.page.list
    listed.in_texts.setChecked(True)
    listed.field.setText("no such words")
    qtbot.waitUntil(lambda: listed.count.text() == "Nothing found in 7 sessions", timeout=10_000)


def test_a_turn_that_somebody_else_asks_for_is_shown_in_whatever_session_it_is(
    sessions: Sessions, qtbot: QtBot
) -> None:
    wanted = next(
        row.session.id for row in sessions.page.list.rows.all if row.session.id.startswith(COMPACTED)
    )
    sessions.open(PRICED)
    sessions.page.show_turn(wanted, 4)
    qtbot.waitUntil(lambda: sessions.id == wanted, timeout=10_000)
    sessions.settle()
    state, timeline = sessions.view.state, sessions.view.timeline
    assert state is not None
    turns = [entry.turn for entry in state.opened.chain]
    assert timeline.playhead == turns.index(4)
    sessions.page.show_turn(wanted, 2)  # the same session, which is there already
    assert timeline.playhead == turns.index(2)
    assert sessions.page.list.current is not None
    assert sessions.page.list.current[1] == wanted


def test_a_turn_is_shown_once_the_sessions_are_listed(
    state: Path, page: SessionsPage, bridge: Bridge, qtbot: QtBot
) -> None:
    wanted = transcript(state, COMPACTED).stem
    page.show_turn(wanted, 4)
    page.show()
    sessions = Sessions(page, qtbot)
    sessions.settle()
    assert sessions.id == wanted
    assert page.session.timeline.playhead >= 0


def test_a_session_that_is_gone_is_said_to_be_gone(sessions: Sessions) -> None:
    sessions.page.show_turn("0000-gone", 4)
    assert sessions.page.note.isVisible()


# The window at the playhead


def test_the_texts_of_the_window_follow_the_playhead(sessions: Sessions, qtbot: QtBot) -> None:
    sessions.open(COMPACTED)
    panel = sessions.view.window_panel
    many = panel.rows.rowCount()
    sessions.view.timeline.setFocus()
    qtbot.keyClick(sessions.view.timeline, Key.Key_Home)
    qtbot.waitUntil(lambda: panel.rows.rowCount() < many, timeout=5_000)
    assert sessions.view.tabs.tabText(INSIDE) == "In the window at turn 0"
    state = sessions.view.state
    assert state is not None
    held = state.opened.ledger.points[sessions.view.timeline.playhead].estimated
    assert sum(row.tokens or 0 for row in panel.rows.rows) == held


def test_the_rows_add_up_to_the_estimate_of_the_ledger(sessions: Sessions) -> None:
    shown = sessions.open(COMPACTED)
    rows = sessions.view.window_panel.rows.rows
    point = shown.opened.ledger.points[-1]
    fixed = shown.opened.ledger.fixed
    told = {figure.band: figure.value for figure in figures(point, fixed)}
    for band in bands(fixed):
        assert f"{sum(row.tokens or 0 for row in rows if row.band is band):,}" == told[band], band


def test_the_legend_has_the_tokens_of_each_group_of_injected_files(sessions: Sessions) -> None:
    shown = sessions.open(COMPACTED)
    point, fixed = shown.opened.ledger.points[-1], shown.opened.ledger.fixed
    assert fixed is not None
    values = {figure.name: figure.value for figure in figures(point, fixed)}
    assert values["memory"] == f"{fixed.bootstrap['MEMORY.md']:,}"
    groups = [int(values[name].replace(",", "")) for name in ("instructions", "memory", "other files")]
    assert sum(groups) == point.by_category[Category.BOOTSTRAP]
    assert "bootstrap" not in values


def test_fixed_parts_that_nobody_noted_are_unknown_and_not_nothing(sessions: Sessions) -> None:
    shown = sessions.open(BRANCHED)
    assert shown.opened.ledger.fixed is None
    first = sessions.view.window_panel.rows.rows[0]
    assert (first.tokens, first.index) == (None, -1)
    assert "fixed parts unknown" in sessions.view.window_panel.line.text()
    values = {f.name: f.value for f in figures(shown.opened.ledger.points[-1], None)}
    assert values["system"] == values["bootstrap"] == "unknown"
    assert any("unknown" in sentence for sentence in sessions.view.remarks.sentences)


def test_reading_says_of_each_number_what_kind_it_is(sessions: Sessions) -> None:
    shown = sessions.open(PRICED)
    text = words.reading_of(shown.opened.ledger.points[-1], NOW)
    assert "estimated 32,029" in text
    assert "measured 28,418" in text
    assert "cost $0.0091" in text
    silent = next(p for p in shown.opened.ledger.points if p.entry.role == "assistant" and p.measured is None)
    assert "measured unknown" in words.reading_of(silent, NOW)


def test_finding_goes_from_text_to_text(sessions: Sessions, qtbot: QtBot) -> None:
    sessions.open(COMPACTED)
    panel = sessions.view.window_panel
    panel.finder.setFocus()
    qtbot.keyClicks(panel.finder, "RADIO")
    qtbot.keyClick(panel.finder, Key.Key_Return)
    seen = [panel.view.currentIndex().row()]
    assert "radio" in panel.rows.rows[seen[0]].text.casefold()
    qtbot.keyClick(panel.finder, Key.Key_Return)
    assert panel.view.currentIndex().row() != seen[0]
    assert panel.text.extraSelections()
    qtbot.keyClicks(panel.finder, " no such text")
    qtbot.waitUntil(lambda: panel.found.text() == "in 0 texts", timeout=5_000)


def test_branches_are_offered_and_followed(sessions: Sessions, qtbot: QtBot) -> None:
    shown = sessions.open(BRANCHED)
    chooser = sessions.view.head.branch
    assert chooser.isVisible()
    assert chooser.count() == 3
    chooser.setCurrentIndex(2)
    chooser.activated.emit(2)
    view = sessions.view
    qtbot.waitUntil(lambda: view.state is not None and view.state is not shown, timeout=10_000)
    assert view.state is not None
    leaf = shown.opened.conversation.branches[2].leaf_id
    assert view.state.opened.chain[-1].id == leaf
    sessions.open(COMPACTED)
    assert not chooser.isVisible()


# The model's window


def test_an_unknown_window_is_asked_for_and_nothing_is_drawn_for_it(sessions: Sessions, qtbot: QtBot) -> None:
    shown = sessions.open(ENDED)
    head, timeline = sessions.view.head, sessions.view.timeline
    assert shown.rules is None
    assert head.window_edit.text() == ""
    assert "window unknown" in head.window_edit.placeholderText()
    assert timeline.areas is not None
    assert timeline.areas.limits == []
    assert not head.scale.isEnabled()
    head.window_edit.setText("64k")
    qtbot.keyClick(head.window_edit, Key.Key_Return)
    qtbot.waitUntil(lambda: bool(timeline.areas and timeline.areas.limits), timeout=10_000)
    assert timeline.areas.limits[0].tokens == 64_000
    assert head.window_edit.text() == "64,000 entered"
    assert "peak 19 % of 64,000" in head.line.text()
    assert "unknown" not in head.line.text().split("peak")[1]


def test_nonsense_is_no_window(sessions: Sessions, qtbot: QtBot) -> None:
    shown = sessions.open(ENDED)
    edit = sessions.view.head.window_edit
    edit.setText("as large as it gets")
    qtbot.keyClick(edit, Key.Key_Return)
    assert edit.property("wrong") is True
    assert sessions.view.state is shown
    said = sessions.view.head.refusal
    assert said.isVisible()
    assert said.text().startswith("“as large as it gets” is no window: write 200k, 1M or 65,536")
    qtbot.keyClicks(edit, "2")
    assert not said.isVisible()


@pytest.mark.parametrize("written", ["200k", "1M", "65,536"])
def test_a_window_is_written_as_a_person_writes_it(sessions: Sessions, qtbot: QtBot, written: str) -> None:
    sessions.open(ENDED)
    head = sessions.view.head
    head.window_edit.setText(written)
    with qtbot.waitSignal(head.window_chosen) as heard:
        qtbot.keyClick(head.window_edit, Key.Key_Return)
    assert heard.args == [{"200k": 200_000, "1M": 1_000_000, "65,536": 65_536}[written]]
    qtbot.waitUntil(lambda: head.window_edit.text().endswith("entered"), timeout=10_000)
    wide = head.window_edit.fontMetrics().horizontalAdvance(head.window_edit.text())
    assert wide < head.window_edit.width()  # all of it is to be read


def test_while_another_window_is_tried_the_picker_says_so(sessions: Sessions, qtbot: QtBot) -> None:
    sessions.open(COMPACTED)
    head, panel = sessions.view.head, sessions.view.replay_panel
    assert head.window_edit.text() == "65,536 by OpenClaw"
    panel.set_rule("window", 100_000)
    assert head.window_edit.text() == "100,000 tried"
    assert "of 100,000" in head.line.text()
    panel.reset()
    assert head.window_edit.text() == "65,536 by OpenClaw"
    panel.set_rule("window", 100_000)
    head.window_edit.setText("32k")
    qtbot.keyClick(head.window_edit, Key.Key_Return)
    qtbot.waitUntil(lambda: head.window_edit.text() == "32,000 entered", timeout=10_000)


def test_rules_can_be_tried_once_it_is_said_how_large_an_unknown_window_is(
    sessions: Sessions, qtbot: QtBot
) -> None:
    sessions.open(ENDED)
    panel = sessions.view.replay_panel
    sessions.view.tabs.setCurrentIndex(RULES)
    assert panel.window_field.isVisible()
    panel.window_field.edit.setText("abc")
    qtbot.keyClick(panel.window_field.edit, Key.Key_Return)
    assert "“abc” is no window" in panel.outcome.limits.text()
    panel.window_field.edit.setText("200k")
    qtbot.keyClick(panel.window_field.edit, Key.Key_Return)
    qtbot.waitUntil(lambda: panel.rules is not None and panel.rules.window == 200_000, timeout=10_000)
    assert not panel.window_field.isVisible()
    assert panel.rows["flush.soft"].control.isVisible()


def test_the_smallest_window_leaves_the_chart_its_height(sessions: Sessions) -> None:
    sessions.open(COMPACTED)
    sessions.page.resize(852, 610)
    view = sessions.view
    assert view.timeline.plot.widget.height() >= 220
    view.tabs.setCurrentIndex(RULES)
    panel = view.replay_panel
    assert panel.pages.isVisible()
    panel.pages.setCurrentIndex(1)
    cells = [cell for (_, column), cell in panel.outcome.cells.items() if column < 2]
    assert all(cell.height() >= cell.heightForWidth(cell.width()) for cell in cells)
    assert panel.outcome.isVisible()
    assert not panel.rows["flush.soft"].control.isVisible()


# What left


def test_at_a_compaction_the_text_that_left_stands_beside_its_summary(
    sessions: Sessions, qtbot: QtBot
) -> None:
    sessions.open(COMPACTED)
    view = sessions.view
    assert not view.tabs.isTabEnabled(LEFT)
    view.timeline.choose_mark(sessions.mark(MarkKind.COMPACTION))
    assert view.tabs.currentIndex() == LEFT
    panel = view.left_panel
    qtbot.waitUntil(lambda: panel.facts.rowCount() > 0, timeout=10_000)
    assert panel.summary.toPlainText().startswith("## Goal")
    assert "said by the user" in panel.replaced.toPlainText()
    assert panel.replaced.textCursor().hasSelection()  # the sentence of the selected fact
    assert "Compaction at 46,137 tokens" in view.readout.text()


def test_a_mark_at_which_nothing_left_shows_the_window(sessions: Sessions, qtbot: QtBot) -> None:
    sessions.open(COMPACTED)
    view = sessions.view
    view.timeline.choose_mark(sessions.mark(MarkKind.COMPACTION))
    qtbot.waitUntil(lambda: view.left_panel.facts.rowCount() > 0, timeout=10_000)
    view.timeline.choose_mark(sessions.mark(MarkKind.WRITE))
    assert view.tabs.currentIndex() == INSIDE
    assert not view.tabs.isTabEnabled(LEFT)
    assert "Writes memory/" in view.readout.text()


def test_a_lost_fact_is_proposed_by_one_key_and_says_that_it_waits(
    sessions: Sessions, bridge: Bridge, qtbot: QtBot
) -> None:
    sessions.open(COMPACTED)
    panel = sessions.view.left_panel
    sessions.view.timeline.choose_mark(sessions.mark(MarkKind.COMPACTION))
    qtbot.waitUntil(lambda: panel.current is not None, timeout=10_000)
    qtbot.keyClick(panel.view, Key.Key_P)
    index = panel.view.currentIndex()
    qtbot.waitUntil(lambda: index.data(STATE) == "waiting for review", timeout=10_000)
    (proposal,) = bridge.engine.desk.proposals(waiting=True)
    assert proposal.path == "memory/2026-03-01.md"
    with qtbot.waitSignal(sessions.page.review_requested) as heard:
        panel.button.click()
    assert heard.args == [proposal.id]


def test_all_lost_facts_become_one_proposal(
    state: Path, sessions: Sessions, bridge: Bridge, qtbot: QtBot
) -> None:
    path = transcript(state, COMPACTED)
    said = "gusts below 12 m/s. The landlord has the phone +351 912 345 678."
    path.write_text(path.read_text("utf-8").replace("gusts below 12 m/s.", said), encoding="utf-8")
    sessions.open(COMPACTED)
    panel = sessions.view.left_panel
    sessions.view.timeline.choose_mark(sessions.mark(MarkKind.COMPACTION))
    qtbot.waitUntil(lambda: panel.facts.rowCount() == 2, timeout=10_000)
    panel.all.click()
    rows = [panel.facts.index(n) for n in range(2)]
    qtbot.waitUntil(lambda: all(row.data(STATE) == "waiting for review" for row in rows), timeout=10_000)
    (proposal,) = bridge.engine.desk.proposals(waiting=True)
    assert proposal.added == 2
    assert proposal.origin.session == sessions.id


def test_a_rejected_fact_says_so_and_can_be_proposed_again(
    sessions: Sessions, bridge: Bridge, qtbot: QtBot
) -> None:
    sessions.open(COMPACTED)
    panel = sessions.view.left_panel
    sessions.view.timeline.choose_mark(sessions.mark(MarkKind.COMPACTION))
    qtbot.waitUntil(lambda: panel.current is not None, timeout=10_000)
    panel.button.click()
    index = panel.view.currentIndex()
    qtbot.waitUntil(lambda: index.data(STATE) == "waiting for review", timeout=10_000)
    (proposal,) = bridge.engine.desk.proposals(waiting=True)
    bridge.engine.desk.reject([proposal.id], comment="", now=NOW)
    qtbot.waitUntil(lambda: index.data(STATE) == "rejected", timeout=10_000)
    assert panel.button.isEnabled()
    assert panel.button.text().startswith("Propose")


def test_from_a_lost_fact_one_goes_to_where_it_was_said(sessions: Sessions, qtbot: QtBot) -> None:
    sessions.open(COMPACTED)
    panel = sessions.view.left_panel
    sessions.view.timeline.choose_mark(sessions.mark(MarkKind.COMPACTION))
    qtbot.waitUntil(lambda: panel.current is not None, timeout=10_000)
    fact = panel.current
    assert fact is not None
    panel.jump.click()
    assert sessions.view.timeline.playhead == fact.entry
    assert sessions.view.tabs.currentIndex() == INSIDE


# Reading


def test_a_reading_that_nobody_waits_for_stops(bridge: Bridge, sessions: Sessions) -> None:
    row = next(row for row in sessions.page.list.rows.all if row.session.id.startswith(COMPACTED))
    errand = Errand(stopped=True)
    with pytest.raises(StoppedError):
        reading.opened(bridge.engine, row, errand)


def test_no_window_waits_for_a_reading_when_it_is_closed(sessions: Sessions, bridge: Bridge) -> None:
    row = next(row for row in sessions.page.list.rows.all if row.session.id.startswith(COMPACTED))
    with pytest.raises(StoppedError):
        reading.opened(bridge.engine, row, Errand(closing=lambda: True))


def test_only_the_session_chosen_last_is_shown(sessions: Sessions, qtbot: QtBot) -> None:
    rows = sessions.page.list.rows
    for number in (1, 2, 3, 4):
        sessions.page.list.view.setCurrentIndex(rows.index(number))
    wanted = rows.shown[4].session.id
    qtbot.waitUntil(lambda: sessions.id == wanted, timeout=10_000)
    sessions.settle()
    assert sessions.id == wanted


def test_nothing_is_read_while_the_page_is_not_seen(sessions: Sessions) -> None:
    assert sessions.page._watch.isActive()  # pyright: ignore[reportPrivateUsage]
    sessions.page.hide()
    assert not sessions.page._watch.isActive()  # pyright: ignore[reportPrivateUsage]


# Nothing there


def shown_note(page: SessionsPage, bridge: Bridge, qtbot: QtBot) -> str:
    page.show()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=10_000)
    texts = page.empty.findChildren(type(page.empty._title))  # pyright: ignore[reportPrivateUsage]
    return " ".join(label.text() for label in texts)


def test_without_openclaw_it_says_where_it_looked(
    state: Path, page: SessionsPage, bridge: Bridge, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state.parent / "nowhere"))
    text = shown_note(page, bridge, qtbot)
    assert "No OpenClaw found" in text
    assert str(state.parent / "nowhere") in text


def test_a_workspace_of_no_agent_is_told_so(
    state: Path, page: SessionsPage, bridge: Bridge, qtbot: QtBot
) -> None:
    config = {"agents": {"list": [{"id": "main", "workspace": str(state.parent / "other")}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    assert "belongs to no agent" in shown_note(page, bridge, qtbot)


def test_a_session_that_says_nothing_is_no_failure(
    state: Path, page: SessionsPage, bridge: Bridge, qtbot: QtBot
) -> None:
    path = transcript(state, BRANCHED)
    header = path.read_bytes().split(b"\n", 1)[0]
    path.write_bytes(header + b"\n")
    page.show()
    qtbot.waitUntil(lambda: page.list.rows.rowCount() > 0 and not bridge.busy, timeout=10_000)
    row = next(n for n, row in enumerate(page.list.rows.shown) if row.session.id.startswith(BRANCHED))
    page.list.view.setCurrentIndex(page.list.rows.index(row))
    qtbot.waitUntil(page.session.failure.isVisible, timeout=10_000)
