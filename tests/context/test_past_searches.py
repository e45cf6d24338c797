"""What an agent asked its memory and was told, found in sessions of both eras, whole or damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conversation_writer import ConversationWriter

from openclaw_desktop.context.recall import torn
from openclaw_desktop.context.recall.answers import Outcome, read_answer
from openclaw_desktop.context.recall.calls import Call
from openclaw_desktop.context.recall.finding import memory_calls
from openclaw_desktop.context.sessions import sessions

DATA = Path(__file__).parent.parent / "data" / "openclaw"
ROOT = "/w"

ROW = {
    "path": "memory/2026-02-03.md",
    "startLine": 3,
    "endLine": 9,
    "score": 0.61,
    "snippet": 'The "mast" box\n电池在低温下',
    "source": "memory",
}
OLD = {"results": [ROW], "provider": "openai", "model": "m", "citations": "auto", "mode": "hybrid"}


def told(answer: object) -> str:
    return json.dumps(answer, indent=2, ensure_ascii=False)


def calls(writer: ConversationWriter) -> list[Call]:
    return memory_calls(writer.records, ROOT)


def only(writer: ConversationWriter) -> Call:
    (call,) = calls(writer)
    return call


def test_a_search_is_found_with_its_place_its_question_and_its_answer() -> None:
    writer = ConversationWriter()
    writer.user("What of the battery?")
    writer.call("memory_search", {"query": "battery", "maxResults": 6, "minScore": 0.2}, told(OLD))
    call = only(writer)
    assert (call.kind, call.entry, call.number, call.nth, call.turn) == ("search", "e2", 2, 0, 1)
    assert call.at is not None
    assert call.at.isoformat() == "2026-03-01T09:02:00+00:00"
    assert (call.question, call.limit, call.min_score, call.corpus) == ("battery", 6, 0.2, "")
    assert call.answer.outcome is Outcome.FOUND
    assert (call.answer.provider, call.answer.model, call.answer.mode) == ("openai", "m", "hybrid")
    (hit,) = call.answer.hits
    assert (hit.path, hit.start_line, hit.end_line, hit.score) == ("memory/2026-02-03.md", 3, 9, 0.61)
    assert hit.snippet == ROW["snippet"]


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_the_search_in_the_program_s_own_sessions_is_found(era: str) -> None:
    found = [
        call
        for session in sessions.of_agent(DATA / f"state-{era}", "main")
        for call in memory_calls(sessions.records(session), "/home/sam/.openclaw/workspace")
    ]
    (call,) = found
    assert (call.question, call.turn, call.limit) == ("battery cold behaviour", 1, 6)
    assert [hit.path for hit in call.answer.hits] == ["memory/hardware/enclosure/power-budget.md"]
    assert call.reads == ("memory/hardware/enclosure/power-budget.md",)


def test_the_newer_version_tells_the_two_parts_of_a_score() -> None:
    row = {
        **ROW,
        "vectorScore": 0.5,
        "textScore": 0.4,
        "corpus": "memory",
        "provenance": {"originClass": "owner"},
    }
    answer = read_answer("search", told({"results": [row], "debug": {"hits": 1}}))
    assert (answer.hits[0].vector_score, answer.hits[0].text_score) == (0.5, 0.4)


def test_a_citation_is_no_part_of_the_text() -> None:
    row = {**ROW, "snippet": "text\n\nSource: memory/2026-02-03.md#L3-L9"}
    assert read_answer("search", told({"results": [row]})).hits[0].snippet == "text"


@pytest.mark.parametrize(
    ("answer", "outcome", "error"),
    [
        ({"results": [], "provider": "openai"}, Outcome.NOTHING, ""),
        (
            {"results": [], "disabled": True, "unavailable": True, "error": "quota", "action": "Wait."},
            Outcome.UNAVAILABLE,
            "quota",
        ),
        ({"results": [], "disabled": True}, Outcome.UNAVAILABLE, ""),
        ({"results": [], "error": "no provider"}, Outcome.UNAVAILABLE, "no provider"),
        (
            {"status": "error", "tool": "memory_search", "error": "query required"},
            Outcome.FAILED,
            "query required",
        ),
        ({"answer": 42}, Outcome.IN_WORDS, ""),
        ({"results": [7, {"score": 1}]}, Outcome.NOTHING, ""),
    ],
)
def test_every_way_a_search_can_end_is_told_apart(answer: object, outcome: Outcome, error: str) -> None:
    found = read_answer("search", told(answer))
    assert (found.outcome, found.error) == (outcome, error)


@pytest.mark.parametrize(
    ("text", "outcome", "paths"),
    [
        ("", Outcome.NOTHING, []),
        ("No relevant memories found.", Outcome.NOTHING, []),
        ("No results for this query", Outcome.NOTHING, []),
        (
            "Nobody noted the port; see memory/a.md#L3-L9 and MEMORY.md.",
            Outcome.IN_WORDS,
            ["memory/a.md", "MEMORY.md"],
        ),
    ],
)
def test_an_answer_in_words_is_read_as_far_as_it_goes(text: str, outcome: Outcome, paths: list[str]) -> None:
    found = read_answer("search", text)
    assert found.outcome is outcome
    assert [hit.path for hit in found.hits] == paths
    if paths:
        assert (found.hits[0].start_line, found.hits[0].end_line, found.hits[1].start_line) == (3, 9, None)


def test_a_call_that_failed_says_what_the_tool_said() -> None:
    writer = ConversationWriter()
    writer.user("?")
    writer.call("memory_search", {"query": "x"}, "Error: database is locked", failed=True)
    answer = only(writer).answer
    assert (answer.outcome, answer.error) == (Outcome.FAILED, "Error: database is locked")


NOTICE = "[... 16,817 more characters truncated; rerun with narrower args if needed]"


@pytest.mark.parametrize("notice", ["", NOTICE, f"\n\n{NOTICE}", "\n⚠️ the rest was too long"])
def test_an_answer_that_was_cut_off_anywhere_is_read_up_to_there(notice: str) -> None:
    rows = [{**ROW, "startLine": number, "endLine": number + 5} for number in (1, 100)]
    text = told({"results": rows, "provider": "openai"})
    whole = json.loads(text)["results"]
    for length in range(text.index("{") + 1, len(text) - 1):
        record, cut = torn.read(text[:length] + notice)
        assert cut
        assert record is not None
        for found, full in zip(record.get("results", []), whole, strict=False):
            for name, value in found.items():
                if isinstance(value, str):
                    assert full[name].startswith(value.rstrip())
                else:
                    assert full[name] == value  # a number that was cut is another number
    late = text.index('"provider"')
    answer = read_answer("search", text[: late - 4] + notice)
    assert (answer.outcome, answer.cut, len(answer.hits)) == (Outcome.FOUND, True, 2)


def test_what_was_cut_before_its_first_hit_is_not_taken_for_nothing_found() -> None:
    answer = read_answer("search", '{\n  "results": [\n    {\n      "pa' + NOTICE)
    assert (answer.outcome, answer.cut, answer.hits) == (Outcome.FOUND, True, ())


def test_what_stands_behind_an_answer_does_not_cut_it_off() -> None:
    answer = read_answer("search", f"{told(OLD)}\n\nCite the files you use.")
    assert (len(answer.hits), answer.cut) == (1, False)


@pytest.mark.parametrize("text", ["{" + "[" * 50_000, '{"a":' * 50_000, '{"a": "' + "\\" * 50_001])
def test_a_text_made_to_be_deep_or_strange_is_read_in_no_time(text: str) -> None:
    _, cut = torn.read(text)
    assert cut


def test_a_message_of_nonsense_does_no_harm() -> None:
    writer = searched()
    writer.say("assistant", [{"type": {"a": []}}, 7, None, {"type": "toolCall", "name": {}}])
    writer.say("toolResult", {"a": 1}, toolName=["memory_search"], toolCallId=3)
    assert len(calls(writer)) == 1


@pytest.mark.parametrize("text", ["[1, 2]", "plain { text", "}{", "7"])
def test_what_is_no_object_is_none(text: str) -> None:
    assert torn.read(text) == (None, False)


# reading a file of the memory


@pytest.mark.parametrize(
    ("answer", "outcome", "text"),
    [
        ({"path": "MEMORY.md", "text": "# Memory"}, Outcome.FOUND, "# Memory"),
        ({"path": "memory/x.md", "text": ""}, Outcome.NOTHING, ""),
        ({"status": "not_found", "path": "memory/x.md", "text": ""}, Outcome.NOTHING, ""),
        ({"path": "x", "text": "", "disabled": True, "error": "path required"}, Outcome.FAILED, ""),
        ({"status": "error", "code": "MEMORY_PATH_NOT_ALLOWED", "path": "x"}, Outcome.FAILED, ""),
        (
            {
                "status": "ok",
                "text": "one\n\n[More content available. Use from=2 to continue.]",
                "truncated": True,
            },
            Outcome.FOUND,
            "one",
        ),
    ],
)
def test_every_way_a_read_can_end_is_told_apart(answer: object, outcome: Outcome, text: str) -> None:
    found = read_answer("get", told(answer))
    assert (found.outcome, found.text, found.cut) == (outcome, text, False)


def test_a_read_has_the_lines_that_were_wanted() -> None:
    writer = ConversationWriter()
    writer.user("?")
    writer.call(
        "memory_get",
        {"path": "MEMORY.md", "from": "12", "lines": 8},
        told({"text": "x", "path": "MEMORY.md"}),
    )
    call = only(writer)
    assert (call.kind, call.question, call.lines) == ("get", "MEMORY.md", (12, 8))


# who called, and how


@pytest.mark.parametrize(
    ("tool", "server"),
    [
        ("mcp__openclaw-desktop__memory_search", "openclaw-desktop"),
        ("desk__memory_search", "desk"),
        ("memory_search", ""),
    ],
)
def test_a_tool_of_a_server_is_known_by_its_own_name(tool: str, server: str) -> None:
    writer = ConversationWriter()
    writer.user("?")
    writer.call(tool, {"query": "x"}, told(OLD))
    assert (only(writer).tool, only(writer).server) == (tool, server)


def test_memories_another_plugin_puts_into_a_message_are_no_search() -> None:
    writer = ConversationWriter()
    writer.user("<relevant-memories>\n- [fact] memory_search is a tool\n</relevant-memories>\nHello")
    writer.call("memory_recall", {"query": "x"}, "Found 1 memory")
    writer.call("memory_store", {"text": "x"}, "stored")
    assert calls(writer) == []


def test_two_calls_of_one_message_keep_their_own_answers() -> None:
    writer = ConversationWriter()
    writer.user("?")
    block = {"type": "toolCall", "name": "memory_search"}
    writer.say(
        "assistant",
        [
            {"type": "text", "text": "I look."},
            {**block, "id": "a", "arguments": {"query": "one"}},
            {"type": "toolCall", "id": "r", "name": "read", "arguments": {"path": "x"}},
            {**block, "id": "b", "arguments": {"query": "two"}},
        ],
    )
    writer.say("toolResult", told({"results": []}), toolName="memory_search", toolCallId="b")
    writer.say("toolResult", told(OLD), toolName="memory_search", toolCallId="a")
    one, two = calls(writer)
    assert (one.entry, one.nth, one.question, one.answer.outcome) == ("e2", 0, "one", Outcome.FOUND)
    assert (two.entry, two.nth, two.question, two.answer.outcome) == ("e2", 1, "two", Outcome.NOTHING)


def test_a_call_without_an_answer_says_so() -> None:
    writer = ConversationWriter()
    writer.user("?")
    block = {"type": "toolCall", "id": "a", "name": "memory_search", "arguments": {"query": "x"}}
    writer.say("assistant", [block], stopReason="aborted")
    assert only(writer).answer.outcome is Outcome.UNANSWERED


def test_an_answer_whose_call_is_lost_is_shown_without_a_question() -> None:
    writer = ConversationWriter()
    writer.user("?")
    writer.say("toolResult", told(OLD), toolName="memory_search", toolCallId="gone")
    call = only(writer)
    assert (call.question, call.arguments, call.entry, len(call.answer.hits)) == ("", {}, "e2", 1)


def test_an_answer_without_an_id_belongs_to_the_call_that_waits() -> None:
    writer = ConversationWriter()
    writer.user("?")
    writer.say("assistant", [{"type": "toolCall", "name": "memory_search", "arguments": {"query": "x"}}])
    writer.say("toolResult", told(OLD), toolName="memory_search")
    assert (only(writer).question, only(writer).answer.outcome) == ("x", Outcome.FOUND)


def test_ids_that_are_used_again_do_not_mix_up_the_answers() -> None:
    writer = ConversationWriter()
    for question, answer in (("one", OLD), ("two", {"results": []})):
        writer.user("?")
        block = {
            "type": "toolCall",
            "id": "call_0",
            "name": "memory_search",
            "arguments": {"query": question},
        }
        writer.say("assistant", [block])
        writer.say("toolResult", told(answer), toolName="memory_search", toolCallId="call_0")
    assert [(c.question, c.answer.outcome) for c in calls(writer)] == [
        ("one", Outcome.FOUND),
        ("two", Outcome.NOTHING),
    ]


def test_results_that_come_as_the_user_s_message_are_no_new_turn() -> None:
    writer = ConversationWriter()
    writer.user("?")
    block = {"type": "tool_use", "id": "a", "name": "memory_search", "input": {"query": "x"}}
    writer.say("assistant", [block])
    writer.say("user", [{"type": "tool_result", "tool_use_id": "a", "content": told(OLD)}])
    writer.call("read", {"path": "memory/2026-02-03.md"})
    call = only(writer)
    assert (call.answer.outcome, call.reads) == (Outcome.FOUND, ("memory/2026-02-03.md",))


@pytest.mark.parametrize(
    ("arguments", "question"),
    [
        ('{"query": "网关服务"}', "网关服务"),
        ('{"query": "where is the ga', "where is the ga"),
        ({"query": "half \ud83d"}, "half ?"),
        ({"query": 7}, ""),
        (None, ""),
        ([1], ""),
        ({"query": ["x"], "maxResults": float("1e12")}, ""),
    ],
)
def test_arguments_of_any_form_are_read_as_far_as_they_make_sense(arguments: Any, question: str) -> None:
    writer = ConversationWriter()
    writer.user("?")
    writer.call("memory_search", arguments, told(OLD))
    assert (only(writer).question, only(writer).limit) == (question, None)


# what followed


READS: list[tuple[str, dict[str, Any]]] = [
    ("memory_get", {"path": "memory/2026-02-03.md", "from": 3}),
    ("read", {"path": "/w/memory/2026-02-03.md"}),
    ("Read", {"file_path": "./memory/2026-02-03.md"}),
    ("exec", {"command": "cat memory/2026-02-03.md | head -20"}),
    ("bash", {"command": "cd memory && sed -n 1,9p 2026-02-03.md"}),
]


def searched() -> ConversationWriter:
    writer = ConversationWriter()
    writer.user("?")
    writer.call("memory_search", {"query": "battery"}, told(OLD))
    return writer


@pytest.mark.parametrize(("tool", "arguments"), READS)
def test_a_file_that_is_read_in_the_same_turn_is_noted(tool: str, arguments: dict[str, Any]) -> None:
    writer = searched()
    writer.call(tool, arguments)
    assert calls(writer)[0].reads == ("memory/2026-02-03.md",)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("write", {"path": "memory/2026-02-03.md", "content": "x"}),
        ("exec", {"command": "rm memory/2026-02-03.md"}),
        ("exec", {"command": "echo done"}),
    ],
)
def test_what_only_writes_a_file_does_not_read_it(tool: str, arguments: dict[str, Any]) -> None:
    writer = searched()
    writer.call(tool, arguments)
    assert calls(writer)[0].reads == ()


def test_a_read_after_the_person_spoke_again_did_not_follow() -> None:
    writer = searched()
    writer.user("Never mind.")
    writer.call("read", {"path": "memory/2026-02-03.md"})
    assert calls(writer)[0].reads == ()


def test_a_read_on_another_branch_did_not_follow() -> None:
    writer = ConversationWriter()
    start = writer.user("?")
    writer.call("memory_search", {"query": "battery"}, told(OLD))
    block = {"type": "toolCall", "id": "r", "name": "read", "arguments": {"path": "memory/2026-02-03.md"}}
    writer.add({"type": "message", "parentId": start, "message": {"role": "assistant", "content": [block]}})
    assert calls(writer)[0].reads == ()


# time


def test_a_call_without_a_time_takes_the_last_one_that_was_told() -> None:
    writer = searched()
    for record in writer.records[2:]:
        record["timestamp"] = "yesterday"
    call = only(writer)
    assert call.at is not None
    assert call.at.isoformat() == "2026-03-01T09:01:00+00:00"
    for record in writer.records:
        record.pop("timestamp", None)
    assert only(writer).at is None


def test_a_header_in_the_middle_is_an_entry_like_any_other() -> None:
    writer = searched()
    writer.records.insert(1, {"type": "session", "id": "again", "cwd": "/elsewhere"})
    assert only(writer).number == 3
