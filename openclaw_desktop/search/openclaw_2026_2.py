"""Pure: how an OpenClaw agent of 2026.2 ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from openclaw_desktop.search import decay
from openclaw_desktop.search.candidates import Candidates
from openclaw_desktop.search.question import Parameters
from openclaw_desktop.search.steps import Draft

VERSION = "2026.2"

NOT_ASKED = "not asked: the question has no vector"


def bm25_to_score(rank: float) -> float:
    """The keyword leg's score. FTS5's ranks are negative, so every hit counts in full.

    OpenClaw 2026.2: bm25RankToScore.
    """
    return 1 / (1 + max(0.0, rank)) if math.isfinite(rank) else 0.001


def merge(candidates: Candidates, parameters: Parameters) -> list[list[Draft]]:
    """Both legs' weighted sum, aged, best first; one group for diversity.

    OpenClaw 2026.2: mergeHybridResults.
    """
    drafts: list[Draft] = []
    for index, candidate in enumerate(candidates.items):
        draft = Draft(candidate, index)
        add_legs(draft, candidate.text_score, candidates, parameters)
        add_decay(draft, candidates, parameters, VERSION)
        draft.rank_score = draft.score
        drafts.append(draft)
    drafts.sort(key=lambda draft: -draft.score)
    return [drafts]


def add_legs(draft: Draft, text_score: float, candidates: Candidates, parameters: Parameters) -> None:
    """The weighted sum of both legs; a leg that did not find the chunk, or was not asked, gives nothing."""
    cosine, weight = draft.candidate.cosine, parameters.vector_weight
    absent = NOT_ASKED if candidates.keywords_only else "not among the nearest texts"
    found = f"cosine {cosine:.2f} × {weight:.2f}" if cosine is not None else absent
    draft.step("vector", weight * (cosine or 0.0), found)
    share = parameters.text_weight
    found = f"keyword score {text_score:.2f} × {share:.2f}" if text_score else "not found by keyword"
    draft.step("keyword", draft.score + share * text_score, found)


def add_decay(draft: Draft, candidates: Candidates, parameters: Parameters, version: str) -> None:
    """Age by the agent's rule; `draft.date` is what it counts from."""
    if parameters.half_life_days <= 0:
        return
    moment = decay.moment_of(draft.candidate, version)
    if moment is None:
        return
    draft.date = moment.date()
    age = decay.age_in_days(moment, candidates.question.now)
    factor = decay.multiplier(age, parameters.half_life_days)
    draft.step("decay", draft.score * factor, decay.sentence(age, parameters.half_life_days, factor))


def select(ranked: Sequence[Draft], parameters: Parameters) -> list[Draft]:
    """The first ones that reach the minimum. OpenClaw 2026.2: search."""
    return [draft for draft in ranked if draft.score >= parameters.min_score][: parameters.limit]
