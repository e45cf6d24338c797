"""Reads sessions out of OpenClaw 2026.9's database without touching it: no lock, no file beside it."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import zstandard

from openclaw_desktop.context.session_entry import SessionEntry, session_entry
from openclaw_desktop.context.transcript import Record, record_of
from openclaw_desktop.errors import TranscriptError, reason_of
from openclaw_desktop.sqlite import Database, Refusals

NAME = "openclaw-agent.sqlite"

TRIES = 5
"""So often a database is read again because it changed meanwhile."""

LARGEST_EVENT = 64 * 2**20

PAGE = 200
"""So many events are in memory at a time."""

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


class Reading:
    """An open database as it was at one moment. `version` is that of its schema."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.version = int(database.value("PRAGMA user_version"))

    def sessions(self) -> tuple[Stored, ...]:
        """Every session that has events."""
        rows = self._database.rows(
            # Only the last event of each session is looked at: the others would all have to be read.
            "SELECT e.session_id, w.session_key, w.session_scope, e.created_at, e.seq FROM"
            " (SELECT session_id, max(seq) AS seq FROM transcript_events GROUP BY session_id) AS last"
            " JOIN transcript_events e ON e.session_id = last.session_id AND e.seq = last.seq"
            " LEFT JOIN session_windows w ON w.session_id = e.session_id"
        )
        return tuple(Stored(name, key, scope, _time(at), last) for name, key, scope, at, last in rows)

    def entries(self) -> dict[str, SessionEntry]:
        """What OpenClaw's list says, by session; of several keys of one session the shortest counts."""
        columns = {row[1] for row in self._database.rows("PRAGMA table_info(session_nodes)")}
        if not {"session_key", "entry_json"} <= columns:
            return {}
        rows = self._database.rows(
            "SELECT session_key, entry_json FROM session_nodes ORDER BY length(session_key) DESC, session_key"
        )
        found = (session_entry(str(key), record_of(text)) for key, text in rows if isinstance(text, str))
        return {entry.id: entry for entry in found if entry}

    def events(self, session: str, after: int = -1) -> Iterator[Record | None]:
        """The records behind event `after` in order; None for one that cannot be read."""
        while rows := self._database.rows(
            "SELECT seq, event_json, event_zstd FROM transcript_events"
            " WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            (session, after, PAGE),
        ):
            for _, text, compressed in rows:
                yield record_of(_decompressed(compressed) if text is None else text)
            after = rows[-1][0]


@contextlib.contextmanager
def opened(path: Path) -> Generator[Reading]:
    """The database at `path`, to be read from while it is open.

    With a log beside it, both are copied to a private folder and read there; without one the database is
    read in place, as a file nobody changes. Raises TranscriptError, at the end too: when the database was
    changed meanwhile, nothing that was read counts.
    """
    with _private_folder(path) as folder:
        source, state = _still(path, folder)
        database = Database(
            source, writable=False, immutable=source == path, with_vectors=False, refusals=_REFUSALS
        )
        try:
            with contextlib.closing(database), database.guarded():
                _refuse_unknown(database)
                yield Reading(database)
        except TranscriptError as error:
            _require_still(path, source, state, error)
            raise
        _require_still(path, source, state)


def read(path: Path, wanted: Wanted = lambda _: {}) -> Snapshot:
    """The sessions and some of their events as they are now; nothing when there is no database.

    Tries again when the database is changed meanwhile. Raises TranscriptError.
    """
    if not path.exists():
        return Snapshot()
    for _ in range(TRIES):
        with contextlib.suppress(_ChangedError):
            return _snapshot(path, wanted)
    raise TranscriptError(_changing(path))


def _snapshot(path: Path, wanted: Wanted) -> Snapshot:
    with opened(path) as reading:
        sessions = reading.sessions()
        events = {name: _all(reading.events(name, after)) for name, after in wanted(sessions).items()}
    return Snapshot(sessions, events)


def _all(records: Iterable[Record | None]) -> Events:
    events = Events()
    for record in records:
        if record is None:
            events.damaged += 1
        else:
            events.records.append(record)
    return events


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


class _ChangedError(TranscriptError):
    """The database was changed while it was read."""


def _changing(path: Path) -> str:
    return f"{path.name} is being written all the time; try again in a moment."


def _require_still(path: Path, source: Path, state: State, cause: Exception | None = None) -> None:
    """Raises _ChangedError when the database was read in place and is not what it was."""
    if source == path and state_of(path) != state:
        raise _ChangedError(_changing(path)) from cause


@contextlib.contextmanager
def _private_folder(path: Path) -> Generator[Path]:
    try:
        folder = tempfile.TemporaryDirectory(prefix="openclaw-desktop-")
    except OSError as error:
        raise TranscriptError(f"{path.name} cannot be read: {reason_of(error)}.") from error
    with folder:
        yield Path(folder.name)


def _still(path: Path, folder: Path) -> tuple[Path, State]:
    """A database that nobody writes: `path` itself, or a copy of it and its log of one moment."""
    try:
        for _ in range(TRIES):
            state = state_of(path)
            if not state.log_header:
                return path, state
            for suffix in ("", "-wal"):
                shutil.copyfile(path.with_name(path.name + suffix), folder / (path.name + suffix))
            if state_of(path) == state:
                return folder / path.name, state
    except OSError as error:
        raise TranscriptError(f"{path.name} cannot be read: {reason_of(error)}.") from error
    raise TranscriptError(_changing(path))


def _refuse_unknown(database: Database) -> None:
    for table, needed in _NEEDED.items():
        columns = {row[1] for row in database.rows(f"PRAGMA table_info({table})")}
        if not needed <= columns:
            version = database.value("PRAGMA user_version")
            sentence = f"{NAME} keeps its sessions in a way this program does not know (schema {version})."
            raise TranscriptError(sentence)


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
