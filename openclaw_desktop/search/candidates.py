"""What the two legs found for a question, ready to be ranked and ranked again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from openclaw_desktop import utf16
from openclaw_desktop.index.store import ChunkRow, NoiseFloor
from openclaw_desktop.search import mmr
from openclaw_desktop.search.question import Question

SNIPPET_UNITS = 700
"""How much of a chunk an agent is shown, in UTF-16 code units. OpenClaw: snippet."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that may answer, and what each leg says of it.

    The fields from `text_score` on are the agent's own: its keyword leg's score, the same with its boosts,
    the score of its path, how exactly the question names its file (3 path, 2 name, 1 name without ending),
    and whether its keyword leg found it.
    """

    chunk_id: int
    path: str
    source: str
    start_line: int
    end_line: int
    text: str
    mtime_ns: int | None = None
    importance: int | None = None
    triggers: str | None = None
    project: str | None = None
    cosine: float | None = None  # of its best passage; None when the vector leg did not find it
    bm25: float | None = None  # as FTS5 says it: negative; None when the keyword leg did not find it
    together: float = 0.0  # the share of the words' weight that two neighbouring lines hold
    text_score: float = 0.0
    boosted: float = 0.0
    path_score: float = 0.0
    path_tier: int = 0
    in_keywords: bool = False

    @classmethod
    def of(cls, row: ChunkRow) -> Candidate:
        """A chunk that no leg has found yet."""
        return cls(
            chunk_id=row.id,
            path=row.path,
            source=row.source,
            start_line=row.start_line,
            end_line=row.end_line,
            text=row.text,
            mtime_ns=row.mtime_ns,
            importance=row.importance,
            triggers=row.triggers,
            project=row.project,
        )

    @property
    def snippet(self) -> str:
        """The beginning an agent is shown. No surrogate pair is cut."""
        return self.text[: utf16.fitting(self.text, SNIPPET_UNITS)]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Everything ranking needs; ranking them again asks nobody.

    `items`: those of the vector leg in its order, then those only the keyword leg found, in its order.
    """

    question: Question
    items: tuple[Candidate, ...]
    floor: NoiseFloor | None = None
    background: float | None = None  # the middle cosine of the nearest chunks: what is merely around
    terms: tuple[str, ...] = ()  # to be marked in the texts
    keywords_only: str | None = None  # why there is no vector leg

    @cached_property
    def similarity(self) -> NDArray[np.float64]:
        """How alike each two candidates are, from 0 to 1, as this preset sees it."""
        preset = self.question.parameters.preset
        texts = [item.snippet for item in self.items]
        if preset == "OpenClaw 2026.2":
            return mmr.similarities([mmr.words(text) for text in texts])
        return mmr.similarities([mmr.tokens(text) for text in texts], texts)
