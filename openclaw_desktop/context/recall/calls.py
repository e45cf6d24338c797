"""Pure: one call of an agent to its memory, with what it was told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from openclaw_desktop.context.recall.answers import Kind, Outcome, Recorded, number

KINDS: Mapping[str, Kind] = {"memory_search": "search", "memory_get": "get"}
"""The calls by the tool's own name. OpenClaw: memory-core."""

CORPORA: Mapping[str, frozenset[str] | None] = {
    "memory": frozenset({"memory"}),
    "sessions": frozenset({"sessions"}),
    "all": None,
}
"""The sources each corpus means, None for all of them; there are others that are no part of the index."""


@dataclass(frozen=True, slots=True)
class Call:
    """A `memory_search` or `memory_get`.

    `entry` is the id of its message, `number` that message's place among all records from 0, `nth` which of
    its calls to the memory it is, from 0. `at` is None only where the session says no time up to there.
    `arguments` is empty, and `entry` that of the answer, when only the answer is left. `reads` are files the
    agent read in the same turn from then on, as the workspace names them.
    """

    kind: Kind
    tool: str
    entry: str
    number: int
    nth: int
    turn: int
    at: datetime | None
    answer: Recorded
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reads: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        """What was asked, or which file was to be read; empty where that is not on record."""
        names = ("query", "q", "question", "text", "input") if self.kind == "search" else ("path", "file")
        return next((v for name in names if isinstance(v := self.arguments.get(name), str) and v), "")

    @property
    def limit(self) -> int | None:
        """How many hits it asked for."""
        found = number(self.arguments, "maxResults", "max_results", "limit", "topK", "top_k")
        return None if found is None else int(found)

    @property
    def min_score(self) -> float | None:
        """The score it asked for at least."""
        return number(self.arguments, "minScore", "min_score")

    @property
    def corpus(self) -> str:
        """The part of the memory it named; empty for none."""
        value = self.arguments.get("corpus")
        return value if isinstance(value, str) else ""

    @property
    def sources(self) -> frozenset[str] | None:
        """The sources it looked into, as far as the call and its answer tell; None for all."""
        if self.corpus:
            return CORPORA.get(self.corpus, frozenset({self.corpus}))
        return frozenset({"memory", *(hit.source for hit in self.answer.hits)})

    @property
    def lines(self) -> tuple[int, int | None]:
        """The first line that was to be read, and how many; None for as many as there are."""
        first = number(self.arguments, "from", "offset", "startLine")
        many = number(self.arguments, "lines", "limit")
        return max(1, int(first or 1)), None if many is None else max(1, int(many))

    @property
    def server(self) -> str:
        """The MCP server whose tool it is; empty for the agent's own."""
        return self.tool.removeprefix("mcp__").rpartition("__")[0] if "__" in self.tool else ""

    @property
    def found_nothing(self) -> bool:
        """Whether there was an answer, and it was empty."""
        return self.answer.outcome is Outcome.NOTHING
