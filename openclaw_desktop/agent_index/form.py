"""Pure: where each era of OpenClaw keeps an agent's index, and in which tables."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from openclaw_desktop.workspace.agents import Era

META_KEY = "memory_index_meta_v1"


@dataclass(frozen=True, slots=True)
class Form:
    """The tables of one era. `rowid` is the chunks' number; tables that are None do not exist in it."""

    version: Literal["2026.2", "2026.9"]
    preset: str
    meta: str
    documents: str
    chunks: str
    rowid: str
    words: str
    vectors: str
    cache: str
    paths: str | None = None
    recall: str | None = None
    provenance: str | None = None


OLD = Form(
    version="2026.2",
    preset="OpenClaw 2026.2",
    meta="meta",
    documents="files",
    chunks="chunks",
    rowid="rowid",
    words="chunks_fts",
    vectors="chunks_vec",
    cache="embedding_cache",
)

NEW = Form(
    version="2026.9",
    preset="OpenClaw 2026.9",
    meta="memory_index_meta",
    documents="memory_index_sources",
    chunks="memory_index_chunks",
    rowid="chunk_rowid",
    words="memory_index_chunks_fts",
    vectors="memory_index_chunks_vec",
    cache="memory_embedding_cache",
    paths="memory_index_paths_fts",
    recall="memory_index_chunk_recall_metadata",
    provenance="memory_index_chunk_provenance",
)


def form_of(tables: Collection[str]) -> Form | None:
    """The form of a database with these tables; None when it holds no index."""
    return next((form for form in (NEW, OLD) if form.chunks in tables and form.documents in tables), None)


def places(state_dir: Path, agent_id: str, era: Era) -> tuple[Path, ...]:
    """Where an agent's index may be, that of its own era first.

    OpenClaw 2026.2: `memory/<agent>.sqlite`; 2026.9: its tables in `openclaw-agent.sqlite`.
    """
    old = state_dir / "memory" / f"{agent_id}.sqlite"
    new = state_dir / "agents" / agent_id / "agent" / "openclaw-agent.sqlite"
    return (old, new) if era == "2026.2" else (new, old)


def log_of(database: Path) -> Path:
    """Where SQLite keeps a database's log."""
    return database.with_name(database.name + "-wal")
