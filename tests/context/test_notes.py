"""A lost fact becomes a line that a person would leave in a note: the sentence, and where it was said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from session_writer import SessionWriter

from openclaw_desktop.context.lost.losses import LostFact, in_files, left_at, lost
from openclaw_desktop.context.lost.notes import notes
from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.context.transcript import Lines

AT = datetime(2026, 2, 19, 9, tzinfo=UTC)


def gone(tmp_path: Path, *said: str, at: datetime = AT) -> tuple[list[LostFact], list[Entry]]:
    """What is lost of these messages, the most missed first, and the chain they stand in."""
    writer = SessionWriter(tmp_path, at)
    for text in said:
        writer.user(text)
    kept = writer.user("Go on.")
    writer.entry({"type": "compaction", "summary": "A talk.", "firstKeptEntryId": kept, "tokensBefore": 9})
    chain = read_conversation(Lines(writer.path)).chain()
    return lost(left_at(chain, len(chain) - 1), in_files({})), chain


def test_a_line_says_on_which_day_in_which_session_and_turn_it_was_said(tmp_path: Path) -> None:
    facts, chain = gone(tmp_path, "Hello there.", "My phone is\t+351 912 345 678.")
    line = "- My phone is +351 912 345 678. (2026-02-19, session Lark, turn 2)\n"
    assert notes(facts, chain, session="Lark", zone=UTC) == line


def test_a_chinese_line_says_it_in_chinese(tmp_path: Path) -> None:
    facts, chain = gone(tmp_path, "房东叫陈国强，电话13912345678。")
    line = "- 房东叫陈国强，电话13912345678。（2026-02-19，会话 Lark，第 1 轮）\n"
    assert notes(facts, chain, session="Lark", zone=UTC) == line


def test_the_day_is_that_of_the_reader_s_time_zone(tmp_path: Path) -> None:
    facts, chain = gone(tmp_path, "The port is 8123.", at=datetime(2026, 2, 19, 22, tzinfo=UTC))
    assert "(2026-02-20, " in notes(facts, chain, session="Lark", zone=timezone(timedelta(hours=8)))


def test_several_lines_stand_in_the_order_of_the_session(tmp_path: Path) -> None:
    said = ("The gust was 28.6 m/s. The port is 8123.", "My phone is +351 912 345 678.")
    facts, chain = gone(tmp_path, *said)
    assert facts[0].value == "+351 912 345 678"  # the most missed first
    lines = notes(facts, chain, session="Lark", zone=UTC).splitlines()
    assert [line.split(" (")[0] for line in lines] == [
        *("- The gust was 28.6 m/s.", "- The port is 8123.", "- My phone is +351 912 345 678."),
    ]


def test_a_long_sentence_and_a_long_name_still_make_one_line(tmp_path: Path) -> None:
    words = "and so on " * 25
    facts, chain = gone(tmp_path, f"Well {words}my phone is +351 912 345 678 {words}.")
    note = notes(facts, chain, session="The station\non the hill " * 5, zone=UTC)
    assert note.startswith("- …")
    assert "… (2026-02-19, session The station on the hill" in note
    assert "…, turn 1)\n" in note
    assert "+351 912 345 678" in note
    assert len(note) < 400
    assert note.count("\n") == 1
