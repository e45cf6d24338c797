"""One way to open a database: apsw's own SQLite with FTS5, sqlite-vec in it, and errors with a sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import apsw

from openclaw_desktop.errors import DesktopError, IndexBusyError, IndexDamagedError, IndexingError
from openclaw_desktop.paths import is_file, is_there

PAGE_SIZE = 8192  # five vectors of 384 dimensions a page; at 4096 two, and a quarter of the file is air
BUSY_MS = 5_000
MAPPED_BYTES = 4 * 2**30
WAL_KEPT_BYTES = 32 * 2**20


@dataclass(frozen=True, slots=True)
class Refusals:
    """What a database raises, each made from one sentence; the room that owns it chooses."""

    failed: type[DesktopError]  # the disk, a lock that does not open, an interruption
    busy: type[DesktopError]  # another program holds it
    damaged: type[DesktopError]  # it cannot be read


INDEX_REFUSALS = Refusals(IndexingError, IndexBusyError, IndexDamagedError)


class Database:
    """A connection in WAL mode. One thread at a time may use it, but for `interrupt`."""

    def __init__(
        self,
        path: Path,
        *,
        writable: bool = True,
        with_vectors: bool = True,
        durable: bool = False,
        immutable: bool = False,
        refusals: Refusals = INDEX_REFUSALS,
    ) -> None:
        """A writable one makes the file if there is none.

        `durable`: what is committed survives a power cut, which costs a wait for the disk. Readers map the
        file, writers do not, so that indexing leaves no file in the process's memory. `immutable`: for
        another program's file, which is only read, without a lock, a mapping or a file beside it; it is the
        caller's to see that it did not change meanwhile. Raises the refusal for a damaged file, or for a
        disk or a missing extension that is in the way.
        """
        self.path = path
        self._refusals = refusals
        flags, name = apsw.SQLITE_OPEN_READONLY, str(path)
        if immutable:
            flags |= apsw.SQLITE_OPEN_URI
            name = f"{path.absolute().as_uri()}?immutable=1"
        elif writable:
            flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        with self.guarded():
            if is_there(path) and not is_file(path):  # opening a pipe would wait for its writer
                raise apsw.CantOpenError("it is not a file")
            self._connection = apsw.Connection(name, flags=flags)
            try:
                self._connection.set_busy_timeout(BUSY_MS)
                if with_vectors:
                    _load_vectors(self._connection)
                self._configure(writable and not immutable, durable, mapped=not immutable)
            except BaseException:
                self._connection.close()
                raise

    def _configure(self, writable: bool, durable: bool, *, mapped: bool) -> None:
        if writable:
            self.rows(f"PRAGMA page_size = {PAGE_SIZE}")
            self.rows("PRAGMA journal_mode = WAL")
            self.rows(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self.rows("PRAGMA cache_size = -32768")
            self.rows(f"PRAGMA journal_size_limit = {WAL_KEPT_BYTES}")
        elif mapped:
            self.rows(f"PRAGMA mmap_size = {MAPPED_BYTES}")
        self.rows("SELECT count(*) FROM sqlite_schema")  # reads the first page

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Runs one statement; its rows as tuples. Call it within `guarded` or `transaction`.

        Text that is no UTF-8 (a file's name, a question from a shell) equals nothing that is stored.
        """
        connection = cast("Any", self._connection)
        try:
            return connection.execute(sql, tuple(values)).fetchall()
        except UnicodeEncodeError:
            return connection.execute(sql, tuple(map(_bindable, values))).fetchall()

    def value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """The first value of the first row; None when there is no row."""
        rows = self.rows(sql, values)
        return rows[0][0] if rows else None

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs one statement for each of these rows of values."""
        cast("Any", self._connection).executemany(sql, rows)

    def last_id(self) -> int:
        """The id of the row inserted last."""
        return self._connection.last_insert_rowid()

    @contextlib.contextmanager
    def transaction(self) -> Generator[None]:
        """All of what is done within, or none of it when it raises; one within another is part of it."""
        if self._connection.in_transaction:
            yield
            return
        with self.guarded():
            self.rows("BEGIN IMMEDIATE")
            try:
                yield
                self.rows("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk has undone it already
                    self.rows("ROLLBACK")
                raise

    @contextlib.contextmanager
    def guarded(self) -> Generator[None]:
        """Turns what SQLite raises into this database's refusals."""
        name, refused = self.path.name, self._refusals
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError) as error:
            raise refused.damaged(f"{name} is damaged: {error}.") from error
        except UnicodeDecodeError as error:
            raise refused.damaged(f"{name} is damaged: a text in it is no UTF-8.") from error
        except apsw.SQLError as error:
            if not str(error).startswith("no such "):  # table, column: somebody took it away
                raise
            raise refused.damaged(f"{name} is damaged: {error}.") from error
        except apsw.FullError as error:
            raise refused.failed("The disk is full; this goes on when there is room again.") from error
        except (apsw.BusyError, apsw.LockedError) as error:
            raise refused.busy(f"Another program holds {name} locked.") from error
        except apsw.InterruptError as error:
            raise refused.failed("It was interrupted.") from error
        except (apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError) as error:
            raise refused.failed(f"{self.path} cannot be used: {error}.") from error

    def interrupt(self) -> None:
        """From any thread: what is running raises IndexingError and is undone."""
        with contextlib.suppress(apsw.ConnectionClosedError):
            self._connection.interrupt()

    def close(self) -> None:
        """Lets go of the file; the last to do so folds SQLite's log into it. Closing twice is no error."""
        with self.guarded(), contextlib.suppress(apsw.ConnectionClosedError):
            self.rows("SELECT 1")  # ends a lasting `interrupt`, which would keep the log from being folded in
            self._connection.close()


def _load_vectors(connection: apsw.Connection) -> None:
    import sqlite_vec  # pyright: ignore[reportMissingTypeStubs]  # loads NumPy, which a start can do without

    connection.enable_load_extension(True)
    try:
        connection.load_extension(sqlite_vec.loadable_path())
    except apsw.ExtensionLoadingError as error:
        raise IndexingError(f"sqlite-vec cannot be loaded, so there is no index: {error}.") from error
    finally:
        connection.enable_load_extension(False)


def describe(path: Path) -> str:
    """What SQLite it is, found by making a database at `path`; raises IndexingError."""
    database = Database(path, with_vectors=False)
    with contextlib.closing(database):
        mode = str(database.value("PRAGMA journal_mode")).upper()
    return f"SQLite {apsw.sqlite_lib_version()} in {mode} mode, by apsw {apsw.apsw_version()}"


def check_vectors() -> str:
    """Whether vec0 loads and finds the nearer of two vectors; raises IndexingError."""
    database = Database(Path(":memory:"))
    with contextlib.closing(database), database.guarded():
        database.rows("CREATE VIRTUAL TABLE v USING vec0(x float[2])")
        database.rows("INSERT INTO v (rowid, x) VALUES (1, '[1, 0]'), (2, '[0, 1]')")
        if database.value("SELECT rowid FROM v WHERE x MATCH '[0.1, 0.9]' AND k = 1") != 2:
            raise IndexingError("sqlite-vec loads but does not find the nearest vector; reinstall it.")
        return f"sqlite-vec {database.value('SELECT vec_version()')} finds the nearest vector"


def check_keywords() -> str:
    """Whether FTS5 finds a word and forgets it; raises IndexingError."""
    database = Database(Path(":memory:"), with_vectors=False)
    with contextlib.closing(database), database.guarded():
        try:
            database.rows("CREATE VIRTUAL TABLE f USING fts5(t, content = '', contentless_delete = 1)")
        except apsw.SQLError as error:
            raise IndexingError(f"This SQLite cannot search for words: {error}.") from error
        database.rows("INSERT INTO f (rowid, t) VALUES (1, 'one word')")
        found = database.value("SELECT count(*) FROM f WHERE f MATCH 'word'")
        database.rows("DELETE FROM f WHERE rowid = 1")
        left = database.value("SELECT count(*) FROM f WHERE f MATCH 'word'")
        if (found, left) != (1, 0):
            raise IndexingError("FTS5 does not find or forget a word; reinstall apsw.")
        return "FTS5 finds words and forgets deleted ones"


def remove_database(path: Path) -> None:
    """Deletes a database with what SQLite keeps beside it; what is not there does not matter."""
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).unlink()


def _bindable(value: Any) -> Any:
    """The value itself; of text that is no UTF-8, its bytes."""
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        return value.encode("utf-8", "surrogatepass")
    return value
