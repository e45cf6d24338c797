"""How much the words of a question weigh: by how rare they are in the index."""

from __future__ import annotations

import math
import re

from openclaw_desktop.index.store import Store
from openclaw_desktop.index.terms import MatchQuery

_OPERAND = re.compile(r'(?:\{[a-z ]+\} : )?"[^"]*"\*?')


def weight_of_words(store: Store, match: MatchQuery) -> float:
    """What BM25 a text of average length would have that holds each word of the question once.

    A word that is nowhere in the index weighs most. FTS5's own formula for rarity.
    """
    chunks = store.stats().chunks
    counts = store.keyword_counts(dict.fromkeys(_OPERAND.findall(match.expression)))
    return sum(max(1e-6, math.log((chunks - n + 0.5) / (n + 0.5))) for n in counts.values())
