"""Pure: the agent's answer and this program's to the same question, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from openclaw_desktop.search.ranking import Answer, Hit
from openclaw_desktop.search.why_not import WhyNot

DECIDED_LATER = ("minimum", "diversity", "limit")


@dataclass(frozen=True, slots=True)
class FoundByBoth:
    """A hit of each that share lines of one file; places count from 1."""

    agent: Hit
    agent_place: int
    desktop: Hit
    desktop_place: int


@dataclass(frozen=True, slots=True)
class FoundByOne:
    """A hit that the other search does not show. `why` follows it there; `reasons` are its sentences.

    A search that cannot be asked for it gives no `why` but a reason.
    """

    hit: Hit
    place: int
    why: WhyNot | None
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both answers, and what they have in common; each list in the order of its own search."""

    agent: Answer
    desktop: Answer
    both: tuple[FoundByBoth, ...]
    only_agent: tuple[FoundByOne, ...]
    only_desktop: tuple[FoundByOne, ...]


Follow = Callable[[Hit], WhyNot]
"""Follows the lines of a hit through the other search."""


def compare(agent: Answer, desktop: Answer, *, in_agent: Follow, in_desktop: Follow) -> Comparison:
    """Matches hits by path and lines in common, and asks for each of the rest why the other lacks it."""
    both = _pairs(agent.hits, desktop.hits)
    known = {pair.agent_place for pair in both}, {pair.desktop_place for pair in both}
    alone = [
        [(place, hit) for place, hit in enumerate(answer.hits, 1) if place not in found]
        for answer, found in zip((agent, desktop), known, strict=True)
    ]
    return Comparison(
        agent=agent,
        desktop=desktop,
        both=tuple(both),
        only_agent=tuple(_lacking_in_desktop(hit, place, in_desktop) for place, hit in alone[0]),
        only_desktop=tuple(_lacking_in_agent(hit, place, in_agent(hit)) for place, hit in alone[1]),
    )


def overlap(one: Hit, other: Hit) -> int:
    """How many lines two hits have in common; 0 for those of two files."""
    a, b = one.candidate, other.candidate
    if a.path != b.path:
        return 0
    return max(0, min(a.end_line, b.end_line) - max(a.start_line, b.start_line) + 1)


def _pairs(agent: Sequence[Hit], desktop: Sequence[Hit]) -> list[FoundByBoth]:
    """Every agent's hit with the one it shares most lines with; then what of the other is still without."""
    pairs: dict[tuple[int, int], FoundByBoth] = {}
    for a, hit in enumerate(agent, 1):
        taken = {place for _, place in pairs}
        best = max(
            ((overlap(hit, other), b not in taken, -b) for b, other in enumerate(desktop, 1)), default=(0,)
        )
        if best[0]:
            b = -best[-1]
            pairs[a, b] = FoundByBoth(hit, a, desktop[b - 1], b)
    taken = {place for _, place in pairs}
    for b, other in enumerate(desktop, 1):
        best = max(((overlap(hit, other), -a) for a, hit in enumerate(agent, 1)), default=(0,))
        if b not in taken and best[0]:
            a = -best[-1]
            pairs[a, b] = FoundByBoth(agent[a - 1], a, other, b)
    return [pairs[key] for key in sorted(pairs)]


def _lacking_in_desktop(hit: Hit, place: int, in_desktop: Follow) -> FoundByOne:
    if hit.candidate.source == "sessions":
        return FoundByOne(hit, place, None, ("The Desktop index does not hold sessions.",))
    why = in_desktop(hit)
    return FoundByOne(hit, place, why, (why.sentence, *why.sentences))


def _lacking_in_agent(hit: Hit, place: int, why: WhyNot) -> FoundByOne:
    """For what is no candidate, its sentence names the legs already."""
    more = why.sentences if why.lost_at in DECIDED_LATER else ()
    return FoundByOne(hit, place, why, (why.sentence, *more))
