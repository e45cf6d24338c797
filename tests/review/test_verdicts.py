"""What a file on disk means: a table of rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from gate_room import AGENT

from openclaw_desktop.review.gate.standing import Approved
from openclaw_desktop.review.gate.verdicts import (
    PAUSE,
    QUICK,
    Verdict,
    Writer,
    Written,
    joined,
    judge,
    kind_of,
    writer,
)
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import OUTSIDE, Kind, Proposal

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
KNOWN = Approved("a", guarded=True, seq=1)
FREE = Approved("a", guarded=False, seq=1)
GONE = Approved(None, guarded=True, seq=1)


@pytest.mark.parametrize(
    ("policy", "approved", "disk", "expected", "grew", "verdict"),
    [
        (Policy.FREE, KNOWN, "a", True, False, Verdict.SETTLED),
        (Policy.FREE, KNOWN, "b", True, False, Verdict.RECORD),
        (Policy.FREE, None, "b", False, False, Verdict.RECORD),
        (Policy.FREE, FREE, None, False, False, Verdict.RECORD),
        (Policy.FREE, None, None, False, False, Verdict.SETTLED),
        (Policy.HOLD, KNOWN, "a", True, False, Verdict.SETTLED),
        (Policy.HOLD, KNOWN, "b", True, True, Verdict.HOLD),
        (Policy.HOLD, KNOWN, None, True, False, Verdict.HOLD),
        (Policy.HOLD, KNOWN, "b", False, False, Verdict.HOLD),
        (Policy.HOLD, None, "b", True, False, Verdict.HOLD),
        (Policy.HOLD, GONE, "b", False, False, Verdict.HOLD),
        (Policy.HOLD, None, "b", False, False, Verdict.BASELINE),
        (Policy.HOLD, None, None, False, False, Verdict.SETTLED),
        (Policy.HOLD, FREE, "b", True, False, Verdict.BASELINE),
        (Policy.LOCKED, KNOWN, "b", True, False, Verdict.HOLD),
        (Policy.REVIEW, KNOWN, "b", True, False, Verdict.KEEP),
        (Policy.REVIEW, KNOWN, None, True, False, Verdict.KEEP),
        (Policy.APPEND_ONLY, KNOWN, "b", True, True, Verdict.PASS),
        (Policy.APPEND_ONLY, KNOWN, "b", True, False, Verdict.HOLD),
        (Policy.APPEND_ONLY, KNOWN, None, True, True, Verdict.HOLD),
        (Policy.APPEND_ONLY, None, "b", True, True, Verdict.PASS),
    ],
)
def test_what_is_done_about_a_file(
    policy: Policy, approved: Approved | None, disk: str | None, expected: bool, grew: bool, verdict: Verdict
) -> None:
    assert judge(policy, approved, disk, expected=expected, grew=lambda: grew) is verdict


def proposal(
    number: str,
    proposed: str | None,
    *,
    base: str | None = "a",
    found: bool = True,
    seconds_ago: float = 1,
    left_alone: bool = False,
    on_disk: bool = False,
) -> Proposal:
    then = NOW - timedelta(seconds=seconds_ago)
    return Proposal(
        id=number,
        path="MEMORY.md",
        kind=kind_of(base, proposed),
        origin=OUTSIDE if found else AGENT,
        reason="",
        at=then,
        changed_at=then,
        base=base,
        proposed=proposed,
        found=found,
        left_alone=left_alone,
        on_disk=on_disk,
    )


def joins(*waiting: Proposal, sha: str | None = "new", data: bytes | None = b"new\n") -> str | None:
    texts = {"old": b"approved\nold\n", "draft": b"draft\n"}
    written = Written(sha, data, "a", b"approved\n")
    found = joined(written, waiting, NOW, texts.get)
    return found.id if found else None


def test_a_text_belongs_to_the_proposal_that_wants_the_same_else_to_the_one_just_found() -> None:
    asked = proposal("1", "new", found=False, seconds_ago=9999)
    draft = proposal("2", "draft")
    assert joins(asked, draft) == "1"
    assert joins(draft) == "2"
    assert joins() is None


def test_an_old_one_or_one_that_was_asked_for_is_left_as_it_is() -> None:
    assert joins(proposal("1", "draft", seconds_ago=QUICK.total_seconds() + 1)) is None
    assert joins(proposal("1", "draft", found=False)) is None
    assert joins(proposal("1", "draft", base="before")) is None


def test_what_stays_on_disk_grows_however_late() -> None:
    for staying in (
        proposal("1", "draft", on_disk=True, seconds_ago=9999),
        proposal("1", "draft", left_alone=True, seconds_ago=9999),
    ):
        assert joins(staying) == "1"


def test_two_additions_are_two_and_an_addition_to_the_first_is_one() -> None:
    first = proposal("1", "old")
    assert joins(first, data=b"approved\nother\n") is None
    assert joins(first, data=b"approved\nold\nother\n") == "1"
    assert joins(first, data=b"rewritten\n") == "1"
    assert joins(first, sha=None, data=None) == "1"


def test_a_writer_is_given_up_after_three_times_in_a_minute_and_not_after_three_in_an_hour() -> None:
    quick = [NOW - timedelta(seconds=seconds) for seconds in (30, 20, 10)]
    slow = [NOW - timedelta(minutes=minutes) for minutes in (30, 20, 10)]
    waiting = proposal("1", "draft")
    assert writer(waiting, quick, NOW, is_new=True, forced=False) is Writer.GIVE_UP
    assert writer(waiting, quick[1:], NOW, is_new=True, forced=False) is Writer.PUT_BACK
    assert writer(waiting, slow, NOW, is_new=True, forced=False) is Writer.PUT_BACK
    assert writer(None, [], NOW, is_new=True, forced=False) is Writer.PUT_BACK


@pytest.mark.parametrize(
    ("seconds_ago", "is_new", "forced", "what"),
    [
        (1, True, False, Writer.REST),
        (PAUSE.total_seconds(), True, False, Writer.WATCH),
        (1, True, True, Writer.WATCH),
        (1, False, False, Writer.REST),
        (QUICK.total_seconds(), False, False, Writer.PUT_BACK),
        (QUICK.total_seconds(), False, True, Writer.REST),
        (QUICK.total_seconds(), True, False, Writer.WATCH),
    ],
)
def test_one_that_was_given_up_is_watched_until_it_rests(
    seconds_ago: float, is_new: bool, forced: bool, what: Writer
) -> None:
    waiting = proposal("1", "draft", left_alone=True, seconds_ago=seconds_ago)
    assert writer(waiting, [], NOW, is_new=is_new, forced=forced) is what


def test_accepting_changes_makes_or_deletes_a_file() -> None:
    assert kind_of("a", "b") is Kind.CHANGE
    assert kind_of(None, "b") is Kind.CREATE
    assert kind_of("a", None) is Kind.DELETE
