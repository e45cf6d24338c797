"""Puts a file's chunks into a copy of an agent's index as the agent's own indexer does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.index.chunk import Chunk, chunk_id

Vector = NDArray[np.float64]

ORIGIN, SESSION_KIND = "owner", "unknown"
"""Where the changed text comes from: a person, in no session."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk with its vector; None: it can only be found by words."""

    chunk: Chunk
    vector: Vector | None


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file as it is to be indexed; `mtime_ms` since 1970."""

    path: str
    source: str
    hash: str
    size: int
    mtime_ms: int
    pieces: tuple[Piece, ...]


def put(index: AgentDatabase, file: NewFile) -> None:
    """Adds a file that the index does not hold. OpenClaw: writeChunks."""
    form, database = index.form, index.database
    database.rows(
        f"INSERT INTO {form.documents} (path, source, hash, mtime, size) VALUES (?, ?, ?, ?, ?)",
        (file.path, file.source, file.hash, file.mtime_ms, file.size),
    )
    ids = [chunk_id(file.source, file.path, piece.chunk, index.model) for piece in file.pieces]
    for name, piece in zip(ids, file.pieces, strict=True):
        chunk = piece.chunk
        place = (file.path, file.source, index.model, chunk.start_line, chunk.end_line)
        database.rows(
            f"INSERT INTO {form.chunks} (id, path, source, model, start_line, end_line, hash, text,"
            " embedding, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (name, *place, chunk.hash, chunk.text, _stored(index, piece.vector), file.mtime_ms),
        )
        if index.has(form.words) and not _has_triggers(index):
            database.rows(
                f"INSERT INTO {form.words} (text, id, path, source, model, start_line, end_line)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (chunk.text, name, *place),
            )
        if piece.vector is not None and index.table_dims == len(piece.vector):
            data = piece.vector.astype("<f4").tobytes()
            database.rows(f"INSERT INTO {form.vectors} (id, embedding) VALUES (?, ?)", (name, data))
        _mark(index, name, chunk, file.mtime_ms)


def _mark(index: AgentDatabase, name: str, chunk: Chunk, now_ms: int) -> None:
    """What 2026.9 notes of a chunk besides."""
    form, database = index.form, index.database
    marks = (chunk.importance, chunk.triggers, chunk.project)
    if index.has(form.recall) and any(mark is not None for mark in marks):
        database.rows(
            f"INSERT INTO {form.recall} (chunk_id, importance, triggers, project_key) VALUES (?, ?, ?, ?)",
            (name, *marks),
        )
    if index.has(form.provenance):
        database.rows(
            f"INSERT INTO {form.provenance} (chunk_id, origin_class, session_kind, observed_at)"
            " VALUES (?, ?, ?, ?)",
            (name, ORIGIN, SESSION_KIND, now_ms),
        )


def take_away(index: AgentDatabase, path: str, source: str) -> None:
    """Removes a file with all that the index holds of it; one it does not hold is no error."""
    form, database = index.form, index.database
    where = "path = ? AND source = ?"
    ids = database.rows(f"SELECT id FROM {form.chunks} WHERE {where}", (path, source))
    listed = json.dumps([name for (name,) in ids])
    within = "IN (SELECT value FROM json_each(?))"
    for table in (form.recall, form.provenance):
        if index.has(table):
            database.rows(f"DELETE FROM {table} WHERE chunk_id {within}", (listed,))
    if index.has(form.vectors):
        database.many(f"DELETE FROM {form.vectors} WHERE id = ?", ids)
    if index.has(form.words) and not _has_triggers(index):
        database.rows(f"DELETE FROM {form.words} WHERE {where}", (path, source))
    database.rows(f"DELETE FROM {form.chunks} WHERE {where}", (path, source))
    database.rows(f"DELETE FROM {form.documents} WHERE {where}", (path, source))


def known_vectors(index: AgentDatabase, hashes: Sequence[str]) -> dict[str, Any]:
    """What the index stores of texts with these hashes, by its own model: in chunks, or in its cache."""
    form, listed = index.form, json.dumps(list(hashes))
    condition = "model = ? AND hash IN (SELECT value FROM json_each(?))"
    found: dict[str, Any] = {}
    meta = index.meta
    if meta and index.has(form.cache, "provider", "model", "provider_key", "hash", "embedding"):
        rows = index.database.rows(
            f"SELECT hash, embedding FROM {form.cache} WHERE {condition}"
            " AND provider = ? AND provider_key = ?",
            (index.model, listed, meta.provider, meta.provider_key),
        )
        found.update(rows)
    sql = f"SELECT hash, embedding FROM {form.chunks} WHERE {condition}"
    return found | dict(index.database.rows(sql, (index.model, listed)))


def _stored(index: AgentDatabase, vector: Vector | None) -> str | bytes:
    if index.form.version == "2026.2":
        return json.dumps([] if vector is None else vector.tolist())
    return b"" if vector is None else vector.astype("<f8").tobytes()


def _has_triggers(index: AgentDatabase) -> bool:
    """Whether the table of words follows the chunks by itself. OpenClaw 2026.9."""
    sql = "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? AND sql LIKE ? LIMIT 1"
    return bool(index.database.value(sql, (index.form.chunks, f"%{index.form.words}%")))
