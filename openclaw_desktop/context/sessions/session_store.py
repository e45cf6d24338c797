"""Reads sessions out of OpenClaw 2026.9's database without touching it: no lock, no file beside it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import zstandard

from openclaw_desktop import snapshot
from openclaw_desktop.context.sessions.session_entry import SessionEntry, session_entry
from openclaw_desktop.context.transcript import Placed, Record, record_of
from openclaw_desktop.errors import TranscriptError
from openclaw_desktop.snapshot import TRIES, State, changing, copied, folder_for, state_of
from openclaw_desktop.sqlite import Database, Refusals

NAME = "openclaw-agent.sqlite"

LARGEST_EVENT = 64 * 2**20

PAGE = 200
"""So many events are in memory at a time."""

_EVENT = "CAST(event_json AS BLOB), event_zstd FROM transcript_events"

_NEEDED = {
    "transcript_events": {"session_id", "seq", "event_json", "event_zstd", "created_at"},
    "session_windows": {"session_id", "session_key", "session_scope"},
}


class _DamagedError(TranscriptError):
    """Something of the database cannot be read; what is beside it perhaps can."""


_REFUSALS = Refusals(TranscriptError, TranscriptError, _DamagedError)


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
    problem: str | None = None  # why something of it could not be read, as a sentence


Work = TypeVar("Work")

Wanted = Callable[[Sequence[Stored]], Mapping[str, int]]
"""Chooses sessions, each with the number of the event behind which to read (-1 for all of it)."""


class Reading:
    """An open database as it was at one moment. `version` is that of its schema.

    What is damaged is passed over, and `problem` then says so in a sentence.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.version = int(database.value("PRAGMA user_version"))
        self.problem: str | None = None

    def sessions(self) -> tuple[Stored, ...]:
        """Every session that has events. One whose last event is damaged changed in 1970."""
        # Only the last event of each session is looked at: the others would all have to be read.
        last = self._database.rows("SELECT session_id, max(seq) FROM transcript_events GROUP BY session_id")
        return tuple(self._stored(name, number) for name, number in last)

    def _stored(self, name: str, last: int) -> Stored:
        event = self._rows(
            "SELECT created_at FROM transcript_events WHERE session_id = ? AND seq = ?", (name, last)
        )
        window = self._rows(
            "SELECT session_key, session_scope FROM session_windows WHERE session_id = ?", (name,)
        )
        key, scope = window[0] if window else (None, None)
        return Stored(name, key, scope, _time(event[0][0] if event else 0), last)

    def entries(self) -> dict[str, SessionEntry]:
        """What OpenClaw's list says, by session; of several keys of one session the shortest counts."""
        columns = {row[1] for row in self._database.rows("PRAGMA table_info(session_nodes)")}
        if not {"session_key", "entry_json"} <= columns:
            return {}
        rows = self._rows(
            "SELECT session_key, CAST(entry_json AS BLOB) FROM session_nodes"
            " ORDER BY length(session_key) DESC, session_key"
        )
        found = (session_entry(str(key), record_of(text)) for key, text in rows or () if text is not None)
        return {entry.id: entry for entry in found if entry}

    def events(self, session: str, after: int = -1) -> Iterator[Record | None]:
        """The records behind event `after` in order; None for one that cannot be read."""
        return (record for record, _ in self.placed(session, after))

    def placed(self, session: str, after: int = -1) -> Iterator[Placed]:
        """These records, each with how many bytes the ones before it have as JSON text."""
        before = 0
        while rows := self._page(session, after):
            for _, text, compressed in rows:
                event = _decompressed(compressed) if text is None else text
                yield record_of(event), before
                before += len(event)
            after = rows[-1][0]

    def _page(self, session: str, after: int) -> list[Any]:
        """The next events; where something of them is damaged, each is read alone, by what the index has."""
        values = session, after, PAGE
        found = self._rows(
            f"SELECT seq, {_EVENT} WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?", values
        )
        if found is not None:
            return found
        numbers = self._database.rows(
            "SELECT seq FROM transcript_events WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?", values
        )
        alone = f"SELECT {_EVENT} WHERE session_id = ? AND seq = ?"
        read = ((number, self._rows(alone, (session, number))) for (number,) in numbers)
        return [(number, *(rows[0] if rows else (None, None))) for number, rows in read]

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any] | None:
        """The rows of one statement; None when something of them is damaged."""
        try:
            with self._database.guarded():
                return self._database.rows(sql, values)
        except _DamagedError as error:
            self.problem = f"{error} What can be read of it is shown."
            return None


@contextlib.contextmanager
def opened(path: Path) -> Generator[Reading]:
    """The database at `path`, to be read from while it is open.

    With a log beside it, both are copied to a private folder and read there; without one the database is
    read in place, as a file nobody changes. Raises TranscriptError, at the end too: when the database was
    changed meanwhile, nothing that was read counts.
    """
    with folder_for(path, TranscriptError) as folder:
        state = state_of(path)
        source = copied(path, folder, TranscriptError)[0] if state.has_log else path
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
    return tried(path, lambda reading: _snapshot(reading, wanted)) if is_there(path) else Snapshot()


def tried(path: Path, work: Callable[[Reading], Work]) -> Work:
    """Does the work on the database, again when it is changed meanwhile. Raises TranscriptError."""
    for _ in range(TRIES):
        with contextlib.suppress(_ChangedError), opened(path) as reading:
            return work(reading)
    raise TranscriptError(changing(path))


def is_there(path: Path) -> bool:
    """Whether there is a database. Raises TranscriptError where one may not look."""
    return snapshot.is_there(path, TranscriptError)


class _ChangedError(TranscriptError):
    """The database was changed while it was read."""


def _require_still(path: Path, source: Path, state: State, cause: Exception | None = None) -> None:
    """Raises _ChangedError when the database was read in place and is not what it was."""
    if source == path and state_of(path) != state:
        raise _ChangedError(changing(path)) from cause


def _snapshot(reading: Reading, wanted: Wanted) -> Snapshot:
    sessions = reading.sessions()
    events = {name: _all(reading.events(name, after)) for name, after in wanted(sessions).items()}
    return Snapshot(sessions, events, reading.problem)


def _all(records: Iterable[Record | None]) -> Events:
    events = Events()
    for record in records:
        if record is None:
            events.damaged += 1
        else:
            events.records.append(record)
    return events


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
