"""Pure: both searches' hits as rows, each with what the agent and what this program has of it."""

from __future__ import annotations

from dataclasses import dataclass

from openclaw_desktop.agent_index.comparing import Comparison, FoundByOne
from openclaw_desktop.search.ranking import Hit
from openclaw_desktop.search.why_not import WhyNot
from openclaw_desktop.ui.search_view.rows import lines_in_words


@dataclass(frozen=True, slots=True)
class Placed:
    """A hit and its place in its own search, from 1."""

    hit: Hit
    place: int

    @property
    def words(self) -> str:
        """Place and score: "place 2, score 0.71"."""
        return f"place {self.place}, score {self.hit.score:.2f}"


@dataclass(frozen=True, slots=True)
class Pair:
    """What one passage is in both searches; where one lacks it, `reasons` say why and `why` follows it."""

    agent: Placed | None
    desktop: Placed | None
    reasons: tuple[str, ...] = ()
    why: WhyNot | None = None

    @property
    def hit(self) -> Hit:
        """The passage itself, as the agent has it if it has it."""
        placed = self.agent or self.desktop
        assert placed is not None
        return placed.hit

    @property
    def reason(self) -> str:
        """Why one search lacks it, without the steps of its score there."""
        steps = len(self.why.hit.steps) if self.why and self.why.hit else 0
        told = self.reasons if len(self.reasons) <= steps else self.reasons[: len(self.reasons) - steps]
        return " ".join(told)

    def is_of(self, other: Pair) -> bool:
        """Whether both are about the same passage."""
        one, two = self.hit.candidate, other.hit.candidate
        return (one.path, one.start_line) == (two.path, two.start_line)

    @property
    def words(self) -> str:
        """The row as a screen reader says it."""
        found = self.hit.candidate
        agent = f"the agent: {self.agent.words}" if self.agent else "not found by the agent"
        desktop = f"this program: {self.desktop.words}" if self.desktop else "not found by this program"
        told = f". {' '.join(self.reasons)}" if self.reasons else ""
        return f"{found.path}, {lines_in_words(found)}; {agent}; {desktop}{told}"


def pairs_of(comparison: Comparison) -> list[Pair]:
    """Every hit of either search once, the best place first; at the same place the agent's first."""
    rows = [
        Pair(Placed(both.agent, both.agent_place), Placed(both.desktop, both.desktop_place))
        for both in comparison.both
    ]
    rows += [Pair(_placed(one), None, one.reasons, one.why) for one in comparison.only_agent]
    rows += [Pair(None, _placed(one), one.reasons, one.why) for one in comparison.only_desktop]
    return sorted(rows, key=_order)


def summary(comparison: Comparison, agent: str) -> str:
    """How much both have in common: "3 found by both · 2 by Nimbus only · 4 by this program only"."""
    both = {pair.agent_place for pair in comparison.both}
    return (
        f"{len(both):,} found by both · {len(comparison.only_agent):,} by {agent} only ·"
        f" {len(comparison.only_desktop):,} by this program only"
    )


def _placed(one: FoundByOne) -> Placed:
    return Placed(one.hit, one.place)


def _order(pair: Pair) -> tuple[int, bool, int]:
    places = [placed.place for placed in (pair.agent, pair.desktop) if placed]
    return min(places), pair.agent is None, max(places)
