"""Pure words about versions: when, why, who let them in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from history_engine import NOW, HistoryEngine

from openclaw_desktop.review.history.blame import BlameLine
from openclaw_desktop.review.history.version import Version
from openclaw_desktop.review.proposal import IMPORTED, Origin, Who
from openclaw_desktop.ui.history_view import words

AGENT = Origin(Who.AGENT, "agent main", "57e864ebbf", 41)


@pytest.fixture
def version() -> Version:
    made = HistoryEngine().add("MEMORY.md", "x", who=Who.AGENT, author="agent main", proposal="17")
    return replace(made, source="proposal", origin=AGENT)


def test_moments_are_as_short_as_they_can_be_in_the_persons_own_zone() -> None:
    tokyo = NOW.astimezone(timezone(timedelta(hours=9)))
    assert words.short(NOW - timedelta(minutes=5), NOW) == "16:15"
    assert words.short(NOW - timedelta(days=2), NOW) == "1 Mar 16:20"
    assert words.short(datetime(2025, 1, 27, tzinfo=UTC), NOW) == "27 Jan 2025"
    assert words.exact(NOW, tokyo) == "4 March 2026, 01:20:00"


def test_a_reason_is_one_line_as_it_was_given_and_its_absence_is_said(version: Version) -> None:
    assert words.title(replace(version, reason="key\nmoved"), (), NOW) == "key moved"
    assert words.title(version, (), NOW) == "No reason given"
    assert words.title(replace(version, source="own save"), (), NOW) == "Saved here"
    assert words.title(replace(version, sha256=None), (), NOW) == "Deleted"


def test_a_restored_version_is_named_by_its_time(version: Version) -> None:
    old = replace(version, oid="e0bf1865fb77", at=NOW - timedelta(days=2))
    new = replace(version, oid="1", source="restore", reason="version e0bf1865fb restored")
    assert words.title(new, [new, old], NOW) == "Version of 1 Mar 16:20 restored"
    assert words.title(new, [new], NOW) == "An earlier version restored"
    assert "e0bf" not in words.tooltip(new, NOW)


def test_what_was_found_here_says_so_once(version: Version) -> None:
    found = replace(version, origin=IMPORTED, source="import")
    assert words.spoken(found, [found], NOW) == "As it was found here, 1 h ago"


def test_who_let_it_in_is_said_where_it_is_somebody_else(version: Version) -> None:
    assert words.approval(version) == "approved by Maren"
    assert words.approval(replace(version, origin=Origin(Who.PERSON, "Maren"))) == ""
    edited = replace(version, edited_by="Maren", edited_lines=((2, 2),))
    assert words.approval(edited) == "edited and approved by Maren"
    lines = [BlameLine(number, "x", edited.of_line(number)) for number in (1, 2, 3)]
    assert words.starts(lines) == [0, 1, 2]
    assert words.approval(replace(version, committer="passed: append-only")) == "passed: append-only"
    assert words.approval(replace(version, origin=IMPORTED)) == ""


def test_hovering_tells_all_of_it_and_takes_no_name_for_markup(version: Version) -> None:
    tip = words.tooltip(replace(version, origin=replace(AGENT, name="<b>agent</b>")), NOW)
    assert "&lt;b&gt;agent&lt;/b&gt;, session 57e864eb, turn 41 (an agent)" in tip
    assert "Approved by Maren" in tip
    assert "Proposal 17" in tip
    assert "Accepted in a review." in tip


def test_lines_that_come_and_leave_are_counted_in_words() -> None:
    assert words.changed(1, 0) == "1 line comes"
    assert words.changed(3, 1) == "3 lines come, 1 leaves"
    assert words.changed(0, 2) == "2 lines leave"
