"""Pure: candidates to a ranked answer in which every score says how it came about.

A preset scores and sorts (`merge`), likeness to earlier hits reorders, a preset selects. Sliders call
`rank` again on the same candidates: at most 16 ms for 200 of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

import numpy as np

from openclaw_desktop.errors import UsageError
from openclaw_desktop.search import desktop, mmr, openclaw_2026_2, openclaw_2026_9
from openclaw_desktop.search.candidates import Candidate, Candidates
from openclaw_desktop.search.question import Parameters, Question
from openclaw_desktop.search.steps import Draft, ScoreStep

__all__ = [
    "Answer",
    "Below",
    "Candidate",
    "Candidates",
    "Hit",
    "Parameters",
    "Question",
    "ScoreStep",
    "rank",
]


@dataclass(frozen=True, slots=True)
class Hit:
    """A candidate with its score, from 0 up, and the steps to it.

    `rank_before_diversity` counts from 1; `alike` is the earlier hit most like this one, and how much.
    """

    candidate: Candidate
    score: float
    steps: tuple[ScoreStep, ...]
    rank_before_diversity: int
    alike: tuple[int, float] | None
    date: date | None


@dataclass(frozen=True, slots=True)
class Below:
    """A candidate that is not shown, and why."""

    hit: Hit
    kind: Literal["minimum", "diversity", "limit"]
    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question found.

    `nothing_relevant` says why there is no hit; `keywords_only` why meaning did not count; `floor` is the
    score that unrelated text reaches by its cosine alone.
    """

    question: Question
    hits: tuple[Hit, ...]
    below: tuple[Below, ...]
    nothing_relevant: str | None
    keywords_only: str | None
    terms: tuple[str, ...]
    floor: float | None


@dataclass(frozen=True, slots=True)
class Rules:
    """What makes a preset's ranking."""

    merge: Callable[[Candidates, Parameters], list[list[Draft]]]
    select: Callable[[Sequence[Draft], Parameters], list[Draft]]


RULES = {
    desktop.NAME: Rules(desktop.merge, desktop.select),
    "OpenClaw 2026.9": Rules(openclaw_2026_9.merge, openclaw_2026_9.select),
    "OpenClaw 2026.2": Rules(openclaw_2026_2.merge, openclaw_2026_2.select),
}


def rank(candidates: Candidates, parameters: Parameters) -> Answer:
    """Ranks candidates by `parameters`, which may differ from those they were gathered with.

    But not in the preset, since each asks the keyword index in its own way: that raises UsageError.
    """
    own = candidates.question.parameters.preset
    if parameters.preset != own:
        raise UsageError(f"These candidates were found for {own}; ask again for {parameters.preset}.")
    rules = RULES[parameters.preset]
    # An agent without a model ranks by its keywords alone; so does this program.
    weighed = replace(parameters, vector_weight=0.0) if candidates.keywords_only else parameters
    groups = rules.merge(candidates, weighed)
    sorted_by_score = [draft for group in groups for draft in group]
    ranked = [draft for group in groups for draft in _diversified(group, candidates, parameters)]
    hits = _hits(sorted_by_score, ranked, candidates, parameters)
    shown = [draft.index for draft in rules.select(ranked, parameters)]
    rest = [(place, draft.index) for place, draft in enumerate(ranked, 1) if draft.index not in shown]
    return Answer(
        question=replace(candidates.question, parameters=parameters),
        hits=tuple(hits[index] for index in shown),
        below=tuple(_below(hits[index], place, parameters) for place, index in rest),
        nothing_relevant=None if shown else _nothing_relevant(ranked, candidates, parameters),
        keywords_only=candidates.keywords_only,
        terms=candidates.terms,
        floor=_score_at_noise(candidates, weighed),
    )


def _diversified(group: list[Draft], candidates: Candidates, parameters: Parameters) -> list[Draft]:
    if parameters.mmr_lambda >= 1 or len(group) < 2:
        return group
    chosen = [draft.index for draft in group]
    alike = candidates.similarity[np.ix_(chosen, chosen)]
    order = mmr.order([draft.rank_score for draft in group], alike, parameters.mmr_lambda)
    return [group[i] for i in order]


def _hits(
    sorted_by_score: list[Draft], ranked: list[Draft], candidates: Candidates, parameters: Parameters
) -> dict[int, Hit]:
    """Every candidate's hit by its index, with what diversity did to it as its last step."""
    before = {draft.index: place for place, draft in enumerate(sorted_by_score, 1)}
    nearest = _nearest_before(ranked, candidates) if parameters.mmr_lambda < 1 else []
    hits: dict[int, Hit] = {}
    for place, draft in enumerate(ranked, 1):
        other, likeness = nearest[place - 1] if nearest else (0, 0.0)
        if nearest and place != before[draft.index]:
            draft.step("diversity", draft.score, _moved(before[draft.index], place, other, likeness))
        alike = (ranked[other - 1].candidate.chunk_id, likeness) if likeness > 0 else None
        hits[draft.index] = Hit(
            draft.candidate, draft.score, tuple(draft.steps), before[draft.index], alike, draft.date
        )
    return hits


def _nearest_before(ranked: list[Draft], candidates: Candidates) -> list[tuple[int, float]]:
    """For each hit the place, from 1, of the earlier hit most like it, and how much; 0.0 for the first."""
    if not ranked:
        return []
    order = [draft.index for draft in ranked]
    earlier = np.tril(candidates.similarity[np.ix_(order, order)], -1)
    places = earlier.argmax(axis=1)
    likeness = earlier[np.arange(len(order)), places]
    return list(zip((places + 1).tolist(), likeness.tolist(), strict=True))


def _moved(before: int, after: int, other: int, likeness: float) -> str:
    if after > before and likeness > 0:
        return f"moved from {before} to {after}, because {likeness:.2f} alike with hit {other}"
    return f"moved from {before} to {after}, because others are more alike to what stands before them"


def _below(hit: Hit, place: int, parameters: Parameters) -> Below:
    if hit.score < parameters.min_score:
        reason = f"{hit.score:.3f} is under the minimum of {parameters.min_score:g}"
        return Below(hit, "minimum", reason)
    if hit.rank_before_diversity <= parameters.limit and hit.steps[-1].name == "diversity":
        return Below(hit, "diversity", hit.steps[-1].reason)
    return Below(hit, "limit", f"at place {place}, and {parameters.limit} are shown")


def _nothing_relevant(ranked: list[Draft], candidates: Candidates, parameters: Parameters) -> str:
    """Why there is no hit."""
    if not candidates.question.text.strip():
        return "Nothing was asked."
    if not ranked:
        if candidates.keywords_only:
            return "None of these words is in the index, and meaning could not be asked."
        return "Nothing in the index comes near this."
    best = max(draft.score for draft in ranked)
    found = (
        f"the best of {len(ranked)} candidates scores {best:.2f}, the minimum is {parameters.min_score:.2f}"
    )
    if parameters.preset == desktop.NAME and best < desktop.NOISE:
        return f"Nothing relevant was found: what is nearest is no nearer than unrelated text ({found})."
    return f"Nothing relevant enough was found: {found}."


def _score_at_noise(candidates: Candidates, parameters: Parameters) -> float | None:
    if parameters.preset == desktop.NAME:
        return desktop.score_at_noise(candidates, parameters)
    return parameters.vector_weight * candidates.floor.vector_p95 if candidates.floor else None
