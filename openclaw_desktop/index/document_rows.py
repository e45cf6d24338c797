"""Pure SQL on one document: its chunks, their words and vectors. Call everything in a transaction."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from openclaw_desktop.index.chunk import Chunk
from openclaw_desktop.index.embed import Passage
from openclaw_desktop.index.schema import SOURCES
from openclaw_desktop.index.terms import cjk_terms
from openclaw_desktop.index.where import day_number
from openclaw_desktop.sqlite import Database
from openclaw_desktop.workspace.layout import BOOTSTRAP_NAMES, date_in

FIRST_OF_ALL = 2**62

SPARSE = 512
"""sqlite-vec keeps vectors in blocks of 1,024, searches whole blocks, and fills up no holes."""


def document_id(database: Database, path: str, source: str) -> int:
    """The id of a document, which is put in when it is not there or was of another source."""
    known = database.rows("SELECT id, source FROM documents WHERE path = ?", [path])
    if known and known[0][1] == source:
        return known[0][0]
    remove(database, path)
    database.rows(
        "INSERT INTO documents (path, source, day, sha256, size, mtime_ns, read_ns, urgency, chunks,"
        " embedded) VALUES (?, ?, ?, '', 0, 0, 0, 0, 0, 0)",
        [path, source, day_number(date_in(path))],
    )
    return database.last_id()


def replace_chunks(database: Database, document: int, path: str, chunks: Sequence[Chunk]) -> int:
    """Puts in new chunks, moves those whose text is there already, removes the rest.

    Returns how many of them have vectors.
    """
    old: defaultdict[str, deque[tuple[int, int]]] = defaultdict(deque)
    for chunk_id, hash_, embedded in database.rows(
        "SELECT id, hash, embedded FROM chunks WHERE document_id = ?", [document]
    ):
        old[hash_].append((chunk_id, embedded))
    words = f"{path} {cjk_terms(path)}"
    count = 0
    for chunk in chunks:
        if old[chunk.hash]:
            chunk_id, embedded = old[chunk.hash].popleft()
            count += embedded
            _move(database, chunk_id, chunk)
        else:
            _insert(database, document, chunk, words)
    remove_chunks(database, [chunk_id for rest in old.values() for chunk_id, _ in rest])
    return count


def _move(database: Database, chunk_id: int, chunk: Chunk) -> None:
    database.rows(
        "UPDATE chunks SET start_line = ?, end_line = ?, importance = ?, triggers = ?, project = ?"
        " WHERE id = ?",
        [chunk.start_line, chunk.end_line, chunk.importance, chunk.triggers, chunk.project, chunk_id],
    )


def _insert(database: Database, document: int, chunk: Chunk, words: str) -> None:
    database.rows(
        "INSERT INTO chunks (document_id, start_line, end_line, hash, importance, triggers, project,"
        " embedded) VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
        [
            document,
            chunk.start_line,
            chunk.end_line,
            chunk.hash,
            chunk.importance,
            chunk.triggers,
            chunk.project,
        ],
    )
    chunk_id = database.last_id()
    database.rows("INSERT INTO texts VALUES (?, ?)", [chunk_id, chunk.text])
    database.rows(
        "INSERT INTO chunks_fts (rowid, text, cjk, path) VALUES (?, ?, ?, ?)",
        [chunk_id, chunk.text, cjk_terms(chunk.text), words],
    )


def remove(database: Database, path: str) -> None:
    """Leaves no row, word or vector of a document."""
    database.rows("DELETE FROM skipped WHERE path = ?", [path])
    chunks = database.rows(
        "SELECT id FROM chunks WHERE document_id = (SELECT id FROM documents WHERE path = ?)", [path]
    )
    remove_chunks(database, [row[0] for row in chunks])
    database.rows("DELETE FROM documents WHERE path = ?", [path])


def remove_chunks(database: Database, ids: Iterable[int]) -> None:
    """Leaves nothing of these chunks; their document's counts are the caller's."""
    for chunk in ids:
        for passage in database.rows("DELETE FROM passages WHERE chunk_id = ? RETURNING id", [chunk]):
            database.rows("DELETE FROM vectors WHERE rowid = ?", passage)
        for table, key in (("chunks_fts", "rowid"), ("texts", "id"), ("chunks", "id")):
            database.rows(f"DELETE FROM {table} WHERE {key} = ?", [chunk])


def add_vectors(database: Database, chunk_id: int, passages: Sequence[Passage]) -> None:
    """Gives a chunk its vectors; one that is gone or has them is left alone."""
    waiting = database.rows(
        "SELECT d.id, d.source, d.day FROM chunks c JOIN documents d ON d.id = c.document_id"
        " WHERE c.id = ? AND NOT c.embedded",
        [chunk_id],
    )
    for document, source, day in waiting:
        for passage in passages:
            database.rows(
                'INSERT INTO passages (chunk_id, "start", "end") VALUES (?, ?, ?)',
                [chunk_id, passage.start, passage.end],
            )
            database.rows(
                "INSERT INTO vectors (rowid, vector, source, day) VALUES (?, ?, ?, ?)",
                [database.last_id(), passage.vector.tobytes(), SOURCES.index(source), day],
            )
        database.rows("UPDATE chunks SET embedded = 1 WHERE id = ?", [chunk_id])
        database.rows("UPDATE documents SET embedded = embedded + 1 WHERE id = ?", [document])


def move_vectors_together(database: Database) -> None:
    """Empties the blocks of vectors that are less than half full into new ones."""
    sparse = database.rows(
        "SELECT chunk_id FROM vectors_rowids GROUP BY chunk_id HAVING count(*) < ?", [SPARSE]
    )
    for block in sparse if len(sparse) > 2 else []:
        rows = database.rows(
            "SELECT v.rowid, v.vector, v.source, v.day FROM vectors_rowids r"
            " CROSS JOIN vectors v ON v.rowid = r.rowid WHERE r.chunk_id = ?",
            block,
        )
        for row in rows:
            database.rows("DELETE FROM vectors WHERE rowid = ?", row[:1])
            database.rows("INSERT INTO vectors (rowid, vector, source, day) VALUES (?, ?, ?, ?)", row)


def urgency(path: str, mtime_ns: int) -> int:
    """Bootstrap files first, then by the date in the path, or without one, by time of change."""
    if path in BOOTSTRAP_NAMES:
        return FIRST_OF_ALL
    day = date_in(path)
    if day is None:
        return mtime_ns
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 10**9
