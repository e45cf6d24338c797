"""Pure: which proposals stand together in the list, in which order, and under what title."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.tree.names import MONTHS, count_of, folder_of, natural

BULK = 12
"""A group of at least so many is closed at first, unless it is all there is."""

ROOT = "Workspace"
"""What the group of files in the root is called."""


class Arrangement(StrEnum):
    """What stands together."""

    FILE = "file"  # one folder's files of one day
    DAY = "day"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Group:
    """Proposals that stand together. `key` stays the same across refreshes."""

    key: str
    title: str
    proposals: tuple[Proposal, ...]

    @property
    def bulk(self) -> bool:
        """So many that they are better looked at as one."""
        return len(self.proposals) >= BULK

    @property
    def count(self) -> str:
        """How many proposals: "3 changes"."""
        return count_of(len(self.proposals), "change")

    @property
    def lines(self) -> tuple[int, int]:
        """Lines added and removed in all."""
        return sum(p.added for p in self.proposals), sum(p.removed for p in self.proposals)


def moment(proposal: Proposal) -> datetime:
    """When it was decided, or, while it waits, when its text last changed."""
    return proposal.decision.at if proposal.decision else proposal.changed_at


def fitting(proposals: Iterable[Proposal], filter_text: str) -> list[Proposal]:
    """Those in whose path, reason or source every word of `filter_text` occurs."""
    words = filter_text.casefold().split()

    def text(proposal: Proposal) -> str:
        return f"{proposal.path} {proposal.reason} {proposal.origin.sentence}".casefold()

    return [p for p in proposals if not words or all(word in text(p) for word in words)]


def grouped(proposals: Iterable[Proposal], by: Arrangement, *, now: datetime) -> list[Group]:
    """The proposals in groups. Days are those of `now`'s time zone.

    By file: the root first, then the newest; a group's files in their natural order, the newest change of a
    file first. By day and by source: the newest first.
    """
    together: dict[tuple[str, date | None], list[Proposal]] = defaultdict(list)
    for proposal in sorted(proposals, key=moment, reverse=True):
        together[_place(proposal, by, now)].append(proposal)
    if by is Arrangement.FILE:
        for some in together.values():
            some.sort(key=_order)
        ordered = sorted(together, key=lambda place: place[0] != "")
    else:
        ordered = list(together)
    return [Group(_key(place), _title(place, by, now), tuple(together[place])) for place in ordered]


@lru_cache(maxsize=16_384)
def _natural(path: str) -> str:
    return natural(path)


def _order(proposal: Proposal) -> str:
    return _natural(proposal.path)


def after(rows: Sequence[str], gone: Iterable[str]) -> str | None:
    """Which of `rows` is looked at once `gone` are decided: the next one below, else the one above."""
    left = set(gone)
    places = [number for number, row in enumerate(rows) if row in left]
    if not places:
        return rows[0] if rows else None
    below = (row for row in rows[places[0] :] if row not in left)
    above = (row for row in reversed(rows[: places[0]]) if row not in left)
    return next(below, None) or next(above, None)


def day_in_words(day: date, today: date) -> str:
    """ "today", "yesterday", "1 March", "1 March 2025"."""
    if day == today:
        return "today"
    if day == today - timedelta(days=1):
        return "yesterday"
    named = f"{day.day} {MONTHS[day.month - 1]}"
    return named if day.year == today.year else f"{named} {day.year}"


def _place(proposal: Proposal, by: Arrangement, now: datetime) -> tuple[str, date | None]:
    if by is Arrangement.SOURCE:
        return proposal.origin.sentence, None
    day = moment(proposal).astimezone(now.tzinfo).date()
    return ("" if by is Arrangement.DAY else folder_of(proposal.path)), day


def _key(place: tuple[str, date | None]) -> str:
    return f"{place[0]} {place[1]}"


def _title(place: tuple[str, date | None], by: Arrangement, now: datetime) -> str:
    name, day = place
    if day is None:
        return name
    said = day_in_words(day, now.date())
    return said[:1].upper() + said[1:] if by is Arrangement.DAY else f"{name or ROOT} · {said}"
