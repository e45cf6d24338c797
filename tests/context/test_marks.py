"""What happened along a session is marked where it happened, in words."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from conversation_writer import START, ConversationWriter

from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.marks import Mark, MarkKind, marks
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.sessions.session_entry import RecordedFlush, session_entry

DATA = Path(__file__).parent.parent / "data" / "openclaw"
OLD, NEW = DATA / "state-2026.2", DATA / "state-2026.9"
PLACES = AgentPaths("/home/sam/.openclaw/workspace", "/home/sam/.openclaw/workspace")


def of(writer: ConversationWriter, flush: RecordedFlush | None = None) -> list[Mark]:
    return list(marks(writer.read().chain(), flush=flush, places=AgentPaths("/w", "/w")))


def said(writer: ConversationWriter) -> list[tuple[str, int, str]]:
    return [(each.kind.value, each.index, each.sentence) for each in of(writer)]


def fixture(state_dir: Path, key: str, flush: RecordedFlush | None = None) -> list[tuple[str, int, int]]:
    (session,) = (each for each in sessions.of_agent(state_dir, "main") if each.key == key)
    chain = read_conversation(sessions.records(session)).chain()
    return [(each.kind.value, each.index, each.turn) for each in marks(chain, flush=flush, places=PLACES)]


def test_a_compaction_says_what_it_replaced() -> None:
    writer = ConversationWriter()
    writer.user("one")
    kept = writer.user("two")
    writer.compaction("short", kept, tokensBefore=50_000)
    sentence = "Compaction at 50,000 tokens: a summary now stands for 1 text."
    assert said(writer) == [("compaction", 2, sentence)]


def test_a_reset_is_marked() -> None:
    writer = ConversationWriter()
    writer.user("one")
    writer.add({"type": "reset"})
    assert said(writer) == [("reset", 1, "The session began anew; nothing stays.")]


def test_a_flush_in_the_transcript_and_in_the_list_is_one() -> None:
    writer = ConversationWriter()
    writer.user("hello")
    writer.user("Pre-compaction memory flush. Store.")
    writer.answer("NO_REPLY")
    near = RecordedFlush(START + timedelta(minutes=3, seconds=5), 0)
    assert [(each.kind, each.index) for each in of(writer, near)] == [(MarkKind.FLUSH, 1)]
    far = RecordedFlush(START + timedelta(days=1), 0)
    assert [(each.kind, each.index) for each in of(writer, far)] == [(MarkKind.FLUSH, 1), (MarkKind.FLUSH, 2)]


def test_a_flush_only_the_list_knows_stands_at_its_time() -> None:
    writer = ConversationWriter()
    for text in ("one", "two", "three"):
        writer.user(text)
    (found,) = of(writer, RecordedFlush(START + timedelta(minutes=2, seconds=30), 0))
    assert (found.index, found.recorded) == (1, True)
    assert of(ConversationWriter(), RecordedFlush(START, 0)) == []


def test_a_flush_without_a_time_stands_at_the_end_of_its_cycle() -> None:
    writer = ConversationWriter()
    kept = writer.user("one")
    writer.compaction("first", kept)
    writer.compaction("second", kept)
    writer.user("two")
    found = [each for each in of(writer, RecordedFlush(None, 1)) if each.kind is MarkKind.FLUSH]
    assert [(each.index, each.at) for each in found] == [(2, None)]
    late = [each for each in of(writer, RecordedFlush(None, 7)) if each.kind is MarkKind.FLUSH]
    assert [each.index for each in late] == [3]


def test_only_newly_pruned_results_are_marked() -> None:
    writer = ConversationWriter()
    writer.user("one")
    for calls in (["a"], ["a"], ["a", "b", "c"]):
        pruned = [{"key": f"tool:call_{call}:1"} for call in calls]
        writer.add(
            {"type": "custom", "customType": "openclaw.cache-ttl", "data": {"prunedToolResults": pruned}}
        )
    assert [(kind, index, sentence.split()[1]) for kind, index, sentence in said(writer)] == [
        ("pruning", 1, "1"),
        ("pruning", 3, "2"),
    ]


def test_models_that_change_are_marked_and_openclaws_own_messages_are_no_model() -> None:
    writer = ConversationWriter()
    writer.add({"type": "model_change", "provider": "lab", "modelId": "small"})
    writer.answer("hi", model="lab/small", provider="lab")
    writer.answer("mirrored", model="delivery-mirror", provider="openclaw")
    writer.answer("hi", model="large", provider="lab")
    writer.add({"type": "model_change", "provider": "lab", "modelId": "small"})
    assert said(writer) == [
        ("model change", 3, "The model changed from lab/small to large."),
        ("model change", 4, "The model changed from large to small."),
    ]


def test_searches_and_writes_of_memory_are_marked_other_calls_are_not() -> None:
    writer = ConversationWriter()
    writer.call("memory_search", {"query": "the port"})
    writer.call("write", {"path": "memory/2026-03-01.md", "content": "x"})
    writer.call("edit", {"path": "/w/MEMORY.md", "oldText": "a", "newText": "b"}, "no match", failed=True)
    writer.call("exec", {"command": "echo x >> memory/a.md && cat MEMORY.md"})
    writer.call("write", {"path": "src/main.py", "content": "x"})
    writer.call("read", {"path": "MEMORY.md"})
    assert said(writer) == [
        ("memory search", 0, "memory_search: the port"),
        ("memory write", 2, "Writes memory/2026-03-01.md (write)."),
        ("memory write", 4, "Writes MEMORY.md (edit); it failed."),
        ("error", 5, "edit failed: no match"),
        ("memory write", 6, "Writes memory/a.md (exec)."),
    ]


def test_a_write_is_known_though_only_the_beginning_of_its_text_was_kept() -> None:
    writer = ConversationWriter()
    writer.call("write", {"path": "memory/long.md", "content": "word " * 1000})
    chain = read_conversation(writer.records, kept_chars=0).chain()
    assert chain[0].parts[0].cut
    assert [each.paths for each in marks(chain)] == [("memory/long.md",)]


def test_what_went_wrong_is_marked() -> None:
    writer = ConversationWriter()
    writer.answer("", stopReason="error", errorMessage="529 " + "busy " * 100)
    writer.answer("half", stopReason="aborted")
    writer.add({"type": "custom", "customType": "openclaw:prompt-error", "data": {"error": "no key"}})
    found = said(writer)
    assert [(kind, index) for kind, index, _ in found] == [("error", 0), ("error", 1), ("error", 2)]
    assert found[0][2].endswith(" b…")
    assert found[1][2] == "The answer was stopped."


def test_the_long_session_of_2026_2() -> None:
    path = OLD / "agents" / "main" / "sessions" / "sessions.json"
    listed = session_entry("agent:main:main", json.loads(path.read_bytes())["agent:main:main"])
    assert listed is not None
    assert fixture(OLD, "agent:main:main", listed.flush) == [
        ("memory write", 15, 4),
        ("flush", 30, 8),
        ("memory write", 33, 8),
        ("compaction", 40, 9),
    ]


def test_the_native_session_of_2026_9() -> None:
    found = fixture(NEW, "agent:main:webchat:direct:sam-desk")
    assert found == [("memory write", 44, 9), ("compaction", 66, 12)]
