"""Pure: two texts and how they differ, as rows to read and as lines that can be taken one by one.

Lines are split on "\n" only; a "\r" stays at the end of its line. What comes after the last line feed is no
line but a place of its own (`END`), so that a newline at the end of the file can be seen and ticked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from openclaw_desktop.review.diff.lines import END, Change, Match, changes, joined, split
from openclaw_desktop.review.diff.pairing import Beside, below, beside, moves, versions
from openclaw_desktop.review.diff.words import Spans, spans_within

CONTEXT = 3
"""Lines that stay the same and are shown round a change."""

GLANCE = 20
"""So many lines of a change mostly tell that more than blanks changed."""


class Sign(StrEnum):
    """What a row of a comparison is."""

    SAME = " "
    REMOVED = "−"
    ADDED = "+"
    LEFT_OUT = "⋯"


class Nature(StrEnum):
    """What kind of change it is, from the most to the least worth reading."""

    TEXT = "text"
    WHITESPACE = "whitespace only"
    LINE_ENDING = "line ending only"
    FINAL_NEWLINE = "newline at the end of the file"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a comparison. Line numbers are 1-based."""

    sign: Sign
    text: str
    old: int | None = None
    new: int | None = None
    other: str | None = None  # the other version of the line
    moved: int | None = None  # the line of the other text where it is unchanged
    is_end: bool = False  # the newline at the end of the file rather than a line

    @property
    def spans(self) -> Spans:
        """The characters that changed against the other version; found when asked for."""
        if self.other is None:
            return ()
        if self.sign is Sign.REMOVED:
            return spans_within(self.text, self.other)[0]
        return spans_within(self.other, self.text)[1]

    @property
    def nature(self) -> Nature:
        """Whether more than blanks and ends of lines changed."""
        if self.is_end:
            return Nature.FINAL_NEWLINE
        return _nature([self.text], [] if self.other is None else [self.other])


@dataclass(frozen=True, slots=True)
class Pair:
    """A row of a comparison side by side; None where a side has nothing."""

    left: Row | None
    right: Row | None


@dataclass(frozen=True, slots=True)
class Hunk:
    """Changes close to each other, and where they lie with the lines round them; 0-based."""

    changes: tuple[Change, ...]
    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def removed(self) -> frozenset[int]:
        """Its removed lines."""
        return frozenset(i for c in self.changes for i in range(c.old_start, c.old_end))

    @property
    def added(self) -> frozenset[int]:
        """Its added lines."""
        return frozenset(k for c in self.changes for k in range(c.new_start, c.new_end))


class Difference:
    """Two texts and how they differ; pairs, moves and rows are worked out when somebody asks for them."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = split(old), split(new)
        self.changes = changes(self.old, self.new)
        self.hides_end = not (old and new)  # whether a file ends in a newline says nothing about an empty one
        self._known: dict[Change, list[Match]] = {}
        self._natures: dict[Change, Nature] = {}
        self._others: dict[Change, tuple[dict[int, int], dict[int, int]]] = {}

    @cached_property
    def length(self) -> tuple[int, int]:
        """How many lines both have; a newline that both end in is not one."""
        shared = self.old[-1] is END and self.new[-1] is END
        return len(self.old) - shared, len(self.new) - shared

    @cached_property
    def moved_to(self) -> dict[int, int]:
        """Lines of the old text that are unchanged elsewhere in the new one, and where; 0-based."""
        return moves(self.old, self.new, self.changes)

    @cached_property
    def moved_from(self) -> dict[int, int]:
        """The inverse of `moved_to`."""
        return {k: i for i, k in self.moved_to.items()}

    def worked_out(self) -> Difference:
        """Itself, with everything known that takes a while to find in large texts."""
        for change in self.changes:
            self._versions(change)
            self.nature(change)
        _ = self.moved_from
        return self

    def nature(self, change: Change) -> Nature:
        """What kind of change it is."""
        if change not in self._natures:
            gone = self.old[change.old_start : change.old_end]
            self._natures[change] = _nature(gone, self.new[change.new_start : change.new_end])
        return self._natures[change]

    def lines(self, change: Change) -> tuple[range, range]:
        """The removed and the added lines of a change that a reader is to see."""
        gone, come = range(change.old_start, change.old_end), range(change.new_start, change.new_end)
        if self.hides_end and gone and self.old[gone[-1]] is END:
            gone = gone[:-1]
        if self.hides_end and come and self.new[come[-1]] is END:
            come = come[:-1]
        return gone, come

    def pairs(self, change: Change) -> list[Beside]:
        """Its lines side by side, each once and in order; versions of a line are beside each other."""
        return self._placed(change, beside)

    def column(self, change: Change) -> list[Beside]:
        """Its lines in one column, each once and in order; versions of a line follow each other."""
        return self._placed(change, below)

    def pair(self, old: int | None, new: int | None) -> Pair:
        """The rows of a removed and of an added line beside each other."""
        return Pair(None if old is None else self.removed(old), None if new is None else self.added(new))

    def removed(self, index: int) -> Row:
        """The row of a removed line."""
        text, moved = self.old[index], self.moved_to.get(index)
        if text is END:
            return Row(Sign.REMOVED, "", index + 1, is_end=True)
        change = self.changes[bisect_right(self.changes, index, key=lambda c: c.old_start) - 1]
        other = self._partners(change)[0].get(index)
        if moved is not None:
            return Row(Sign.REMOVED, text, index + 1, moved=moved + 1)
        return Row(Sign.REMOVED, text, index + 1, other=None if other is None else self.new[other])

    def added(self, index: int) -> Row:
        """The row of an added line."""
        text, moved = self.new[index], self.moved_from.get(index)
        if text is END:
            return Row(Sign.ADDED, "", None, index + 1, is_end=True)
        change = self.changes[bisect_right(self.changes, index, key=lambda c: c.new_start) - 1]
        other = self._partners(change)[1].get(index)
        if moved is not None:
            return Row(Sign.ADDED, text, None, index + 1, moved=moved + 1)
        return Row(Sign.ADDED, text, None, index + 1, other=None if other is None else self.old[other])

    def same(self, old: int, new: int) -> Row:
        """The row of a line that stays."""
        return Row(Sign.SAME, self.new[new], old + 1, new + 1)

    def hunks(self, context: int = CONTEXT) -> list[Hunk]:
        """The changes, those with at most twice `context` lines between them together."""
        return [self._hunk(group, context) for group in grouped(self.changes, context)]

    def selected(self, removed: Collection[int], added: Collection[int]) -> str:
        """The old text with only these of its lines removed and only these of the new lines added."""
        result: list[str] = []
        done = 0
        for change in self.changes:
            result += self.old[done : change.old_start]
            for i, k in self.pairs(change):
                if i is not None and i not in removed:
                    result.append(self.old[i])
                if k is not None and k in added:
                    result.append(self.new[k])
            done = change.old_end
        lines = [line for line in [*result, *self.old[done:]] if line is not END]
        empty_last = bool(lines) and not lines[-1]  # without a newline it would be no line any more
        return joined([*lines, END] if empty_last or self._ends(removed, added) else lines)

    def _ends(self, removed: Collection[int], added: Collection[int]) -> bool:
        """Whether a selection ends in a newline."""
        if self.old[-1] is END:
            return self.new[-1] is END or len(self.old) - 1 not in removed
        return self.new[-1] is END and len(self.new) - 1 in added

    def _hunk(self, group: Sequence[Change], context: int) -> Hunk:
        first, last = group[0], group[-1]
        above = min(context, first.old_start, first.new_start)
        below = min(context, max(self.length[0] - last.old_end, 0))
        return Hunk(
            tuple(group),
            first.old_start - above,
            last.old_end + below,
            first.new_start - above,
            last.new_end + below,
        )

    def _placed(
        self, change: Change, place: Callable[[Sequence[Match], int, int], list[Beside]]
    ) -> list[Beside]:
        gone, come = self.lines(change)
        ends_old = bool(gone) and self.old[gone[-1]] is END
        ends_new = bool(come) and self.new[come[-1]] is END
        found = place(self._versions(change), len(gone) - ends_old, len(come) - ends_new)
        pairs = [(None if i is None else gone[i], None if k is None else come[k]) for i, k in found]
        pairs += [(gone[-1], None)] if ends_old else []
        return [*pairs, (None, come[-1])] if ends_new else pairs

    def _versions(self, change: Change) -> list[Match]:
        """Versions of each other, counted from the beginning of the change."""
        if change not in self._known:
            gone = [x for x in self.old[change.old_start : change.old_end] if x is not END]
            come = [x for x in self.new[change.new_start : change.new_end] if x is not END]
            self._known[change] = versions(gone, come)
        return self._known[change]

    def _partners(self, change: Change) -> tuple[dict[int, int], dict[int, int]]:
        if change not in self._others:
            both = [(change.old_start + i, change.new_start + k) for i, k in self._versions(change)]
            self._others[change] = dict(both), {k: i for i, k in both}
        return self._others[change]


def grouped(found: Iterable[Change], context: int) -> list[list[Change]]:
    """Changes with at most twice `context` lines between them together."""
    groups: list[list[Change]] = []
    for change in found:
        if groups and change.old_start - groups[-1][-1].old_end <= 2 * context:
            groups[-1].append(change)
        else:
            groups.append([change])
    return groups


def _nature(gone: Sequence[str], come: Sequence[str]) -> Nature:
    if all(line is END for line in (*gone, *come)):
        return Nature.FINAL_NEWLINE
    if [line.rstrip("\r") for line in gone] == [line.rstrip("\r") for line in come]:
        return Nature.LINE_ENDING
    begins = _letters(gone[:GLANCE]), _letters(come[:GLANCE])
    if not begins[0].startswith(begins[1]) and not begins[1].startswith(begins[0]):
        return Nature.TEXT
    return Nature.WHITESPACE if _letters(gone) == _letters(come) else Nature.TEXT


def _letters(lines: Iterable[str]) -> str:
    return "".join("".join(lines).split())
