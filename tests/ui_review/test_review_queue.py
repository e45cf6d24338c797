"""How the queue is grouped, ordered and named."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import Any

import pytest
from review_values import NOW, decided, proposal

from openclaw_desktop.review.proposal import OUTSIDE, Kind, Proposal
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.queue import (
    BULK,
    Arrangement,
    after,
    day_in_words,
    fitting,
    grouped,
)

DAY = 24 * 60


def titles(*proposals: Proposal, by: Arrangement = Arrangement.FILE) -> list[str]:
    return [group.title for group in grouped(proposals, by, now=NOW)]


def test_by_file_the_root_comes_first_and_a_folders_files_of_one_day_are_one_group() -> None:
    found = [proposal(n, f"memory/2025-01-{n:02}.md", minutes=DAY) for n in range(1, 31)]
    groups = grouped([*found, proposal(90, "MEMORY.md", minutes=3 * DAY)], Arrangement.FILE, now=NOW)
    assert [g.title for g in groups] == ["Workspace · 26 February", "memory · yesterday"]
    assert groups[1].count == "30 changes"
    assert groups[1].bulk
    assert not groups[0].bulk


def test_a_file_with_several_proposals_is_counted_in_changes() -> None:
    (group,) = grouped([proposal(1), proposal(2), proposal(3, "USER.md")], Arrangement.FILE, now=NOW)
    assert group.count == "3 changes"
    assert [p.path for p in group.proposals] == ["MEMORY.md", "MEMORY.md", "USER.md"]
    assert group.lines == (12, 6)


def test_files_of_a_group_stand_in_their_natural_order() -> None:
    (group,) = grouped([proposal(n, f"memory/note {n}.md") for n in (10, 9, 2)], Arrangement.FILE, now=NOW)
    assert [p.id for p in group.proposals] == ["2", "9", "10"]


def test_by_day_and_by_source_the_newest_comes_first() -> None:
    some = [proposal(1, minutes=2 * DAY), proposal(2, minutes=1, origin=OUTSIDE), proposal(3, minutes=9)]
    assert titles(*some, by=Arrangement.DAY) == ["Today", "27 February"]
    assert titles(*some, by=Arrangement.SOURCE) == [
        "outside program",
        "agent main, session 57e864eb, turn 41",
    ]


def test_days_are_those_of_the_persons_time_zone() -> None:
    late = proposal(1, minutes=14 * 60)  # 00:05 of the same day in UTC
    west = NOW.astimezone(timezone(timedelta(hours=-5)))
    assert titles(late) == ["Workspace · today"]
    (group,) = grouped([late], Arrangement.FILE, now=west)
    assert group.title == "Workspace · yesterday"


def test_what_is_decided_stands_under_the_day_of_its_decision() -> None:
    assert titles(decided(proposal(1, minutes=9 * DAY))) == ["Workspace · today"]


def test_groups_keep_their_key_when_proposals_come_and_go() -> None:
    before = grouped([proposal(1), proposal(2, "USER.md")], Arrangement.FILE, now=NOW)
    later = grouped([proposal(3, "SOUL.md")], Arrangement.FILE, now=NOW)
    assert before[0].key == later[0].key


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", ["1", "2", "3"]),
        ("port", ["2"]),
        ("MEMORY sam", ["2"]),
        ("outside", ["3"]),
        ("57e8", ["1", "2"]),
        ("雨", ["3"]),
        ("nothing like it", []),
    ],
)
def test_the_filter_looks_at_path_reason_and_source(text: str, ids: list[str]) -> None:
    some = [
        proposal(1, "USER.md"),
        proposal(2, reason="Sam changed the port"),
        proposal(3, "memory/雨量計.md", origin=OUTSIDE),
    ]
    assert [p.id for p in fitting(some, text)] == ids


@pytest.mark.parametrize(
    ("gone", "next_one"),
    [({"b"}, "c"), ({"b", "c"}, "d"), ({"d"}, "c"), ({*"abcd"}, None), ({"x"}, "a"), ({"a", "c"}, "b")],
)
def test_after_a_decision_the_next_below_is_looked_at_else_the_one_above(
    gone: set[str], next_one: str | None
) -> None:
    assert after(["a", "b", "c", "d"], gone) == next_one


def test_a_day_is_said_as_a_person_says_it() -> None:
    today = NOW.date()
    assert day_in_words(today, today) == "today"
    assert day_in_words(today - timedelta(days=1), today) == "yesterday"
    assert day_in_words(today - timedelta(days=400), today) == "25 January 2025"


def test_a_group_is_bulk_from_a_dozen_on() -> None:
    enough = [proposal(n, f"memory/{n}.md") for n in range(BULK)]
    assert grouped(enough, Arrangement.FILE, now=NOW)[0].bulk
    assert not grouped(enough[1:], Arrangement.FILE, now=NOW)[0].bulk


def test_the_primary_button_says_what_it_does() -> None:
    def button(number: int = 1, ticked: tuple[int, int] | None = None, **values: Any) -> str:
        edited = bool(values.pop("edited", False))
        return words.accept(proposal(number, **values), ticked=ticked, edited=edited)

    assert button() == "Accept"
    assert button(ticked=(2, 2)) == "Accept what is ticked", "of both a part"
    assert button(ticked=(1, 2)) == "Accept 1 of 2"
    assert button(ticked=(1, 2), edited=True) == "Accept edited"
    assert button(kind=Kind.DELETE) == "Accept deletion"
    assert button(kind=Kind.DELETE, moved_to="archive/MEMORY.md") == "Accept move"


def test_a_verdict_says_how_much_by_whom_and_when() -> None:
    some = proposal(1)
    assert words.verdict(some, NOW) == ""
    assert words.verdict(decided(some), NOW) == "Accepted by Maren, 1 min ago"
    assert (
        words.verdict(decided(some, hunks=(1, 2), after="x"), NOW)
        == "Accepted 1 of 2 hunks by Maren, 1 min ago"
    )
    assert words.verdict(decided(some, edited=True), NOW) == "Accepted with your changes by Maren, 1 min ago"
    assert words.verdict(decided(some, accepted=False), NOW) == "Rejected by Maren, 1 min ago"


def test_token_changes_carry_their_sign() -> None:
    assert words.tokens(proposal(1)) == "+38 tokens"
    assert words.tokens(proposal(1, tokens_before=1200, tokens_after=0)) == "−1,200 tokens"
    assert words.tokens(proposal(1, tokens_before=5, tokens_after=5)) == "±0 tokens"
    assert words.tokens(proposal(1, tokens_before=None, tokens_after=None)) == ""


def test_a_row_on_hover_says_all_that_is_known() -> None:
    hover = words.hover(decided(proposal(1, reason="Sam said so", writes=5), comment="no ports here"), NOW)
    assert "Sam said so" in hover
    assert "Sums up 5 writes" in hover
    assert "no ports here" in hover
    assert "1 March 2026, 14:02" in hover


def test_it_is_said_where_the_text_is_meanwhile() -> None:
    assert "put back" in words.standing(proposal(1, origin=OUTSIDE))
    assert "nothing is written" in words.standing(proposal(1))
    assert "on disk" in words.standing(proposal(1, on_disk=True))
    assert "again and again" in words.standing(proposal(1, left_alone=True))
    assert words.standing(decided(proposal(1))) == ""
