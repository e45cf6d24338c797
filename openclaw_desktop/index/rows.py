"""What the index gives back, as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoiseFloor:
    """The best cosine that questions about nothing in particular reach on this index: mean and 95th
    percentile over `probes` of them, taken when the index had `passages`."""

    vector_mean: float
    vector_p95: float
    probes: int
    passages: int = 0


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document as it was indexed; `vectors` counts the chunks that have theirs."""

    path: str
    source: str
    sha256: str
    size: int
    mtime_ns: int
    chunks: int
    vectors: int
    read_ns: int  # by this machine's clock, when it was read


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk with what ranking needs to know of its document."""

    id: int
    path: str
    source: str
    start_line: int
    end_line: int
    text: str
    hash: str
    importance: int | None
    triggers: str | None
    project: str | None
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class ChunkText:
    """A chunk that waits for its vectors."""

    chunk_id: int
    hash: str
    text: str


@dataclass(frozen=True, slots=True)
class StoreStats:
    """What the index holds; `bytes` on disk."""

    documents: int
    chunks: int
    passages: int
    chunks_with_vectors: int
    bytes: int
    model_name: str | None
    chunking: str
