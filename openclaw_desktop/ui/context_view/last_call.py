"""Pure: what a provider measured last, beside what is estimated for the very same call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.context.ledger import Point

WITHOUT_FIXED = " It leaves out system prompt, files and tools, which are unknown."

SAME = 0.005
"""A smaller difference is none."""


@dataclass(frozen=True, slots=True)
class LastCall:
    """A call that was measured: where, in which turn, and its window in tokens by either count."""

    index: int
    turn: int
    measured: int
    estimated: int


def last_call(points: Sequence[Point], at: int) -> LastCall | None:
    """The last measured call up to `at`; None when there is none since the window was emptied last."""
    for point in reversed(points[: at + 1]):
        if point.measured is not None:
            return LastCall(point.index, point.turn, point.measured, point.estimated - point.tokens)
        if point.entry.is_boundary:
            return None
    return None


def compared(call: LastCall | None, at: int, *, fixed: bool) -> str:
    """Whether the estimate runs above or below what was measured, and by how much, as a sentence.

    `at` is where one looks; `fixed`: the fixed parts of the window are known.
    """
    if call is None:
        return "Nothing is measured here yet: every figure is an estimate."
    where = "at this call" if call.index == at else "at the last call"
    more = call.estimated - call.measured
    rest = f": {call.estimated:,} against {call.measured:,}." + ("" if fixed else WITHOUT_FIXED)
    if abs(more) < SAME * call.measured:
        return f"The estimate agrees with what was measured {where}{rest}"
    share = f"{abs(more) / call.measured:.0%}".replace("%", " %")
    way = "above" if more > 0 else "below"
    return f"The estimate runs {abs(more):,} tokens ({share}) {way} what was measured {where}{rest}"
