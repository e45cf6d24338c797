"""What is on disk but not in an agent's index, and what is in the index but changed or gone on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.database import AgentDatabase, AgentDocument
from openclaw_desktop.agent_index.on_disk import OnDisk, memory_files
from openclaw_desktop.errors import reason_of
from openclaw_desktop.workspace.agents import Era

SAME_MOMENT_NS = 1_000
"""OpenClaw keeps times as fractions of milliseconds, exact to a quarter of a microsecond."""

UNWATCHED = (
    "OpenClaw 2026.2 does not notice edits below memory/ while it runs: it reads these files when it starts,"
    " or at a sync that something else causes."
)

BY_SIZE = (
    "Of sessions kept as files only the sizes were compared: their hashes are of what OpenClaw made of them."
)
BY_TIME = "Of sessions in the database only the time of the last message was compared."
NEW_SESSIONS = (
    "Sessions that are not in the index were not looked for: which ones count, OpenClaw alone knows."
)

_STORED = "sqlite:"

Kind = Literal["new", "changed", "gone"]


@dataclass(frozen=True, slots=True)
class Change:
    """A file that is not in the index as it is on disk; `path` as the index has it."""

    path: str
    kind: Kind
    source: str = "memory"

    @property
    def sentence(self) -> str:
        """What the agent finds, then."""
        return {
            "new": f"{self.path} is not in the index: the agent cannot find it.",
            "changed": f"{self.path} changed since it was indexed: the agent finds its old text.",
            "gone": f"{self.path} is gone, and the agent finds what it said.",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class Drift:
    """How far index and disk are apart. `same` and `on_disk` count files of the memory.

    `notes` are sentences about how the agent learns of it, and about what could not be compared.
    """

    changes: tuple[Change, ...]
    same: int
    on_disk: int
    notes: tuple[str, ...]

    @property
    def is_foreign(self) -> bool:
        """Whether the index seems to be of another workspace: nothing in it is as it is here."""
        gone = any(each.kind == "gone" and each.source == "memory" for each in self.changes)
        return gone and not self.same

    def of(self, source: str) -> tuple[Change, ...]:
        """The changes of one source."""
        return tuple(each for each in self.changes if each.source == source)


def drift(index: AgentDatabase, root: Path, search: AgentSearch, sessions: Path) -> Drift:
    """Compares an index with the workspace `root` and the folder of the agent's `sessions`.

    A file of the same size and time is taken for the same; of others the contents are hashed. 5,000 files
    take less than a second. Raises AgentIndexError.
    """
    found = memory_files(root, index.form.version, search["extra_paths"])
    indexed = {each.path: each for each in index.documents if each.source == "memory"}
    notes = list(found.problems)
    changes = list(_changed(indexed, found.files, notes))
    same = len(indexed.keys() & found.files.keys()) - sum(each.kind == "changed" for each in changes)
    changes += (Change(path, "new") for path in found.files.keys() - indexed.keys())
    changes += _sessions(index, sessions, notes)
    if search.era == "2026.9" and search["multimodal"]:
        notes.append("Pictures and sounds of extra paths were not compared.")
    if _is_unwatched(index.form.version, changes):
        notes.append(UNWATCHED)
    changes.sort(key=lambda each: (each.source, each.kind, each.path))
    return Drift(tuple(changes), same, len(found.files), tuple(notes))


def _is_unwatched(era: Era, changes: list[Change]) -> bool:
    return era == "2026.2" and any(each.path.startswith("memory/") for each in changes)


def _changed(
    indexed: Mapping[str, AgentDocument], on_disk: Mapping[str, OnDisk], notes: list[str]
) -> Iterator[Change]:
    for path, document in indexed.items():
        now = on_disk.get(path)
        if now is None and path.endswith(".md"):
            yield Change(path, "gone")
        elif now is not None:
            try:
                if not _is_same(document, now):
                    yield Change(path, "changed")
            except OSError as error:
                notes.append(f"{path} cannot be read: {reason_of(error)}.")


def _is_same(document: AgentDocument, now: OnDisk) -> bool:
    apart = abs((document.mtime_ns or 0) - now.mtime_ns)
    if document.size == now.size and apart <= SAME_MOMENT_NS:
        return True
    return content_hash(now.file.read_bytes()) == document.hash


def content_hash(data: bytes) -> str:
    """A file's hash as OpenClaw notes it, which reads every file as UTF-8. OpenClaw: hashText."""
    return hashlib.sha256(data.decode("utf-8", "replace").encode()).hexdigest()


def _sessions(index: AgentDatabase, folder: Path, notes: list[str]) -> Iterator[Change]:
    """Which indexed sessions grew or went away; their hashes cannot be made again here."""
    documents = [each for each in index.documents if each.source == "sessions"]
    if documents:
        notes.append(NEW_SESSIONS)
    stored = [each for each in documents if each.hash.startswith(_STORED)]
    if stored:
        notes.append(BY_TIME)
        yield from _stored(index, stored)
    files = [each for each in documents if not each.hash.startswith(_STORED)]
    if files:
        notes.append(BY_SIZE)
    for document in files:
        try:
            size = (folder / document.path.rpartition("/")[2]).stat().st_size
        except FileNotFoundError:
            yield Change(document.path, "gone", "sessions")
            continue
        except OSError as error:
            notes.append(f"{document.path} cannot be looked at: {reason_of(error)}.")
            continue
        if size != document.size:
            yield Change(document.path, "changed", "sessions")


def _stored(index: AgentDatabase, documents: list[AgentDocument]) -> Iterator[Change]:
    """Of the sessions in the same database. OpenClaw 2026.9: the hash begins with when the last one was."""
    if not index.has("session_windows", "session_id", "transcript_updated_at"):
        return
    rows = index.database.rows("SELECT session_id, transcript_updated_at FROM session_windows")
    last = dict(rows)
    for document in documents:
        session = document.path.rpartition("/")[2].removesuffix(".jsonl")
        if session not in last:
            yield Change(document.path, "gone", "sessions")
        elif last[session] is not None and not document.hash.startswith(f"{_STORED}{last[session]}:"):
            yield Change(document.path, "changed", "sessions")
