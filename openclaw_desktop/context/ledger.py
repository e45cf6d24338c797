"""Pure: a running account of the window along a session, estimated and measured side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from openclaw_desktop.context.budget import Count
from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.marks import NOWHERE, Mark, marks
from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.context.sessions.fixed import CHARS_PER_TOKEN, Fixed
from openclaw_desktop.context.sessions.parts import Category, Part
from openclaw_desktop.context.sessions.session_entry import RecordedFlush
from openclaw_desktop.context.window import boundaries

ENOUGH_TO_COMPARE = 2_000
"""Tokens of text below which a provider's smaller count is no contradiction."""

_CATEGORIES = tuple(Category)
_Row = tuple[int, ...]  # tokens by category
_NOTHING: _Row = (0,) * len(_CATEGORIES)


@dataclass(frozen=True, slots=True)
class Point:
    """The window once the entry at `index` of the chain was in it.

    `stacked` and `estimated` count all that is in the window then, in tokens by category (in the order of
    `Category`) and together; `tokens` is the entry's own share. `measured` is what the provider counted when
    it was called for this entry: the window before it, without the answer. `cost` is in dollars. None is
    unknown.
    """

    index: int
    entry: Entry
    stacked: tuple[int, ...]
    estimated: int
    tokens: int
    measured: int | None
    cost: float | None

    @property
    def by_category(self) -> dict[Category, int]:
        """The tokens of each category that has any."""
        return {
            category: tokens for category, tokens in zip(_CATEGORIES, self.stacked, strict=True) if tokens
        }

    @property
    def at(self) -> datetime | None:
        """When the entry was written."""
        return self.entry.at

    @property
    def turn(self) -> int:
        """The turn it belongs to."""
        return self.entry.turn


@dataclass(frozen=True, slots=True)
class Ledger:
    """The account of one chain. `fixed` and `window` are None where nobody knows them; then `estimated`
    leaves the fixed parts out.

    `contradictions` are the points where what the provider counted cannot be what the transcript holds.
    """

    points: tuple[Point, ...]
    marks: tuple[Mark, ...]
    fixed: Fixed | None
    window: int | None
    model: str | None
    peak_estimated: int
    peak_measured: int | None
    cost: float | None
    contradictions: tuple[int, ...]
    problems: tuple[str, ...]


def ledger(
    chain: Sequence[Entry],
    *,
    count: Count,
    fixed: Fixed | None = None,
    window: int | None = None,
    flush: RecordedFlush | None = None,
    places: AgentPaths = NOWHERE,
) -> Ledger:
    """The account of the chain, in time linear in its texts.

    After a compaction the window holds the summary, the entries from the first kept one on and the later
    ones; after a reset what it keeps and the later ones (OpenClaw 2026.2 and 2026.9). What pruning takes
    out of a single request is not subtracted: the transcript still has it.
    """
    points = tuple(_points(chain, [_row(entry, count) for entry in chain], _fixed_row(fixed)))
    measured = [point.measured for point in points if point.measured is not None]
    costs = [point.cost for point in points if point.cost is not None]
    contradictions = _contradictions(points, window)
    return Ledger(
        points=points,
        marks=marks(chain, flush=flush, places=places),
        fixed=fixed,
        window=window,
        model=next((entry.model_used for entry in reversed(chain) if entry.model_used), None),
        peak_estimated=max((point.estimated for point in points), default=0),
        peak_measured=max(measured, default=None),
        cost=sum(costs) if costs else None,
        contradictions=contradictions,
        problems=tuple(_problems(points, fixed, window, contradictions)),
    )


def part_tokens(part: Part, count: Count) -> int:
    """The tokens of a part; of an image, and of a text that was not kept whole, a quarter of its length."""
    return -(-part.chars // CHARS_PER_TOKEN) if part.cut or not part.text else count(part.text)


def _row(entry: Entry, count: Count) -> _Row:
    """What the entry itself brings into the window."""
    if not entry.in_context:
        return _NOTHING
    spent = dict.fromkeys(_CATEGORIES, 0)
    for part in entry.parts:
        spent[part.category] += part_tokens(part, count)
    return tuple(spent.values())


def _fixed_row(fixed: Fixed | None) -> _Row:
    spent = dict.fromkeys(_CATEGORIES, 0)
    if fixed:
        spent[Category.SYSTEM] = fixed.system
        spent[Category.BOOTSTRAP] = sum(fixed.bootstrap.values())
    return tuple(spent.values())


def _points(chain: Sequence[Entry], rows: Sequence[_Row], fixed: _Row) -> list[Point]:
    """A point for each entry, from sums of what stands between any two entries."""
    kept_from = {boundary.index: boundary.kept for boundary in boundaries(chain)}
    plain = [_NOTHING if index in kept_from else row for index, row in enumerate(rows)]
    sums = list(accumulate(plain, _plus, initial=_NOTHING))
    base, since = fixed, 0  # what is in the window but for the entries from `since` on
    points: list[Point] = []
    for index, entry in enumerate(chain):
        if index in kept_from:
            kept = _minus(sums[index], sums[kept_from[index]])
            base, since = _plus(_plus(fixed, rows[index]), kept), index + 1
        row = _plus(base, _minus(sums[index + 1], sums[since]))
        measured = (entry.usage.prompt or None) if entry.usage else None
        cost = entry.usage.cost if entry.usage else None
        points.append(Point(index, entry, row, sum(row), sum(rows[index]), measured, cost))
    return points


def _plus(one: _Row, other: _Row) -> _Row:
    return tuple(map(int.__add__, one, other))


def _minus(one: _Row, other: _Row) -> _Row:
    return tuple(map(int.__sub__, one, other))


def _contradictions(points: Sequence[Point], window: int | None) -> tuple[int, ...]:
    found: list[int] = []
    before = 0
    for point in points:
        if point.measured is not None:
            too_little = before >= ENOUGH_TO_COMPARE and 2 * point.measured < before
            too_much = window is not None and point.measured > window
            if too_little or too_much:
                found.append(point.index)
        before = point.estimated
    return tuple(found)


def _problems(
    points: Sequence[Point], fixed: Fixed | None, window: int | None, contradictions: Sequence[int]
) -> list[str]:
    answers = [point for point in points if point.entry.role == "assistant"]
    silent = sum(point.entry.usage is None for point in answers)
    said: list[str] = []
    if answers and silent == len(answers):
        said.append("No answer of this session says what the provider counted: every figure is an estimate.")
    elif silent:
        said.append(f"Answers without a count of the provider: {silent} of {len(answers)}.")
    if contradictions:
        said.append(f"Calls where the provider's count contradicts the text: {len(contradictions)}.")
    if points and fixed is None:
        said.append("What the system prompt, the injected files and the tools take is unknown here.")
    if points and window is None:
        said.append("The window of the model is unknown; say how large it is.")
    if cut := sum(part.cut for point in points for part in point.entry.parts):
        said.append(f"Texts counted by their length, because the session is so large: {cut}.")
    return said
