"""The two legs of an agent's search in its own index, asked as the agent asks them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.vectors import cosine, vector_of
from openclaw_desktop.index.embed import Vector
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.index.terms import openclaw_match
from openclaw_desktop.search.openclaw_2026_9 import path_matcher
from openclaw_desktop.search.question import MOST_CANDIDATES, Question

SHORTEST_TRIGRAM = 3

_WORD = re.compile(r"\w+")


class AgentLegs:
    """What an agent's index holds for one question; see `search.legs.Legs`.

    Only the sources the question allows are looked at, and only chunks of the index's own model.
    """

    def __init__(self, index: AgentDatabase, question: Question) -> None:
        self._index = index
        self._question = question
        allowed = question.where.sources
        self._sources = sorted(index.sources if allowed is None else index.sources & allowed)

    @property
    def is_trigram(self) -> bool:
        """See `Legs`."""
        return self._index.meta is not None and self._index.meta.tokenizer == "trigram"

    # by words

    def text_hits(self, query: str, limit: int) -> list[tuple[int, float]]:
        """See `Legs`. Where words are trigrams, shorter ones are looked for as they stand."""
        index, form = self._index, self._index.form
        if form.words not in index.tables:
            return []
        words, parts = self._words_and_parts(query)
        match = openclaw_match(" ".join(words))
        if match is None:
            return self._holding(parts, limit) if parts else []
        condition, values = self._holds(parts)
        return index.database.rows(
            f"SELECT c.{form.rowid}, bm25({form.words}) FROM {form.words} f"
            f" JOIN {form.chunks} c ON c.id = f.id WHERE {form.words} MATCH ? AND {self._passes}{condition}"
            f" ORDER BY bm25({form.words}) LIMIT ?",
            (match, *self._passing, *values, limit),
        )

    def _words_and_parts(self, query: str) -> tuple[list[str], list[str]]:
        words = _WORD.findall(query)
        if not self.is_trigram:
            return words, []
        return (
            [word for word in words if len(word) >= SHORTEST_TRIGRAM],
            [word for word in words if len(word) < SHORTEST_TRIGRAM],
        )

    def _holding(self, parts: list[str], limit: int) -> list[tuple[int, float]]:
        """Chunks that hold these parts, none better than another."""
        index, form = self._index, self._index.form
        condition, values = self._holds(parts)
        return index.database.rows(
            f"SELECT c.{form.rowid}, 0.0 FROM {form.chunks} c WHERE {self._passes}{condition}"
            f" ORDER BY c.path, c.start_line LIMIT ?",
            (*self._passing, *values, limit),
        )

    @staticmethod
    def _holds(parts: list[str]) -> tuple[str, list[Any]]:
        return " AND instr(lower(c.text), lower(?)) > 0" * len(parts), list(parts)

    @property
    def _passes(self) -> str:
        return f"c.model = ? AND c.source IN ({', '.join('?' * len(self._sources))})"

    @property
    def _passing(self) -> list[str]:
        return [self._index.model, *self._sources]

    def path_hits(self, query: str) -> dict[str, float]:
        """See `Legs`."""
        index, table = self._index, self._index.form.paths
        match = openclaw_match(query)
        if table is None or table not in index.tables or match is None:
            return {}
        rows = index.database.rows(
            f"SELECT path, bm25({table}) FROM {table} WHERE {table} MATCH ?"
            f" AND source IN ({', '.join('?' * len(self._sources))}) ORDER BY bm25({table}) LIMIT ?",
            (f"{{path}} : ({match})", *self._sources, MOST_CANDIDATES),
        )
        return {path: bm25 for path, bm25 in rows if path in index.first_chunks}

    def paths(self) -> list[str]:
        """See `Legs`."""
        return self._paths

    @cached_property
    def _paths(self) -> list[str]:
        return [each.path for each in self._index.documents if each.chunks and each.source in self._sources]

    def first_chunk(self, path: str) -> int:
        """See `Legs`."""
        return self._index.first_chunks[path]

    def named(self) -> list[int]:
        """See `Legs`."""
        tier = path_matcher(self._question.text)
        return [self.first_chunk(path) for path in self.paths() if tier(path)]

    def chunks(self, ids: Iterable[int]) -> dict[int, ChunkRow]:
        """See `Legs`."""
        return self._index.chunks(ids)

    # by meaning

    def near(self, vector: Vector, limit: int) -> list[tuple[int, float]]:
        """The nearest chunks with their cosines, nearest first; none for a vector of zeros.

        By sqlite-vec in the agent's own table; where it has none, or of other dimensions, chunk by chunk.
        """
        index, form = self._index, self._index.form
        if not np.any(vector):
            return []
        if index.table_dims != len(vector):
            return self._compared(vector, limit)
        likely = index.nearest.likely(vector, self._sources, limit)
        rows = index.database.rows(
            f"SELECT c.{form.rowid}, vec_distance_cosine(v.embedding, ?) AS distance FROM {form.chunks} c"
            f" JOIN {form.vectors} v ON v.id = c.id WHERE c.{form.rowid} IN (SELECT value FROM json_each(?))"
            " ORDER BY distance LIMIT ?",
            (np.asarray(vector, dtype="<f4").tobytes(), json.dumps(likely), limit),
        )
        return [(chunk, 1 - distance) for chunk, distance in rows if distance is not None]

    def _compared(self, vector: Vector, limit: int) -> list[tuple[int, float]]:
        index, form = self._index, self._index.form
        rows = index.database.rows(
            f"SELECT c.{form.rowid}, c.embedding FROM {form.chunks} c WHERE {self._passes}", self._passing
        )
        asked = np.asarray(vector, dtype=np.float64)
        read = [(chunk, vector_of(stored, len(asked))) for chunk, stored in rows]
        found = [(chunk, cosine(asked, each)) for chunk, each in read if each is not None]
        return sorted(found, key=lambda hit: -hit[1])[:limit]
