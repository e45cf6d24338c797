"""Reads sessions out of OpenClaw 2026.9's database without touching it: no lock, no file beside it."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import zstandard

from openclaw_desktop.context.transcript import Record, record_of
from openclaw_desktop.errors import TranscriptError, reason_of
from openclaw_desktop.sqlite import Database, Refusals

NAME = "openclaw-agent.sqlite"

TRIES = 5
"""So often a database is read again because it changed meanwhile."""

LARGEST_EVENT = 64 * 2**20

_NEEDED = {
    "transcript_events": {"session_id", "seq", "event_json", "event_zstd", "created_at"},
    "session_windows": {"session_id", "session_key", "session_scope"},
}
_REFUSALS = Refusals(TranscriptError, TranscriptError, TranscriptError)


@dataclass(frozen=True, slots=True)
class Stored:
    """A session in the database. `scope` is "group" or "channel" for rooms; `last` is its last event."""

    id: str
    key: str | None
    scope: str | None
    changed: datetime
    last: int


@dataclass(slots=True)
class Events:
    """Records in order, and how many could not be read."""

    records: list[Record] = field(default_factory=list[Record])
    damaged: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Every session, and the events asked for, by session, all of one moment."""

    sessions: tuple[Stored, ...] = ()
    events: Mapping[str, Events] = field(default_factory=dict[str, Events])


Wanted = Callable[[Sequence[Stored]], Mapping[str, int]]
"""Chooses sessions, each with the number of the event behind which to read (-1 for all of it)."""


@dataclass(frozen=True, slots=True)
class State:
    """Tells one state of a database and its log from another."""

    database: tuple[int, ...]
    log: tuple[int, ...]
    log_header: bytes  # its salts change when the log starts anew


def read(path: Path, wanted: Wanted = lambda _: {}) -> Snapshot:
    """The sessions and some of their events as they are now; nothing when there is no database.

    With a log beside it, both are copied to a private folder and read there; without one the database is
    read in place, as a file nobody changes. Either counts only if it stayed as it was meanwhile. Raises
    TranscriptError.
    """
    if not path.exists():
        return Snapshot()
    try:
        with tempfile.TemporaryDirectory(prefix="openclaw-desktop-") as folder:
            for _ in range(TRIES):
                if snapshot := _attempt(path, Path(folder), wanted):
                    return snapshot
    except OSError as error:
        raise TranscriptError(f"{path.name} cannot be read: {reason_of(error)}.") from error
    raise TranscriptError(f"{path.name} is being written all the time; try again in a moment.")


def state_of(path: Path) -> State:
    """What changes whenever the database does, also when it comes or goes."""
    log = path.with_name(path.name + "-wal")
    header = b""
    with contextlib.suppress(FileNotFoundError), log.open("rb") as file:
        header = file.read(32)
    return State(_identity(path), _identity(log), header)


def _identity(path: Path) -> tuple[int, ...]:
    try:
        status = path.stat()
    except FileNotFoundError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _attempt(path: Path, folder: Path, wanted: Wanted) -> Snapshot | None:
    """One reading; None when the database changed under it."""
    before = state_of(path)
    copied = bool(before.log_header)
    source = path
    if copied:
        for suffix in ("", "-wal"):
            source = folder / path.name
            shutil.copyfile(path.with_name(path.name + suffix), folder / (path.name + suffix))
        if state_of(path) != before:
            return None
    try:
        snapshot = _read(source, wanted, immutable=not copied)
    except TranscriptError:
        if copied or state_of(path) == before:
            raise
        return None
    return snapshot if copied or state_of(path) == before else None


def _read(path: Path, wanted: Wanted, *, immutable: bool) -> Snapshot:
    database = Database(path, writable=False, immutable=immutable, with_vectors=False, refusals=_REFUSALS)
    with contextlib.closing(database), database.guarded():
        _refuse_unknown(database)
        rows = database.rows(
            "SELECT e.session_id, w.session_key, w.session_scope, max(e.created_at), max(e.seq)"
            " FROM transcript_events e LEFT JOIN session_windows w ON w.session_id = e.session_id"
            " GROUP BY e.session_id"
        )
        sessions = tuple(Stored(name, key, scope, _time(at), last) for name, key, scope, at, last in rows)
        return Snapshot(
            sessions, {name: _events(database, name, after) for name, after in wanted(sessions).items()}
        )


def _refuse_unknown(database: Database) -> None:
    for table, needed in _NEEDED.items():
        columns = {row[1] for row in database.rows(f"PRAGMA table_info({table})")}
        if not needed <= columns:
            version = database.value("PRAGMA user_version")
            sentence = f"{NAME} keeps its sessions in a way this program does not know (schema {version})."
            raise TranscriptError(sentence)


def _events(database: Database, session: str, after: int) -> Events:
    result = Events()
    rows = database.rows(
        "SELECT event_json, event_zstd FROM transcript_events WHERE session_id = ? AND seq > ? ORDER BY seq",
        (session, after),
    )
    for text, compressed in rows:
        record = record_of(_decompressed(compressed) if text is None else text)
        if record is None:
            result.damaged += 1
        else:
            result.records.append(record)
    return result


def _decompressed(data: Any) -> bytes:
    """The bytes of an event; none when they are no zstd frame, or a monstrous one."""
    try:
        if zstandard.frame_content_size(data) > LARGEST_EVENT:
            return b""
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=LARGEST_EVENT)
    except (zstandard.ZstdError, TypeError):
        return b""


def _time(milliseconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)
