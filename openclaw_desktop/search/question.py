"""What is asked, and by which ranking."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from openclaw_desktop.index.where import Where

MOST_CANDIDATES = 200
"""OpenClaw never ranks more."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """A ranking with its numbers; `presets.parameters` makes them."""

    preset: str
    limit: int
    candidate_multiplier: int
    min_score: float
    vector_weight: float  # the rest, up to 1, is the words'
    half_life_days: float  # 0: age does not count
    mmr_lambda: float  # 1: likeness to earlier hits does not count
    active_projects: frozenset[str] = frozenset()

    @property
    def text_weight(self) -> float:
        """The share of words."""
        return round(1 - self.vector_weight, 12)

    @property
    def wanted(self) -> int:
        """How many candidates each leg is asked for. OpenClaw: candidates."""
        return min(MOST_CANDIDATES, max(1, self.limit * self.candidate_multiplier))


ANYWHERE = Where()


@dataclass(frozen=True, slots=True)
class Question:
    """One search. `now` (aware) is when it is asked: notes age by it."""

    text: str
    parameters: Parameters
    now: datetime
    where: Where = ANYWHERE
