"""What the engine reports to the one listener it was given: small frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class IndexPhase(StrEnum):
    """What the indexer is doing."""

    OPENING = "opening"
    SCANNING = "scanning"
    KEYWORDS = "keywords"
    EMBEDDING = "embedding"
    READY = "ready"
    PAUSED = "paused"
    ELSEWHERE = "elsewhere"  # another process writes this index
    STOPPED = "stopped"  # it cannot go on; `problem` says why


@dataclass(frozen=True, slots=True)
class IndexState:
    """The state of a workspace's index; counts are of files, chunks and embedded passages."""

    phase: IndexPhase
    files_done: int = 0
    files_total: int = 0
    chunks: int = 0
    vectors_done: int = 0
    vectors_total: int = 0
    seconds_left: float | None = None
    problem: str | None = None  # one sentence: why vectors are missing or indexing stopped
    keywords_only: bool = False  # True when vectors will not come until the person retries
    watching: str | None = None  # None: watched; else one sentence why it is polled instead

    @property
    def sentence(self) -> str:
        """What the status bar says."""
        if self.phase is IndexPhase.STOPPED:
            return f"index stopped: {_within(self.problem)}"
        if self.phase is IndexPhase.OPENING:
            return "opening the index"
        if self.phase is IndexPhase.SCANNING:
            return f"looking for changes · {_chunks(self.chunks)}"
        if self.phase is IndexPhase.KEYWORDS:
            return f"reading {self.files_done:,} of {self.files_total:,} files"
        if self.keywords_only:
            return f"keywords only: {_within(self.problem)}"
        if self.phase is IndexPhase.EMBEDDING:
            left = f" · {about(self.seconds_left)}" if self.seconds_left is not None else ""
            return f"embedding {self.vectors_done:,} of {self.vectors_total:,}{left}"
        if self.phase is IndexPhase.PAUSED:
            far = f" at {self.vectors_done:,} of {self.vectors_total:,}" if self.vectors_total else ""
            return f"paused{far}"
        if self.phase is IndexPhase.ELSEWHERE:
            return f"{_chunks(self.chunks)} · {self.problem or 'indexed by another process'}"
        return f"up to date · {_chunks(self.chunks)}"


@dataclass(frozen=True, slots=True)
class FilesChanged:
    """These workspace-relative paths changed on disk (written, created, renamed or deleted)."""

    paths: frozenset[str]


@dataclass(frozen=True, slots=True)
class FilesIndexed:
    """The index now holds these paths as they are on disk."""

    paths: frozenset[str]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something went wrong that a person should know; nothing was lost."""

    sentence: str


@dataclass(frozen=True, slots=True)
class ReviewChanged:
    """Proposals, decisions, versions or policies changed; `arrived` are proposals that are new."""

    paths: frozenset[str]
    arrived: frozenset[str] = frozenset()


Event = IndexState | FilesChanged | FilesIndexed | ReviewChanged | Problem


def _chunks(count: int) -> str:
    return f"{count:,} chunk" if count == 1 else f"{count:,} chunks"


def _within(problem: str | None) -> str:
    """A sentence as the end of another one, which has a full stop of its own where it needs one."""
    return (problem or "").rstrip(".")


def about(seconds: float) -> str:
    """A duration the way a person says it: "about 9 min"."""
    if seconds < 5:
        return "a few seconds"
    if seconds < 90:
        return f"about {round(seconds)} s"
    if seconds < 5400:
        return f"about {round(seconds / 60)} min"
    return f"about {seconds / 3600:.1f} h"
