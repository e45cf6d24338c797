"""What the rules of an agent's two legs ask of an index, be it this program's or the agent's own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from openclaw_desktop.index.store import ChunkRow, Store
from openclaw_desktop.index.terms import openclaw_match
from openclaw_desktop.search.filters import excluded_by
from openclaw_desktop.search.naming import named
from openclaw_desktop.search.question import MOST_CANDIDATES, Question

ONLY_TEXT = (1.0, 0.0, 0.0)
ONLY_PATH = (0.0, 0.0, 1.0)


class Legs(Protocol):
    """An index as an agent's rules look at it. Queries are texts as they were asked."""

    @property
    def is_trigram(self) -> bool:
        """Whether its words are pieces of three characters."""
        ...

    def text_hits(self, query: str, limit: int) -> Sequence[tuple[int, float]]:
        """Chunks whose text holds every word of a query, with FTS5's rank, the best first."""
        ...

    def path_hits(self, query: str) -> Mapping[str, float]:
        """Paths that hold every word of a query, with FTS5's rank."""
        ...

    def paths(self) -> Iterable[str]:
        """Every path that has chunks."""
        ...

    def first_chunk(self, path: str) -> int:
        """The chunk a path stands for."""
        ...

    def named(self) -> Sequence[int]:
        """The first chunk of each file the question names."""
        ...

    def chunks(self, ids: Iterable[int]) -> Mapping[int, ChunkRow]:
        """The chunks with these numbers."""
        ...


class StoreLegs:
    """This program's own index, looked at as an agent would."""

    is_trigram = False

    def __init__(self, store: Store, question: Question) -> None:
        self._store = store
        self._question = question

    def text_hits(self, query: str, limit: int) -> list[tuple[int, float]]:
        """See `Legs`."""
        match = openclaw_match(query)
        if match is None:
            return []
        where = self._question.where
        hits = self._store.keyword_hits(f"{{text}} : ({match})", limit, where, weights=ONLY_TEXT)
        return [(hit.chunk_id, hit.bm25) for hit in hits]

    def path_hits(self, query: str) -> dict[str, float]:
        """See `Legs`."""
        match = openclaw_match(query)
        if match is None:
            return {}
        expression, where = f"{{path}} : ({match})", self._question.where
        hits = self._store.keyword_hits(expression, MOST_CANDIDATES, where, weights=ONLY_PATH)
        rows = self.chunks(hit.chunk_id for hit in hits)
        return {rows[hit.chunk_id].path: hit.bm25 for hit in reversed(hits)}

    def paths(self) -> list[str]:
        """See `Legs`."""
        where = self._question.where
        documents = self._store.documents().items()
        return [path for path, each in documents if each.chunks and not excluded_by(where, path, each.source)]

    def first_chunk(self, path: str) -> int:
        """See `Legs`."""
        return self._store.chunk_ids(path)[0]

    def named(self) -> list[int]:
        """See `Legs`."""
        return named(self._store, self._question)

    def chunks(self, ids: Iterable[int]) -> dict[int, ChunkRow]:
        """See `Legs`."""
        return self._store.chunks(ids)


def holds(path: str, words: Iterable[str]) -> bool:
    """Whether a path holds each of these words, wherever they stand in it; both in NFC and small letters."""
    plain = unicodedata.normalize("NFC", path).lower()
    return all(word in plain for word in words)
