"""How far an index is, told without starting anything or writing anywhere."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from openclaw_desktop.index import generations
from openclaw_desktop.index.indexer import is_same
from openclaw_desktop.index.sources import Indexable, Survey, survey
from openclaw_desktop.index.store import DocumentRow, Store
from openclaw_desktop.settings import IndexSettings
from openclaw_desktop.workspace.files import hash_of


@dataclass(frozen=True, slots=True)
class Status:
    """Counts of files and chunks; `bytes` on disk; `skipped` paths with the reason."""

    workspace: str
    index: str | None  # the database's path; None when there is none yet
    files: int = 0
    outdated: int = 0  # files that changed, came or went since they were indexed
    chunks: int = 0
    chunks_with_vectors: int = 0
    bytes: int = 0
    model: str | None = None
    chunking: str | None = None
    skipped: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def is_complete(self) -> bool:
        """Whether every file is searchable by its words and by meaning."""
        return self.index is not None and not self.outdated and self.chunks_with_vectors >= self.chunks

    @property
    def sentence(self) -> str:
        """The state in words."""
        if self.index is None:
            return f"not indexed yet · {self.outdated:,} files to read"
        parts = [f"{self.files:,} files", f"{self.chunks:,} chunks"]
        if self.chunks_with_vectors < self.chunks:
            parts.append(f"{self.chunks - self.chunks_with_vectors:,} without vectors yet")
        parts.append(f"{self.outdated:,} files changed since" if self.outdated else "up to date")
        return " · ".join(parts)


def look(root: Path, folder: Path, settings: IndexSettings) -> Status:
    """Compares the workspace at `root` with its index below `folder`.

    Raises NoWorkspaceError when the workspace cannot be read, IndexDamagedError when the index cannot.
    """
    found = Survey()
    for _ in survey(found, root, settings):
        pass
    path = generations.current(folder)
    if path is None:
        return Status(str(root), None, outdated=len(found.files), skipped=found.skipped)
    with closing(Store.open_reader(path)) as store:
        documents, stats, skipped = store.documents(), store.stats(), store.skipped()
    readable = {name: file for name, file in found.files.items() if name not in skipped}
    outdated = len(documents.keys() - found.files.keys()) + sum(
        not _is_stored(file, documents.get(name)) for name, file in readable.items()
    )
    return Status(
        str(root),
        str(path),
        files=stats.documents,
        outdated=outdated,
        chunks=stats.chunks,
        chunks_with_vectors=stats.chunks_with_vectors,
        bytes=stats.bytes,
        model=stats.model_name,
        chunking=stats.chunking,
        skipped=skipped,
    )


def _is_stored(file: Indexable, stored: DocumentRow | None) -> bool:
    """Whether the index has the file as it is; one that was read right after it was written is read again."""
    if stored is None or is_same(file, stored):
        return stored is not None
    if (file.size, file.mtime_ns, file.source) != (stored.size, stored.mtime_ns, stored.source):
        return False
    try:
        return hash_of((file.folder / file.name).read_bytes()) == stored.sha256
    except OSError:
        return False
