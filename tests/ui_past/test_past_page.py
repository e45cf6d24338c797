"""The page of past searches: the list, what is chosen of it, and one of them beside the same today."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from past_asked import TOLD, Asked, HandBridge, answered
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from openclaw_desktop.context.recall.past import Past, Trouble
from openclaw_desktop.desk.again import Again, Change
from openclaw_desktop.desk.past_desk import PastDesk
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.past_view.choosing import CHOICES
from openclaw_desktop.ui.past_view.detail import WHY_HIGH, WHY_SHARE
from openclaw_desktop.ui.past_view.page import PastPage


def questions(page: PastPage) -> list[str]:
    return [past.call.question for past in page.list.rows.shown]


def choose(page: PastPage, qtbot: QtBot, question: str) -> None:
    """Selects the newest call with this question, and waits until it was asked again."""
    page.list.view.setCurrentIndex(page.list.rows.index(questions(page).index(question)))
    qtbot.waitUntil(lambda: not page.busy, timeout=30_000)


def press(page: PastPage, qtbot: QtBot, key: Qt.Key) -> None:
    qtbot.keyClick(page.list.view, key)


def said(state: EmptyState) -> list[str]:
    return [label.text() for label in state.findChildren(QLabel) if label.text()]


# the list


def test_searches_are_listed_the_newest_first_and_reads_by_choice(page: PastPage) -> None:
    assert questions(page)[:3] == ["HS-55172", "broker port", "where is the old barn key"]
    assert "MEMORY.md" not in questions(page)
    assert page.list.count.text() == "7 searches"
    page.list.choosing.reads.click()
    assert questions(page)[:3] == ["HS-55172", "MEMORY.md", "broker port"]
    assert page.list.count.text() == "8 calls"
    row = page.list.rows.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert row == "read: MEMORY.md, 1 Oct 08:19, told-6f0 · turn 6, read"


def test_the_steps_have_their_height_though_the_hits_come_after_the_window(page: PastPage) -> None:
    halves = page.detail._halves  # pyright: ignore[reportPrivateUsage]
    wanted = min(WHY_HIGH, round(halves.height() * WHY_SHARE))
    assert abs(halves.sizes()[1] - wanted) <= halves.handleWidth()


def test_what_went_wrong_is_said_in_words(page: PastPage) -> None:
    rows = [
        page.list.rows.index(n).data(Qt.ItemDataRole.AccessibleTextRole)
        for n in range(page.list.rows.rowCount())
    ]
    assert rows[1].endswith("turn 5, × unavailable")
    assert rows[2].endswith("turn 4, ∅ found nothing")
    assert rows[3].endswith("turn 3, 6 hits, ○ not followed by a read, ↻ asked before")
    assert rows[5].endswith("turn 1, 6 hits")


def test_a_trouble_leaves_those_that_have_it_and_says_how_many_there_are(page: PastPage) -> None:
    chooser = page.list.choosing.trouble
    place = next(n for n, (_, troubles) in enumerate(CHOICES) if troubles == {Trouble.NOTHING})
    assert chooser.itemText(place) == "∅ Found nothing (1)"
    chooser.setCurrentIndex(place)
    chooser.activated.emit(place)
    assert questions(page) == ["where is the old barn key"]
    assert page.list.count.text() == "1 of 7 searches"


def test_words_are_looked_for_in_questions_answers_and_files(page: PastPage, qtbot: QtBot) -> None:
    page.list.choosing.field.setText("BARN key")
    qtbot.waitUntil(lambda: questions(page) == ["where is the old barn key"])
    page.list.choosing.field.setText("sqlite is missing")
    qtbot.waitUntil(lambda: questions(page) == ["broker port"])


def test_where_nothing_matches_one_button_shows_all_again(page: PastPage, qtbot: QtBot) -> None:
    page.list.choosing.field.setText("no word of this is anywhere")
    qtbot.waitUntil(page.list.nothing.isVisible)
    assert said(page.list.nothing)[:2] == ["No such search", "None of the 7 searches is like this."]
    page.list.nothing.clicked.emit()
    assert len(questions(page)) == 7
    assert page.list.choosing.text == ""


def test_the_keyboard_goes_from_the_field_through_the_list_to_the_hits_and_back(
    page: PastPage, qtbot: QtBot
) -> None:
    page.list.choosing.field.setFocus()
    qtbot.keyClick(page.list.choosing.field, Qt.Key.Key_Down)
    assert page.list.view.hasFocus()
    qtbot.keyClick(page.list.view, Qt.Key.Key_Down)
    assert page.detail.past is not None
    assert page.detail.past.call.question == "broker port"
    qtbot.keyClick(page.list.view, Qt.Key.Key_Return)
    assert page.detail.hits.hasFocus()
    qtbot.keyClick(page.detail.hits, Qt.Key.Key_Escape)
    assert page.list.view.hasFocus()
    assert page.panes() == [page.list, page.detail.hits, page.detail.head]


def test_a_search_that_comes_meanwhile_is_listed_and_the_selected_one_stays(
    page: PastPage, told: Asked, qtbot: QtBot
) -> None:
    choose(page, qtbot, "气压")
    told.search("and now", {"results": []})
    page.refresh()
    assert questions(page)[0] == "and now"
    assert page.list.current is not None
    assert page.list.current.call.question == "气压"
    assert page.detail.past == page.list.current


def test_a_troubled_call_that_is_read_after_all_loses_its_mark(
    page: PastPage, told: Asked, qtbot: QtBot
) -> None:
    told.search("firmware 更新 LK34", answered()["firmware 更新 LK34"]["answer"])
    page.refresh()
    choose(page, qtbot, "firmware 更新 LK34")
    assert page.detail.head.wrong.text().startswith("○ None of the files it found was read")
    told.read(answered()["firmware 更新 LK34"]["answer"]["results"][0]["path"])
    page.refresh()
    assert page.detail.head.wrong.text() == ""


# where there is nothing


def test_an_agent_without_a_search_is_told_from_one_without_a_session(
    state: Path, show: Callable[[], PastPage]
) -> None:
    (state / "agents/main/agent/openclaw-agent.sqlite").unlink()
    for file in (state / "agents/main/sessions").iterdir():
        file.unlink()
    page = show()
    assert said(page.empty)[0] == "No sessions yet"
    Asked(state, "talk", TOLD).read("MEMORY.md")
    page.empty.clicked.emit()
    assert said(page.empty)[0] == "The agent has not searched its memory"
    assert "In 1 session agent main never called memory_search." in said(page.empty)[1]
    assert page.panes() == [page.empty]


def test_a_workspace_of_no_agent_says_where_it_looked(state: Path, show: Callable[[], PastPage]) -> None:
    config = {"agents": {"list": [{"id": "main", "workspace": str(state / "elsewhere")}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    page = show()
    assert said(page.empty)[0] == "This workspace belongs to no agent"


def test_only_reads_are_no_reason_to_be_silent(state: Path, show: Callable[[], PastPage]) -> None:
    Asked(state, "reads", TOLD).get("MEMORY.md", "# Memory")
    page = show()
    page.list.choosing.field.setText("MEMORY.md")
    page.list.choosing.field.returnPressed.emit()
    assert questions(page) == []
    page.list.choosing.reads.click()
    assert questions(page) == ["MEMORY.md"]


def test_what_cannot_be_read_is_said_above_the_list(
    told: Asked, state: Path, show: Callable[[], PastPage]
) -> None:
    (state / "agents/main/agent/openclaw-agent.sqlite").write_bytes(b"no database " * 1000)
    page = show()
    assert len(questions(page)) == 6  # those in files
    assert page.list.problem.isVisible()
    assert "openclaw-agent.sqlite" in page.list.problem.text()


# while it is read


def test_reading_says_how_far_it_is_and_can_be_stopped(
    told: Asked, bridge: HandBridge, show: Callable[[], PastPage]
) -> None:
    bridge.holding = True
    page = show()
    assert said(page.empty)[0] == "Reading the sessions…"
    page.empty.clicked.emit()
    bridge.held[0].go()
    assert said(page.empty)[0] == "Reading was stopped"
    bridge.holding = False
    page.empty.clicked.emit()
    assert len(questions(page)) == 7


def test_what_is_on_record_is_there_before_it_is_asked_again(
    told: Asked, bridge: HandBridge, show: Callable[[], PastPage], qtbot: QtBot
) -> None:
    page = show()
    bridge.holding = True
    page.list.view.setCurrentIndex(page.list.rows.index(3))
    assert page.detail.rows.rowCount() == 6
    assert "asking again…" in page.detail.rows.index(0).data()
    qtbot.waitUntil(lambda: len(bridge.held) > 0)
    bridge.held[-1].go()
    assert "It is found as it was." in page.detail.rows.index(0).data()


def test_many_calls_passed_by_are_not_asked_one_by_one(
    page: PastPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    again = PastDesk.again

    def counted(desk: PastDesk, past: Past) -> Again:
        asked.append(past.call.question)
        return again(desk, past)

    monkeypatch.setattr(PastDesk, "again", counted)
    for number in range(6):
        page.list.view.setCurrentIndex(page.list.rows.index(number))
    qtbot.waitUntil(lambda: not page.busy, timeout=30_000)
    assert asked[-1] == "气压"
    assert len(asked) < 6


# one of them


def test_a_search_that_is_answered_as_it_was_says_so_hit_by_hit(page: PastPage, qtbot: QtBot) -> None:
    choose(page, qtbot, "气压")
    again = page.detail.again
    assert again is not None
    assert [row.differences[0].change for row in again.rows] == [Change.SAME] * 6
    first = answered()["气压"]["answer"]["results"][0]
    assert page.detail.rows.index(0).data().startswith(f"then 1: {first['path']} · ")
    assert page.detail.why.title.text() == f"Why {first['score']:.3f}, by the clock of then"
    assert any(step.startswith("vector: ") for step in page.detail.why.steps.sentences())
    assert page.detail.then.text() == "Then, 1 October 2026, 08:02:00"
    assert page.detail.head.line.text().endswith("told-6f0 · turn 1 · 6 hits")


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_both_eras_answer_again_to_the_last_digit(
    state: Path, era: str, show: Callable[[], PastPage], qtbot: QtBot
) -> None:
    search = answered(era)["雨量计漏斗为什么结冰"]
    asked_at = datetime(2026, 2, 27, 9, 29, tzinfo=UTC) if era == "2026.2" else TOLD
    Asked(state, "funnel", asked_at).search(search["query"], search["answer"])
    page = show()
    choose(page, qtbot, search["query"])
    again = page.detail.again
    assert again is not None
    assert again.why_not is None
    assert [(row.place, row.hit.candidate.path if row.hit else "") for row in again.rows] == [
        (place, hit["path"]) for place, hit in enumerate(search["answer"]["results"], 1)
    ]
    assert page.detail.head.question.text() == "雨量计漏斗为什么结冰"


def test_the_waterfall_is_that_of_the_selected_hit(page: PastPage, qtbot: QtBot) -> None:
    choose(page, qtbot, "气压")
    before = page.detail.why.steps.sentences()
    page.detail.hits.setCurrentIndex(page.detail.rows.index(2))
    assert page.detail.why.steps.sentences() != before
    assert "hit 3 of 6" in page.detail.why.steps.sentences()[-1]


def test_a_hit_that_differs_says_what_and_why(page: PastPage, told: Asked, state: Path, qtbot: QtBot) -> None:
    answer = json.loads(json.dumps(answered()["霜冻"]["answer"]))
    answer["results"][0]["score"] += 0.1
    del answer["results"][1]
    answer["results"][1]["path"] = "memory/gone.md"
    told.search("霜冻", answer)
    page.refresh()
    choose(page, qtbot, "霜冻")
    rows = [page.detail.rows.index(n).data() for n in range(page.detail.rows.rowCount())]
    assert "(-0.100)" in rows[0]
    assert "then 2: memory/gone.md" in rows[1]
    assert "now: gone from the index" in rows[1]
    assert rows[-1].startswith("not among the hits then. now ")
    page.detail.hits.setCurrentIndex(page.detail.rows.index(1))
    assert page.detail.why.title.text() == "What became of it"
    assert "− The file is not on disk any more." in page.detail.why.sentences.text()
    assert page.detail.why.steps.sentences() == []


def test_what_the_comparison_cannot_tell_is_said_and_the_rest_of_it_on_demand(
    page: PastPage, told: Asked, qtbot: QtBot
) -> None:
    told.search("nobody has the vector of this", "See memory/2026-02-11.md#L3")
    page.refresh()
    choose(page, qtbot, "nobody has the vector of this")
    note = page.detail.note
    assert note.sentence.startswith("The comparison lacks meaning: ")
    button = note.findChild(QPushButton)
    assert button is not None
    button.click()
    assert "The answer was in words" in note.sentence
    assert "It was answered: “See memory/2026-02-11.md#L3”" in page.detail.head.said.text()


def test_where_there_is_no_index_what_is_on_record_stays(
    told: Asked, state: Path, show: Callable[[], PastPage], qtbot: QtBot
) -> None:
    (state / "agents/main/agent/openclaw-agent.sqlite").unlink()
    page = show()
    choose(page, qtbot, "HS-55172")
    assert page.detail.note.sentence.startswith("Not asked again: ")
    assert page.detail.rows.rowCount() == 6
    assert "now: not asked again" in page.detail.rows.index(0).data()
    assert not page.detail.head.ask_button.isEnabled()
    assert "no index" in page.detail.head.ask_button.toolTip()


def test_where_there_is_no_hit_on_either_side_that_is_said(
    told: Asked, state: Path, show: Callable[[], PastPage], qtbot: QtBot
) -> None:
    (state / "agents/main/agent/openclaw-agent.sqlite").unlink()
    page = show()
    choose(page, qtbot, "where is the old barn key")
    assert page.detail.none.isVisible()
    assert page.detail.none.text() == "No hits are on record."
    assert not page.detail.hits.isVisible()


def test_a_read_is_shown_as_the_lines_then_and_now(page: PastPage, qtbot: QtBot) -> None:
    page.list.choosing.reads.click()
    choose(page, qtbot, "MEMORY.md")
    assert page.detail.head.line.text().startswith("memory_get · ")
    assert page.detail.head.line.text().endswith("read · line 1")
    assert not page.detail.head.ask_button.isVisible()
    assert page.detail.today.text() == "Now"
    assert page.detail.rows.rowCount() == 1


# where it leads


def test_a_hit_leads_to_its_file_and_lines(page: PastPage, qtbot: QtBot) -> None:
    choose(page, qtbot, "气压")
    first = answered()["气压"]["answer"]["results"][0]
    opened = QSignalSpy(page.open_requested)
    qtbot.keyClick(page.detail.hits, Qt.Key.Key_Return)
    assert opened.at(0) == [first["path"], first["startLine"], first["endLine"]]


def test_a_hit_that_is_a_session_leads_to_the_session(page: PastPage, told: Asked, qtbot: QtBot) -> None:
    hit = {"path": "sessions/4d1f.jsonl", "startLine": 3, "endLine": 4, "score": 0.5, "source": "sessions"}
    told.search("who said so", {"results": [hit]})
    page.refresh()
    choose(page, qtbot, "who said so")
    led = QSignalSpy(page.session_requested)
    page.detail.hits.activated.emit(page.detail.rows.index(0))
    assert led.at(0) == ["4d1f", 0]


def test_ask_now_hands_the_question_over_as_the_agents_own(page: PastPage, qtbot: QtBot) -> None:
    choose(page, qtbot, "气压")
    asked = QSignalSpy(page.ask_requested)
    press(page, qtbot, Qt.Key.Key_A)
    page.detail.head.ask_button.click()
    assert asked.count() == 2
    assert asked.at(0)[1] == "气压"


def test_a_call_leads_to_its_session(page: PastPage, qtbot: QtBot) -> None:
    choose(page, qtbot, "broker port")
    led = QSignalSpy(page.call_requested)
    press(page, qtbot, Qt.Key.Key_S)
    assert led.at(0) == [page.detail.past]


def test_a_repeated_question_leads_to_the_earlier_one_whatever_hides_it(page: PastPage, qtbot: QtBot) -> None:
    choose(page, qtbot, "rain gauge")
    later = page.detail.past
    place = next(n for n, (_, troubles) in enumerate(CHOICES) if troubles == {Trouble.REPEATED})
    page.list.choosing.trouble.setCurrentIndex(place)
    page.list.choosing.trouble.activated.emit(place)
    assert questions(page) == ["rain gauge"]
    press(page, qtbot, Qt.Key.Key_E)
    assert page.detail.past is not None
    assert later is not None
    assert page.detail.past.call.turn == later.call.turn - 1
    assert page.list.current == page.detail.past
    assert not page.detail.head.earlier_button.isVisible()


def test_every_control_has_a_name(page: PastPage) -> None:
    choosing, detail = page.list.choosing, page.detail
    named = (choosing.field, choosing.trouble, page.list.view, detail.hits, detail.why.steps)
    assert all(widget.accessibleName() for widget in named)
    buttons = [button for button in page.findChildren(QAbstractButton) if button.isVisible()]
    assert all(button.text() or button.accessibleName() for button in buttons)
    assert choosing.reads in buttons
