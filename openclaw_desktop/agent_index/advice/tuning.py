"""Pure: which settings of openclaw.json might bring a line forward; only those its version reads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from openclaw_desktop.agent_index.advice.measuring import TOP, Standing
from openclaw_desktop.agent_index.advice.situation import Change, Situation
from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.declared import MOST_MULTIPLIED

MOST_RESULTS = 20
WEIGHTS = (0.9, 0.5, 0.3)
HALF_LIVES = (90, 365)
STEP = 0.05


def settings(search: AgentSearch, standing: Standing) -> Iterator[Change]:
    """Each with the value to try; `standing` says where the line is without it."""
    for values, sentence in _values(search, standing):
        names = [name for name in values if not search.settings[name].is_fixed]
        if len(names) == len(values) and any(search[name] != values[name] for name in names):
            yield Change("setting", sentence, lambda situation, v=values: _configured(situation, v))


def _configured(situation: Situation, values: dict[str, Any]) -> Situation:
    return situation.configured(**values)


def _values(search: AgentSearch, standing: Standing) -> Iterator[tuple[dict[str, Any], str]]:
    if standing.lost_at == "minimum" and standing.score is not None:
        least = max(0.0, round(math.floor(standing.score / STEP) * STEP, 2))
        yield {"min_score": least}, f"Lower the minimum score to {least:g} (query.minScore)."
    if standing.rank is not None and search["limit"] < standing.rank <= MOST_RESULTS:
        yield {"limit": standing.rank}, f"Show {standing.rank} results (query.maxResults)."
    if standing.lost_at == "candidates" and search["limit"] <= TOP * 2:
        name = "query.hybrid.candidateMultiplier"
        yield (
            {"candidate_multiplier": MOST_MULTIPLIED},
            f"Look at more candidates, {MOST_MULTIPLIED} a result ({name}).",
        )
    if search.is_hybrid:
        for weight in WEIGHTS:
            values = {"vector_weight": weight, "text_weight": round(1 - weight, 2)}
            yield values, f"Weigh meaning {weight:g} and words {1 - weight:.1f} (query.hybrid)."
        yield {"hybrid": False}, "Let meaning alone count (query.hybrid.enabled)."
    else:
        yield {"hybrid": True}, "Let words count, too (query.hybrid.enabled)."
    turn = "Put likeness to earlier hits out of the ranking" if search["mmr"] else "Put what is alike apart"
    yield {"mmr": not search["mmr"]}, f"{turn} (query.hybrid.mmr.enabled)."
    yield from _ageing(search)


def _ageing(search: AgentSearch) -> Iterator[tuple[dict[str, Any], str]]:
    name = "query.hybrid.temporalDecay"
    if not search["decay"]:
        yield {"decay": True}, f"Let dated notes grow old ({name}.enabled)."
        return
    yield {"decay": False}, f"Let no note grow old ({name}.enabled)."
    for days in HALF_LIVES:
        if days > search["half_life_days"]:
            yield (
                {"half_life_days": days},
                f"Let notes grow old more slowly: half in {days} days ({name}.halfLifeDays).",
            )
