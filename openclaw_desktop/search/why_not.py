"""Why a file or a line is not among the hits."""

from __future__ import annotations

from dataclasses import dataclass, replace

from openclaw_desktop.index.embed import Vector
from openclaw_desktop.index.store import ChunkRow, Store
from openclaw_desktop.index.terms import match_expression, openclaw_match
from openclaw_desktop.search import agent_legs
from openclaw_desktop.search.candidates import Candidates
from openclaw_desktop.search.filters import excluded_by
from openclaw_desktop.search.gathering import gather, scored
from openclaw_desktop.search.legs import ONLY_TEXT
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.ranking import Answer, Hit, rank
from openclaw_desktop.search.rarity import Rarity, rarity_of

MOST_CHUNKS = 200
"""Of a longer file the first ones are looked at."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where one file or line stands in a search.

    `lost_at` is "index", "filter", "candidates", "minimum", "diversity" or "limit"; "" when it is shown.
    `sentence` says the same to a person, `sentences` gives the figures; ranks count from 1, in each leg's
    own order; `keyword_score` is BM25, negative as FTS5 says it.
    """

    indexed: bool
    sentence: str
    keyword_rank: int | None = None
    vector_rank: int | None = None
    keyword_score: float | None = None
    cosine: float | None = None
    lost_at: str = "index"
    hit: Hit | None = None
    sentences: tuple[str, ...] = ()


def why_not(
    store: Store, question: Question, vector: Vector | None, path: str, line: int | None = None
) -> WhyNot:
    """Follows the best chunk of a file, or of one of its lines, through the search."""
    ids = store.chunk_ids(path, line)[:MOST_CHUNKS]
    if not ids:
        return WhyNot(indexed=False, sentence=_not_indexed(store, path, line))
    row = store.chunks(ids[:1])[ids[0]]
    excluded = excluded_by(question.where, row.path, row.source)
    if excluded:
        return WhyNot(indexed=True, sentence=f"It was not asked: {excluded}.", lost_at="filter")
    candidates = gather(store, question, vector)
    answer = rank(candidates, question.parameters)
    lost_at, hit = _place_of(answer, ids)
    if hit is None:
        lost_at, hit = "candidates", _if_it_were_one(store, candidates, vector, ids)
    chunk = store.chunks([hit.candidate.chunk_id if hit else _nearest(store, vector, ids)])
    figures = _figures(store, question, vector, next(iter(chunk.values())))
    sentence, *more = _sentences(answer, figures, lost_at, hit)
    return replace(figures, sentence=sentence, lost_at=lost_at, hit=hit, sentences=tuple(more))


def _not_indexed(store: Store, path: str, line: int | None) -> str:
    skipped = store.skipped().get(path)
    if skipped:
        return f"It is not in the index: {skipped}"
    document = store.document(path)
    if document and not document.chunks:
        return "It is in the index, but there is no text in it to be found."
    if document:
        return f"No indexed text of this file holds line {line}: the line is empty or beyond its end."
    return "It is not in the index: it is no indexed kind of file, or has not been read yet."


def _place_of(answer: Answer, ids: list[int]) -> tuple[str, Hit | None]:
    """The best chunk's hit, and what it was lost to."""
    wanted = set(ids)
    for hit in answer.hits:
        if hit.candidate.chunk_id in wanted:
            return "", hit
    for below in answer.below:
        if below.hit.candidate.chunk_id in wanted:
            return below.kind, below.hit
    return "candidates", None


def _if_it_were_one(
    store: Store, candidates: Candidates, vector: Vector | None, ids: list[int]
) -> Hit | None:
    """What the best of these chunks would score, had a leg found it; None where only a leg's find counts."""
    question = candidates.question
    if question.parameters.preset in agent_legs.PRESETS:
        return None
    match = match_expression(question.text)
    rarity = rarity_of(store, match) if match else Rarity()
    others = scored(store, ids, question, vector=vector, match=match, rarity=rarity)
    wider = replace(candidates, items=(*candidates.items, *others))
    return _place_of(rank(wider, question.parameters), ids)[1]


def _nearest(store: Store, vector: Vector | None, ids: list[int]) -> int:
    cosines = store.cosines(vector, ids) if vector is not None else {}
    return max(ids, key=lambda i: cosines.get(i, -1.0))


def _figures(store: Store, question: Question, vector: Vector | None, chunk: ChunkRow) -> WhyNot:
    """Rank and score in each leg."""
    if question.parameters.preset in agent_legs.PRESETS:
        match = openclaw_match(question.text)
        expression, weights = match and f"{{text}} : ({match})", ONLY_TEXT
    else:
        asked = match_expression(question.text)
        expression, weights = asked and asked.expression, (1.0, 1.0, 1.0)
    keyword_rank = bm25 = None
    if expression:
        keyword_rank = store.keyword_rank(expression, chunk.id, question.where, weights=weights)
        bm25 = store.keyword_scores(expression, [chunk.id], weights=weights).get(chunk.id)
    vector_rank = cosine = None
    if vector is not None:
        vector_rank = store.vector_rank(vector, chunk.id, question.where)
        cosine = store.cosines(vector, [chunk.id]).get(chunk.id)
    return WhyNot(True, "", keyword_rank, vector_rank, bm25, cosine)


def _sentences(answer: Answer, figures: WhyNot, lost_at: str, hit: Hit | None) -> list[str]:
    """What became of it, then its figures, then the steps of its score."""
    return [_what_became_of_it(answer, lost_at, hit), *_in_each_leg(figures), *_steps(hit)]


def _what_became_of_it(answer: Answer, lost_at: str, hit: Hit | None) -> str:
    if lost_at == "candidates":
        wanted = agent_legs.wanted(answer.question.parameters)
        would = f" As one it would score {hit.score:.2f}." if hit else ""
        return f"It is no candidate: words and meaning were each asked for their first {wanted}.{would}"
    assert hit is not None
    if not lost_at:
        place = answer.hits.index(hit) + 1
        return f"It is shown, as hit {place} with score {hit.score:.2f}."
    reason = next(below.reason for below in answer.below if below.hit is hit)
    return f"It is a candidate but not shown: {reason}."


def _in_each_leg(figures: WhyNot) -> list[str]:
    if figures.keyword_rank is None or figures.keyword_score is None:
        words = "By words it is not found."
    else:
        words = f"By words it is number {figures.keyword_rank:,}, with BM25 {-figures.keyword_score:.2f}."
    if figures.cosine is None:
        return [words, "By meaning it is not found: it has no vector, or the model was not asked."]
    place = f"number {figures.vector_rank:,}" if figures.vector_rank else "far behind"
    return [words, f"By meaning it is {place}, with cosine {figures.cosine:.2f}."]


def _steps(hit: Hit | None) -> list[str]:
    return [f"{s.name}: {s.reason} ({s.before:.2f} → {s.after:.2f})" for s in hit.steps] if hit else []
