"""The lines of a timeline: limits of the window across it, and marks that reach down through the areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.policy import Rules

UPRIGHT = {MarkKind.COMPACTION: "summary", MarkKind.RESET: "system", MarkKind.FLUSH: "importance"}
"""What has a line down through the areas, in which colour."""

Line = Qt.PenStyle


@dataclass(frozen=True, slots=True)
class Limit:
    """A horizontal line: where in tokens, what it is called in a word and in full, how it is drawn."""

    tokens: int
    name: str
    text: str
    style: Qt.PenStyle
    ink: str  # a field of Colours


@dataclass(frozen=True, slots=True)
class Upright:
    """A vertical line at a place of the axis, such as a compaction."""

    x: float
    ink: str
    style: Qt.PenStyle


def limits_of(rules: Rules | None) -> list[Limit]:
    """The window, and from where on the rules act; nothing where the window is unknown."""
    if rules is None:
        return []
    found = [Limit(rules.window, "window", f"window {rules.window:,}", Line.SolidLine, "text")]
    if (full := rules.compaction_threshold) is not None:
        found.append(
            Limit(full, "compaction", f"compaction by rule above {full:,}", Line.DashLine, "summary")
        )
    if (due := rules.flush_threshold) is not None:
        found.append(Limit(due, "flush", f"flush by rule from {due:,}", Line.DotLine, "importance"))
    return found


def uprights_of(marks: Sequence[Mark], xs: Sequence[float]) -> list[Upright]:
    """Lines at the places of marks: dashed for what happened, dotted for what did not."""
    return [
        Upright(x, UPRIGHT[mark.kind], Line.DashLine if mark.recorded else Line.DotLine)
        for x, mark in zip(xs, marks, strict=True)
        if mark.kind in UPRIGHT
    ]
