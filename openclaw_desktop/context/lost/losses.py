"""Pure: what left the window at a compaction or a pruning, and which facts of it are nowhere any more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from openclaw_desktop.context.lost.fact_kinds import FactKind
from openclaw_desktop.context.lost.fact_words import CHATTER, QUESTION, WEIGHTY
from openclaw_desktop.context.lost.facts import Fact, facts_of, request_of
from openclaw_desktop.context.lost.mentions import Mentions
from openclaw_desktop.context.lost.quantities import quantities
from openclaw_desktop.context.lost.sentences import sentences
from openclaw_desktop.context.lost.spellings import dates, times
from openclaw_desktop.context.sessions.entries import Entry, plain_id
from openclaw_desktop.context.sessions.parts import Category, Label
from openclaw_desktop.context.window import held

Role = Literal["user", "assistant", "others", "toolResult", "summary"]

MOST = 20
"""So many lost facts are named at most: nobody reads more."""

LEAST_SCORE = 0.3
"""A fact that would be missed less than this is not named."""

_FROM = {"user": 1.0, "summary": 0.7, "assistant": 0.7, "others": 0.5, "toolResult": 0.4}
"""How much what somebody said is missed; "others" are people in a group."""

_ROLES: Mapping[Category, Role] = {
    Category.USER: "user",
    Category.ASSISTANT: "assistant",
    Category.TOOL_RESULT: "toolResult",
    Category.SUMMARY: "summary",
}
_LONG_RESULT = 2_000
"""Characters; a longer tool result is a file, a log or a page, which can be had again."""

Elsewhere = Callable[[Sequence[Fact]], Sequence[str | None]]
"""Tells of each fact in which memory file it is written; None for none."""


@dataclass(frozen=True, slots=True)
class Source:
    """Text of one entry, which is at `entry` in the chain. `role` says whom it is from."""

    entry: int
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Left:
    """A compaction: the text that went, the summary that came for it, and the text that stayed."""

    replaced: tuple[Source, ...]
    summary: str
    kept: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class LostFact:
    """A sentence with the values in it that are nowhere any more, the one most missed first.

    `score` ranks it; `entry` is the place in the chain of the entry that said it.
    """

    facts: tuple[Fact, ...]
    sentence: str
    entry: int
    role: Role
    score: float

    @property
    def value(self) -> str:
        """The value a person would miss most; the whole sentence when that is what is to be kept."""
        return self.facts[0].value


def left_at(chain: Sequence[Entry], index: int) -> Left:
    """What left at the compaction at `index` of the chain; IndexError when the chain has no such entry.

    Only what people and the agent said, tool results and an earlier summary count: thinking, the arguments of
    calls, recalled memory and what OpenClaw wrote itself were never theirs to keep.
    """
    after = held(chain, index)
    before = held(chain, index - 1) if index else []
    stayed = set(after)
    return Left(
        replaced=tuple(
            source for place in before if place not in stayed for source in _sources(chain, place)
        ),
        summary=chain[index].summary,
        kept=tuple(source for place in after if place != index for source in _sources(chain, place)),
    )


def pruned_at(chain: Sequence[Entry], index: int) -> Left:
    """The tool results that OpenClaw notes as trimmed or cleared from the entry at `index` on."""
    before = {call for entry in chain[:index] for call in entry.pruned}
    new = set(chain[index].pruned) - before
    found = [
        Source(place, "toolResult", entry.text)
        for place, entry in enumerate(chain[:index])
        if entry.call_id and plain_id(entry.call_id) in new
    ]
    return Left(tuple(found), "")


def lost(left: Left, elsewhere: Elsewhere, *, most: int = MOST) -> list[LostFact]:
    """The facts of the replaced text that are in no summary, no kept message and no memory file.

    At most `most` sentences, the one a person would miss most first. Each value is named once, where it was
    said with most weight. Numbers of programs, ids and hashes are left out, and so are long tool results.
    """
    remaining = Mentions("\n".join((left.summary, *(source.text for source in left.kept))))
    found = [
        (fact, source, score)
        for source in left.replaced
        for fact in _facts_of_source(source)
        if (score := _score(fact, source)) >= LEAST_SCORE
    ]
    found = [each for each in _once_each(found) if not remaining.has(each[0])]
    places = elsewhere([fact for fact, _, _ in found])
    gone = [each for each, place in zip(found, places, strict=True) if place is None]
    return sorted(_by_sentence(gone), key=lambda each: (-each.score, each.entry))[:most]


def in_files(files: Mapping[str, str]) -> Elsewhere:
    """Looks facts up in the texts of memory files, by name; the path of such a file is found in itself."""
    texts = {name: Mentions(f"{name}\n{text}") for name, text in files.items()}

    def find(wanted: Sequence[Fact]) -> list[str | None]:
        return [next((name for name, text in texts.items() if text.has(fact)), None) for fact in wanted]

    return find


def _sources(chain: Sequence[Entry], place: int) -> Iterator[Source]:
    """The texts of one entry in which facts may stand, each with whom it is from."""
    entry = chain[place]
    for part in entry.parts:
        if part.is_said:
            others = part.category is Category.USER and (part.label == Label.HISTORY or entry.role != "user")
            yield Source(place, "others" if others else _ROLES[part.category], part.text)


def _facts_of_source(source: Source) -> list[Fact]:
    if source.role == "toolResult" and len(source.text) > _LONG_RESULT:
        return []
    found: list[Fact] = []
    for sentence in sentences(source.text):
        found += facts_of(sentence)
        if source.role == "user" and (request := request_of(sentence)):
            found.append(request)
    return found


def _score(fact: Fact, source: Source) -> float:
    """How much a person would miss it: by its kind, by who said it, and by the words around it."""
    score = fact.weight * _FROM[source.role] * _stress(fact.sentence)
    if source.role == "assistant" and CHATTER.search(fact.sentence):
        score *= 0.6
    return score


@lru_cache(maxsize=64)  # the facts of one sentence come one after another
def _stress(sentence: str) -> float:
    """By how much the words around a fact raise or lower how much it is missed."""
    return (1.3 if WEIGHTY.search(sentence) else 1) * (0.5 if QUESTION.search(sentence) else 1)


def _once_each(found: list[tuple[Fact, Source, float]]) -> list[tuple[Fact, Source, float]]:
    """Each value where it scores most; the first of equals."""
    best: dict[object, tuple[Fact, Source, float]] = {}
    for each in found:
        key = _key(each[0])
        if key not in best or each[2] > best[key][2]:
            best[key] = each
    return list(best.values())


def _key(fact: Fact) -> object:
    """What two spellings of one value have in common."""
    if fact.kind in (FactKind.MEASURE, FactKind.MONEY):
        amount = next(quantities(fact.value), None)
        if amount and amount.unit:
            return amount.number, amount.unit
    readers = {FactKind.DATE: dates, FactKind.TIME: times}
    read = readers[fact.kind](fact.value) if fact.kind in readers else set[tuple[int, int]]()
    return (fact.kind, frozenset(read)) if read else re.sub(r"\s+", " ", fact.value.casefold())


def _by_sentence(gone: list[tuple[Fact, Source, float]]) -> list[LostFact]:
    grouped: dict[tuple[int, str], list[tuple[Fact, Source, float]]] = {}
    for each in gone:
        grouped.setdefault((each[1].entry, each[0].sentence), []).append(each)
    result: list[LostFact] = []
    for (entry, sentence), group in grouped.items():
        ordered = sorted(group, key=lambda each: (each[0].kind is FactKind.REQUEST, -each[2]))
        score = max(score for _, _, score in group) + 0.05 * (len(group) - 1)
        facts = tuple(fact for fact, _, _ in ordered)
        result.append(LostFact(facts, sentence, entry, ordered[0][1].role, score))
    return result
