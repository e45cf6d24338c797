"""A second copy of an agent's index, in which files can be changed on trial and asked for again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from typing import Any

from openclaw_desktop import snapshot
from openclaw_desktop.agent_index.advice.pieces import embeddable
from openclaw_desktop.agent_index.advice.rows import NewFile, Piece, Vector, known_vectors, put, take_away
from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.database import REFUSALS, AgentDatabase
from openclaw_desktop.agent_index.vectors import vector_of
from openclaw_desktop.agent_index.why_not import indexed_by
from openclaw_desktop.errors import AgentIndexError
from openclaw_desktop.index.chunk import Chunk, chunk_document
from openclaw_desktop.sqlite import Database
from openclaw_desktop.workspace import files

Embed = Callable[[str], Vector | None]
"""The vector of a passage by the agent's own model; None where it cannot be had."""

MEMORY = "memory"


class Scratch:
    """The copy; for one thread at a time. Nothing that is tried in it stays."""

    def __init__(self, database: Database, search: AgentSearch, embed: Embed, *, now_ms: int) -> None:
        self._database = database
        self._search = search
        self._embed = embed
        self._now_ms = now_ms
        self.index = AgentDatabase(database)

    @contextlib.contextmanager
    def changed(self, texts: Mapping[str, str | None]) -> Generator[AgentDatabase]:
        """The index as it will be when these files hold these texts; None: there is no such file.

        A file that the agent does not look at changes nothing.
        """
        texts = {path: text for path, text in texts.items() if self.holds(path)}
        if not texts:
            yield self.index
            return
        changed = [self._file(path, text) for path, text in texts.items() if text is not None]
        self._database.rows("SAVEPOINT trial")
        try:
            for path in texts:
                take_away(self.index, path, MEMORY)
            for file in changed:
                put(self.index, file)
            yield AgentDatabase(self._database)
        finally:
            self._database.rows("ROLLBACK TO trial")
            self._database.rows("RELEASE trial")

    def holds(self, path: str) -> bool:
        """Whether the agent indexes this file, or would if it were there."""
        return self.hash_of(path) is not None or indexed_by(path, self.index.form.version)

    def hash_of(self, path: str) -> str | None:
        """The hash of a file of the memory as the index knows it; None where it does not."""
        return self._of_document("hash", path)

    def _of_document(self, column: str, path: str) -> Any:
        sql = f"SELECT {column} FROM {self.index.form.documents} WHERE path = ? AND source = ?"
        return self._database.value(sql, (path, MEMORY))

    def _file(self, path: str, text: str) -> NewFile:
        data = text.encode("utf-8", "surrogatepass")
        mtime: float | None = self._of_document("mtime", path)
        return NewFile(
            path=path,
            source=MEMORY,
            hash=files.hash_of(data),
            size=len(data),
            mtime_ms=self._now_ms if mtime is None else int(mtime),
            pieces=tuple(self._pieces(self._chunks(path, text))),
        )

    def _chunks(self, path: str, text: str) -> list[Chunk]:
        """As the agent's own indexer cuts it, by the numbers the index was made with."""
        meta, search = self.index.meta, self._search
        chunks = chunk_document(
            path,
            text,
            version=self.index.form.version,
            tokens=(meta and meta.chunk_tokens) or search["chunk_tokens"],
            overlap=search["chunk_overlap"]
            if meta is None or meta.chunk_overlap is None
            else meta.chunk_overlap,
        )
        return embeddable(chunks, meta.provider if meta else None)

    def _pieces(self, chunks: Iterable[Chunk]) -> Generator[Piece]:
        chunks = list(chunks)
        known = known_vectors(self.index, [chunk.hash for chunk in chunks])
        dims = self.index.meta.dims if self.index.meta else None
        for chunk in chunks:
            vector = vector_of(known[chunk.hash], dims) if chunk.hash in known else None
            yield Piece(chunk, self._embed(chunk.text) if vector is None else vector)


@contextlib.contextmanager
def scratch(index: AgentDatabase, search: AgentSearch, embed: Embed, *, now_ms: int) -> Generator[Scratch]:
    """A copy of an open index, gone afterwards. Raises AgentIndexError."""
    path = index.database.path
    with snapshot.folder_for(path, AgentIndexError) as folder:
        copy, _ = snapshot.copied(path, folder, AgentIndexError)
        with closing(Database(copy, refusals=REFUSALS)) as database, database.guarded():
            yield Scratch(database, search, embed, now_ms=now_ms)
