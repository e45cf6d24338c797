"""A compaction comes and cuts where OpenClaw's did, and never parts a call from its result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openclaw_desktop.context.rules.compaction import (
    CompactionRule,
    compaction_threshold,
    cut_point,
    estimated_tokens,
)
from openclaw_desktop.context.rules.messages import Message
from openclaw_desktop.context.rules.retention import Room, needed_tokens, room_of
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.workspace.agents import Era

STATE = Path(__file__).parents[1] / "data" / "openclaw"
ERAS: tuple[Era, ...] = ("2026.2", "2026.9")


def recorded(era: Era, key: str) -> list[dict[str, Any]]:
    state = STATE / f"state-{era}"
    session = next(each for each in sessions.of_agent(state, "main") if each.key == key)
    return list(sessions.read(session).records)


def measured(records: list[dict[str, Any]]) -> list[int]:
    """The tokens that providers reported, in order."""
    messages = [record.get("message", {}) for record in records]
    return [message["usage"]["totalTokens"] for message in messages if "usage" in message]


def message_of(record: dict[str, Any]) -> Message | None:
    if record["type"] != "message":
        return None
    inner = record["message"]
    content = inner["content"]
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    calls = [block for block in blocks if block["type"] == "toolCall"]
    return Message(
        inner["role"],
        tuple(block["text"] for block in blocks if block["type"] == "text"),
        arguments="".join(
            json.dumps(call["arguments"], separators=(",", ":"), ensure_ascii=False) for call in calls
        ),
        call_names="".join(call["name"] for call in calls),
        tool=inner.get("toolName", ""),
    )


def test_the_recorded_cut_of_2026_2_is_found_again() -> None:
    records = recorded("2026.2", "agent:main:main")
    place = next(i for i, record in enumerate(records) if record["type"] == "compaction")
    compaction = records[place]
    rule = CompactionRule(era="2026.2")
    threshold = compaction_threshold(65_536, rule)
    assert threshold == 45_536
    totals = [
        record["message"]["usage"]["totalTokens"]
        for record in records[:place]
        if "usage" in record.get("message", {})
    ]
    assert [total > threshold for total in totals] == [False] * (len(totals) - 1) + [True]
    assert compaction["tokensBefore"] == totals[-1]

    cut = cut_point([message_of(record) for record in records], rule.keep_recent, era="2026.2", end=place)
    assert records[cut]["id"] == compaction["firstKeptEntryId"]


def test_the_recorded_compaction_of_2026_9_came_at_its_threshold() -> None:
    records = recorded("2026.9", "agent:main:webchat:direct:sam-desk")
    place = next(i for i, record in enumerate(records) if record["type"] == "compaction")
    threshold = compaction_threshold(65_536, CompactionRule())
    assert threshold == 49_152
    totals = [
        record["message"]["usage"]["totalTokens"]
        for record in records[:place]
        if "usage" in record.get("message", {})
    ]
    assert [total > threshold for total in totals] == [False] * (len(totals) - 1) + [True]


def test_the_thresholds_leave_room_in_small_windows_of_2026_9_only() -> None:
    assert compaction_threshold(200_000, CompactionRule()) == 180_000
    assert compaction_threshold(8_192, CompactionRule()) == 6_144
    assert compaction_threshold(16_000, CompactionRule(era="2026.2")) is None
    assert compaction_threshold(100_000, CompactionRule(reserve=30_000, era="2026.2")) == 70_000
    assert compaction_threshold(200_000, CompactionRule(enabled=False)) is None


def text(role: str, tokens: int) -> Message:
    return Message(role, ("x" * 4 * tokens,))


@pytest.mark.parametrize("era", ERAS)
def test_the_cut_takes_entries_the_model_does_not_see_with_it(era: Era) -> None:
    said = text("user", 1_000), text("assistant", 1_000)
    assert cut_point([*said, None, None, *said], 1_500, era=era) == 2


@pytest.mark.parametrize(("era", "all_of_it"), [("2026.2", 5_600), ("2026.9", 13_000)])
def test_a_result_goes_with_its_call(era: Era, all_of_it: int) -> None:
    messages = [text("user", 500), text("assistant", 500), text("toolResult", 5_000), text("assistant", 500)]
    assert cut_point(messages, 2_000, era=era) == 3
    assert cut_point(messages, all_of_it, era=era) == 1


@pytest.mark.parametrize("era", ERAS)
def test_short_or_empty_conversations_keep_everything(era: Era) -> None:
    assert cut_point([text("user", 5), text("assistant", 5)], 100, era=era) == 0
    assert cut_point([], 100, era=era) == 0
    assert cut_point([None, text("toolResult", 500)], 100, era=era) == 0


def test_a_last_result_too_large_by_itself_is_where_the_versions_differ() -> None:
    messages = [text("user", 5), text("assistant", 5), text("toolResult", 500)]
    assert cut_point(messages, 100, era="2026.2") == 0
    assert cut_point(messages, 100, era="2026.9") == 1


def test_estimates_are_a_quarter_of_the_length_and_2026_9_weighs() -> None:
    call = Message("assistant", ("abc",), thinking="de", arguments="{}", call_names="read")
    assert estimated_tokens(call, "2026.2") == 3
    chinese = Message("user", ("气象站",))
    assert estimated_tokens(chinese, "2026.2") == 1
    assert estimated_tokens(chinese, "2026.9") == 3
    image = Message("toolResult", ("", None))
    assert [estimated_tokens(image, era) for era in ERAS] == [1_200, 2_000]


def test_2026_9_takes_a_result_to_need_twice_as_much_and_a_fifth_more_of_all() -> None:
    said, result = (text(role, 1_000) for role in ("user", "toolResult"))
    assert needed_tokens(said) == pytest.approx(1.2 * (1_000 + 18))
    assert needed_tokens(result) == pytest.approx(1.2 * (2_000 + 18))
    call = Message("assistant", (), arguments="{" + "x" * 298 + "}", call_names="read", calls=1)
    assert needed_tokens(call) == pytest.approx(1.2 * (12 + 6 + 100 + 2))
    assert needed_tokens(Message("user", (None,))) == pytest.approx(1.2 * (12 + 2_000))


def test_2026_9_keeps_no_more_than_there_is_room_for() -> None:
    messages = [text(role, 1_000) for role in ("user", "assistant") * 4]
    each = needed_tokens(messages[0])
    assert cut_point(messages, 5_000, era="2026.9") == 3
    assert cut_point(messages, 5_000, era="2026.9", room=Room(2.5 * each, summary=0.4 * each)) == 6
    assert cut_point(messages, 5_000, era="2026.9", room=Room(9 * each, summary=each)) == 3


def test_2026_9_gives_the_last_message_the_room_of_the_summary() -> None:
    messages = [text("user", 1_000), text("assistant", 1_000), text("user", 1_000)]
    each = needed_tokens(messages[0])
    assert cut_point(messages, 5_000, era="2026.9", room=Room(1.1 * each, summary=each)) == 2
    assert cut_point(messages, 5_000, era="2026.9", room=Room(0.9 * each, summary=0)) == 0


def test_room_is_what_prompt_and_tools_leave_and_never_none_at_all() -> None:
    messages = [text("user", 1_000)]
    assert room_of(65_536, kept_free=16_384, fixed=10_000, messages=messages).tokens == 37_152
    full = room_of(8_192, kept_free=2_048, fixed=9_000, messages=messages)
    assert full.tokens == needed_tokens(messages[0]) - 1


ROLES = st.sampled_from(["user", "assistant", "toolResult", None])


@given(
    entries=st.lists(st.tuples(ROLES, st.integers(0, 40)), max_size=40),
    keep=st.integers(1, 200),
    era=st.sampled_from(ERAS),
)
def test_the_kept_part_never_begins_with_a_result(
    entries: list[tuple[str | None, int]], keep: int, era: Era
) -> None:
    messages = [text(role, tokens) if role else None for role, tokens in entries]
    cut = cut_point(messages, keep, era=era)
    kept = [message for message in messages[cut:] if message]
    assert 0 <= cut <= len(messages)
    assert cut == 0 or (kept and kept[0].role != "toolResult")


@given(
    entries=st.lists(st.tuples(ROLES, st.integers(0, 400)), max_size=40),
    room=st.integers(100, 4_000),
    summary=st.integers(0, 1_000),
)
def test_what_is_kept_has_room_and_never_begins_with_a_result(
    entries: list[tuple[str | None, int]], room: int, summary: int
) -> None:
    messages = [text(role, tokens) if role else None for role, tokens in entries]
    cut = cut_point(messages, 10**6, era="2026.9", room=Room(room, summary))
    kept = [message for message in messages[cut:] if message]
    if cut:
        assert kept[0].role != "toolResult"
        assert sum(map(needed_tokens, kept)) <= room
