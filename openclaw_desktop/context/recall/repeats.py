"""Pure: which questions to the memory were asked before, in the same words or nearly so."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence

from openclaw_desktop.context.lost.letters import COMMON

NEARLY = 0.7
"""Two questions are nearly the same when so much of what is in both is shared (twice what both have)."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_PIECE = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK = re.compile(f"[{_CJK}]")
_PARTICLES = re.compile("[的了吗呢吧]")


def words(question: str) -> frozenset[str]:
    """What a question is about: its words but for those that tell nothing, Chinese as pairs of characters."""
    text = unicodedata.normalize("NFKC", question).casefold()
    every: set[str] = set()
    for piece in _PIECE.findall(_PARTICLES.sub("", text)):
        is_run = len(piece) > 1 and _IS_CJK.match(piece)
        every |= {piece[i : i + 2] for i in range(len(piece) - 1)} if is_run else {piece}
    telling = {word for word in every if word not in COMMON and (len(word) > 1 or not word.isascii())}
    return frozenset(telling or every)


def earlier_alike(asked: Sequence[frozenset[str]]) -> list[int | None]:
    """For each question, in the order of asking, the last one before it that is nearly the same."""
    often = Counter(word for each in asked for word in each)
    holding: defaultdict[str, list[int]] = defaultdict(list)
    found: list[int | None] = []
    for place, own in enumerate(asked):
        found.append(_last_alike(own, asked, holding, often))
        for word in own:
            holding[word].append(place)
    return found


def _last_alike(
    own: frozenset[str],
    asked: Sequence[frozenset[str]],
    holding: defaultdict[str, list[int]],
    often: Counter[str],
) -> int | None:
    """Whoever shares enough words has one of the rarest ones, so only those who hold these are compared."""
    shared_at_least = math.ceil(NEARLY / (2 - NEARLY) * len(own) - 1e-9)
    rarest = sorted(own, key=lambda word: (often[word], word))[: len(own) - shared_at_least + 1]
    others = {place for word in rarest for place in holding[word]}
    return next((place for place in sorted(others, reverse=True) if alike(own, asked[place]) >= NEARLY), None)


def alike(one: frozenset[str], other: frozenset[str]) -> float:
    """Twice the words both have, as a share of all words of both; 0 for questions without words."""
    size = len(one) + len(other)
    return 2 * len(one & other) / size if size else 0.0
