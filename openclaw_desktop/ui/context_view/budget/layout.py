"""Pure: where the parts of a window lie on its bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.context.outlook import Outlook, Slice

LEAST_SHOWN = 1.0
"""Pixels of the smallest part that is there at all."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part between two places of the axis, in tokens. No part: what is left of the window."""

    start: float
    end: float
    part: Slice | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The bar of the window on an axis of `axis` tokens, and the same files over the whole width.

    `limit` is where the window ends when the known parts need more. No spans where the window is not known.
    """

    axis: float
    spans: tuple[Span, ...]
    files: tuple[Span, ...]
    limit: float | None = None

    @property
    def files_span(self) -> tuple[float, float]:
        """Where the files begin and end on the bar of the window."""
        own = [span for span in self.spans if span.part and span.part.kind == "bootstrap"]
        return (own[0].start, own[-1].end) if own else (0.0, 0.0)


def layout(outlook: Outlook) -> Layout:
    """Known parts from the left, the reserve at the right end, and between them what is left."""
    files = [part for part in outlook.slices if part.kind == "bootstrap" and part.tokens]
    window, rest = outlook.terms.window, outlook.rest
    if window is None or rest is None:
        return Layout(1.0, (), side_by_side(files))
    known = [part for part in outlook.slices if part.tokens and part.kind != "reserve"]
    reserve = [part for part in outlook.slices if part.tokens and part.kind == "reserve"]
    spans = [*side_by_side(known)]
    end = spans[-1].end if spans else 0.0
    if rest > 0:
        spans.append(Span(end, end + rest, None))
        end += rest
    spans += side_by_side(reserve, start=end)
    limit = float(window) if rest < 0 else None
    return Layout(float(max(window, outlook.known)), tuple(spans), side_by_side(files), limit)


def side_by_side(parts: Sequence[Slice], *, start: float = 0.0) -> tuple[Span, ...]:
    """The parts one after the other."""
    spans: list[Span] = []
    for part in parts:
        spans.append(Span(start, start + (part.tokens or 0), part))
        start = spans[-1].end
    return tuple(spans)
