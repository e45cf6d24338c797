"""Pure: what a person changed in somebody else's text while accepting it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from openclaw_desktop.review.diff.lines import END, changes, split
from openclaw_desktop.review.diff.merge import merge
from openclaw_desktop.workspace.files import not_text


@dataclass(frozen=True, slots=True)
class Texts:
    """The bytes around a decision; None for no file."""

    base: bytes | None  # what the proposal was made against
    proposed: bytes | None
    before: bytes | None  # what was approved when it was decided
    after: bytes | None  # what was decided

    @property
    def is_text(self) -> bool:
        """Whether lines of all of them can be compared."""
        all_of_them = self.base, self.proposed, self.before, self.after
        return all(data is None or not not_text(data) for data in all_of_them)


@dataclass(frozen=True, slots=True)
class Edited:
    """Whether the person did more than to choose, and the lines of the result that only they wrote.

    `lines` are ranges counted from 1, both ends included.
    """

    by_person: bool
    lines: tuple[tuple[int, int], ...] = ()


def edited(texts: Texts, *, in_part: bool) -> Edited:
    """Compares what was decided with what was proposed; `in_part`: some hunks were left out by choice."""
    if texts.after is None or texts.proposed is None or not texts.is_text:
        return Edited(texts.after != texts.proposed)
    base, proposed, before, after = map(_text, (texts.base, texts.proposed, texts.before, texts.after))
    merged = merge(base, before, proposed).text if base != before else proposed
    asked = proposed if merged is None else merged
    lines = _own_lines(split(before), split(asked), split(after))
    removed = _removed(before, after) - _removed(before, asked)
    whole = not in_part and merged is not None  # else what is missing was left out by choice
    return Edited(bool(lines or removed or (whole and merged != after)), _ranges(lines))


def _own_lines(before: Sequence[str], asked: Sequence[str], after: Sequence[str]) -> list[int]:
    """The places in `after` of lines that neither of the others has there, nor the proposer elsewhere."""
    new, others = (
        {place for change in changes(old, after) for place in range(change.new_start, change.new_end)}
        for old in (before, asked)
    )
    brought = {asked[i] for change in changes(before, asked) for i in range(change.new_start, change.new_end)}
    return sorted(i for i in new & others if after[i] is not END and after[i] not in brought)


def _removed(before: str, after: str) -> Counter[str]:
    return Counter(before.split("\n")) - Counter(after.split("\n"))


def _ranges(places: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """0-based places as ranges from 1, ends included."""
    runs = (list(run) for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0]))
    return tuple((run[0][1] + 1, run[-1][1] + 1) for run in runs)


def _text(data: bytes | None) -> str:
    return "" if data is None else data.decode("utf-8-sig")
