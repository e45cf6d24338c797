"""What a row of the results shows, as values."""

from __future__ import annotations

from dataclasses import dataclass

from openclaw_desktop.search.candidates import Candidate
from openclaw_desktop.search.explain import BarPart
from openclaw_desktop.search.ranking import Below, Hit
from openclaw_desktop.ui.search_view.moves import Move


@dataclass(frozen=True, slots=True)
class Row:
    """One hit, or one candidate below the line when `below` is given; `parts` are of a hit only."""

    number: int
    hit: Hit
    parts: tuple[BarPart, ...]
    move: Move | None
    below: Below | None

    @property
    def words(self) -> str:
        """The row as a screen reader says it."""
        found = self.hit.candidate
        words = f"{self.number}. {found.path}, {lines_in_words(found)}, score {self.hit.score:.2f}"
        return f"{words}, {self.below.reason}" if self.below else words

    @property
    def tooltip(self) -> str:
        """The whole path and the date that decay counted from."""
        dated = f"\nDecay counts from {self.hit.date:%d %B %Y}." if self.hit.date else ""
        reason = f"\n{self.below.reason}" if self.below else ""
        return f"{place(self.hit.candidate)}{reason}{dated}"


@dataclass(frozen=True, slots=True)
class Divider:
    """The line between what is shown and what is not."""

    shown: int
    below: int

    @property
    def words(self) -> str:
        """Both counts: "6 shown · 9 below the line"."""
        below = f"{self.below:,} below the line" if self.below else "nothing below the line"
        return f"{self.shown:,} shown · {below}"


def lines(candidate: Candidate) -> str:
    """The lines of a chunk: "12-18", or "41" when it is one."""
    if candidate.start_line == candidate.end_line:
        return f"{candidate.start_line}"
    return f"{candidate.start_line}–{candidate.end_line}"


def lines_in_words(candidate: Candidate) -> str:
    """The lines of a chunk, said."""
    if candidate.start_line == candidate.end_line:
        return f"line {candidate.start_line}"
    return f"lines {candidate.start_line} to {candidate.end_line}"


def place(candidate: Candidate) -> str:
    """Path and lines: "MEMORY.md · 12–18"."""
    return f"{candidate.path} · {lines(candidate)}"
