"""The journal: rows are sealed, kept bytes fit their hash, and what others wrote is seen."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from openclaw_desktop.errors import JournalDamagedError, JournalError
from openclaw_desktop.review.gate.journal import FIRST, Entry, Journal, Row, salvage, seal_of
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.workspace.files import hash_of

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path)


def edit(path: Path, *statements: str) -> None:
    """As somebody with another program would."""
    connection = sqlite3.connect(path)
    for table in ("events", "blobs"):
        for verb in ("update", "delete"):
            connection.execute(f"DROP TRIGGER {table}_keep_{verb}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_rows_come_back_as_they_were_written_each_sealed_with_the_one_before(journal: Journal) -> None:
    written = journal.add([Entry("a", {"x": [1, None, "日記"]}, "7", "MEMORY.md"), Entry("b", {})], now=NOW)
    written += journal.add([Entry("c", {})], now=NOW)
    assert journal.rows() == written
    assert [row.seq for row in written] == [1, 2, 3]
    assert [row.previous for row in written] == [FIRST, written[0].hash, written[1].hash]
    assert written[0].at == NOW
    assert journal.rows(after=1, limit=1) == [written[1]]
    assert journal.rows(proposal="7") == [written[0]]
    assert journal.check() == []


def test_bytes_are_kept_once_by_their_hash(journal: Journal) -> None:
    data = bytes(range(256)) * 100
    journal.add([Entry("a", {})], now=NOW, blobs=[data, data])
    journal.keep(data)
    assert journal.hashes() == [hash_of(data)]
    assert journal.bytes_of(hash_of(data)) == data
    assert journal.has(hash_of(data))
    assert journal.bytes_of(hash_of(b"other")) is None


def test_rows_and_bytes_are_written_together_or_not_at_all(journal: Journal) -> None:
    with pytest.raises(TypeError):
        journal.add([Entry("a", {}), Entry("b", {"x": object()})], now=NOW, blobs=[b"data"])
    assert journal.rows() == []
    assert journal.hashes() == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET at = '2020-01-01T00:00:00+00:00' WHERE seq = 2",
        "UPDATE events SET body = '{\"x\":2}' WHERE seq = 2",
        "UPDATE events SET path = 'SOUL.md' WHERE seq = 2",
        "UPDATE events SET proposal = '9' WHERE seq = 2",
        "UPDATE events SET kind = 'b' WHERE seq = 2",
        "DELETE FROM events WHERE seq = 2",
        "DELETE FROM events WHERE seq = 1",
        "UPDATE blobs SET data = x'00'",
    ],
)
def test_what_is_edited_by_hand_is_found(tmp_path: Path, statement: str) -> None:
    journal = Journal(tmp_path)
    for number in range(4):
        journal.add([Entry("a", {"x": 1}, "1", "MEMORY.md")], now=NOW, blobs=[str(number).encode()])
    journal.close()
    edit(tmp_path / "journal.db", statement)
    assert Journal(tmp_path).check() != []


def test_a_row_that_is_forged_with_a_seal_of_its_own_breaks_the_next(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    first, _ = journal.add([Entry("a", {"x": 1}), Entry("a", {})], now=NOW)
    journal.close()
    forged = Row(first.seq, first.at, first.kind, None, None, {"x": 2}, first.previous)
    edit(
        tmp_path / "journal.db",
        f"UPDATE events SET body = '{{\"x\":2}}', hash = '{seal_of(forged)}' WHERE seq = 1",
    )
    assert Journal(tmp_path).check() == ["Row 2 of the journal does not follow the row before it."]


def test_rows_cannot_be_changed_without_taking_the_guards_away(tmp_path: Path) -> None:
    Journal(tmp_path).add([Entry("a", {})], now=NOW, blobs=[b"x"])
    connection = sqlite3.connect(tmp_path / "journal.db")
    for statement in ("UPDATE events SET kind = 'b'", "DELETE FROM events", "DELETE FROM blobs"):
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            connection.execute(statement)
    connection.close()


def test_another_connections_rows_are_told_of_and_seen(tmp_path: Path) -> None:
    one, other = Journal(tmp_path), Journal(tmp_path)
    assert not one.changed()
    one.add([Entry("a", {})], now=NOW)
    assert not one.changed()
    other.add([Entry("b", {})], now=NOW)
    assert one.changed()
    assert not one.changed()
    assert [row.kind for row in one.rows(after=1)] == ["b"]


def test_a_file_that_is_no_database_is_damage(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no database" * 1000)
    with pytest.raises(JournalDamagedError):
        Journal(tmp_path)
    assert list(salvage(tmp_path / "journal.db")) == []


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "review").write_text("a file")
    with pytest.raises(JournalError):
        Journal(tmp_path / "review")


def test_what_fits_is_salvaged_and_what_follows_a_broken_seal_is_not(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    rows = journal.add([Entry("a", {"x": n}) for n in range(5)], now=NOW, blobs=[b"one", b"two"])
    journal.close()
    edit(
        tmp_path / "journal.db",
        "UPDATE events SET kind = 'b' WHERE seq = 4",
        f"UPDATE blobs SET data = x'00' WHERE sha256 = '{hash_of(b'one')}'",
    )
    assert list(salvage(tmp_path / "journal.db")) == [b"two", *rows[:3]]


def test_a_kind_of_row_from_a_later_version_changes_nothing(journal: Journal) -> None:
    standing = Standing()
    for row in journal.add([Entry("something new", {"x": 1}, "1", "MEMORY.md")], now=NOW):
        standing.take(row)
    assert standing == Standing(seq=1)
