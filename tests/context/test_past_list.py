"""The list of past searches: what was wrong with each, quick the second time, and never fatal."""

from __future__ import annotations

import hashlib
import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from conversation_writer import ConversationWriter
from session_writer import SessionWriter

from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.marks import MarkKind, marks
from openclaw_desktop.context.recall import past_list as module
from openclaw_desktop.context.recall.finding import memory_calls
from openclaw_desktop.context.recall.leading import call_of, leaf_of, past_of, place_of
from openclaw_desktop.context.recall.past import Past, Trouble, matching
from openclaw_desktop.context.recall.past_list import PastCalls, past_calls
from openclaw_desktop.context.recall.repeats import NEARLY, alike, earlier_alike, words
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.errors import UsageError

DATA = Path(__file__).parent.parent / "data" / "openclaw"
ROOT = Path("/home/sam/.openclaw/workspace")
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
FOUND = {
    "results": [{"path": "memory/a.md", "startLine": 1, "endLine": 3, "score": 0.6, "snippet": "Port 8123"}]
}
NOTHING: dict[str, Any] = {"results": []}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def ask(writer: SessionWriter, query: str, answer: object = FOUND, tool: str = "memory_search") -> None:
    writer.user("?")
    key = "query" if tool == "memory_search" else "path"
    call = writer.call(tool, {key: query}, result=None)
    text = [{"type": "text", "text": json.dumps(answer)}]
    writer.message("toolResult", text, toolName=tool, toolCallId=call, isError=False)


def listed(state: Path, cache: Path) -> PastCalls:
    return past_calls(state, "main", ROOT, cache)


def troubles(state: Path, cache: Path) -> dict[str, list[str]]:
    return {
        past.call.question: [failing.trouble for failing in past.failings]
        for past in listed(state, cache).pasts
    }


def test_the_newest_call_comes_first_whatever_session_it_is_in(state: Path, cache: Path) -> None:
    one = SessionWriter(state, START, name="s1")
    two = SessionWriter(state, START + timedelta(hours=1), name="s2")
    ask(one, "harbour")
    ask(two, "lighthouse")
    one.time = START + timedelta(days=1)
    ask(one, "ferry")
    found = listed(state, cache).pasts
    assert [past.call.question for past in found] == ["ferry", "lighthouse", "harbour"]
    assert [past.session.id for past in found] == ["s1", "s2", "s1"]
    assert len({past.id for past in found}) == 3


def test_each_place_where_memory_failed_is_marked(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START)
    ask(writer, "port of the widget", NOTHING)
    ask(writer, "anemometer bearing", {"results": [], "disabled": True, "error": "quota"})
    ask(writer, "rain gauge", FOUND)
    ask(writer, "river level", FOUND)
    writer.call("read", {"path": "memory/a.md"})
    ask(writer, "MEMORY.md", {"path": "MEMORY.md", "text": ""}, tool="memory_get")
    assert troubles(state, cache) == {
        "port of the widget": [Trouble.NOTHING],
        "anemometer bearing": [Trouble.UNAVAILABLE],
        "rain gauge": [Trouble.UNREAD],
        "river level": [],
        "MEMORY.md": [Trouble.NOTHING],
    }
    sentences = {past.call.question: past.failings for past in listed(state, cache).pasts}
    assert sentences["anemometer bearing"][0].sentence == "The memory did not answer: quota."


def test_hits_that_no_file_is_read_for_are_not_called_unread(state: Path, cache: Path) -> None:
    row = {"path": "sessions/s0.jsonl", "source": "sessions", "startLine": 1, "score": 0.5, "snippet": "x"}
    ask(SessionWriter(state, START), "river", {"results": [row]})
    assert troubles(state, cache) == {"river": []}


def test_a_question_that_is_asked_again_leads_to_the_one_before(state: Path, cache: Path) -> None:
    one = SessionWriter(state, START, name="s1")
    ask(one, "部署网关服务的端口")
    ask(one, "网关服务部署端口")
    two = SessionWriter(state, START + timedelta(days=3), name="s2")
    ask(two, "网关服务部署端口")
    ask(two, "天气怎么样")
    found = {(past.session.id, past.call.question): past for past in listed(state, cache).pasts}
    assert len(found) == 4
    first, second = found["s1", "部署网关服务的端口"], found["s1", "网关服务部署端口"]
    third = found["s2", "网关服务部署端口"]
    repeated = [f for past in (first, second, third) for f in past.failings if f.trouble is Trouble.REPEATED]
    assert [failing.earlier for failing in repeated] == [first.id, second.id]
    near, same = (failing.sentence for failing in repeated)
    assert near.startswith("Nearly the same was asked moments earlier in this session: “部署")
    assert same == "The same was asked 2 days earlier in another session."
    assert Trouble.REPEATED not in [f.trouble for f in found["s2", "天气怎么样"].failings]


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        ("battery cold", "Battery, cold?", True),
        ("battery cold", "cold battery behaviour", True),
        ("what is the port of the widget", "what is the age of the captain", False),
        ("网关服务部署", "网关服务的部署", True),
        ("网关服务部署", "天气怎么样", False),
        ("ＧＡＴＥＷＡＹ port", "gateway port", True),
        ("the", "THE", True),
        ("", "", False),
    ],
)
def test_questions_are_near_when_they_share_most_words(one: str, other: str, is_near: bool) -> None:
    assert (alike(words(one), words(other)) >= NEARLY) is is_near


def test_looking_only_at_those_with_a_rare_word_misses_nothing() -> None:
    texts = [f"alpha{i % 7} beta{i % 5} gamma{i % 3} delta{i % 2}" for i in range(120)]
    asked = [words(text) for text in texts]
    one_by_one = [
        next((j for j in range(i - 1, -1, -1) if alike(asked[i], asked[j]) >= NEARLY), None)
        for i in range(120)
    ]
    assert earlier_alike(asked) == one_by_one
    assert any(place is not None for place in one_by_one)


def test_words_lead_to_a_call_by_question_answer_or_file(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START)
    ask(writer, "网关服务")
    ask(writer, "river", NOTHING)
    pasts = listed(state, cache).pasts
    for text, questions in (
        ("关服", ["网关服务"]),
        ("PORT 8123", ["网关服务"]),
        ("memory/A", ["网关服务"]),
        ("River ", ["river"]),
        ("absent", []),
        ("", ["river", "网关服务"]),
    ):
        assert [past.call.question for past in matching(pasts, text)] == questions


# kept, damaged, copied


def test_the_second_time_only_what_changed_is_read(
    state: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writers = [SessionWriter(state, START, name=f"s{number}") for number in range(3)]
    for number, writer in enumerate(writers):
        ask(writer, f"question {number}")
    first = listed(state, cache)
    read: list[int] = []

    def counted(*arguments: Any) -> Any:
        read.append(1)
        return memory_calls(*arguments)

    monkeypatch.setattr(module, "memory_calls", counted)
    assert listed(state, cache) == first
    assert read == []
    ask(writers[1], "river")
    assert len(listed(state, cache).pasts) == 4
    assert read == [1]


def test_reading_says_how_far_it_is_and_ends_when_nobody_wants_it(state: Path, cache: Path) -> None:
    for number in range(3):
        ask(SessionWriter(state, START, name=f"s{number}"), f"question {number}")
    told: list[int] = []
    past_calls(state, "main", ROOT, cache, progress=told.append)
    assert told == [0, 1, 2]

    def stop(done: int) -> None:
        if done == 1:
            raise UsageError("Stopped.")

    with pytest.raises(UsageError):
        past_calls(state, "main", ROOT, cache, progress=stop)


def test_the_database_is_read_once_too(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = DATA / "state-2026.9"
    first = listed(new, cache)
    assert [past.call.question for past in first.pasts] == ["battery cold behaviour"]
    monkeypatch.setattr(module, "memory_calls", lambda *_: pytest.fail("nothing has changed"))
    assert listed(new, cache) == first


@pytest.mark.parametrize("text", ["", "[]", '{"format": 0}', '{"format": 1, "sessions": {"s1.jsonl": 7}}'])
def test_a_kept_file_that_is_no_good_is_made_anew(state: Path, cache: Path, text: str) -> None:
    ask(SessionWriter(state, START), "river")
    first = listed(state, cache)
    (kept,) = cache.iterdir()
    kept.write_text(text, encoding="utf-8")
    assert listed(state, cache) == first


@pytest.mark.parametrize("spoiled", [None, [7], [{}], {"a": 1}])
def test_kept_calls_of_another_form_are_read_anew(state: Path, cache: Path, spoiled: object) -> None:
    ask(SessionWriter(state, START), "river")
    first = listed(state, cache)
    (kept,) = cache.iterdir()
    known = json.loads(kept.read_text(encoding="utf-8"))
    known["sessions"]["s1.jsonl"]["value"] = spoiled
    kept.write_text(json.dumps(known), encoding="utf-8")
    assert listed(state, cache) == first


def test_a_list_that_cannot_be_kept_is_still_shown(state: Path, tmp_path: Path) -> None:
    ask(SessionWriter(state, START), "river")
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    found = listed(state, blocked)
    assert len(found.pasts) == 1
    assert "cannot be kept" in found.problems[0]


def test_damaged_lines_hide_no_other_call(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START)
    writer.append(b'{"type": "message", "message": {"role": "assista\xff\xfe\n')
    ask(writer, "river")
    writer.append(b"\x00\x00\n[1]\n")
    ask(writer, "harbour")
    writer.append(b'{"type": "message", "id": "half')
    assert [past.call.question for past in listed(state, cache).pasts] == ["harbour", "river"]


def test_a_clock_that_was_set_back_leaves_every_call_in_the_list(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START)
    ask(writer, "river")
    writer.time = START - timedelta(days=400)
    ask(writer, "river")
    pasts = listed(state, cache).pasts
    assert [past.call.at and past.call.at.year for past in pasts] == [2026, 2025]
    assert pasts[0].failings[-1].sentence.startswith("The same was asked 400 days earlier")


def test_a_session_copied_from_another_is_no_second_search(state: Path, cache: Path) -> None:
    writer = SessionWriter(state, START, name="s1")
    ask(writer, "river")
    shutil.copy(writer.path, writer.path.with_name("s2.jsonl"))
    (past,) = listed(state, cache).pasts
    assert [failing.trouble for failing in past.failings] == [Trouble.UNREAD]


def test_a_damaged_database_is_said_and_the_files_are_still_read(state: Path, cache: Path) -> None:
    ask(SessionWriter(state, START), "river")
    database = state / "agents" / "main" / "agent" / "openclaw-agent.sqlite"
    database.parent.mkdir(parents=True)
    database.write_bytes(b"no database at all, not even nearly" * 40)
    found = listed(state, cache)
    assert len(found.pasts) == 1
    assert len(found.problems) == 1


def test_an_agent_without_sessions_has_no_past(state: Path, cache: Path) -> None:
    assert listed(state, cache) == PastCalls()


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_nothing_of_openclaw_is_changed(tmp_path: Path, cache: Path, era: str) -> None:
    state = tmp_path / "copy"
    shutil.copytree(DATA / f"state-{era}", state)

    def all_of_it() -> dict[str, tuple[int, str]]:
        return {
            str(path): (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest())
            for path in sorted(state.rglob("*"))
            if path.is_file()
        }

    before = all_of_it()
    assert listed(state, cache).pasts
    assert all_of_it() == before


# from the timeline and back


def two_searches() -> tuple[ConversationWriter, list[Past]]:
    writer = ConversationWriter()
    start = writer.user("?")
    names = ("memory_recall", "memory_search", "write", "memory_search")
    blocks = [
        {
            "type": "toolCall",
            "id": f"c{n}",
            "name": name,
            "arguments": {"query": "same", "path": "memory/x.md"},
        }
        for n, name in enumerate(names)
    ]
    writer.say("assistant", blocks)
    writer.answer("Done.")
    writer.add(
        {"type": "message", "parentId": start, "message": {"role": "assistant", "content": blocks[1:2]}}
    )
    writer.add({"type": "leaf", "targetId": "e3"})
    (session, *_) = sessions.of_agent(DATA / "state-2026.2", "main")
    return writer, [Past(session, call) for call in memory_calls(writer.records, "/w")]


def test_each_mark_of_the_timeline_leads_to_its_own_call_and_back() -> None:
    writer, pasts = two_searches()
    conversation = writer.read()
    chain = conversation.chain()
    every = marks(chain, places=AgentPaths("/w"))
    session = pasts[0].session.id
    led = [past_of(pasts, session, chain, every, mark) for mark in every]
    assert [mark.kind for mark in every] == [
        MarkKind.SEARCH,
        MarkKind.SEARCH,
        MarkKind.WRITE,
        MarkKind.SEARCH,
    ]
    assert led == [None, pasts[0], None, pasts[1]]  # the first is another plugin's
    assert call_of(chain, every, every[3]) == ("e2", 1)
    assert [place_of(past, chain) for past in pasts] == [1, 1, None]
    assert leaf_of(pasts[2], conversation) == "e4"
    assert place_of(pasts[2], conversation.chain("e4")) == 1
    assert past_of([], session, chain, every, every[1]) is None
