"""Pure: maximal marginal relevance, which keeps hits from saying the same thing twice."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile("[a-z0-9_]+")
_CJK_RUN = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")


def words(text: str) -> frozenset[str]:
    """The words two texts are compared by. OpenClaw 2026.2: tokenize, which knows Latin letters only."""
    return frozenset(_WORD.findall(text.lower()))


def tokens(text: str) -> frozenset[str]:
    """Words, East Asian characters and pairs of neighbours. OpenClaw 2026.9: tokenize."""
    lower = text.strip().lower()
    found = set(_WORD.findall(lower))
    if not lower.isascii():
        for run in _CJK_RUN.findall(lower):
            found.update(run)
            found.update(map(str.__add__, run, run[1:]))
    return frozenset(found)


def text_similarity(a: str, b: str) -> float:
    """How alike two texts are; texts without a token only when they are the same.

    OpenClaw 2026.9: textSimilarity.
    """
    return float(similarities([tokens(a), tokens(b)], [a, b])[0, 1])


def similarities(sets: Sequence[frozenset[str]], texts: Sequence[str] | None = None) -> NDArray[np.float64]:
    """The Jaccard similarity of each two sets, as a square array.

    Two empty sets are alike when their `texts` are, or, without texts, always.
    """
    sizes = np.array([len(found) for found in sets], dtype=np.float64)
    shared = _shared(sets)
    union = sizes[:, None] + sizes[None, :] - shared
    alike = np.divide(shared, union, out=np.ones_like(shared), where=union > 0)
    empty = [i for i, found in enumerate(sets) if not found]
    if texts is not None and len(empty) > 1:
        plain = [texts[i].strip().lower() for i in empty]
        alike[np.ix_(empty, empty)] = [[float(a == b) for b in plain] for a in plain]
    return alike


def _shared(sets: Sequence[frozenset[str]]) -> NDArray[np.float64]:
    """How many tokens each two sets share.

    Each set is a row with a bit for each token that other sets have, too: 200 texts take some milliseconds,
    and no threads, which a matrix product would start.
    """
    numbers: dict[str, int] = {}
    places = [numbers.setdefault(token, len(numbers)) for found in sets for token in found]
    columns = np.array(places, dtype=np.intp)
    owners = np.repeat(np.arange(len(sets)), [len(found) for found in sets])
    is_shared = np.bincount(columns, minlength=len(numbers)) > 1
    column_of = np.cumsum(is_shared) - 1
    kept = is_shared[columns]
    bits = np.zeros((len(sets), -(-int(is_shared.sum()) // 64) * 64), dtype=np.bool_)
    bits[owners[kept], column_of[columns[kept]]] = True
    packed = np.packbits(bits, axis=1).view(np.uint64)
    shared = np.diag([float(len(found)) for found in sets])
    for i, row in enumerate(packed):
        shared[i, :i] = shared[:i, i] = np.bitwise_count(packed[:i] & row).sum(axis=1)
    return shared


def order(scores: Sequence[float], alike: NDArray[np.float64], weight: float) -> list[int]:
    """The order in which to show items, as their indices.

    Again and again the item with the largest `weight` * relevance - (1 - `weight`) * likeness to the most
    alike chosen before; relevance is the score from 0 (the lowest) to 1 (the highest). Of equals the
    higher score is first, then the earlier item. OpenClaw 2026.2 and 2026.9: mmrRerank.
    """
    weight = min(1.0, max(0.0, weight))
    if len(scores) < 2 or weight == 1.0:
        return sorted(range(len(scores)), key=lambda i: -scores[i])
    values = np.asarray(scores, dtype=np.float64)
    low, high = values.min(), values.max()
    relevance = weight * ((values - low) / (high - low) if high > low else np.ones(len(values)))
    nearest = np.zeros(len(values))
    chosen: list[int] = []
    for _ in scores:
        worth = relevance - (1 - weight) * nearest
        worth[chosen] = -np.inf
        best = np.flatnonzero(worth == worth.max())
        pick = int(best[0]) if len(best) == 1 else int(best[np.argmax(values[best])])
        chosen.append(pick)
        np.maximum(nearest, alike[pick], out=nearest)
    return chosen
