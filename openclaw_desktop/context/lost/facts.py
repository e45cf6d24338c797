"""Pure: the values in a text that a person would want back: numbers, names, dates, addresses, quotations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from openclaw_desktop.context.lost.fact_kinds import FactKind
from openclaw_desktop.context.lost.fact_names import names
from openclaw_desktop.context.lost.fact_patterns import PATTERNS
from openclaw_desktop.context.lost.fact_words import COUNTED, DURATION, NOISE, NOT_COUNTED, REQUEST
from openclaw_desktop.context.lost.sentences import sentences

_SMALL = re.compile(r"[-+−]?\d(?:\s|$)")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_TRAILING = ".,;:!?，。；：！？、*_ "
_COUNTED = (FactKind.NUMBER, FactKind.MEASURE)
_MOST_WORDS = {FactKind.CODE: 6, FactKind.QUOTED: 11}


@dataclass(frozen=True, slots=True)
class Fact:
    """One value with the sentence it stands in; `weight` is how much a person would miss it, from 0 to 1."""

    kind: FactKind
    value: str
    sentence: str
    weight: float


def facts(text: str) -> list[Fact]:
    """The facts of a text in English or Chinese, sentence by sentence; each value once in a sentence.

    Code, logs and tables are passed over, and so are values that mean nothing to a person: ids of calls,
    hashes, small numbers without a unit. What programs count has little weight.
    """
    return [fact for sentence in sentences(text) for fact in facts_of(sentence)]


def facts_of(sentence: str) -> list[Fact]:
    """The facts of one sentence, in their order."""
    taken = bytearray(len(sentence))
    found: list[tuple[int, Fact]] = []
    for start, kind, value, weight in _values(sentence):
        if not any(taken[start : start + len(value)]):
            taken[start : start + len(value)] = b"\1" * len(value)
            if weight and not _is_noise(kind, value, sentence[start + len(value) :]):
                found.append((start, Fact(kind, value, sentence, weight)))
    ordered = [fact for _, fact in sorted(found, key=lambda pair: pair[0])]
    return list({(fact.kind, fact.value): fact for fact in ordered}.values())


def request_of(sentence: str) -> Fact | None:
    """What a person asks to be kept, when the sentence says so: all of it is the value."""
    return Fact(FactKind.REQUEST, sentence, sentence, 0.7) if REQUEST.search(sentence) else None


def _values(sentence: str) -> Iterator[tuple[int, FactKind, str, float]]:
    """Everything that looks like a value; of two that overlap the first given counts."""
    characters, folded = set(sentence), sentence.lower()
    for pattern in PATTERNS:
        if not pattern.may_match(characters, folded):
            continue
        for match in pattern.regex.finditer(sentence):
            group = next(number for number, text in enumerate(match.groups(), 1) if text is not None)
            value = match[group].rstrip(_TRAILING)
            if value:
                yield match.start(group), pattern.kind, value, _weight(pattern.kind, value, pattern.weight)
    for start, name, weight in names(sentence):
        yield start, FactKind.NAME, name, weight


def _weight(kind: FactKind, value: str, weight: float) -> float:
    """Less for what programs count; nothing for small numbers without a unit, for years and for codes."""
    if kind not in _COUNTED or not value[0].isascii():
        return weight
    words = value.lstrip("-+−0123456789.,\u202f\u00a0 ")
    small = _SMALL.match(value) or _YEAR.fullmatch(value.split(maxsplit=1)[0])
    if kind is FactKind.NUMBER and (small or NOT_COUNTED.match(words)):
        return 0
    return 0.2 if COUNTED.search(words) else min(weight, 0.35) if DURATION.match(words) else weight


def _is_noise(kind: FactKind, value: str, behind: str) -> bool:
    if NOISE.match(value):
        return True
    if kind is FactKind.TIME:
        return behind.startswith("Z")
    return len(value) < 2 or value.count(" ") > _MOST_WORDS.get(kind, 20)
