"""Where every chunk of an agent's index stands in each leg of one search."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.legs import AgentLegs
from openclaw_desktop.index.embed import Vector
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.index.terms import openclaw_keywords
from openclaw_desktop.search import agent_legs
from openclaw_desktop.search.question import Question

_WORD = re.compile(r"\w+")


class Standings:
    """Asks the real legs, without their limits; each is asked once.

    `vector` is the question's; None: meaning does not count. Use it while the index is open.
    """

    def __init__(self, index: AgentDatabase, question: Question, vector: Vector | None) -> None:
        self.index = index
        self.question = question
        self.vector = vector
        self._legs = AgentLegs(index, question)
        self._holders: dict[str, frozenset[int]] = {}

    @cached_property
    def count(self) -> int:
        """How many chunks the index has."""
        return int(self.index.database.value(f"SELECT count(*) FROM {self.index.form.chunks}"))

    @cached_property
    def by_meaning(self) -> Mapping[int, tuple[int, float]]:
        """Each chunk's place, from 1, and its cosine."""
        near = [] if self.vector is None else self._legs.near(self.vector, self.count)
        return {chunk: (place, cosine) for place, (chunk, cosine) in enumerate(near, 1)}

    @cached_property
    def by_all_words(self) -> Mapping[int, tuple[int, float]]:
        """The place, from 1, and FTS5's rank of each chunk that holds all words of the question."""
        hits = self._legs.text_hits(self.question.text, self.count)
        return {chunk: (place, bm25) for place, (chunk, bm25) in enumerate(hits, 1)}

    def holders(self, word: str) -> frozenset[int]:
        """The chunks in which FTS5 finds one word."""
        if word not in self._holders:
            self._holders[word] = frozenset(chunk for chunk, _ in self._legs.text_hits(word, self.count))
        return self._holders[word]

    @property
    def words(self) -> tuple[str, ...]:
        """The words that a text must hold all of."""
        return tuple(dict.fromkeys(_WORD.findall(self.question.text)))

    @property
    def has_words(self) -> bool:
        """Whether the index can be asked for words."""
        return self.index.form.words in self.index.tables

    @property
    def asks_for_all_words(self) -> bool:
        """OpenClaw 2026.2 asks for single keywords instead where it has no vectors."""
        return (
            self._is_new
            or bool(self.by_meaning)
            or not openclaw_keywords(self.question.text, version="2026.2")
        )

    @property
    def keywords(self) -> tuple[str, ...]:
        """The words that are asked for one by one, instead of all at once or besides."""
        if not self._is_new:
            return (
                ()
                if self.asks_for_all_words
                else tuple(openclaw_keywords(self.question.text, version="2026.2"))
            )
        asked = openclaw_keywords(self.question.text, trigram=self._legs.is_trigram)
        plain = self.question.text.strip().lower()
        return tuple(word for word in asked if word != plain)[: agent_legs.MOST_FALLBACK_TERMS]

    @property
    def is_trigram(self) -> bool:
        """Whether a word is found inside another, too."""
        return self._legs.is_trigram

    @property
    def _is_new(self) -> bool:
        return self.question.parameters.preset == agent_legs.NEW

    def chunks_of(self, path: str, first: int, last: int) -> list[ChunkRow]:
        """The chunks of one document that hold any of these lines."""
        return [
            chunk
            for chunk in self.index.all_chunks(path)
            if chunk.start_line <= last and first <= chunk.end_line
        ]
