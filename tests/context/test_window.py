"""What the model still has after compactions and resets, as OpenClaw rebuilds it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conversation_writer import ConversationWriter

from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.context.window import boundaries, held, in_window

PARITY = Path(__file__).parent.parent / "data" / "parity" / "sessionTranscript.v2026.2.26.json"


def texts(writer: ConversationWriter, index: int = -1) -> list[str]:
    chain = writer.read().chain()
    return [each.part.text for each in in_window(chain, index % len(chain))]


def rebuilt(message: dict[str, Any]) -> list[str]:
    """The texts of a message of the context that OpenClaw rebuilt."""
    if message["role"] == "compactionSummary":
        return [message["summary"]]
    content = message["content"]
    return [content] if isinstance(content, str) else [block["text"] for block in content]


def test_the_context_is_the_one_openclaw_rebuilds() -> None:
    data = json.loads(PARITY.read_text(encoding="utf-8"))
    chain = read_conversation(data["jsonlLines"]).chain()
    found = in_window(chain, len(chain) - 1)
    assert [each.part.text for each in found] == [
        text for message in data["rebuiltContextMessages"] for text in rebuilt(message)
    ]
    assert found[0].part.category is Category.SUMMARY
    assert [each.index for each in found] == [7, 6 - 1, 8, 9, 11]
    assert all(each.entry is chain[each.index] for each in found)


def test_before_a_compaction_all_is_there_and_after_it_the_kept_entries() -> None:
    writer = ConversationWriter()
    writer.user("one")
    kept = writer.user("two")
    writer.user("three")
    writer.compaction("short", kept)
    writer.user("four")
    assert texts(writer, 2) == ["one", "two", "three"]
    assert texts(writer, 3) == ["short", "two", "three"]
    assert texts(writer) == ["short", "two", "three", "four"]


def test_a_second_compaction_replaces_the_first_summary_too() -> None:
    writer = ConversationWriter()
    kept = writer.user("one")
    writer.compaction("first", kept)
    writer.user("two")
    writer.compaction("second", kept)
    assert texts(writer) == ["second", "one", "two"]


def test_a_compaction_that_names_nothing_known_keeps_nothing() -> None:
    writer = ConversationWriter()
    writer.user("one")
    writer.compaction("short", "gone")
    writer.user("two")
    assert texts(writer) == ["short", "two"]


@pytest.mark.parametrize(("kept", "left"), [(None, ["three"]), ("e2", ["two", "three"])])
def test_a_reset_leaves_only_what_it_keeps(kept: str | None, left: list[str]) -> None:
    writer = ConversationWriter()
    writer.user("one")
    writer.user("two")
    writer.add({"type": "reset", **({"firstKeptEntryId": kept} if kept else {})})
    writer.user("three")
    assert texts(writer) == left


def test_what_is_not_sent_is_not_in_the_window() -> None:
    writer = ConversationWriter()
    writer.add({"type": "model_change", "provider": "lab", "modelId": "m"})
    writer.user("one")
    writer.answer("half", stopReason="aborted")
    writer.add({"type": "custom", "customType": "x", "data": {}})
    writer.add({"type": "custom_message", "customType": "note", "content": "hidden"})
    writer.add({"type": "branch_summary", "fromId": "e1", "summary": "elsewhere"})
    assert texts(writer) == ["one", "hidden", "elsewhere"]


def test_a_place_beyond_the_chain_is_an_error() -> None:
    for index in (-1, 0):
        with pytest.raises(IndexError):
            held([], index)
    assert boundaries([]) == []


def test_the_last_compaction_is_the_one_that_counts_at_every_entry() -> None:
    writer = ConversationWriter()
    writer.user("zero")
    for number in range(4):
        kept = writer.user(f"kept {number}")
        writer.user(f"gone {number}")
        writer.compaction(f"summary {number}", kept if number % 2 else "never there")
    chain = writer.read().chain()
    for index in range(len(chain)):
        last = [each for each in boundaries(chain) if each.index <= index][-1:]
        kept = [place for each in last for place in range(each.kept, each.index)]
        start = last[0].index if last else 0
        expected = [start, *kept, *range(start + 1, index + 1)]
        assert held(chain, index) == [
            place for place in expected if place == start or not chain[place].summary
        ]
