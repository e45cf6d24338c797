"""Pure: the content of a message, in all the forms providers and versions leave it, as parts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from openclaw_desktop.context.sessions.parts import Category, Part, image, part
from openclaw_desktop.context.sessions.recognising import user_parts
from openclaw_desktop.context.transcript import CALLS, Record, blocks_of

RECALLS = frozenset({"memory_search", "memory_get", "memory_recall"})
"""Tools whose results are memory (memory-core, memory-lancedb)."""


def tool_name(name: str) -> str:
    """A tool's own name, without the server it comes from: `mcp__memory__memory_search`."""
    return name.rpartition("__")[2].rpartition(".")[2]


def parts_of(message: Record, unknown: Counter[str]) -> tuple[Part, ...]:
    """What the model is given of a message. Blocks and roles nobody knows are counted in `unknown`."""
    role = message.get("role")
    if role == "user":
        return tuple(_user(message, unknown))
    if role == "assistant":
        return tuple(_assistant(message, unknown))
    if role in ("toolResult", "tool"):
        name, call = message.get("toolName"), message.get("toolCallId")
        return tuple(_result(message, name, call, unknown))
    if role == "bashExecution":
        return _command(message)
    if role == "custom":
        return tuple(_plain(message, Category.USER, text_of(message.get("customType")), unknown))
    if role in ("compactionSummary", "branchSummary"):
        return (part(Category.SUMMARY, text_of(message.get("summary"))),)
    if role == "system":
        return tuple(_plain(message, Category.SYSTEM, "", unknown))
    unknown[f"role {role}"] += 1
    return ()


def text_of(value: object) -> str:
    """`value` when it is text, else none."""
    return value if isinstance(value, str) else ""


def _user(message: Record, unknown: Counter[str]) -> Iterator[Part]:
    for block in blocks_of(message):
        kind = block.get("type")
        if kind == "text":
            yield from user_parts(text_of(block.get("text")))
        elif kind in ("tool_result", "toolResult"):
            yield from _result(block, block.get("toolName"), block.get("tool_use_id"), unknown)
        elif kind == "image":
            yield image(Category.USER)
        else:
            unknown[f"block {kind}"] += 1


def _assistant(message: Record, unknown: Counter[str]) -> Iterator[Part]:
    for block in blocks_of(message):
        kind = block.get("type")
        if kind == "text":
            yield part(Category.ASSISTANT, text_of(block.get("text")))
        elif kind == "thinking":
            yield part(Category.THINKING, text_of(block.get("thinking")))
        elif kind == "redacted_thinking":
            yield part(Category.THINKING, text_of(block.get("data")), "redacted")
        elif isinstance(kind, str) and kind in CALLS:
            call = text_of(block.get("id"))
            yield part(Category.TOOL_CALL, _arguments(block), text_of(block.get("name")), call_id=call)
        elif kind == "image":
            yield image(Category.ASSISTANT)
        else:
            unknown[f"block {kind}"] += 1


def _arguments(block: Record) -> str:
    """The arguments of a call as JSON text; of an interrupted one what had come of them."""
    value: Any = block.get("arguments", block.get("input", block.get("args")))
    if not value:
        value = next((text for key in ("partialJson", "partialArgs") if (text := block.get(key))), value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _result(holder: Record, name: object, call: object, unknown: Counter[str]) -> Iterator[Part]:
    tool, identity = text_of(name), text_of(call)
    category = Category.RECALLED if tool_name(tool) in RECALLS else Category.TOOL_RESULT
    for each in _plain(holder, category, tool, unknown):
        yield Part(category, each.text, each.label, chars=each.chars, call_id=identity)


def _plain(holder: Record, category: Category, label: str, unknown: Counter[str]) -> Iterator[Part]:
    """Content that is text and images only."""
    for block in blocks_of(holder):
        kind = block.get("type")
        if kind == "text":
            yield part(category, text_of(block.get("text")), label)
        elif kind == "image":
            yield image(category)
        else:
            unknown[f"block {kind}"] += 1


def _command(message: Record) -> tuple[Part, ...]:
    """A command the person ran, and what it answered."""
    command = part(Category.TOOL_CALL, text_of(message.get("command")), "bash")
    return command, part(Category.TOOL_RESULT, text_of(message.get("output")), "bash")
