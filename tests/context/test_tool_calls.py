"""The write-like calls of an agent, read once and followed while sessions go on."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest
from session_writer import SessionWriter

from openclaw_desktop.context.calls.call_reader import CallReader, WriteCall
from openclaw_desktop.context.calls.matching import match
from openclaw_desktop.context.calls.tool_calls import WriteCalls, writes
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.transcript import Lines

DATA = Path(__file__).parent.parent / "data" / "openclaw"
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
ROOT = Path("/home/sam/.openclaw/workspace")


def fixture_calls(era: str) -> list[WriteCall]:
    state = DATA / f"state-{era}"
    return writes(state, "main", state / "workspace", LONG_AGO)


def calls_of(writer: SessionWriter) -> list[WriteCall]:
    reader = CallReader("main", "s1", key=None, kind=None, root=str(ROOT))
    for record in Lines(writer.path):
        reader.take(record)
    return list(reader.calls.values())


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where reading began, each time a session was read."""
    found: list[int] = []
    original = Lines.__init__

    def spy(self: Lines, path: Path, start: int = 0) -> None:
        found.append(start)
        original(self, path, start)

    monkeypatch.setattr(Lines, "__init__", spy)
    return found


def file_calls(calls: list[WriteCall]) -> list[tuple[str, int, str, str, bool | None]]:
    return [(call.session[:4], call.turn, call.tool, call.path, call.failed) for call in calls if call.path]


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_the_writes_of_a_real_agent_are_found_in_both_eras(era: str) -> None:
    calls = fixture_calls(era)
    assert file_calls(calls) == [
        ("615c", 4, "write", "memory/2026-02-22.md", False),
        ("607e", 4, "write", "memory/2026-02-24.md", False),
        ("607e", 8, "edit", "memory/2026-02-24.md", False),
    ]
    write = next(call for call in calls if call.tool == "write")
    assert (write.agent, write.key, write.kind) == ("main", "agent:main:telegram:direct:100200300", "main")
    assert write.at == datetime(2026, 2, 22, 19, 24, 28, tzinfo=UTC)
    assert write.ended == datetime(2026, 2, 22, 19, 24, 31, tzinfo=UTC)


def test_a_real_shell_command_is_matched_with_the_line_it_appended() -> None:
    after = (DATA / "state-2026.9" / "workspace" / "memory" / "2026-11-29.md").read_text(encoding="utf-8")
    before = after.replace("- spring list: camera cable, white paint for the screen\n", "")
    calls = fixture_calls("2026.9")
    found = match(
        "memory/2026-11-29.md", before, after, calls, datetime(2026, 11, 30, 20, 35, 45, tzinfo=UTC)
    )
    assert found is not None
    assert (found.session[:4], found.turn, found.tool) == ("8fe6", 9, "exec")


def test_both_writes_of_a_real_note_are_told_apart() -> None:
    calls = [call for call in fixture_calls("2026.2") if call.path == "memory/2026-02-24.md"]
    first = calls[0].texts[0]
    second = first.replace(calls[1].removed[0], calls[1].texts[0])
    created = match("memory/2026-02-24.md", None, first, calls, datetime(2026, 2, 24, 11, 0, 28, tzinfo=UTC))
    edited = match(
        "memory/2026-02-24.md", first, second, calls, datetime(2026, 2, 24, 13, 57, 45, tzinfo=UTC)
    )
    assert created is calls[0]
    assert edited is calls[1]


def test_turns_are_counted_along_the_chain_of_parents(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    first = writer.user("one")
    writer.user("two")
    writer.user("three")
    writer.call("write", {"path": "a.md", "content": "a"})
    writer.last = first  # a branch from the first turn
    writer.user("two again")
    writer.call("write", {"path": "b.md", "content": "b"})
    assert [(call.path, call.turn) for call in calls_of(writer)] == [("a.md", 3), ("b.md", 2)]


def test_a_circle_of_parents_does_no_harm(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    for identity, parent in (("x", "y"), ("y", "x"), ("x", "x")):
        message = {"role": "user", "content": "hello"}
        writer.raw({"type": "message", "id": identity, "parentId": parent, "message": message})
    writer.call("write", {"path": "a.md", "content": "a"})
    assert calls_of(writer)[0].turn == 2


def test_a_failed_call_is_known_when_its_result_comes(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    running = writer.call("edit", {"path": "a.md", "oldText": "a", "newText": "b"}, result=None)
    assert calls_of(writer)[0].failed is None
    writer.result(running, failed=True)
    (call,) = calls_of(writer)
    assert call.failed is True
    assert call.ended == call.at + timedelta(seconds=1)


def test_a_command_a_person_ran_in_the_session_counts(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    run = {"role": "bashExecution", "command": "echo x >> MEMORY.md", "output": "", "exitCode": 0}
    writer.entry({"type": "message", "message": run})
    (call,) = calls_of(writer)
    assert (call.tool, call.written.paths, call.failed) == ("bash", ("MEMORY.md",), False)


def test_strange_records_are_passed_over(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    for record in (
        {},
        {"type": "message"},
        {"type": "message", "message": "text"},
        {"type": "message", "message": {"role": "assistant", "content": "text"}},
        {"type": "message", "message": {"role": "assistant", "content": [None, 7, {"type": "toolCall"}]}},
        {
            "type": "message",
            "message": {"role": "assistant", "content": [{"type": {"a": []}, "name": "write"}]},
        },
        {"type": "message", "timestamp": "yesterday", "message": {"role": "user", "timestamp": 10**30}},
        {"type": "message", "id": 7, "parentId": 7, "message": {"role": "toolResult", "toolCallId": 7}},
    ):
        writer.raw(record)
    writer.call("write", {"path": "a.md", "content": "a"})
    assert [call.path for call in calls_of(writer)] == ["a.md"]


def test_a_session_that_goes_on_is_read_from_where_it_stopped(tmp_path: Path, starts: list[int]) -> None:
    writer = SessionWriter(tmp_path, START)
    writer.user("one")
    running = writer.call("write", {"path": "a.md", "content": "a"}, result=None)
    calls = WriteCalls(tmp_path, "main", ROOT)
    assert [call.failed for call in calls.since(LONG_AGO)] == [None]

    size = writer.path.stat().st_size
    calls.since(LONG_AGO)
    writer.result(running)
    writer.user("two")
    writer.append(b'{"type": "message", "unfinished')
    assert [call.failed for call in calls.since(LONG_AGO)] == [False]
    assert starts == [0, size]

    writer.append(b'": 1}\n')
    writer.call("write", {"path": "b.md", "content": "b"})
    assert [(call.path, call.turn) for call in calls.since(LONG_AGO)] == [("a.md", 1), ("b.md", 2)]
    assert calls.problems == ()


def test_a_session_written_anew_is_read_anew(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    writer.call("write", {"path": "a.md", "content": "a"})
    calls = WriteCalls(tmp_path, "main", ROOT)
    assert [call.path for call in calls.since(LONG_AGO)] == ["a.md"]

    writer.path.write_bytes(b"")
    for _ in range(30):
        writer.user("a long new beginning")
    writer.call("write", {"path": "b.md", "content": "b"})
    assert [(call.path, call.turn) for call in calls.since(LONG_AGO)] == [("b.md", 30)]


def test_a_session_that_is_reset_is_found_under_its_new_name(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    writer.call("write", {"path": "a.md", "content": "a"})
    calls = WriteCalls(tmp_path, "main", ROOT)
    calls.since(LONG_AGO)
    writer.path.rename(writer.path.with_name("s1.jsonl.reset.2026-03-01T09-10-00.000Z"))
    assert [call.path for call in calls.since(LONG_AGO)] == ["a.md"]


def test_sessions_that_rest_are_not_read(tmp_path: Path, starts: list[int]) -> None:
    writer = SessionWriter(tmp_path, START)
    os.utime(writer.path, (START.timestamp(), START.timestamp()))
    calls = WriteCalls(tmp_path, "main", ROOT)
    calls.since(START + timedelta(hours=1))
    assert starts == []
    calls.since(START)
    assert starts == [0]


def test_old_calls_are_forgotten(tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path, START)
    writer.call("write", {"path": "a.md", "content": "a"})
    writer.time += timedelta(hours=1)
    writer.call("write", {"path": "b.md", "content": "b"})
    calls = WriteCalls(tmp_path, "main", ROOT)
    assert [call.path for call in calls.since(START + timedelta(minutes=30))] == ["b.md"]


def test_a_session_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    SessionWriter(tmp_path, START, name="s2").call("write", {"path": "a.md", "content": "a"})
    database = sessions.database_of(tmp_path, "main")
    database.parent.mkdir(parents=True)
    database.write_bytes(b"no database" * 400)
    calls = WriteCalls(tmp_path, "main", ROOT)
    assert [call.path for call in calls.since(LONG_AGO)] == ["a.md"]
    assert [problem for problem in calls.problems if "damaged" in problem]


def test_the_database_is_followed_by_the_numbers_of_its_events(tmp_path: Path) -> None:
    path = sessions.database_of(tmp_path, "main")
    path.parent.mkdir(parents=True)
    shutil.copyfile(sessions.database_of(DATA / "state-2026.9", "main"), path)
    calls = WriteCalls(tmp_path, "main", DATA / "state-2026.9" / "workspace")
    day = datetime(2026, 11, 30, tzinfo=UTC)
    known = calls.since(day)
    block = {"type": "toolCall", "id": "c", "name": "write", "arguments": {"path": "SOUL.md", "content": "x"}}
    event = {
        "type": "message",
        "timestamp": "2026-11-30T20:40:00.000Z",
        "message": {"role": "assistant", "content": [block]},
    }
    writer = apsw.Connection(str(path))
    writer.execute(
        "INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES (?, ?, ?, ?)",
        (known[-1].session, 500, json.dumps(event), 1796070999999),
    )
    later = calls.since(day)
    writer.close()
    assert later[:-1] == known
    assert (later[-1].path, later[-1].turn) == ("SOUL.md", 14)
