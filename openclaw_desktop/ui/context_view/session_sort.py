"""By what a list of sessions is sorted. Pure and without Qt; what nobody knows comes last either way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.context.sessions.summary import Summary
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.tree.names import natural

T = TypeVar("T", float, str)


class SortBy(StrEnum):
    """What a person may sort by, as it is called."""

    ACTIVE = "Last activity"
    STARTED = "Start"
    NAME = "Name"
    KIND = "Kind"
    CHANNEL = "Channel"
    MODEL = "Model"
    LENGTH = "Length"
    TURNS = "Turns"
    PEAK = "Peak"
    COMPACTIONS = "Compactions"
    FLUSHES = "Flushes"
    PROBLEMS = "Problems"
    COST = "Cost"


@dataclass(frozen=True, slots=True)
class Order:
    """By what, and whether the other way round: at first the newest, the most, or A comes first."""

    by: SortBy = SortBy.ACTIVE
    turned: bool = False

    @property
    def short(self) -> str:
        """ "Last activity ↓"."""
        return f"{self.by} {'↑' if (self.by in _TEXTS) is not self.turned else '↓'}"

    @property
    def sentence(self) -> str:
        """ "Sorted by last activity, newest first"."""
        return f"Sorted by {self.by.lower()}, {self.first}"

    @property
    def first(self) -> str:
        """What comes first: "newest first"."""
        if self.by in _TIMES:
            return "oldest first" if self.turned else "newest first"
        if self.by in _TEXTS:
            return "Z to A" if self.turned else "A to Z"
        return "least first" if self.turned else "most first"

    @property
    def other(self) -> Order:
        """The same the other way round."""
        return Order(self.by, not self.turned)

    @property
    def key(self) -> str:
        """How it is kept between starts: "turns", the other way round "-turns"."""
        return f"{'-' if self.turned else ''}{self.by.name.lower()}"


def order_of(key: str) -> Order:
    """The order that is kept as this; the first one for what is none."""
    by = SortBy.__members__.get(key.removeprefix("-").upper())
    return Order(by, key.startswith("-")) if by else Order()


def ordered(rows: Sequence[Listed], order: Order) -> list[Listed]:
    """The rows in this order; equal ones stay as they were."""
    if text := _TEXTS.get(order.by):
        return _sorted(rows, text, descending=order.turned)
    return _sorted(rows, _NUMBERS[order.by], descending=not order.turned)


def _sorted(rows: Sequence[Listed], value: Callable[[Listed], T | None], *, descending: bool) -> list[Listed]:
    known: list[tuple[T, Listed]] = []
    unknown: list[Listed] = []
    for row in rows:
        found = value(row)
        if found is None:
            unknown.append(row)
        else:
            known.append((found, row))
    known.sort(key=lambda pair: pair[0], reverse=descending)
    return [row for _, row in known] + unknown


def moment(row: Listed, order: Order) -> datetime | None:
    """The time a row shows: of its last activity where the list is sorted by that, else of its start."""
    if order.by is SortBy.ACTIVE:
        return _active(row)
    return row.summary.started if row.summary else None


def _active(row: Listed) -> datetime:
    """When something was said last; of what cannot be read, when its file changed."""
    return (row.summary.ended if row.summary else None) or row.session.changed


def _of_summary(read: Callable[[Summary], float | None]) -> Callable[[Listed], float | None]:
    return lambda row: read(row.summary) if row.summary else None


_TIMES = (SortBy.ACTIVE, SortBy.STARTED)
_TEXTS: dict[SortBy, Callable[[Listed], str | None]] = {
    SortBy.NAME: lambda row: natural(words.title(row)),
    SortBy.KIND: lambda row: row.session.kind,
    SortBy.CHANNEL: lambda row: row.channel,
    SortBy.MODEL: lambda row: natural(row.model) if row.model else None,
}
_NUMBERS: dict[SortBy, Callable[[Listed], float | None]] = {
    SortBy.ACTIVE: lambda row: _active(row).timestamp(),
    SortBy.STARTED: _of_summary(lambda found: found.started.timestamp() if found.started else None),
    SortBy.LENGTH: _of_summary(lambda found: found.length.total_seconds() if found.length else None),
    SortBy.TURNS: _of_summary(lambda found: found.turns),
    SortBy.PEAK: lambda row: row.fill,
    SortBy.COMPACTIONS: _of_summary(lambda found: found.compactions),
    SortBy.FLUSHES: lambda row: row.flushes if row.summary else None,
    SortBy.PROBLEMS: words.troubles,
    SortBy.COST: _of_summary(lambda found: found.cost),
}
