"""Sessions of both eras are found and read, and nothing of theirs is touched."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from openclaw_desktop.context.sessions import session_store, sessions
from openclaw_desktop.context.sessions.catalogue import catalogue
from openclaw_desktop.context.sessions.session_store import NAME
from openclaw_desktop.context.transcript import Lines
from openclaw_desktop.errors import TranscriptError

DATA = Path(__file__).parent.parent / "data" / "openclaw"
OLD, NEW = DATA / "state-2026.2", DATA / "state-2026.9"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A database of 2026.9 that may be written, in a state directory of its own."""
    target = sessions.database_of(tmp_path, "main")
    target.parent.mkdir(parents=True)
    shutil.copyfile(sessions.database_of(NEW, "main"), target)
    return target


def fingerprint(folder: Path) -> dict[str, tuple[int, str]]:
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mtime_ns,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in (folder, *folder.rglob("*"))
    }


def ids(transcript: sessions.Transcript) -> list[tuple[str, str]]:
    return [(record["type"], record["id"]) for record in transcript.records]


def by_key(state_dir: Path) -> dict[str | None, sessions.Session]:
    return {session.key: session for session in sessions.of_agent(state_dir, "main")}


def test_sessions_in_files_have_key_kind_and_archive() -> None:
    found = by_key(OLD)
    assert {key: session.kind for key, session in found.items()} == {
        "agent:main:main": "main",
        "agent:main:telegram:direct:100200300": "main",
        "agent:main:telegram:group:-1005550001": "group",
        "agent:main:subagent:5d7b1c3e-9a44-4f0a-8f6e-2f1f6f0a7b11": "sub-agent",
        "agent:main:cron:0b6f6a52-1f86-4f2b-9d6e-77f0a3c1d2e4": "cron",
        "agent:main:webchat:direct:sam-laptop": "main",
        None: None,
    }
    assert found[None].ended == "reset"
    assert found[None].id == "57f0bc03-c1d4-4c17-8f12-c91ffd180fda"


def test_sessions_in_the_database_are_the_same_ones() -> None:
    old, new = by_key(OLD), by_key(NEW)
    for key in ("agent:main:main", "agent:main:telegram:group:-1005550001"):
        assert new[key].id == old[key].id
        assert new[key].kind == old[key].kind
        assert ids(sessions.read(new[key])) == ids(sessions.read(old[key]))
    native = sessions.read(new["agent:main:webchat:direct:sam-desk"])
    assert Counter(record["type"] for record in native.records)["compaction"] == 1
    assert (len(native.records), native.damaged) == (73, 0)


def test_a_damaged_line_is_counted_and_the_rest_is_read() -> None:
    (session,) = sessions.of_agent(OLD, "research")
    transcript = sessions.read(session)
    assert transcript.damaged == 1
    assert transcript.records[-1]["type"] == "message"


def test_an_agent_without_sessions_has_none(tmp_path: Path) -> None:
    assert sessions.of_agent(tmp_path, "main") == []


def test_topics_and_deleted_sessions_are_recognised(tmp_path: Path) -> None:
    folder = tmp_path / "agents" / "main" / "sessions"
    folder.mkdir(parents=True)
    for name in ("a-topic-17.jsonl", "b.jsonl.deleted.2026-01-01T00-00-00.000Z", "b.jsonl.lock", "notes.txt"):
        (folder / name).write_bytes(b"")
    (folder / "sessions.json").write_text("[]", encoding="utf-8")
    found = {(s.id, s.topic, s.ended) for s in sessions.of_agent(tmp_path, "main")}
    assert found == {("a", "17", None), ("b", None, "deleted")}


@pytest.mark.parametrize(
    ("key", "chat_type", "kind"),
    [
        ("agent:main:main", None, "main"),
        ("main", None, "main"),
        ("agent:main:discord:channel:880011", None, "group"),
        ("agent:main:whatsapp:x", "group", "group"),
        ("cron:nightly", None, "cron"),
        ("agent:main:cron:x:run:y", "direct", "cron"),
        ("agent:main:subagent:x", None, "sub-agent"),
        ("hook:x", None, "main"),
        (None, None, None),
    ],
)
def test_the_kind_of_a_session_follows_from_its_key(key: str, chat_type: str, kind: str) -> None:
    assert sessions.kind_of(key, chat_type) == kind


def test_lines_end_at_the_line_feed_only(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    texts = ["a\u2028b", "c\u0085d", "e\x0bf"]
    path.write_text("\r\n".join(json.dumps({"t": t}, ensure_ascii=False) for t in texts) + "\n\n", "utf-8")
    lines = Lines(path)
    assert [record["t"] for record in lines] == texts
    assert lines.damaged == 0


def test_strange_lines_are_damage_and_an_unfinished_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    strange = [
        b"\xef\xbb\xbf{}",
        b"[1]",
        b"\x00\x00",
        b"\xff{}",
        b"[" * 100_000,
        b'{"a": "\\ud800"}',
        b'{"b"',
    ]
    path.write_bytes(b"\n".join(strange))
    lines = Lines(path)
    assert list(lines) == [{}, {"a": "\ud800"}]
    assert lines.damaged == 4

    with path.open("ab") as file:
        file.write(b": 1}\n")
    later = Lines(path, lines.end)
    assert list(later) == [{"b": 1}]
    assert (later.damaged, later.end) == (0, path.stat().st_size)


def test_a_last_line_without_line_feed_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b'{"a": 1}')
    lines = Lines(path)
    assert list(lines) == [{"a": 1}]
    with path.open("ab") as file:
        file.write(b'\n{"b": 2}\n')
    assert list(Lines(path, lines.end)) == [{"b": 2}]


def test_a_session_that_is_gone_says_so(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match=r"s\.jsonl cannot be read"):
        list(Lines(tmp_path / "s.jsonl"))


def test_reading_leaves_the_database_as_it_was(store: Path, tmp_path: Path) -> None:
    before = fingerprint(tmp_path)
    assert len(session_store.read(store).sessions) == 7
    assert fingerprint(tmp_path) == before


def test_what_is_only_in_the_log_is_read_and_nothing_is_left_beside_it(store: Path, tmp_path: Path) -> None:
    writer = apsw.Connection(str(store))
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute(
        "INSERT INTO transcript_events (session_id, seq, event_json, created_at)"
        ' SELECT session_id, 1000, \'{"type": "new"}\', 1796070999999 FROM session_windows'
        " WHERE session_key = 'agent:main:main'"
    )
    writer.execute("BEGIN IMMEDIATE")  # and it is being written to
    before = fingerprint(tmp_path)
    snapshot = session_store.read(store, lambda stored: {each.id: 999 for each in stored})
    assert fingerprint(tmp_path) == before
    assert [events.records for events in snapshot.events.values() if events.records] == [[{"type": "new"}]]
    writer.execute("ROLLBACK")
    writer.close()


def test_events_that_cannot_be_read_are_counted(store: Path) -> None:
    writer = apsw.Connection(str(store))
    writer.execute("UPDATE transcript_events SET event_zstd = x'00112233' WHERE event_zstd IS NOT NULL")
    writer.close()
    (main,) = [s for s in sessions.in_database(store.parents[3], "main") if s.key == "agent:main:main"]
    transcript = sessions.read(main)
    assert (len(transcript.records), transcript.damaged) == (43, 7)


def test_a_database_of_another_layout_is_named_with_its_version(tmp_path: Path) -> None:
    path = tmp_path / NAME
    writer = apsw.Connection(str(path))
    writer.execute("CREATE TABLE transcript_events (session_id, seq, payload)")
    writer.execute("PRAGMA user_version = 99")
    writer.close()
    with pytest.raises(TranscriptError, match=r"schema 99"):
        session_store.read(path)


def test_a_damaged_database_says_so(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(b"no database at all" * 500)
    with pytest.raises(TranscriptError, match="damaged"):
        session_store.read(path)
    assert [file.name for file in tmp_path.iterdir()] == [NAME]


def test_a_database_written_all_the_time_is_given_up(store: Path) -> None:
    def write_meanwhile(_: object) -> dict[str, int]:
        store.touch()
        return {}

    with pytest.raises(TranscriptError, match="written all the time"):
        session_store.read(store, write_meanwhile)


def test_times_are_those_of_the_last_event() -> None:
    changed = by_key(NEW)["agent:main:main"].changed
    assert changed == datetime.fromtimestamp(1772016637, UTC)


def without_a_page_of(store: Path, session: str) -> None:
    """Overwrites the page that holds an event in the middle of this session."""
    connection = apsw.Connection(str(store))
    size = connection.pragma("page_size")
    texts = connection.execute(
        "SELECT event_json FROM transcript_events WHERE session_id = ? AND length(event_json) < 600"
        " ORDER BY seq",
        (session,),
    ).fetchall()
    connection.close()
    data = bytearray(store.read_bytes())
    page = data.index(str(texts[len(texts) // 2][0]).encode()) // size
    data[page * size : (page + 1) * size] = b"\xee" * size
    store.write_bytes(data)


def test_a_damaged_page_takes_only_its_own_events_away(store: Path, tmp_path: Path) -> None:
    session = by_key(tmp_path)["agent:main:main"]
    listed, whole = len(by_key(tmp_path)), len(sessions.read(session).records)
    without_a_page_of(store, session.id)
    transcript = sessions.read(session)
    assert 0 < transcript.damaged < whole
    assert len(transcript.records) == whole - transcript.damaged
    found = catalogue(tmp_path, "main", tmp_path / "cache")
    assert len(found.rows) == listed
    assert "What can be read of it is shown." in found.problems[0]
    assert not (tmp_path / "cache").exists()  # nothing is kept of it: the database may be mended


def test_a_text_that_is_no_utf_8_is_one_damaged_event(store: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(store))
    text = "CAST(x'ff41' AS TEXT)"
    connection.execute(f"UPDATE transcript_events SET event_json = {text}, event_zstd = NULL WHERE seq = 1")
    connection.close()
    found = sessions.in_database(tmp_path, "main")
    assert found
    assert {sessions.read(session).damaged for session in found} == {1}


def test_a_folder_one_may_not_look_into_is_named(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == store:
            raise PermissionError(13, "Permission denied")
        return real(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)
    found = catalogue(tmp_path, "main", tmp_path / "cache")
    assert found.problems == (f"{store.name} cannot be read: there is no permission.",)
    with pytest.raises(TranscriptError, match="no permission"):
        session_store.read(store)
