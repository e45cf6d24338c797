"""Reading another program's database as it was at one moment."""

from __future__ import annotations

import contextlib
import errno
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from openclaw_desktop import snapshot
from openclaw_desktop.errors import TranscriptError
from openclaw_desktop.snapshot import copied, folder_for, is_there, state_of
from openclaw_desktop.sqlite import Database


@pytest.fixture
def theirs(tmp_path: Path) -> Iterator[Database]:
    """A database that its own program has open, with what was written last in its log."""
    path = tmp_path / "theirs" / "agent.sqlite"
    path.parent.mkdir()
    database = Database(path, with_vectors=False)
    with contextlib.closing(database):
        database.rows("CREATE TABLE notes (text)")
        database.rows("INSERT INTO notes VALUES ('in the log')")
        yield database


def notes(path: Path) -> list[str]:
    with contextlib.closing(Database(path, with_vectors=False)) as copy, copy.guarded():
        return [text for (text,) in copy.rows("SELECT text FROM notes")]


def test_a_copy_holds_what_is_only_in_the_log_and_leaves_the_other_as_it_was(theirs: Database) -> None:
    folder = theirs.path.parent
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}
    with folder_for(theirs.path, TranscriptError) as private:
        copy, state = copied(theirs.path, private, TranscriptError)
        assert state.has_log
        assert notes(copy) == ["in the log"]
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()} == before
    assert not private.exists()


def test_a_write_changes_the_state_and_nothing_else_does(theirs: Database) -> None:
    before = state_of(theirs.path)
    theirs.rows("SELECT * FROM notes")
    assert state_of(theirs.path) == before
    theirs.rows("INSERT INTO notes VALUES ('more')")
    assert state_of(theirs.path) != before


def test_what_a_killed_writer_left_half_done_is_undone_in_the_copy(tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"
    with contextlib.closing(Database(path, with_vectors=False)) as database, database.guarded():
        database.rows("PRAGMA journal_mode = DELETE")
        database.rows("CREATE TABLE notes (text)")
        database.rows("INSERT INTO notes VALUES ('whole')")
        database.rows("PRAGMA cache_spill = 1")
        database.rows("PRAGMA cache_size = 1")
        database.rows("BEGIN")
        for number in range(200):
            database.rows("INSERT INTO notes VALUES (?)", (f"half {number}" * 100,))
        killed = tmp_path / "as it was"
        killed.mkdir()
        for file in tmp_path.glob("killed.sqlite*"):
            (killed / file.name).write_bytes(file.read_bytes())
        database.rows("ROLLBACK")
    assert (killed / "killed.sqlite-journal").stat().st_size
    with folder_for(path, TranscriptError) as private:
        copy, state = copied(killed / "killed.sqlite", private, TranscriptError)
        assert state.has_log
        assert notes(copy) == ["whole"]


def test_a_log_without_its_database_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "gone.sqlite-wal").write_bytes(b"x" * 64)
    assert not is_there(tmp_path / "gone.sqlite", TranscriptError)
    with (
        folder_for(tmp_path, TranscriptError) as private,
        pytest.raises(TranscriptError, match=r"gone\.sqlite cannot be read"),
    ):
        copied(tmp_path / "gone.sqlite", private, TranscriptError)


def test_a_program_that_writes_into_its_log_at_every_moment_is_no_hindrance(
    theirs: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_file = shutil.copyfile

    def copy_and_write(source: Path, target: Path) -> None:
        copy_file(source, target)
        theirs.rows("INSERT INTO notes VALUES (?)", (f"after {source.name}",))

    monkeypatch.setattr(snapshot.shutil, "copyfile", copy_and_write)
    with folder_for(theirs.path, TranscriptError) as private:
        copy, state = copied(theirs.path, private, TranscriptError)
        assert notes(copy) == ["in the log", "after agent.sqlite"]
    assert state != state_of(theirs.path), "what came after it is for the next copy"


def test_a_log_that_begins_anew_meanwhile_is_read_again(
    theirs: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_file = shutil.copyfile
    anew = iter(["first", "second"])

    def copy_and_fold(source: Path, target: Path) -> None:
        copy_file(source, target)
        if source == theirs.path and (text := next(anew, None)):
            theirs.rows("PRAGMA wal_checkpoint(RESTART)")
            theirs.rows("INSERT INTO notes VALUES (?)", (text,))

    monkeypatch.setattr(snapshot.shutil, "copyfile", copy_and_fold)
    with folder_for(theirs.path, TranscriptError) as private:
        copy, state = copied(theirs.path, private, TranscriptError)
        assert notes(copy) == ["in the log", "first", "second"]
    assert state == state_of(theirs.path)


def test_a_database_that_changes_at_every_reading_is_said_to_be_busy(
    theirs: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_file = shutil.copyfile

    def copy_and_fold(source: Path, target: Path) -> None:
        copy_file(source, target)
        theirs.rows("INSERT INTO notes VALUES ('more')")
        theirs.rows("PRAGMA wal_checkpoint(RESTART)")

    monkeypatch.setattr(snapshot.shutil, "copyfile", copy_and_fold)
    with (
        folder_for(theirs.path, TranscriptError) as private,
        pytest.raises(TranscriptError, match="is being written all the time"),
    ):
        copied(theirs.path, private, TranscriptError)


def test_a_full_disk_for_copies_is_said_with_where_it_is(
    theirs: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(snapshot.shutil, "copyfile", full)
    with folder_for(theirs.path, TranscriptError) as private, pytest.raises(TranscriptError) as refused:
        copied(theirs.path, private, TranscriptError)
    room = f"there is no room for a copy of it in {tempfile.gettempdir()}"
    assert str(refused.value) == f"agent.sqlite cannot be read: {room}."
