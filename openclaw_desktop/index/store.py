"""The index of one workspace: every document's chunks, their words, their vectors.

One writer (the index thread) and any number of readers, each thread with its own. A document is replaced
in one transaction, and chunks whose text stays keep their rows and vectors.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from openclaw_desktop.errors import IndexDamagedError
from openclaw_desktop.index import document_rows, keyword_leg, schema, vector_leg
from openclaw_desktop.index.chunk import Chunk
from openclaw_desktop.index.embed import ModelInfo, Passage, Vector
from openclaw_desktop.index.keyword_leg import EVEN, KeywordHit, Weights
from openclaw_desktop.index.rows import ChunkRow, ChunkText, DocumentRow, NoiseFloor, StoreStats
from openclaw_desktop.index.vector_leg import VectorHit
from openclaw_desktop.index.where import Where
from openclaw_desktop.paths import identity
from openclaw_desktop.sqlite import Database, remove_database

__all__ = [
    "ChunkRow",
    "ChunkText",
    "DocumentRow",
    "KeywordHit",
    "NoiseFloor",
    "Store",
    "StoreStats",
    "VectorHit",
    "Where",
]

ANYWHERE = Where()


class Store:
    """The index database at `path`, open for writing or for reading."""

    def __init__(self, database: Database, on_damage: Callable[[Store], None] | None) -> None:
        self.path = database.path
        self._database = database
        self._on_damage = on_damage
        self._file = identity(self.path)

    @classmethod
    def create(cls, path: Path, *, chunking: str, model: ModelInfo | None) -> Self:
        """A new, empty index, open for writing; whatever was at `path` is gone."""
        remove_database(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        store = cls(Database(path), None)
        schema.create(store._database, chunking=chunking)
        if model:
            store.set_model(model)
        return store

    @classmethod
    def open_writer(cls, path: Path) -> Self:
        """Raises IndexDamagedError when it cannot be used, IndexingError when a newer version wrote it."""
        return cls._open(path, writable=True, on_damage=None)

    @classmethod
    def open_reader(cls, path: Path, on_damage: Callable[[Store], None] | None = None) -> Self:
        """For one thread at a time; `on_damage` is given it when reading shows that the file is damaged."""
        return cls._open(path, writable=False, on_damage=on_damage)

    @classmethod
    def _open(cls, path: Path, *, writable: bool, on_damage: Callable[[Store], None] | None) -> Self:
        database = Database(path, writable=writable)
        try:
            with database.guarded():
                schema.check(database)
        except BaseException:
            database.close()
            raise
        return cls(database, on_damage)

    def close(self) -> None:
        """Lets go of the file; the last to do so folds SQLite's log into it."""
        self._database.close()

    def interrupt(self) -> None:
        """Makes whatever this store is doing in another thread end in IndexingError, undone."""
        self._database.interrupt()

    def is_current(self) -> bool:
        """Whether the file is still there and still the one that was opened."""
        return self._file is not None and identity(self.path) == self._file

    def check(self) -> None:
        """Reads every page; raises IndexDamagedError when one is wrong. 80 ms for 500 MB of vectors."""
        found = self._rows("PRAGMA quick_check(1)")[0][0]
        if found != "ok":
            raise IndexDamagedError(f"{self.path.name} is damaged: {found}.")

    # writing

    @contextlib.contextmanager
    def together(self) -> Generator[None]:
        """What is written within is one transaction."""
        with self._database.transaction():
            yield

    def replace_document(
        self,
        path: str,
        *,
        source: str,
        sha256: str,
        size: int,
        mtime_ns: int,
        chunks: Sequence[Chunk],
        read_ns: int = 0,
    ) -> None:
        """Puts a document in, or in place of what was there, in one transaction."""
        with self.together():
            document = document_rows.document_id(self._database, path, source)
            embedded = document_rows.replace_chunks(self._database, document, path, chunks)
            self._database.rows(
                "UPDATE documents SET sha256 = ?, chunks = ?, embedded = ? WHERE id = ?",
                [sha256, len(chunks), embedded, document],
            )
            self._database.rows("DELETE FROM skipped WHERE path = ?", [path])
            self.touch(path, size=size, mtime_ns=mtime_ns, read_ns=read_ns)

    def touch(self, path: str, *, size: int, mtime_ns: int, read_ns: int) -> None:
        """Remembers that a document was read and holds what is stored."""
        with self.together():
            self._database.rows(
                "UPDATE documents SET size = ?, mtime_ns = ?, read_ns = ?, urgency = ? WHERE path = ?",
                [size, mtime_ns, read_ns, document_rows.urgency(path, mtime_ns), path],
            )

    def remove_document(self, path: str) -> None:
        """Leaves no row, word or vector of a document, in one transaction."""
        with self.together():
            document_rows.remove(self._database, path)

    def add_passages(self, items: Iterable[tuple[int, Sequence[Passage]]]) -> None:
        """Gives chunks their vectors, in one transaction; a chunk that is gone or has them is left alone."""
        with self.together():
            for chunk_id, passages in items:
                document_rows.add_vectors(self._database, chunk_id, passages)

    def set_model(self, model: ModelInfo) -> None:
        """Makes room for this model's vectors, in an index that has had none."""
        with self.together():
            schema.create_vectors(self._database, model.dimensions)
            self._set("model_key", model.key)
            self._set("model_name", model.name)
            self._set("dimensions", model.dimensions)

    def set_floor(self, floor: NoiseFloor) -> None:
        """Keeps what was measured."""
        values = [floor.vector_mean, floor.vector_p95, floor.probes, floor.passages]
        with self.together():
            self._set("floor", json.dumps(values))

    def set_skipped(self, reasons: dict[str, str]) -> None:
        """Remembers why these paths, and no others, are not in the index."""
        with self.together():
            self._database.rows("DELETE FROM skipped")
            for item in reasons.items():
                self._database.rows("INSERT INTO skipped VALUES (?, ?)", item)

    def skip(self, path: str, reason: str) -> None:
        """Removes a document and remembers why it is not in the index."""
        with self.together():
            self.remove_document(path)
            self._database.rows("INSERT INTO skipped VALUES (?, ?)", [path, reason])

    def tidy(self) -> None:
        """Closes the holes that removed vectors left, when there are many."""
        if self.model_key is not None:
            with self.together():
                document_rows.move_vectors_together(self._database)

    # reading

    def documents(self) -> dict[str, DocumentRow]:
        """Every document, by its path."""
        rows = self._rows(
            "SELECT path, source, sha256, size, mtime_ns, chunks, embedded, read_ns FROM documents"
        )
        return {row[0]: DocumentRow(*row) for row in rows}

    def document(self, path: str) -> DocumentRow | None:
        """One document; None when it is not in the index."""
        rows = self._rows(
            "SELECT path, source, sha256, size, mtime_ns, chunks, embedded, read_ns FROM documents"
            " WHERE path = ?",
            [path],
        )
        return DocumentRow(*rows[0]) if rows else None

    def paths_below(self, folder: str) -> list[str]:
        """The documents in a folder, at any depth."""
        condition, values = Where(folder=folder).of_documents()
        return [row[0] for row in self._rows(f"SELECT path FROM documents WHERE {condition}", values)]

    def keyword_hits(
        self, expression: str, limit: int, where: Where = ANYWHERE, *, weights: Weights = EVEN
    ) -> list[KeywordHit]:
        """The chunks an FTS5 expression finds, best first; weights of the columns text, cjk, path."""
        with self._guard():
            return keyword_leg.hits(self._database, expression, limit, where=where, weights=weights)

    def keyword_scores(
        self, expression: str, ids: Iterable[int], *, weights: Weights = EVEN
    ) -> dict[int, float]:
        """BM25 (negative, lower is better) of those of these chunks that match."""
        with self._guard():
            return keyword_leg.scores(self._database, expression, ids, weights=weights)

    def keyword_counts(self, expressions: Iterable[str]) -> dict[str, int]:
        """How many chunks each of these FTS5 expressions finds: how common its words are."""
        with self._guard():
            return keyword_leg.counts(self._database, expressions)

    def keyword_rank(
        self, expression: str, chunk_id: int, where: Where = ANYWHERE, *, weights: Weights = EVEN
    ) -> int | None:
        """The exact place of a chunk, from 1; None when it does not match."""
        with self._guard():
            return keyword_leg.rank(self._database, expression, chunk_id, where=where, weights=weights)

    def vector_hits(self, vector: Vector, limit: int, where: Where = ANYWHERE) -> list[VectorHit]:
        """The chunks nearest in meaning, nearest first, each with its best passage's exact cosine."""
        if self.dimensions != len(vector):
            return []
        with self._guard():
            return vector_leg.hits(self._database, vector, limit, where=where)

    def vector_rank(self, vector: Vector, chunk_id: int, where: Where = ANYWHERE) -> int | None:
        """The place of a chunk, from 1; None when it has no vector or is behind 4,096 passages."""
        if self.dimensions != len(vector):
            return None
        with self._guard():
            return vector_leg.rank(self._database, vector, chunk_id, where=where)

    def cosines(self, vector: Vector, ids: Iterable[int]) -> dict[int, float]:
        """The best passage's exact cosine, for those of these chunks that have vectors."""
        if self.dimensions != len(vector):
            return {}
        with self._guard():
            return vector_leg.cosines(self._database, vector, ids)

    def chunks(self, ids: Iterable[int]) -> dict[int, ChunkRow]:
        """These chunks, by id; one that has gone meanwhile is not there."""
        rows = self._rows(
            "SELECT c.id, d.path, d.source, c.start_line, c.end_line, t.text, c.hash, c.importance,"
            " c.triggers, c.project, d.mtime_ns FROM json_each(?) ids JOIN chunks c ON c.id = ids.value"
            " JOIN documents d ON d.id = c.document_id JOIN texts t ON t.id = c.id",
            [json.dumps(list(ids))],
        )
        return {row[0]: ChunkRow(*row) for row in rows}

    def chunk_ids(self, path: str, line: int | None = None) -> list[int]:
        """The chunks of a document in order; with `line`, those that hold it."""
        rows = self._rows(
            "SELECT c.id FROM documents d JOIN chunks c ON c.document_id = d.id WHERE d.path = ?1"
            " AND (?2 IS NULL OR ?2 BETWEEN c.start_line AND c.end_line) ORDER BY c.start_line, c.id",
            [path, line],
        )
        return [row[0] for row in rows]

    def chunks_without_vectors(self, limit: int) -> list[ChunkText]:
        """The next chunks to embed: the bootstrap files', then the newest documents'."""
        rows = self._rows(
            "SELECT c.id, c.hash, t.text FROM documents d INDEXED BY documents_waiting"
            " CROSS JOIN chunks c ON c.document_id = d.id AND c.embedded = 0"
            " CROSS JOIN texts t ON t.id = c.id"
            " WHERE d.embedded < d.chunks ORDER BY d.urgency DESC LIMIT ?",
            [limit],
        )
        return [ChunkText(*row) for row in rows]

    def stats(self) -> StoreStats:
        """Counts, size and what the index was made with."""
        documents, chunks, embedded = self._rows(
            "SELECT count(*), ifnull(sum(chunks), 0), ifnull(sum(embedded), 0) FROM documents"
        )[0]
        size = sum(
            file.stat().st_size
            for suffix in ("", "-wal")
            if (file := self.path.with_name(self.path.name + suffix)).exists()
        )
        model, chunking = self._get("model_name"), self._get("chunking")
        return StoreStats(documents, chunks, self.passages(), embedded, size, model, chunking)

    def counts(self) -> tuple[int, int]:
        """How many chunks there are, and how many have their vectors; cheap."""
        return self._rows("SELECT ifnull(sum(chunks), 0), ifnull(sum(embedded), 0) FROM documents")[0]

    def passages(self) -> int:
        """How many vectors there are."""
        return self._rows("SELECT count(*) FROM passages")[0][0]

    def floor(self) -> NoiseFloor | None:
        """What was measured last; None before the first time."""
        values = self._get("floor")
        return None if values is None else NoiseFloor(*json.loads(values))

    def skipped(self) -> dict[str, str]:
        """What is not in the index though one might expect it, each with a sentence."""
        return dict(self._rows("SELECT path, reason FROM skipped ORDER BY path"))

    @property
    def chunking(self) -> str:
        """The version of OpenClaw whose chunks are in it."""
        return self._get("chunking")

    @property
    def model_key(self) -> str | None:
        """The key of the model whose vectors are in it; None before the first."""
        return self._get("model_key")

    @property
    def dimensions(self) -> int | None:
        """Of its vectors; None before the first model."""
        return self._get("dimensions")

    def _get(self, key: str) -> Any:
        rows = self._rows("SELECT value FROM meta WHERE key = ?", [key])
        return rows[0][0] if rows else None

    def _set(self, key: str, value: Any) -> None:
        self._database.rows("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, value])

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._guard():
            return self._database.rows(sql, values)

    @contextlib.contextmanager
    def _guard(self) -> Generator[None]:
        try:
            with self._database.guarded():
                yield
        except IndexDamagedError:
            if self._on_damage:
                self._on_damage(self)
            raise
