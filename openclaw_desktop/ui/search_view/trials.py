"""Pure: the changes that were tried for a line, as rows and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from openclaw_desktop.index.terms import mark
from openclaw_desktop.search.candidates import Candidate

if TYPE_CHECKING:
    from openclaw_desktop.agent_index.advice.advising import Trial
    from openclaw_desktop.agent_index.advice.measuring import Standing


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One change, with where the line stands before and after it."""

    trial: Trial
    before: Standing

    @property
    def outcome(self) -> str:
        """Place and score before and after: "not found → place 2, 0.61"."""
        return f"{standing(self.before)} → {standing(self.trial.after)}"

    @property
    def cost(self) -> str:
        """What it touches: "24 characters of MEMORY.md", or the configuration."""
        if self.trial.settings:
            return "every search of this agent"
        if self.trial.renames:
            return "a new name"
        paths = [file.path for file in self.trial.files]
        if not paths:
            return "no file"
        where = paths[0] if len(paths) == 1 else f"{len(paths)} files"
        noun = "character" if self.trial.changed == 1 else "characters"
        return f"{self.trial.changed:,} {noun} of {where}"

    @property
    def words(self) -> str:
        """The row as a screen reader says it."""
        helps = "Helps" if self.trial.helps else "Does not help"
        return f"{helps}: {self.trial.sentence} {self.outcome}; {self.cost}"


def standing(found: Standing) -> str:
    """Where a line stands, in a few words."""
    score = f", {found.score:.2f}" if found.score is not None else ""
    if found.place:
        return f"place {found.place}{score}"
    if found.rank:
        return f"below the line at {found.rank}{score}"
    return "not found"


def telling_line(candidate: Candidate, terms: tuple[str, ...]) -> int:
    """The line of a passage, as its file counts, that holds most of the question's words."""
    best, most = candidate.start_line, -1
    for number, line in enumerate(candidate.text.split("\n"), candidate.start_line):
        heading = line.lstrip().startswith("#")
        count = 2 * len({line[a:b].lower() for a, b in mark(line, terms)}) + (not heading)
        if line.strip() and count > most and number <= candidate.end_line:
            best, most = number, count
    return best
