"""Blocks and entries that OpenClaw keeps by itself, and past notes that shrink."""

from __future__ import annotations

from datetime import date

import pytest

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.review.risk.finding import Weight
from openclaw_desktop.review.risk.machine import blocks, machine
from openclaw_desktop.review.risk.past_notes import shrinks

START, END = "<!-- openclaw:dreaming:light:start -->", "<!-- openclaw:dreaming:light:end -->"
PROMOTED = "<!-- openclaw-memory-promotion:memory:memory/2026-11-05.md:6:9 -->"
NOTE = f"# Day\n\n- mine\n\n{START}\n- dreamt\n{END}\n"
TODAY = date(2026, 11, 20)


def test_an_edit_inside_a_block_is_said_with_its_line() -> None:
    [finding] = machine(NOTE, NOTE.replace("- dreamt", "- dreamt\n- edited"), origin=Who.AGENT)
    assert (finding.weight, finding.line) == (Weight.NORMAL, 7)
    assert "dreaming:light" in finding.sentence


def test_openclaw_changing_its_own_block_is_no_more_than_a_hint() -> None:
    [finding] = machine(NOTE, NOTE.replace("dreamt", "dreamt again"), origin=Who.OUTSIDE)
    assert finding.weight is Weight.QUIET


def test_a_program_that_changes_both_is_said() -> None:
    after = NOTE.replace("dreamt", "edited").replace("mine", "yours")
    assert [finding.weight for finding in machine(NOTE, after, origin=Who.OUTSIDE)] == [Weight.NORMAL]


def test_an_edit_outside_the_blocks_is_nothing() -> None:
    assert machine(NOTE, NOTE.replace("mine", "yours"), origin=Who.AGENT) == []


def test_a_marker_that_loses_its_partner_is_said_and_one_that_had_none_is_not() -> None:
    [finding] = machine(NOTE, NOTE.replace(END, ""), origin=Who.AGENT)[-1:]
    assert "has no end" in finding.sentence or "leaves" in finding.sentence
    unbalanced = NOTE + f"{END}\n"
    assert machine(unbalanced, unbalanced + "- more\n", origin=Who.AGENT) == []


def test_markers_are_paired_only_with_the_nearest() -> None:
    found, lone = blocks(f"{START}\n{START}\na\n{END}\n{END}\n")
    assert [(block.start, block.end) for block in found] == [(2, 4)]
    assert [(one.edge, one.line) for one in lone] == [("start", 1), ("end", 5)]


def test_a_promoted_entry_that_is_reworded_is_said() -> None:
    before = f"## Promoted\n\n{PROMOTED}\n- Backups at 03:00\n"
    [finding] = machine(before, before.replace("03:00", "04:00"), origin=Who.AGENT)
    assert (finding.line, finding.old_line) == (4, 4)


@pytest.mark.parametrize(("who", "weight"), [(Who.OUTSIDE, Weight.QUIET), (Who.AGENT, Weight.NORMAL)])
def test_a_promotion_is_expected_of_dreaming_and_strange_from_an_agent(who: Who, weight: Weight) -> None:
    after = f"# Memory\n\n{PROMOTED}\n- Backups at 03:00\n"
    assert [finding.weight for finding in machine("# Memory\n", after, origin=who)] == [weight]


def note(lines: int) -> str:
    return "# Day\n\n" + "".join(f"- entry {n}\n" for n in range(lines))


@pytest.mark.parametrize(
    ("before", "after", "weight"),
    [
        (note(40), note(39), Weight.QUIET),
        (note(40), note(30), Weight.NORMAL),
        (note(40), note(10), Weight.LOUD),
        (note(400), note(290), Weight.LOUD),
        (note(40), None, Weight.LOUD),
    ],
)
def test_a_past_note_that_shrinks_is_said_by_how_much(before: str, after: str | None, weight: Weight) -> None:
    [finding] = shrinks(before, after, path="memory/2026-11-05.md", now_date=TODAY)
    assert finding.weight is weight


@pytest.mark.parametrize(
    "path", ["memory/2026-11-20.md", "memory/2026-11-21.md", "memory/topics/net.md", "MEMORY.md"]
)
def test_today_s_note_a_future_one_and_other_files_may_shrink(path: str) -> None:
    assert shrinks(note(40), note(1), path=path, now_date=TODAY) == []


def test_a_past_note_that_grows_or_is_new_is_nothing() -> None:
    assert shrinks(note(3), note(4), path="memory/2026-11-05.md", now_date=TODAY) == []
    assert shrinks(None, note(4), path="memory/2026-11-05.md", now_date=TODAY) == []
    assert (
        shrinks(note(3), note(3).replace("\n-", "\n\n-"), path="memory/2026-11-05.md", now_date=TODAY) == []
    )
