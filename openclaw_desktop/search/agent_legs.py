"""Pure: what an OpenClaw agent's own two legs find in an index.

Its keyword leg knows the text as it is: of a run of Chinese it finds no part.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from openclaw_desktop.index.terms import openclaw_keywords, openclaw_match
from openclaw_desktop.search import openclaw_2026_2, openclaw_2026_9
from openclaw_desktop.search.candidates import Candidate, Candidates
from openclaw_desktop.search.legs import Legs, holds
from openclaw_desktop.search.openclaw_2026_9 import path_matcher
from openclaw_desktop.search.question import MOST_CANDIDATES, Parameters, Question

OLD, NEW = "OpenClaw 2026.2", "OpenClaw 2026.9"
PRESETS = (OLD, NEW)

MOST_FALLBACK_TERMS = 6

_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Found:
    """What the keyword leg says of one chunk, over all its queries: the best."""

    bm25: float | None = None
    text_score: float = 0.0
    boosted: float = 0.0
    path_score: float = 0.0


def wanted(parameters: Parameters) -> int:
    """How many candidates a leg yields; 2026.9 always looks at as many as it may."""
    return MOST_CANDIDATES if parameters.preset == NEW else parameters.wanted


def gather(legs: Legs, question: Question, cosines: Mapping[int, float]) -> Candidates:
    """Both legs' chunks; `cosines` is what the vector leg found, nearest first."""
    is_new = question.parameters.preset == NEW
    found = _found_2026_9(legs, question) if is_new else _found_2026_2(legs, question, bool(cosines))
    tier = path_matcher(question.text)
    rows = legs.chunks([*cosines, *found])
    items = [
        replace(
            Candidate.of(row),
            cosine=cosines.get(row.id),
            bm25=leg.bm25,
            text_score=leg.text_score,
            boosted=leg.boosted,
            path_score=leg.path_score,
            path_tier=tier(row.path) if is_new else 0,
            in_keywords=row.id in found,
        )
        for row in (rows[i] for i in dict.fromkeys([*cosines, *found]) if i in rows)
        for leg in (found.get(row.id, Found()),)
    ]
    return Candidates(question, tuple(items), terms=tuple(dict.fromkeys(_WORD.findall(question.text))))


def _found_2026_2(legs: Legs, question: Question, has_vectors: bool) -> dict[int, Found]:
    """All words at once; without vectors one keyword after another, the best score of each chunk."""
    words = [] if has_vectors else openclaw_keywords(question.text, version="2026.2")
    found: dict[int, Found] = {}
    for query in words or [question.text]:
        for chunk_id, bm25 in legs.text_hits(query, wanted(question.parameters)):
            leg = found.setdefault(chunk_id, Found(bm25))
            leg.text_score = max(leg.text_score, openclaw_2026_2.bm25_to_score(bm25))
    return found


def _found_2026_9(legs: Legs, question: Question) -> dict[int, Found]:
    """All words at once, in texts and in paths; when that is thin, single keywords besides.

    OpenClaw 2026.9: searchKeywordWithFallback.
    """
    found: dict[int, Found] = {}
    _search(legs, question.text, question, found)
    for chunk_id in legs.named():
        found.setdefault(chunk_id, Found())
    keywords = openclaw_keywords(question.text, trigram=legs.is_trigram)
    terms = [t for t in keywords if t != question.text.strip().lower()][:MOST_FALLBACK_TERMS]
    strict, single = openclaw_match(question.text), openclaw_match(" ".join(terms))
    repeats = bool(found) and (strict or "").lower() == (single or "").lower()
    if len(found) < MOST_CANDIDATES and not repeats:
        for term in terms:
            _search(legs, term, question, found)
    best = sorted(found.items(), key=lambda item: -(item[1].boosted or item[1].path_score))
    return dict(best[:MOST_CANDIDATES])


def _search(legs: Legs, query: str, question: Question, found: dict[int, Found]) -> None:
    """Adds what one query finds."""
    hits = legs.text_hits(query, wanted(question.parameters))
    rows = legs.chunks(chunk_id for chunk_id, _ in hits)
    for chunk_id, bm25 in hits:
        score = openclaw_2026_9.bm25_to_score(bm25)
        leg, row = found.setdefault(chunk_id, Found()), rows[chunk_id]
        leg.bm25 = min(bm25, leg.bm25 or 0.0)
        leg.text_score = max(leg.text_score, score)
        raised = openclaw_2026_9.boosted(question.text, row.path, row.text, score)
        leg.boosted = max(leg.boosted, raised)
    for path, score in _in_paths(legs, query):
        leg = found.setdefault(legs.first_chunk(path), Found())
        leg.path_score = max(leg.path_score, score)


def _in_paths(legs: Legs, query: str) -> Iterator[tuple[str, float]]:
    """Paths that hold every word of a query, with their score; words that are not ASCII as parts, too."""
    for path, bm25 in legs.path_hits(query).items():
        yield path, openclaw_2026_9.bm25_to_score(bm25)
    words = [word.lower() for word in _WORD.findall(unicodedata.normalize("NFC", query))]
    if not all(map(str.isascii, words)):
        # A path of ASCII alone, which most are, cannot hold a word that is not.
        yield from ((path, 1.0) for path in legs.paths() if not path.isascii() and holds(path, words))
