"""From a question to candidates: what both legs of the index find, by the rules of the chosen ranking."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import median_low

from openclaw_desktop.index.embed import Vector
from openclaw_desktop.index.store import Store
from openclaw_desktop.index.terms import MatchQuery, match_expression
from openclaw_desktop.search import agent_legs
from openclaw_desktop.search.candidates import Candidate, Candidates
from openclaw_desktop.search.legs import StoreLegs
from openclaw_desktop.search.naming import named
from openclaw_desktop.search.openclaw_2026_9 import path_matcher
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.rarity import Rarity, rarity_of

SURROUNDINGS = 64
"""So many of the nearest chunks are looked at to see what is merely around a question."""


def gather(
    store: Store, question: Question, vector: Vector | None, *, keywords_only: str | None = None
) -> Candidates:
    """What the index holds for a question, ready to be ranked and ranked again.

    `keywords_only` says why there is no `vector`. IndexDamagedError when the index cannot be read.
    """
    if not question.text.strip():
        return Candidates(question, ())
    of_agent = question.parameters.preset in agent_legs.PRESETS
    wanted = agent_legs.wanted(question.parameters) if of_agent else question.parameters.wanted
    near = _near(store, question, vector, max(wanted, SURROUNDINGS))
    if vector is not None and not near:
        keywords_only = keywords_only or "the index has no vectors yet"
    cosines = dict(near[:wanted])
    if of_agent:
        found = agent_legs.gather(StoreLegs(store, question), question, cosines)
    else:
        found = _both(store, question, vector, cosines)
    gathered = replace(
        found,
        floor=store.floor(),
        background=median_low([cosine for _, cosine in near]) if near else None,
        keywords_only=keywords_only,
    )
    _ = gathered.similarity  # now, so that the first slider does not wait for it
    return gathered


def _near(store: Store, question: Question, vector: Vector | None, limit: int) -> list[tuple[int, float]]:
    """The nearest chunks with their cosines."""
    if vector is None:
        return []
    hits = store.vector_hits(vector, limit, question.where)
    return [(hit.chunk_id, hit.cosine) for hit in hits if math.isfinite(hit.cosine)]


def _both(store: Store, question: Question, vector: Vector | None, nearest: Iterable[int]) -> Candidates:
    """Both legs of the Desktop ranking, and the files the question names."""
    match = match_expression(question.text)
    hits = store.keyword_hits(match.expression, question.parameters.wanted, question.where) if match else []
    ids = dict.fromkeys([*nearest, *(hit.chunk_id for hit in hits), *named(store, question)])
    rarity = rarity_of(store, match) if match else Rarity()
    return Candidates(
        question,
        scored(store, list(ids), question, vector=vector, match=match, rarity=rarity),
        terms=match.terms if match else (),
    )


def scored(
    store: Store,
    ids: Sequence[int],
    question: Question,
    *,
    vector: Vector | None,
    match: MatchQuery | None,
    rarity: Rarity,
) -> tuple[Candidate, ...]:
    """These chunks, each scored by both legs, whichever found it."""
    cosines = store.cosines(vector, ids) if vector is not None else {}
    bm25s = store.keyword_scores(match.expression, ids) if match else {}
    tier = path_matcher(question.text)
    rows = store.chunks(ids)
    return tuple(
        replace(
            Candidate.of(row),
            cosine=_finite(cosines.get(row.id)),
            bm25=_finite(bm25s.get(row.id)),
            together=rarity.together(row.text) if row.id in bm25s else 0.0,
            path_tier=tier(row.path),
        )
        for row in (rows[i] for i in ids if i in rows)
    )


def _finite(value: float | None) -> float | None:
    """None for what comes of comparing with a vector of zeros."""
    return value if value is not None and math.isfinite(value) else None
