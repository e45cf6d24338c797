"""What an agent's index is: made by which model, cut how, and how much of everything is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.meta import Meta
from openclaw_desktop.workspace.agents import Era

FTS_ONLY = "fts-only"
"""The model of chunks without a vector. OpenClaw 2026.9."""

UNICODE = "unicode61"

_VECTORS_MARK = "memory_vector_rebuild_v1"


@dataclass(frozen=True, slots=True)
class SourceCounts:
    """What one source has in the index; `chunk_bytes` are those of its texts and vectors as stored."""

    source: str
    files: int
    chunks: int
    chunk_bytes: int


@dataclass(frozen=True, slots=True)
class Contents:
    """How much is in an index, and what of it is odd.

    `vector_lengths`: how many chunks have a vector of so many numbers; 0 is none, or none that can be read.
    """

    sources: tuple[SourceCounts, ...]
    reusable_bytes: int
    cache_entries: int
    cache_bytes: int
    vector_lengths: Mapping[int, int]
    without_text: int

    @property
    def files(self) -> int:
        """Documents, of every source."""
        return sum(each.files for each in self.sources)

    @property
    def chunks(self) -> int:
        """Chunks, of every source."""
        return sum(each.chunks for each in self.sources)


@dataclass(frozen=True, slots=True)
class Identity:
    """What an index says of itself, and what is in it. `meta` is None where it says nothing.

    `model` may be that of most chunks. `tokenizer` and `vectors` (2026.9: complete, incomplete, empty or
    unverified; 2026.2: None) are found in the tables, whatever `meta` says.
    """

    era: Era
    schema: int
    meta: Meta | None
    model: str
    has_words: bool
    tokenizer: str
    vectors: str | None
    contents: Contents

    @property
    def dims(self) -> int | None:
        """How many numbers its vectors have: as it says itself, else as most have."""
        if self.meta and self.meta.dims:
            return self.meta.dims
        found = {length: count for length, count in self.contents.vector_lengths.items() if length}
        return max(found, key=lambda length: found[length], default=None)

    @property
    def has_meaning(self) -> bool:
        """Whether there are vectors at all."""
        return any(self.contents.vector_lengths[length] for length in self.contents.vector_lengths if length)


def identity(index: AgentDatabase) -> Identity:
    """Counts and measures an index; some 0.1 s for 5,000 chunks. Raises AgentIndexError."""
    return Identity(
        era=index.form.version,
        schema=index.schema,
        meta=index.meta,
        model=index.model,
        has_words=index.form.words in index.tables,
        tokenizer=_tokenizer(index),
        vectors=_vectors(index),
        contents=contents(index),
    )


def contents(index: AgentDatabase) -> Contents:
    """How much is in the index."""
    database, form = index.database, index.form
    rows = database.rows(
        "SELECT source, count(*), total(length(CAST(text AS BLOB)) + length(CAST(embedding AS BLOB)))"
        f" FROM {form.chunks} GROUP BY source"
    )
    chunks = {str(source): (count, int(size)) for source, count, size in rows}
    files = dict[str, int]()
    for document in index.documents:
        files[document.source] = files.get(document.source, 0) + 1
    cache = (0, 0)
    if index.has(form.cache, "embedding"):
        [cache] = database.rows(
            f"SELECT count(*), coalesce(sum(length(CAST(embedding AS BLOB))), 0) FROM {form.cache}"
        )
    return Contents(
        sources=tuple(
            SourceCounts(source, files.get(source, 0), *chunks.get(source, (0, 0)))
            for source in sorted(files.keys() | chunks.keys())
        ),
        reusable_bytes=database.value("PRAGMA freelist_count") * database.value("PRAGMA page_size"),
        cache_entries=cache[0],
        cache_bytes=cache[1],
        vector_lengths=_vector_lengths(index),
        without_text=database.value(
            f"SELECT count(*) FROM {form.chunks} WHERE trim(coalesce(text, '')) = ''"
        ),
    )


def _vector_lengths(index: AgentDatabase) -> dict[int, int]:
    """How many chunks have so many numbers: JSON in 2026.2, eight bytes a number in 2026.9."""
    rows: list[Any] = index.database.rows(
        "SELECT CASE WHEN typeof(embedding) = 'blob' THEN length(embedding) / 8"
        " WHEN json_valid(embedding) THEN coalesce(json_array_length(embedding), 0) ELSE 0 END AS numbers,"
        f" count(*) FROM {index.form.chunks} GROUP BY numbers"
    )
    return dict(rows)


def _tokenizer(index: AgentDatabase) -> str:
    """How the table of words cuts them; only two ways are known."""
    if index.meta and index.meta.tokenizer:
        return index.meta.tokenizer
    sql = index.database.value("SELECT sql FROM sqlite_schema WHERE name = ?", (index.form.words,))
    return "trigram" if "trigram" in str(sql or "").lower() else UNICODE


def _vectors(index: AgentDatabase) -> str | None:
    """How far the table of vectors can be trusted. OpenClaw 2026.9: memory_vector_rebuild_v1."""
    if index.form.version == "2026.2":
        return None
    mark = None
    if index.form.meta in index.tables:
        sql = f"SELECT value FROM {index.form.meta} WHERE key = ?"
        mark = index.database.value(sql, (_VECTORS_MARK,))
    has_meaning = bool(
        index.database.value(f"SELECT 1 FROM {index.form.chunks} WHERE model <> ? LIMIT 1", (FTS_ONLY,))
    )
    dims = index.meta.dims if index.meta else None
    if mark == "1":
        return "incomplete"
    if index.form.vectors not in index.tables:
        return "incomplete" if dims and has_meaning else "empty"
    if mark == "clean":
        return "complete" if has_meaning else "empty"
    return "incomplete" if has_meaning and not dims else "unverified"
