"""Pure: what a file on disk means, given its policy and its approved version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from openclaw_desktop.review.diff.diff import is_append
from openclaw_desktop.review.gate.standing import PUT_BACKS_KEPT, Approved
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import Kind, Proposal

QUICK = timedelta(seconds=60)
"""Writes that follow each other faster are one change; as long a writer must rest to be put back again."""

PAUSE = timedelta(seconds=20)
"""How often a writer that does not stop is looked at."""


class Verdict(Enum):
    """What is to be done about a file."""

    SETTLED = auto()  # it is as approved
    BASELINE = auto()  # it comes under protection: what is there is approved
    RECORD = auto()  # free: it only goes into the history
    PASS = auto()  # it grew, as it may
    KEEP = auto()  # it stays on disk, and waits for a person
    HOLD = auto()  # the approved version comes back, the other waits for a person


class Writer(Enum):
    """What is done about one that writes again and again."""

    PUT_BACK = auto()
    GIVE_UP = auto()  # from now on its text stays on disk
    WATCH = auto()  # its text is on disk and has changed
    REST = auto()  # nothing to do now


def judge(
    policy: Policy,
    approved: Approved | None,
    disk: str | None,
    *,
    expected: bool,
    grew: Callable[[], bool],
) -> Verdict:
    """What to do about a file whose hash on disk is `disk`.

    `expected`: it was protected already when everything was looked at last, so that a file that nobody
    approved is somebody's new file. `grew` is asked only where it matters.
    """
    current = approved.sha if approved else None
    if policy is Policy.FREE:
        return Verdict.SETTLED if disk == current else Verdict.RECORD
    if approved is None and not expected:
        return Verdict.SETTLED if disk is None else Verdict.BASELINE
    if approved is not None and not approved.guarded:
        return Verdict.BASELINE
    if disk == current:
        return Verdict.SETTLED
    if policy is Policy.REVIEW:
        return Verdict.KEEP
    if policy is Policy.APPEND_ONLY and disk is not None and grew():
        return Verdict.PASS
    return Verdict.HOLD


def kind_of(approved: str | None, proposed: str | None) -> Kind:
    """What accepting does to the file."""
    if proposed is None:
        return Kind.DELETE
    return Kind.CREATE if approved is None else Kind.CHANGE


@dataclass(frozen=True, slots=True)
class Written:
    """A text found on disk that nobody approved. `approved` and `data` are None for no such file."""

    sha: str | None
    data: bytes | None
    base: str | None
    approved: bytes | None


def joined(
    written: Written, waiting: Sequence[Proposal], now: datetime, bytes_of: Callable[[str], bytes | None]
) -> Proposal | None:
    """The waiting proposal that a text found on disk belongs to; None when it is one of its own.

    That is one that wants the very same; else the one whose text stays on disk; else one that was found on
    disk a moment ago, unless both only add, each something else: then neither is a draft of the other.
    """
    newest = list(reversed(waiting))
    same = next((p for p in newest if p.proposed == written.sha), None)
    if same is not None:
        return same
    found = [p for p in newest if p.found]
    staying = next((p for p in found if p.on_disk or p.left_alone), None)
    if staying is not None:
        return staying
    last = next((p for p in found if p.base == written.base), None)
    if last is None or abs(now - last.changed_at) > QUICK:
        return None
    return None if _both_add(written, last, bytes_of) else last


def _both_add(written: Written, other: Proposal, bytes_of: Callable[[str], bytes | None]) -> bool:
    before, after = written.approved, written.data
    earlier = bytes_of(other.proposed) if other.proposed else None
    if before is None or after is None or earlier is None:
        return False
    return is_append(before, after) and is_append(before, earlier) and not is_append(earlier, after)


def writer(
    proposal: Proposal | None, put_backs: Sequence[datetime], now: datetime, *, is_new: bool, forced: bool
) -> Writer:
    """Whether the approved version comes back now.

    `is_new`: the disk holds another write than the proposal knows of. `forced`: a person is deciding, so
    what is on disk must be known.
    """
    if proposal is not None and proposal.left_alone:
        rested = abs(now - proposal.changed_at)  # a clock that was set back has rested, too
        if is_new:
            return Writer.WATCH if forced or rested >= PAUSE else Writer.REST
        return Writer.PUT_BACK if rested >= QUICK and not forced else Writer.REST
    recent = [at for at in put_backs if abs(now - at) < QUICK]
    return Writer.GIVE_UP if len(recent) >= PUT_BACKS_KEPT else Writer.PUT_BACK
