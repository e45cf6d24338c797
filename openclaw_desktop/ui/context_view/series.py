"""Pure: the account of a session as arrays, and of them what a screen of so many pixels can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from openclaw_desktop.context.ledger import Ledger, Point
from openclaw_desktop.context.sessions.fixed import Fixed, Group
from openclaw_desktop.context.sessions.parts import Category

Axis = Literal["turns", "time"]
Band = Category | Group
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """One account. Entry i reaches from `turns[i]` to `turns[i + 1]`, and so in `times` (seconds of POSIX).

    `times` is None when no entry has a time. Row k of `tops` has the tokens of the `bands` up to and with
    the k-th, so that the last row is the estimate. `measured` is NaN where the provider said nothing. `cuts`
    are the entries where older ones left: no line leads across them.
    """

    turns: Floats
    times: Floats | None
    bands: tuple[Band, ...]
    tops: Ints
    measured: Floats
    cuts: Ints

    def __len__(self) -> int:
        return self.tops.shape[1]

    @property
    def highest(self) -> int:
        """The most tokens, estimated or measured, at any point."""
        known = self.measured[~np.isnan(self.measured)]
        return int(max(self.tops[-1].max(initial=0), known.max(initial=0)))

    def edges(self, axis: Axis) -> Floats:
        """Where the entries begin, and where the last one ends; turns when there are no times."""
        return self.times if axis == "time" and self.times is not None else self.turns

    def at(self, x: float, axis: Axis) -> int:
        """The entry at `x`, or the nearest one; -1 when there is none."""
        place = int(np.searchsorted(self.edges(axis), x, side="right")) - 1
        return min(max(place, 0), len(self) - 1)

    def start_of_turn(self, turn: int) -> int:
        """The first entry of a turn, or of the next one that has any."""
        return min(int(np.searchsorted(self.turns, turn)), len(self) - 1)


def bands(fixed: Fixed | None) -> tuple[Band, ...]:
    """What is stacked, from the bottom up: the categories, injected files by group where they are named."""
    groups: tuple[Band, ...] = tuple(fixed.by_group) if fixed else ()
    if not groups:
        return tuple(Category)
    place = tuple(Category).index(Category.BOOTSTRAP)
    return (*tuple(Category)[:place], *groups, *tuple(Category)[place + 1 :])


def series(ledger: Ledger) -> Series:
    """The account as arrays, in time linear in its points."""
    points = ledger.points
    stacked = np.array([point.stacked for point in points], dtype=np.int64)
    rows: dict[Band, Ints] = dict(zip(Category, stacked.reshape(len(points), len(Category)).T, strict=True))
    for group, tokens in (ledger.fixed.by_group if ledger.fixed else {}).items():
        rows[group] = np.full(len(points), tokens, dtype=np.int64)  # every call has the same files
    order = bands(ledger.fixed)
    tops = np.cumsum([rows[band] for band in order], axis=0)
    measured = np.array([np.nan if p.measured is None else p.measured for p in points], dtype=np.float64)
    cuts = np.array([point.index for point in points if point.entry.is_boundary], dtype=np.int64)
    return Series(_turns(points), _times(points), order, tops, measured, cuts)


def _turns(points: Sequence[Point]) -> Floats:
    """The entries of one turn share it equally: turn 7 reaches from 7 to 8."""
    turn = np.array([point.turn for point in points], dtype=np.int64)
    first = np.searchsorted(turn, turn, side="left")
    size = np.searchsorted(turn, turn, side="right") - first
    edges = turn + (np.arange(len(turn)) - first) / np.maximum(size, 1)
    return np.append(edges, (turn[-1] + 1) if len(turn) else 1.0)


def _times(points: Sequence[Point]) -> Floats | None:
    """Never backwards: an entry without a time, or with an earlier one, has that of the one before."""
    known = [point.at.timestamp() if point.at else np.nan for point in points]
    times = np.array(known, dtype=np.float64)
    if np.isnan(times).all():
        return None
    times[np.isnan(times)] = -np.inf
    times = np.maximum.accumulate(times)
    times[np.isneginf(times)] = times[np.isfinite(times)][0]
    span = times[-1] - times[0]
    return np.append(times, times[-1] + max(span / max(len(times), 1), 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What is drawn: steps from `lefts` to `rights` in pixels, `tops` in tokens, and which entries they are.

    `line_x` and `line_y` are the measured line, which is broken before its points `breaks`.
    """

    lefts: Floats
    rights: Floats
    entries: Ints
    tops: Ints
    line_x: Floats
    line_y: Floats
    breaks: Ints


def columns(series: Series, axis: Axis, *, low: float, high: float, pixels: int) -> Columns:
    """The entries between `low` and `high` of the axis on so many pixels.

    Of the entries within one pixel the fullest is drawn whole, so that every stack is one that there was,
    and no peak is lost; the measured line keeps its peaks likewise.
    """
    edges = series.edges(axis)
    first = max(int(np.searchsorted(edges, low, side="right")) - 1, 0)
    last = min(int(np.searchsorted(edges, high, side="left")), len(series))
    scale = pixels / max(high - low, 1e-9)
    entries = np.arange(first, max(last, first), dtype=np.int64)
    place = (edges[first : last + 1] - low) * scale
    known = np.flatnonzero(~np.isnan(series.measured))
    line = known[_within(known, first, last)]
    line_x = (edges[line] + edges[line + 1]) / 2
    line_x, line_y = (line_x - low) * scale, series.measured[line]
    if len(line) > pixels:
        best = _fullest(line_x, line_y)
        line, line_x, line_y = line[best], line_x[best], line_y[best]
    breaks = np.unique(np.searchsorted(line, series.cuts))
    if len(entries) > pixels:
        chosen = _fullest(place[:-1], series.tops[-1, entries])
        lefts = np.floor(place[:-1][chosen])
        return Columns(
            lefts, np.append(lefts[1:], place[-1]), entries[chosen], series.tops[:, entries[chosen]],
            line_x, line_y, breaks,
        )  # fmt: skip
    return Columns(place[:-1], place[1:], entries, series.tops[:, entries], line_x, line_y, breaks)


def _within(known: Ints, first: int, last: int) -> slice:
    """Those from `first` to before `last`, and one more on either side, to which the line leads."""
    begin, end = np.searchsorted(known, [first, last])
    return slice(max(int(begin) - 1, 0), int(end) + 1)


def _fullest(place: Floats, value: NDArray[np.generic]) -> Ints:
    """Of those within one pixel the one with the largest value, the first of equals."""
    pixel = np.floor(place).astype(np.int64)
    starts = np.flatnonzero(np.append(True, pixel[1:] != pixel[:-1]))
    count = len(place)
    ranked = value.astype(np.int64) * count + np.arange(count - 1, -1, -1)
    return count - 1 - np.maximum.reduceat(ranked, starts) % count


def places(series: Series, axis: Axis, indices: Sequence[int]) -> Floats:
    """Where entries stand on the axis: in the middle of a turn's share, at their time."""
    wanted = np.array(indices, dtype=np.int64)
    edges = series.edges(axis)
    if axis == "time" and series.times is not None:
        return edges[wanted]
    return (edges[wanted] + edges[wanted + 1]) / 2
