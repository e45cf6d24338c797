"""How much each word of a question weighs, and how many of them a text holds together."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from openclaw_desktop.index.store import Store
from openclaw_desktop.index.terms import MatchQuery, words

_OPERAND = re.compile(r'(?:\{[a-z ]+\} : )?"[^"]*"\*?')
_QUOTED = re.compile(r'"([^"]*)"')


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question as a text may hold it, and how much it weighs by its rarity."""

    beginning: str  # folded; for East Asian text, the characters themselves
    is_cjk: bool
    weight: float


@dataclass(frozen=True, slots=True)
class Rarity:
    """What a question's words weigh in this index."""

    words: tuple[Word, ...] = ()

    def together(self, text: str) -> float:
        """The share of the words' weight that one line of `text`, or two neighbours, hold; 0 to 1."""
        everything = sum(word.weight for word in self.words)
        if everything <= 0:
            return 0.0
        lines = [_held(line, self.words) for line in text.split("\n")]
        pairs = [a | b for a, b in pairwise(lines)] or lines
        best = max(sum(self.words[i].weight for i in held) for held in pairs)
        return min(1.0, best / everything)


def _held(line: str, asked: Sequence[Word]) -> set[int]:
    plain = f" {' '.join(words(line))}"
    return {
        i
        for i, word in enumerate(asked)
        if (word.beginning if word.is_cjk else f" {word.beginning}") in plain
    }


def rarity_of(store: Store, match: MatchQuery) -> Rarity:
    """Asks the index how common each word is. A word that is nowhere in it weighs most; as FTS5 has it."""
    chunks, _ = store.counts()
    operands = list(dict.fromkeys(_OPERAND.findall(match.expression)))
    counts = store.keyword_counts(operands)
    weights = {operand: _weight(chunks, counts.get(operand, chunks)) for operand in operands}
    asked: list[Word] = []
    for operand, following in pairwise([*operands, ""]):
        if following.startswith('"') and following.endswith("*"):
            continue  # the next one is the same word with other endings
        beginning = " ".join(words(" ".join(_QUOTED.findall(operand))))
        asked.append(Word(beginning, operand.startswith("{cjk"), weights[operand]))
    return Rarity(tuple(word for word in asked if word.beginning))


def _weight(chunks: int, found: int) -> float:
    return max(1e-6, math.log((chunks - found + 0.5) / (found + 0.5)))
