"""How a score came about: the record that every ranking step adds to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from openclaw_desktop.search.candidates import Candidate


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """One thing that made a score what it is; `reason` says so in words."""

    name: str
    before: float
    after: float
    reason: str


@dataclass(slots=True)
class Draft:
    """A candidate on its way to a hit: ranking steps add to it, in order."""

    candidate: Candidate
    index: int  # among the candidates
    score: float = 0.0
    steps: list[ScoreStep] = field(default_factory=list[ScoreStep])
    rank_score: float = 0.0  # what diversity weighs; the score, but for files the question names
    date: date | None = None

    def step(self, name: str, after: float, reason: str) -> None:
        """Goes from the score so far to `after`."""
        self.steps.append(ScoreStep(name, self.score, after, reason))
        self.score = after
