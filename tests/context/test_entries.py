"""Records of every form become entries, and nothing odd is fatal."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.context.sessions.conversation import Conversation, read_conversation, read_placed
from openclaw_desktop.context.sessions.entries import KEPT_OF_LONG, Entry, EntryKind
from openclaw_desktop.context.sessions.parts import IMAGE_CHARS, Category
from openclaw_desktop.context.sessions.usage import Usage

DATA = Path(__file__).parent.parent / "data" / "openclaw"
OLD, NEW = DATA / "state-2026.2", DATA / "state-2026.9"

HEADER = {"type": "session", "version": 3, "id": "s", "cwd": "/w"}
ZERO = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": {"total": 0}}


def said(identity: str, role: str, content: Any, parent: str | None = None, **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content, **more}
    return {"type": "message", "id": identity, "parentId": parent, "message": message}


def one(record: dict[str, Any]) -> Entry:
    (entry,) = read_conversation([HEADER, record]).entries
    return entry


def shape(entry: Entry) -> list[tuple[str, str, str]]:
    return [(each.category.value, each.label, each.text) for each in entry.parts]


def fixture(state_dir: Path, key: str) -> Conversation:
    (found,) = (each for each in sessions.of_agent(state_dir, key.split(":")[1]) if each.key == key)
    return read_conversation(sessions.records(found))


def test_text_may_be_a_string_or_blocks() -> None:
    assert shape(one(said("a", "user", "hi"))) == [("user", "", "hi")]
    assert shape(one(said("a", "user", [{"type": "text", "text": "hi"}]))) == [("user", "", "hi")]
    assert shape(one(said("a", "assistant", "yes"))) == [("assistant", "", "yes")]


def test_an_answer_is_thoughts_words_and_calls() -> None:
    entry = one(
        said(
            "a",
            "assistant",
            [
                {"type": "thinking", "thinking": "hm", "thinkingSignature": "x" * 900},
                {"type": "text", "text": "I look.", "textSignature": "y"},
                {"type": "toolCall", "id": "c1", "name": "read", "arguments": {"path": "气.md"}},
            ],
            provider="lab",
            model="m",
            stopReason="toolUse",
        )
    )
    assert shape(entry) == [
        ("thinking", "", "hm"),
        ("assistant", "", "I look."),
        ("tool calls", "read", '{"path": "气.md"}'),
    ]
    assert entry.parts[2].call_id == "c1"
    assert (entry.provider, entry.model, entry.stop_reason) == ("lab", "m", "toolUse")


def test_an_interrupted_call_keeps_what_had_come_of_it_and_is_not_sent_again() -> None:
    block = {"type": "toolCall", "id": "c", "name": "write", "arguments": {}, "partialJson": '{"path": "a'}
    entry = one(said("a", "assistant", [block], stopReason="aborted"))
    assert shape(entry) == [("tool calls", "write", '{"path": "a')]
    assert not entry.in_context


def test_results_belong_to_their_call_and_images_count_as_openclaw_counts_them() -> None:
    content = [{"type": "text", "text": "seen"}, {"type": "image", "data": "A" * 9000, "mimeType": "x"}]
    entry = one(said("a", "toolResult", content, toolCallId="c1", toolName="browser", isError=True))
    assert shape(entry) == [("tool results", "browser", "seen"), ("tool results", "image", "")]
    assert [each.chars for each in entry.parts] == [4, IMAGE_CHARS]
    assert (entry.tool, entry.call_id, entry.is_error) == ("browser", "c1", True)


def test_results_of_the_memory_tools_are_recalled_memory() -> None:
    entry = one(said("a", "toolResult", "MEMORY.md#1", toolName="mcp__mem__memory_search", toolCallId="c"))
    assert shape(entry) == [("recalled", "mcp__mem__memory_search", "MEMORY.md#1")]
    assert entry.role == "toolResult"


def test_a_command_the_person_ran_is_kept_and_may_be_kept_from_the_model() -> None:
    record = said("a", "bashExecution", None, command="ls", output="x", exitCode=1, excludeFromContext=True)
    entry = one(record)
    assert shape(entry) == [("tool calls", "bash", "ls"), ("tool results", "bash", "x")]
    assert entry.is_error
    assert not entry.in_context


def test_usage_that_is_all_zero_is_unknown() -> None:
    assert one(said("a", "assistant", [], usage=ZERO)).usage is None
    assert one(said("a", "assistant", [])).usage is None
    usage = {
        "input": 3,
        "output": 5,
        "cacheRead": 70,
        "cacheWrite": 20,
        "totalTokens": 98,
        "cost": {"total": 0.2},
    }
    read = one(said("a", "assistant", [], usage=usage)).usage
    assert read == Usage(3, 5, 70, 20, 98, 0.2)
    assert read is not None
    assert read.prompt == 93
    free = one(said("a", "assistant", [], usage={**usage, "cost": ZERO["cost"]})).usage
    assert free is not None
    assert free.cost is None


def test_kinds_beyond_messages() -> None:
    kinds = {
        "model_change": (EntryKind.MODEL_CHANGE, False),
        "thinking_level_change": (EntryKind.THINKING_LEVEL, False),
        "custom": (EntryKind.CUSTOM, False),
        "custom_message": (EntryKind.CUSTOM_MESSAGE, True),
        "branch_summary": (EntryKind.BRANCH_SUMMARY, True),
        "label": (EntryKind.LABEL, False),
        "session_info": (EntryKind.INFO, False),
        "reset": (EntryKind.RESET, False),
        "compaction": (EntryKind.COMPACTION, True),
    }
    for name, (kind, in_context) in kinds.items():
        entry = one({"type": name, "id": "a", "parentId": None, "summary": "s", "content": "c"})
        assert entry.kind is kind
        if name != "reset":
            assert entry.in_context is in_context


def test_a_compaction_without_details_says_what_it_kept() -> None:
    record = {
        "type": "compaction",
        "id": "c",
        "summary": "short",
        "firstKeptEntryId": "a",
        "tokensBefore": 50000,
    }
    entry = one(record)
    assert (entry.summary, entry.first_kept, entry.tokens_before) == ("short", "a", 50000)
    assert entry.is_boundary


def test_a_reset_may_keep_entries() -> None:
    entry = one({"type": "reset", "id": "r", "firstKeptEntryId": "a"})
    assert (entry.kind, entry.first_kept, entry.in_context) == (EntryKind.RESET, "a", False)


def test_what_nobody_knows_is_counted_and_shown() -> None:
    read = read_conversation(
        [
            HEADER,
            {"type": "teleport", "id": "a", "parentId": None},
            {"id": "b", "parentId": "a"},
            said("c", "assistant", [{"type": "hologram"}, {"type": "text", "text": "x"}], "b"),
            said("d", "oracle", "x", "c"),
        ]
    )
    assert read.unknown == {"teleport": 1, "no type": 1, "block hologram": 1, "role oracle": 1}
    assert [entry.kind.value for entry in read.entries] == ["unknown", "unknown", "message", "message"]
    assert any("does not know" in problem for problem in read.problems)


def test_errors_noted_by_openclaw_are_read() -> None:
    data = {"error": "no such model", "prunedToolResults": [{"key": "tool:call_lark0030:1796070864132"}]}
    entry = one({"type": "custom", "customType": "openclaw:prompt-error", "id": "a", "data": data})
    assert (entry.detail, entry.error) == ("openclaw:prompt-error", "no such model")
    assert entry.pruned == ("calllark0030",)


def test_turns_count_along_each_branch() -> None:
    read = read_conversation(
        [
            HEADER,
            said("a", "user", "1"),
            said("b", "assistant", "2", "a"),
            said("c", "user", "3", "b"),
            said("d", "user", "3, once more", "b"),
            said("e", "assistant", "4", "d"),
        ]
    )
    assert [(entry.id, entry.turn) for entry in read.chain()] == [("a", 1), ("b", 1), ("d", 2), ("e", 2)]
    assert [entry.id for entry in read.chain("c")] == ["a", "b", "c"]
    assert [(each.leaf_id, each.entries, each.from_turn) for each in read.branches] == [
        ("e", 4, 2),
        ("c", 3, 1),
    ]
    assert [entry.number for entry in read.entries] == [1, 2, 3, 4, 5]
    with pytest.raises(KeyError):
        read.chain("gone")


def test_a_leaf_record_leads_back_to_an_earlier_entry() -> None:
    records = [HEADER, said("a", "user", "1"), said("b", "assistant", "2", "a"), said("c", "user", "3", "b")]
    back = {"type": "leaf", "id": "x", "parentId": "c", "targetId": "b"}
    read = read_conversation([*records, back])
    assert [entry.id for entry in read.chain()] == ["a", "b"]
    assert [(each.leaf_id, each.entries) for each in read.branches] == [("b", 2), ("c", 3)]
    later = read_conversation([*records, back, said("d", "user", "4", "b")])
    assert [entry.id for entry in later.chain()] == ["a", "b", "d"]
    assert not later.unknown


def test_a_circle_and_an_orphan_cut_nothing_off() -> None:
    read = read_conversation(
        [
            HEADER,
            said("a", "user", "1", "b"),
            said("b", "assistant", "2", "a"),
            said("c", "user", "3", "lost"),
        ]
    )
    assert [entry.id for entry in read.chain()] == ["a", "b", "c"]
    assert read.problems == ("Without the record they follow, read in the order of writing: 2.",)


def test_an_entry_that_is_its_own_parent_follows_the_one_before() -> None:
    read = read_conversation([HEADER, said("a", "user", "1"), said("b", "user", "2", "b")])
    assert [entry.id for entry in read.chain()] == ["a", "b"]


def test_an_id_used_twice_means_the_one_written_before() -> None:
    records = [
        HEADER,
        said("a", "user", "first"),
        said("b", "assistant", "x", "a"),
        said("a", "user", "second", "b"),
        said("c", "assistant", "y", "a"),
    ]
    read = read_conversation(records)
    assert [entry.text for entry in read.chain()] == ["first", "x", "second", "y"]
    assert any("used before" in problem for problem in read.problems)


def test_sessions_without_ids_are_one_chain() -> None:
    records = [{"type": "message", "message": {"role": "user", "content": str(n)}} for n in range(3)]
    assert [entry.text for entry in read_conversation(records).chain()] == ["0", "1", "2"]


def test_a_clock_that_jumps_is_told_and_changes_no_order() -> None:
    times = ["2026-03-01T09:00:00Z", "2026-02-28T09:00:00Z", "nonsense", "2026-03-02T09:00:00Z"]
    records = [
        {**said(f"e{n}", "user", str(n), f"e{n - 1}" if n else None), "timestamp": t}
        for n, t in enumerate(times)
    ]
    read = read_conversation([HEADER, *records])
    assert [entry.text for entry in read.chain()] == ["0", "1", "2", "3"]
    assert read.chain()[2].at is None
    assert read.problems == ("Earlier than the record before, as when a clock is set back: 1.",)


def test_nothing_and_a_header_alone_are_empty_sessions() -> None:
    assert read_conversation([]) == Conversation()
    alone = read_conversation([HEADER])
    assert (alone.header, alone.entries, alone.chain(), alone.problems) == (HEADER, (), [], ())


def test_of_a_giant_session_long_texts_keep_their_beginning_and_their_length() -> None:
    records = [said(f"e{n}", "user", "文" * 10_000, f"e{n - 1}" if n else None) for n in range(5)]
    read = read_conversation([HEADER, *records, said("end", "user", "short", "e4")], kept_chars=25_000)
    cut = [entry.parts[0].cut for entry in read.entries]
    assert cut == [False, False, True, True, True, False]
    assert len(read.entries[4].text) == KEPT_OF_LONG
    assert read.entries[4].parts[0].chars == 10_000
    assert any("so large: 3" in problem for problem in read.problems)


def test_the_session_with_branches_is_read_along_its_last_record() -> None:
    for state_dir in (OLD, NEW):
        read = fixture(state_dir, "agent:main:webchat:direct:sam-laptop")
        assert len(read.entries) == 17
        assert [entry.number for entry in read.chain()] == [1, 2, 3, 4, 5, 11, 12, 15, 16, 17]
        assert [branch.entries for branch in read.branches] == [10, 9, 10]
        assert read.chain()[7].summary.startswith("A side branch")
        assert not read.unknown


def test_a_damaged_line_is_counted_and_its_successor_stays_on_the_chain() -> None:
    read = fixture(OLD, "agent:research:main")
    assert read.damaged == 1
    assert len(read.chain()) == 8
    assert read.problems == ("Damaged records, left out: 1.",)


def test_the_group_session_says_who_wrote_what_in_both_versions() -> None:
    for state_dir in (OLD, NEW):
        read = fixture(state_dir, "agent:main:telegram:group:-1005550001")
        entry = next(entry for entry in read.chain() if entry.turn == 2)
        assert [(each.label, each.folded) for each in entry.parts] == [
            ("metadata", True),
            ("metadata", True),
            ("group history", False),
            ("", False),
        ]


def test_the_flush_turn_of_2026_2_is_recognised() -> None:
    read = fixture(OLD, "agent:main:main")
    flushes = [entry.number for entry in read.chain() for each in entry.parts if each.label == "memory flush"]
    assert flushes == [31]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(
    ["type", "id", "parentId", "timestamp", "message", "summary", "data", "content", "firstKeptEntryId"]
)
kinds = st.sampled_from(
    ["message", "compaction", "custom", "custom_message", "reset", "session", "label", "?"]
)
roles = st.sampled_from(["user", "assistant", "toolResult", "bashExecution", "custom", "system", "?"])
fields = st.sampled_from(["content", "usage", "timestamp", "toolName", "command", "stopReason", "isError"])
wild = st.builds(
    lambda record, kind, role, message: {**record, "type": kind, "message": {**message, "role": role}},
    st.dictionaries(names, json_values, max_size=5),
    kinds,
    roles,
    st.dictionaries(fields, json_values, max_size=5),
)


@given(st.lists(wild | st.dictionaries(names, json_values, max_size=4), max_size=8))
def test_no_record_however_odd_is_fatal(records: list[dict[str, Any]]) -> None:
    read = read_conversation(records)
    chain = read.chain()
    assert len(chain) <= len(read.entries)
    for branch in read.branches:
        assert read.chain(branch.leaf_id)


def test_the_parity_transcript_is_read_whole() -> None:
    path = DATA.parent / "parity" / "sessionTranscript.v2026.2.26.json"
    records = json.loads(path.read_text(encoding="utf-8"))["jsonlLines"]
    read = read_conversation(records)
    assert [entry.kind.value for entry in read.chain()] == [
        *("model change", "thinking level", "message", "message", "message", "message", "custom"),
        *("compaction", "message", "custom message", "info", "message"),
    ]
    assert not read.problems
    assert read.chain()[7].summary == "Synthetic summary: the widget port is 8123."
    assert [part.category for part in read.chain()[3].parts] == [Category.THINKING, Category.TOOL_CALL]


def test_an_entry_knows_how_much_of_the_file_comes_before_it(tmp_path: Path) -> None:
    lines = [json.dumps(record).encode() + b"\n" for record in (HEADER, said("a", "user", "气\u2028象"))]
    lines += [b"{broken\n", b"{}\n", json.dumps(said("b", "user", "2", "a")).encode() + b"\n"]
    folder = tmp_path / "agents" / "main" / "sessions"
    folder.mkdir(parents=True)
    (folder / "s.jsonl").write_bytes(b"".join(lines))
    (session,) = sessions.of_agent(tmp_path, "main")
    read = read_placed(sessions.placed(session))
    assert [entry.offset for entry in read.entries] == [sum(map(len, lines[:n])) for n in (1, 3, 4)]
    assert read.damaged == 1


def test_an_entry_of_the_database_knows_how_much_text_comes_before_it() -> None:
    """What OpenClaw notes as the length of each event, compressed ones too."""
    path = sessions.database_of(NEW, "main")
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
        sizes = database.execute(
            "SELECT session_id, event_utf8_bytes FROM transcript_events ORDER BY session_id, seq"
        ).fetchall()
    for session in sessions.in_database(NEW, "main"):
        own = [size for name, size in sizes if name == session.id]
        before = list(accumulate(own))[:-1]  # the first is the header
        assert [entry.offset for entry in read_placed(sessions.placed(session)).entries] == before


def test_where_the_records_stand_may_be_unknown() -> None:
    assert one(said("a", "user", "hi")).offset is None
