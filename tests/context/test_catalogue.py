"""The list of an agent's sessions: right in both eras, quick the second time, and never fatal."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest
from session_writer import SessionWriter

from openclaw_desktop.context.sessions import catalogue as module
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.catalogue import Listed, catalogue
from openclaw_desktop.context.sessions.session_search import Found, Unread, search

DATA = Path(__file__).parent.parent / "data" / "openclaw"
OLD, NEW = DATA / "state-2026.2", DATA / "state-2026.9"
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def by_key(state_dir: Path, cache: Path, agent: str = "main") -> dict[str | None, Listed]:
    return {row.session.key: row for row in catalogue(state_dir, agent, cache).rows}


def write_list(state: Path, entries: object) -> None:
    path = state / "agents" / "main" / "sessions" / "sessions.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(entries if isinstance(entries, str) else json.dumps(entries), encoding="utf-8")


def test_the_sessions_of_2026_2(cache: Path) -> None:
    rows = by_key(OLD, cache)
    row = rows["agent:main:main"]
    summary = row.summary
    assert summary is not None
    assert (row.session.kind, row.channel, row.model, row.title) == ("main", "telegram", "lark-64k", "Sam")
    assert (summary.turns, summary.compactions, row.flushes, summary.errors) == (12, 1, 1, 0)
    assert (summary.peak, row.window, round(row.fill or 0, 3)) == (46_097, 65_536, 0.703)
    assert summary.started == datetime(2026, 2, 24, 8, tzinfo=UTC)
    assert summary.length == timedelta(days=1, hours=2, minutes=50, seconds=37)
    assert summary.cost is None
    assert summary.problems == ()  # that its texts are not kept for the list is nothing wrong with it
    paid = rows["agent:main:telegram:direct:100200300"].summary
    assert paid is not None
    assert (round(paid.cost or 0, 5), paid.errors) == (0.15624, 2)
    assert rows["agent:main:telegram:group:-1005550001"].session.kind == "group"
    archived = rows[None]
    assert (archived.session.ended, archived.window, archived.fill) == ("reset", None, None)
    assert archived.title.startswith("Today the heated gauge")
    branched = rows["agent:main:webchat:direct:sam-laptop"].summary
    assert branched is not None
    assert (branched.entries, branched.branches) == (17, 3)


def test_the_sessions_of_2026_9(cache: Path) -> None:
    rows = by_key(NEW, cache)
    row = rows["agent:main:webchat:direct:sam-desk"]
    assert row.summary is not None
    assert (row.summary.turns, row.summary.compactions, row.summary.peak) == (14, 1, 51_814)
    assert (row.window, row.channel) == (65_536, "webchat")
    assert row.session.entry is not None
    assert row.session.entry.fixed is not None
    assert row.session.entry.fixed.measured
    assert rows["agent:main:main"].flushes == 1
    assert len(rows) == 8


def test_a_damaged_line_is_told(cache: Path) -> None:
    row = by_key(OLD, cache, "research")["agent:research:main"]
    assert row.summary is not None
    assert row.summary.damaged == 1
    assert row.summary.problems


def test_the_second_time_only_what_changed_is_read(
    state: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writers = [SessionWriter(state, START, name=f"s{number}") for number in range(3)]
    for writer in writers:
        writer.user("hello")
    first = catalogue(state, "main", cache)
    read: list[str] = []
    original = module.summarise
    monkeypatch.setattr(module, "summarise", lambda c: read.append(c.header["id"]) or original(c))
    assert catalogue(state, "main", cache) == first
    assert read == []
    writers[1].user("again")
    rows = {row.session.id: row.summary for row in catalogue(state, "main", cache).rows}
    assert read == ["s1"]
    assert rows["s1"] is not None
    assert rows["s1"].turns == 2


def test_the_database_is_read_once_too(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = catalogue(NEW, "main", cache)
    monkeypatch.setattr(module, "summarise", lambda _: pytest.fail("nothing has changed"))
    assert catalogue(NEW, "main", cache) == first


def test_a_session_that_is_gone_leaves_the_kept_file(state: Path, cache: Path) -> None:
    for name in ("s1", "s2"):
        SessionWriter(state, START, name=name)
    catalogue(state, "main", cache)
    (state / "agents" / "main" / "sessions" / "s1.jsonl").unlink()
    catalogue(state, "main", cache)
    (kept,) = cache.iterdir()
    assert list(json.loads(kept.read_text(encoding="utf-8"))["sessions"]) == ["s2.jsonl"]


@pytest.mark.parametrize("text", ["", "[]", '{"format": 0}', '{"format": 1, "sessions": {"s1.jsonl": 7}}'])
def test_a_kept_file_that_is_no_good_is_made_anew(state: Path, cache: Path, text: str) -> None:
    SessionWriter(state, START).user("hello")
    first = catalogue(state, "main", cache)
    (kept,) = cache.iterdir()
    kept.write_text(text, encoding="utf-8")
    assert catalogue(state, "main", cache) == first


def test_figures_of_an_older_program_are_read_anew(state: Path, cache: Path) -> None:
    SessionWriter(state, START).user("hello")
    first = catalogue(state, "main", cache)
    (kept,) = cache.iterdir()
    known = json.loads(kept.read_text(encoding="utf-8"))
    del known["sessions"]["s1.jsonl"]["value"]["turns"]
    kept.write_text(json.dumps(known), encoding="utf-8")
    assert catalogue(state, "main", cache) == first


def test_a_list_that_cannot_be_kept_is_still_shown(state: Path, tmp_path: Path) -> None:
    SessionWriter(state, START).user("hello")
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    result = catalogue(state, "main", blocked)
    assert len(result.rows) == 1
    assert "cannot be kept" in result.problems[0]


def test_entries_without_a_transcript_are_listed_as_missing(state: Path, cache: Path) -> None:
    SessionWriter(state, START).user("hello")
    write_list(
        state,
        {
            "agent:main:main": {"sessionId": "s1", "model": "m"},
            "agent:main:cron:x": {"sessionId": "gone", "updatedAt": 1772355600000, "label": "Cron: x"},
            "agent:main:cron:x:run:gone": {"sessionId": "gone"},
            "nonsense": 7,
        },
    )
    rows = by_key(state, cache)
    assert set(rows) == {"agent:main:main", "agent:main:cron:x"}
    lost = rows["agent:main:cron:x"]
    assert (lost.missing, lost.summary, lost.title, lost.session.kind) == (True, None, "Cron: x", "cron")
    assert lost.problem == "OpenClaw lists this session, but its transcript is not there."
    assert not rows["agent:main:main"].missing


def test_a_session_that_was_archived_is_missing_where_it_was(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START)
    writer.path.rename(writer.path.with_name("s1.jsonl.deleted.2026-03-02T00-00-00.000Z"))
    write_list(state, {"agent:main:main": {"sessionId": "s1"}})
    rows = catalogue(state, "main", cache).rows
    assert sorted((row.missing, row.session.ended) for row in rows) == [(False, "deleted"), (True, None)]


@pytest.mark.parametrize(("text", "problems"), [("{}", 0), ("", 1), ('{"a": ', 1), ("[]", 1)])
def test_a_list_that_is_empty_or_damaged_hides_no_session(
    state: Path, cache: Path, text: str, problems: int
) -> None:
    SessionWriter(state, START).user("hello")
    write_list(state, text)
    result = catalogue(state, "main", cache)
    assert [row.session.key for row in result.rows] == [None]
    assert len(result.problems) == problems


def test_empty_and_header_only_transcripts_are_listed(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START)
    writer.path.with_name("empty.jsonl").write_bytes(b"")
    rows = {row.session.id: row.summary for row in catalogue(state, "main", cache).rows}
    for identity in ("s1", "empty"):
        summary = rows[identity]
        assert summary is not None
        assert (summary.entries, summary.turns, summary.peak, summary.length) == (0, 0, None, None)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be read here")
def test_a_session_that_cannot_be_read_is_listed_with_the_reason(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START)
    writer.path.chmod(0)
    (row,) = catalogue(state, "main", cache).rows
    assert "there is no permission" in (row.problem or "")


def test_an_agent_without_sessions_has_an_empty_list(state: Path, cache: Path) -> None:
    assert catalogue(state, "nobody", cache).rows == ()


def test_a_database_that_is_damaged_or_newer_is_named(state: Path, cache: Path) -> None:
    path = sessions.database_of(state, "main")
    path.parent.mkdir(parents=True)
    shutil.copyfile(sessions.database_of(NEW, "main"), path)
    SessionWriter(state, START, name="legacy").user("hello")
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    result = catalogue(state, "main", cache)
    assert len(result.rows) == 8
    assert "schema 99" in result.problems[0]
    path.write_bytes(b"no database" * 1000)
    result = catalogue(state, "main", cache)
    assert [row.session.id for row in result.rows] == ["legacy"]
    assert "damaged" in result.problems[0]


def found(state_dir: Path, text: str) -> list[Found]:
    return [each for each in search(sessions.of_agent(state_dir, "main"), text) if isinstance(each, Found)]


@pytest.mark.parametrize("state_dir", [OLD, NEW])
def test_a_text_is_found_in_any_case_and_in_chinese(state_dir: Path) -> None:
    hits = found(state_dir, "CAMERA CABLE")
    assert hits
    for hit in hits:
        assert hit.excerpt[hit.start : hit.end].lower() == "camera cable"
    (chinese,) = [hit for hit in found(state_dir, "三月再决定") if hit.part.category == "assistant"]
    assert chinese.session.key == "agent:main:telegram:direct:100200300"
    assert chinese.entry.turn == 4
    assert not found(state_dir, "no such words anywhere")
    assert not found(state_dir, "")


def test_letters_that_grow_when_folded_are_found_where_they_are(state: Path) -> None:
    writer = SessionWriter(state, START)
    writer.user("ßßß Straße İstanbul 数据")
    for text in ("STRASSE", "数据"):
        (hit,) = found(state, text)
        assert hit.excerpt[hit.start : hit.end] in ("Straße", "数据")


def test_a_long_text_is_shown_around_what_was_found(state: Path) -> None:
    SessionWriter(state, START).user("x" * 5000 + "needle" + "y" * 5000)
    (hit,) = found(state, "needle")
    assert len(hit.excerpt) == 166
    assert hit.excerpt[hit.start : hit.end] == "needle"


def test_a_session_that_is_gone_is_told_and_the_search_goes_on(state: Path) -> None:
    for name in ("s1", "s2"):
        SessionWriter(state, START, name=name).user("needle")
    listed = sessions.of_agent(state, "main")
    listed[0].source.unlink()
    results = list(search(listed, "needle"))
    assert [type(each) for each in results] == [Unread, Found]


def test_reading_changes_nothing_of_openclaws(state: Path, cache: Path) -> None:
    shutil.copytree(OLD, state)
    before = {path: path.stat().st_mtime_ns for path in state.rglob("*")}
    catalogue(state, "main", cache)
    found(state, "cable")
    assert {path: path.stat().st_mtime_ns for path in state.rglob("*")} == before
