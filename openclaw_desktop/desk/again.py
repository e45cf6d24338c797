"""Pure: a past call to an agent's memory beside the same one today, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from openclaw_desktop.context.recall.answers import RecordedHit
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.search.ranking import Answer, Hit


class Change(StrEnum):
    """How a hit differs from what it was."""

    SAME = "the same"
    CHANGED = "text changed"
    MOVED = "moved"
    GONE_FROM_DISK = "gone from disk"
    GONE_FROM_INDEX = "gone from the index"
    NOT_FOUND = "not among the hits now"
    SCORE = "another score"
    PLACE = "another place"
    RIVAL = "new"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference, with its reason as a sentence."""

    change: Change
    sentence: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A hit then and now; places count from 1. `recorded` is None for a new one.

    `hit` and `place` are None where it is not among today's hits; `below` has it then if it was in the
    running. `decay` says what age took away at that moment, empty for nothing. There is at least one
    difference, which may be `Change.SAME`; none where there is no index to compare with.
    """

    recorded: RecordedHit | None
    recorded_place: int | None
    hit: Hit | None = None
    place: int | None = None
    below: Hit | None = None
    decay: str = ""
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Today:
    """Today's answer, with the chunks of every file that either answer names, in their order.

    `written` is when each chunk was indexed, in milliseconds; `model` the one of the index.
    """

    answer: Answer
    chunks: Mapping[str, Sequence[ChunkRow]]
    written: Mapping[int, int] = field(default_factory=dict[int, int])
    model: str = ""

    def was_written_after(self, at: datetime, chunk: int | None = None) -> bool:
        """Whether a chunk was indexed after that moment; without one: whether every chunk was."""
        known = self.written.values() if chunk is None else [self.written.get(chunk, 0)]
        return min(known, default=0) / 1000 > at.timestamp()


@dataclass(frozen=True, slots=True)
class Again:
    """A past call and the same one today.

    `answer` is today's with all that led to it, as it would have been at the moment `at`; None where it
    cannot be had, and `why_not` then says why. `rows` set both side by side; `notes` are sentences about what
    the comparison cannot tell.
    """

    past: Past
    at: datetime
    rows: tuple[Compared, ...] = ()
    answer: Answer | None = None
    why_not: str | None = None
    notes: tuple[str, ...] = ()
