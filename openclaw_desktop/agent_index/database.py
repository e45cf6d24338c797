"""An agent's index as it was at one moment: what it says of itself, its documents and its chunks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from openclaw_desktop.agent_index.form import META_KEY, Form, form_of
from openclaw_desktop.agent_index.meta import Meta, meta_of
from openclaw_desktop.agent_index.nearest import Nearest
from openclaw_desktop.errors import AgentIndexError
from openclaw_desktop.index.rows import ChunkRow
from openclaw_desktop.sqlite import Database, Refusals

REFUSALS = Refusals(AgentIndexError, AgentIndexError, AgentIndexError)

NEWEST_SCHEMA = 23
"""The newest `user_version` of OpenClaw's database that this program was tried with."""

_NEEDED = {"id", "path", "source", "start_line", "end_line", "hash", "model", "text", "embedding"}


FEW = 6
SHORTEST_TEXT, QUICK_TEXT, LONGEST_TEXT = 40, 400, 1_600
"""In characters: long enough to mean something, quick to read for a model, read by it to nearly their end."""


@dataclass(frozen=True, slots=True)
class AgentDocument:
    """A file the agent has indexed. `mtime_ns` is None where the index does not know it."""

    path: str
    source: str
    hash: str
    mtime_ns: int | None
    size: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a chunk comes from, as 2026.9 notes it: "agent", "interactive", and when, in milliseconds."""

    origin: str
    session_kind: str
    observed_at: int


class AgentDatabase:
    """One open copy of an index; for one thread at a time.

    `problems` are sentences about what of it cannot be read or is not understood. `schema` is the version of
    the database it lies in; 0 in 2026.2. Raises AgentIndexError when it holds no index.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.schema = int(database.value("PRAGMA user_version"))
        self.tables = frozenset(name for (name,) in database.rows("SELECT name FROM sqlite_schema"))
        name = database.path.name
        form = form_of(self.tables)
        if form is None:
            raise AgentIndexError(f"{name} holds no index of an agent's memory (schema {self.schema}).")
        self.form: Form = form
        missing = _NEEDED - self._columns(form.chunks)
        if missing:
            raise AgentIndexError(
                f"{name} keeps its index in a way this program does not know (schema {self.schema}):"
                f" {form.chunks} has no {', '.join(sorted(missing))}."
            )
        self.meta: Meta | None = self._read_meta()
        self.problems: list[str] = [*self._oddities()]

    def _read_meta(self) -> Meta | None:
        if self.form.meta not in self.tables:
            return None
        return meta_of(self.database.value(f"SELECT value FROM {self.form.meta} WHERE key = ?", (META_KEY,)))

    def _oddities(self) -> Iterable[str]:
        if self.schema > NEWEST_SCHEMA:
            yield (
                f"A newer OpenClaw wrote this database (schema {self.schema}; {NEWEST_SCHEMA} is known here):"
                " what is understood of it is shown."
            )
        if self.meta is None:
            yield "The index does not say which model made it, so the model of most of its chunks counts."
        if self.form.words not in self.tables:
            yield "The index has no table of words, so the agent finds by meaning alone."

    def _columns(self, table: str) -> set[str]:
        return {row[1] for row in self.database.rows(f"PRAGMA table_info({table})")}

    def has(self, table: str | None, *columns: str) -> bool:
        """Whether there is such a table with these columns."""
        return table is not None and table in self.tables and self._columns(table).issuperset(columns)

    @cached_property
    def model(self) -> str:
        """The model whose chunks count: the index's own, else that of most chunks; may be empty."""
        if self.meta and self.meta.model:
            return self.meta.model
        sql = f"SELECT model FROM {self.form.chunks} GROUP BY model ORDER BY count(*) DESC LIMIT 1"
        return str(self.database.value(sql) or "")

    @cached_property
    def table_dims(self) -> int | None:
        """How many numbers each vector in sqlite-vec's table has; None without such a table."""
        sql = self.database.value("SELECT sql FROM sqlite_schema WHERE name = ?", (self.form.vectors,))
        dims = re.search(r"float\[(\d+)\]", str(sql), re.IGNORECASE)
        return int(dims[1]) if dims else None

    @cached_property
    def nearest(self) -> Nearest:
        """The vectors of sqlite-vec's table that are of the index's model; there must be such a table."""
        form = self.form
        rows = self.database.rows(
            f"SELECT c.{form.rowid}, c.source, v.embedding FROM {form.vectors} v"
            f" JOIN {form.chunks} c ON c.id = v.id WHERE c.model = ?",
            (self.model,),
        )
        return Nearest(rows)

    @cached_property
    def short_texts(self) -> Sequence[tuple[str, Any]]:
        """A few texts of the index's model with their vectors as they are stored, the shorter ones first."""
        rows: list[tuple[str, Any]] = self.database.rows(
            f"SELECT text, embedding FROM {self.form.chunks} WHERE model = ? AND length(text) BETWEEN ? AND ?"
            # Ids are hashes, so these are any, but always the same.
            f" ORDER BY length(text) > {QUICK_TEXT}, id LIMIT {FEW}",
            (self.model, SHORTEST_TEXT, LONGEST_TEXT),
        )
        return rows

    @cached_property
    def sources(self) -> frozenset[str]:
        """The sources that have documents: "memory", "sessions"."""
        rows = self.database.rows(f"SELECT DISTINCT source FROM {self.form.documents}")
        return frozenset(source for (source,) in rows)

    @cached_property
    def documents(self) -> tuple[AgentDocument, ...]:
        """Every document, also without chunks, by path."""
        form = self.form
        rows = self.database.rows(
            "SELECT d.path, d.source, d.hash, CAST(d.mtime * 1000000 AS INTEGER), coalesce(d.size, 0),"
            f" coalesce(c.chunks, 0) FROM {form.documents} d"
            f" LEFT JOIN (SELECT path, source, count(*) AS chunks FROM {form.chunks} GROUP BY path, source) c"
            " ON c.path = d.path AND c.source = d.source ORDER BY d.path, d.source"
        )
        return tuple(AgentDocument(*row) for row in rows)

    @cached_property
    def first_chunks(self) -> Mapping[str, int]:
        """The number of each path's first chunk."""
        form = self.form
        rows = self.database.rows(
            f"SELECT path, {form.rowid} FROM {form.chunks} ORDER BY path, start_line DESC, {form.rowid} DESC"
        )
        return dict(rows)

    def chunks(self, ids: Iterable[int]) -> dict[int, ChunkRow]:
        """The chunks with these numbers. Those of sessions age by when something was said in them."""
        rows = self.database.rows(
            f"{self._chunk_select} WHERE c.{self.form.rowid} IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
        return {row[0]: ChunkRow(*row) for row in rows}

    def all_chunks(self, path: str) -> list[ChunkRow]:
        """The chunks of one document in their order."""
        sql = f"{self._chunk_select} WHERE c.path = ? ORDER BY c.start_line, c.{self.form.rowid}"
        return [ChunkRow(*row) for row in self.database.rows(sql, (path,))]

    @cached_property
    def written(self) -> Mapping[int, int]:
        """When each chunk was indexed, in milliseconds, by its number, where the index notes it."""
        form = self.form
        if not self.has(form.chunks, "updated_at"):
            return {}
        rows = self.database.rows(
            f"SELECT {form.rowid}, CAST(updated_at AS INTEGER) FROM {form.chunks} WHERE updated_at > 0"
        )
        return dict(rows)

    @cached_property
    def _chunk_select(self) -> str:
        form = self.form
        time = "CAST(d.mtime * 1000000 AS INTEGER)"
        joins = f"LEFT JOIN {form.documents} d ON d.path = c.path AND d.source = c.source"
        marks = "NULL, NULL, NULL"
        if self.has(form.recall, "chunk_id", "importance", "triggers", "project_key"):
            marks = "r.importance, r.triggers, r.project_key"
            joins += f" LEFT JOIN {form.recall} r ON r.chunk_id = c.id"
        if self.has(form.provenance, "chunk_id", "observed_at"):
            time = f"CASE c.source WHEN 'sessions' THEN p.observed_at * 1000000 ELSE {time} END"
            joins += f" LEFT JOIN {form.provenance} p ON p.chunk_id = c.id"
        return (
            f"SELECT c.{form.rowid}, c.path, c.source, coalesce(c.start_line, 1), coalesce(c.end_line, 1),"
            f" coalesce(c.text, ''), coalesce(c.hash, ''), {marks}, {time} FROM {form.chunks} c {joins}"
        )

    def provenance(self, chunk: int) -> Provenance | None:
        """Where a chunk comes from; None where the index does not note it."""
        form = self.form
        if not self.has(form.provenance, "chunk_id", "origin_class", "session_kind", "observed_at"):
            return None
        rows: list[Any] = self.database.rows(
            f"SELECT p.origin_class, p.session_kind, p.observed_at FROM {form.provenance} p"
            f" JOIN {form.chunks} c ON c.id = p.chunk_id WHERE c.{form.rowid} = ?",
            (chunk,),
        )
        return Provenance(*rows[0]) if rows else None
