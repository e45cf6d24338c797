"""One search of an agent, kept so that any file or line can be followed through it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from openclaw_desktop.agent_index.standings import Standings
from openclaw_desktop.agent_index.why_not import Lines, why_not, without_words
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.search.why_not import WhyNot

DiskHash = Callable[[str], str | None]
"""The hash of a file as it is now; None when there is no such file."""


@dataclass(frozen=True, slots=True)
class Following:
    """The agent's answer with everything it came from; to be used while the index is open."""

    answer: Answer
    standings: Standings
    is_hybrid: bool
    disk: DiskHash

    def why_not(self, path: str, lines: Lines | None = None) -> WhyNot:
        """Where a file, or the best of some of its lines, stands in this search, and what lost it."""
        why = why_not(self.standings, self.answer, path, lines, disk=self.disk(path))
        return why if self.is_hybrid or not why.indexed else without_words(why)
