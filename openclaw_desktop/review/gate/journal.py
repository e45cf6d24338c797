"""What happened to proposals, versions and policies: rows are added, never edited; each seals the last.

The only SQL of this room. Several processes write the same file; each reads on from where it was.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import zlib
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import RLock
from typing import Any, cast

from openclaw_desktop.errors import (
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    reason_of,
)
from openclaw_desktop.paths import identity
from openclaw_desktop.sqlite import Database, Refusals

NAME = "journal.db"
FIRST = "0" * 64
"""What the first row names as the seal of the row before it."""

_NEXT_BLOB = "SELECT rowid, sha256, data FROM blobs NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1"

FAULTS_BORNE = 1_000
"""So many texts that cannot be read are skipped before the rest is given up."""

_REFUSALS = Refusals(JournalError, JournalBusyError, JournalDamagedError)
_COLUMNS = "seq, at, kind, proposal, path, body, previous, hash"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL,"
    " proposal TEXT, path TEXT, body TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS blobs (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT",
    "CREATE INDEX IF NOT EXISTS events_by_proposal ON events (proposal)",
)
_SEALS = tuple(
    f"CREATE TRIGGER IF NOT EXISTS {table}_keep_{verb.lower()} BEFORE {verb} ON {table}"
    f" BEGIN SELECT RAISE(ABORT, 'rows of the journal are never changed'); END"
    for table in ("events", "blobs")
    for verb in ("UPDATE", "DELETE")
)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that happened. `hash` seals the row together with `previous`, the hash of the row before."""

    seq: int
    at: datetime
    kind: str
    proposal: str | None
    path: str | None
    body: Mapping[str, Any]
    previous: str = ""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row that is still to be written."""

    kind: str
    body: Mapping[str, Any]
    proposal: str | None = None
    path: str | None = None


class Journal:
    """The journal in `folder`; it is made when it is not there. May be used from several threads."""

    def __init__(self, folder: Path) -> None:
        """Raises JournalError, JournalBusyError or JournalDamagedError."""
        self.path = folder / NAME
        self._alone = RLock()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            database = Database(self.path, with_vectors=False, durable=True, refusals=_REFUSALS)
        except OSError as error:
            raise JournalError(f"The journal cannot be opened: {reason_of(error)}.") from error
        self._database = database
        try:
            with database.transaction():
                for statement in (*_TABLES, *_SEALS):
                    database.rows(statement)
            self._seen_version = self._version()
            self._file = identity(self.path)
        except BaseException:
            database.close()
            raise

    @contextlib.contextmanager
    def _reading(self) -> Generator[Database]:
        with self._alone, self._database.guarded():
            yield self._database

    def _version(self) -> int:
        with self._reading() as database:
            return int(database.value("PRAGMA data_version"))

    def changed(self) -> bool:
        """Whether another connection wrote since this was asked last; cheap enough for every second.

        Raises JournalDamagedError when the file itself was taken away.
        """
        if self.is_replaced():
            raise JournalDamagedError(f"{self.path.name} was taken away while it was in use.")
        with self._alone:
            before, self._seen_version = self._seen_version, self._version()
            return before != self._seen_version

    def add(self, entries: Sequence[Entry], *, now: datetime, blobs: Iterable[bytes] = ()) -> list[Row]:
        """Writes rows and the bytes they speak of, all or none; when it returns they survive a power cut."""
        with self._alone, self._database.transaction():
            last = self._database.rows("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")
            seq, previous = last[0] if last else (0, FIRST)
            for data in blobs:
                self._keep(data)
            rows: list[Row] = []
            for entry in entries:
                seq += 1
                row = sealed(seq, now, entry, previous)
                self.copy(row)
                previous = row.hash
                rows.append(row)
            return rows

    def copy(self, row: Row) -> None:
        """Writes a row as it is, with the seal it has."""
        values = (row.seq, row.at.isoformat(), row.kind, row.proposal, row.path, _json(row.body))
        with self._alone, self._database.transaction():
            self._database.rows(
                f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, row.previous, row.hash),
            )

    def keep(self, data: bytes) -> None:
        """Keeps bytes by their hash."""
        with self._alone, self._database.transaction():
            self._keep(data)

    def _keep(self, data: bytes) -> None:
        sha = hashlib.sha256(data).hexdigest()
        if not self._database.rows("SELECT 1 FROM blobs WHERE sha256 = ?", (sha,)):
            self._database.rows("INSERT INTO blobs VALUES (?, ?)", (sha, zlib.compress(data, 1)))

    def rows(self, *, after: int = 0, proposal: str | None = None, limit: int = -1) -> list[Row]:
        """Rows in the order they were written: those after row `after`, or of one proposal."""
        where, value = ("proposal = ?", proposal) if proposal is not None else ("seq > ?", after)
        sql = f"SELECT {_COLUMNS} FROM events WHERE {where} ORDER BY seq LIMIT ?"
        with self._reading() as database:
            found = database.rows(sql, (value, limit))
        return [_row(values) for values in found]

    def has(self, sha: str) -> bool:
        """Whether these bytes are kept."""
        with self._reading() as database:
            return bool(database.rows("SELECT 1 FROM blobs WHERE sha256 = ?", (sha,)))

    def bytes_of(self, sha: str) -> bytes | None:
        """The bytes of that hash; None when they are not kept. Raises JournalDamagedError."""
        with self._reading() as database:
            data = database.value("SELECT data FROM blobs WHERE sha256 = ?", (sha,))
        if data is None:
            return None
        try:
            found = zlib.decompress(data)
        except (zlib.error, TypeError) as error:
            raise JournalDamagedError(f"A kept version ({sha[:12]}) cannot be read any more.") from error
        if hashlib.sha256(found).hexdigest() != sha:
            raise JournalDamagedError(f"A kept version ({sha[:12]}) is not what it was.")
        return found

    def hashes(self) -> list[str]:
        """The hash of everything that is kept."""
        with self._reading() as database:
            return [values[0] for values in database.rows("SELECT sha256 FROM blobs ORDER BY rowid")]

    def check(self) -> list[str]:
        """What is wrong, a sentence each: a changed or missing row, bytes that do not fit their hash."""
        problems: list[str] = []
        previous, expected = FIRST, 1
        for row in self.rows():
            if row.seq != expected:
                problems.append(f"Rows {expected} to {row.seq - 1} of the journal are missing.")
            elif row.previous != previous:
                problems.append(f"Row {row.seq} of the journal does not follow the row before it.")
            if seal_of(row) != row.hash:
                problems.append(
                    f"Row {row.seq} of the journal ({row.kind}) was changed after it was written."
                )
            previous, expected = row.hash, row.seq + 1
        for sha in self.hashes():
            try:
                self.bytes_of(sha)
            except JournalDamagedError as error:
                problems.append(str(error))
        return problems

    def lacks_rows(self) -> bool:
        """Whether rows are missing among the others, and nothing was rebuilt since."""
        sql = (
            "SELECT 1 FROM events WHERE seq > 1 AND seq - 1 NOT IN (SELECT seq FROM events)"
            " AND seq > (SELECT coalesce(max(seq), 0) FROM events WHERE kind = 'rebuilt') LIMIT 1"
        )
        with self._reading() as database:
            return bool(database.rows(sql))

    def is_replaced(self) -> bool:
        """Whether the file was deleted or another has taken its place, so that this one reaches nobody."""
        return identity(self.path) != self._file

    def refuse_damage(self) -> None:
        """Raises JournalDamagedError when SQLite finds a fault in the file."""
        with self._reading() as database:
            fault = str(database.value("PRAGMA quick_check(1)"))
        if fault != "ok":
            raise JournalDamagedError(f"{self.path.name} is damaged: {fault}.")

    def close(self) -> None:
        """Lets go of the file."""
        with self._alone:
            self._database.close()


def salvage(path: Path) -> Generator[Row | bytes]:
    """What can still be read of a damaged journal: kept bytes that fit their hash, then rows that fit."""
    try:
        database = Database(path, with_vectors=False, refusals=_REFUSALS)
    except JournalError:
        return
    try:
        yield from _sound_blobs(database)
        yield from _sound_rows(database)
    finally:
        database.close()


def _sound_blobs(database: Database) -> Generator[bytes]:
    last = faults = 0
    while faults < FAULTS_BORNE:
        try:
            with database.guarded():
                found = database.rows(_NEXT_BLOB, (last,))
        except JournalError:
            last, faults = last + 1, faults + 1
            continue
        if not found:
            return
        last, sha, data = found[0]
        with contextlib.suppress(zlib.error, TypeError):
            text = zlib.decompress(data)
            if hashlib.sha256(text).hexdigest() == sha:
                yield text


def _sound_rows(database: Database) -> Generator[Row]:
    seq, previous = 0, FIRST
    while True:
        try:
            with database.guarded():
                found = database.rows(f"SELECT {_COLUMNS} FROM events WHERE seq = ?", (seq + 1,))
            row = _row(found[0]) if found else None
        except JournalError:
            return
        if row is None or row.previous != previous or seal_of(row) != row.hash:
            return
        yield row
        seq, previous = row.seq, row.hash


def sealed(seq: int, at: datetime, entry: Entry, previous: str) -> Row:
    """The row of an entry, sealed with the hash of the row before it."""
    row = Row(seq, at, entry.kind, entry.proposal, entry.path, entry.body, previous)
    return Row(seq, at, entry.kind, entry.proposal, entry.path, entry.body, previous, seal_of(row))


def seal_of(row: Row) -> str:
    """SHA-256 over everything in the row but the seal itself, and the seal of the row before."""
    parts = [row.seq, row.at.isoformat(), row.kind, row.proposal, row.path, row.body, row.previous]
    return hashlib.sha256(_json(parts).encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _row(values: Sequence[Any]) -> Row:
    seq, at, kind, proposal, path, body, previous, seal = values
    try:
        content = cast("dict[str, Any]", json.loads(body))
        return Row(seq, datetime.fromisoformat(at), kind, proposal, path, content, previous, seal)
    except (ValueError, TypeError) as error:
        raise JournalDamagedError(f"Row {seq} of the journal cannot be read.") from error
