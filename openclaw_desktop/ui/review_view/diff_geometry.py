"""Pure: where things are in a difference: columns from left to right, rows from top to bottom."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

LEFT, GAP, MARK, TICK, SIGN, RIGHT = 10, 8, 18, 20, 14, 12
"""Pixels at the left, between columns, for marks, for ticks, after the sign, and at the right."""

NARROWEST = 80
"""A column of text is at least so wide, however little room there is."""

_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U0001f000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Side:
    """Where one side is, in pixels. `numbers` are the right edges of its line numbers."""

    left: float
    right: float
    mark: float
    tick: float
    numbers: tuple[float, ...]
    sign: float
    text: float

    @property
    def width(self) -> float:
        """Of the text."""
        return max(self.right - RIGHT - self.text, NARROWEST)


@dataclass(frozen=True, slots=True)
class Room:
    """What the columns need. `digit` is the width of one, `digits` how many the longest number has."""

    width: float
    digit: float
    digits: int
    has_marks: bool
    has_ticks: bool

    def unified(self) -> tuple[Side, ...]:
        """One side with both numbers."""
        return (self._side(0, self.width, numbers=2),)

    def side_by_side(self) -> tuple[Side, ...]:
        """Two sides with one number each."""
        middle = float(round(self.width / 2))
        return self._side(0, middle, numbers=1), self._side(middle, self.width, numbers=1)

    def _side(self, left: float, right: float, *, numbers: int) -> Side:
        mark = left + LEFT
        tick = mark + (MARK if self.has_marks else 0)
        at = tick + (TICK + GAP / 2 if self.has_ticks else 0)
        edges: list[float] = []
        for _ in range(numbers):
            at += self.digit * self.digits
            edges.append(at)
            at += GAP
        return Side(left, right, mark, tick, tuple(edges), at, at + self.digit + SIGN)


def cells(text: str) -> int:
    """How many columns of a fixed-width font a text takes; Chinese characters and their like take two."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def lines_needed(cells: int, width: float, digit: float) -> int:
    """An estimate of how many visual lines a text of so many cells takes."""
    return max(1, math.ceil(cells * digit / width))


class Heights:
    """Heights of rows; those that were not seen yet are estimates."""

    def __init__(self, estimates: list[int]) -> None:
        self._heights = estimates
        self._known = bytearray(len(estimates))
        self._tops: list[int] | None = None

    @property
    def total(self) -> int:
        """Of all rows."""
        return self._all_tops()[-1]

    def top(self, row: int) -> int:
        """Where a row begins."""
        return self._all_tops()[row]

    def height(self, row: int) -> int:
        """How high a row is."""
        return self._heights[row]

    def at(self, y: float) -> int:
        """The row at `y`; the first or last one beyond the ends, -1 when there is none."""
        return min(max(bisect_right(self._all_tops(), y) - 1, 0), len(self._heights) - 1)

    def is_known(self, row: int) -> bool:
        """Whether a row was measured."""
        return bool(self._known[row])

    def measured(self, row: int, height: int) -> None:
        """A row's real height."""
        self._known[row] = 1
        if self._heights[row] != height:
            self._heights[row] = height
            self._tops = None

    def _all_tops(self) -> list[int]:
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=0))
        return self._tops
