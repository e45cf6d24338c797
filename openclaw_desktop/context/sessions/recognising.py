"""Pure: tells what OpenClaw put into a user's message from what the person wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from openclaw_desktop.context.sessions.parts import Category, Label, Part, part


@dataclass(frozen=True, slots=True)
class _Block:
    """Something that stands before the message."""

    pattern: re.Pattern[str]
    label: Label
    category: Category = Category.USER
    folded: bool = False


# OpenClaw 2026.2 and 2026.9. Each reaches up to where the next thing begins, so that nothing gets lost.
_JSON = r"[^\n]{0,80}(?:\(untrusted[^)\n]{0,40}\):|: ⟦openclaw:ctx⟧)\n```json\n.*?\n```(?=\n|\Z)\s*"
_ASIDE = r"Untrusted context \(metadata[^\n]*\):\n"
_NOTE = r"\[Untrusted daily memory[^\n]*\nBEGIN_QUOTED_NOTES\n.*?\nEND_QUOTED_NOTES\s*"
_BLOCKS = (
    _Block(
        re.compile(r"<relevant-memories>.*?</relevant-memories>\s*", re.DOTALL),
        *(Label.MEMORIES, Category.RECALLED),
    ),
    _Block(
        re.compile(rf"(?:{_ASIDE})?<active_memory_plugin>.*?</active_memory_plugin>\s*", re.DOTALL),
        *(Label.MEMORIES, Category.RECALLED),
    ),
    _Block(
        re.compile(rf"\[Startup context[^\n]*\].*?(?:{_NOTE})+(?:\.\.\.\[[^\n]*\]\.\.\.\s*)?", re.DOTALL),
        *(Label.STARTUP, Category.RECALLED),
    ),
    _Block(
        re.compile(
            r"\[(?:Chat messages since your last reply|Recent chat messages) - for context\]\n"
            r".*?\n\[Current message - respond to this\](?:\n|\Z)",
            re.DOTALL,
        ),
        Label.HISTORY,
    ),
    _Block(re.compile(rf"Chat history{_JSON}", re.DOTALL), Label.HISTORY),
    _Block(re.compile(_JSON, re.DOTALL), Label.METADATA, folded=True),
)
_BEHIND = re.compile(rf"(?:\A|\n\n){_ASIDE}")

_SENT = r"(?:\[[A-Z][a-z]{2} [^\]\n]{0,60}\] )?"  # when a message came: "[Mon 2026-03-02 09:00 UTC] "
_PROMPTS = (
    (re.compile(_SENT + r"\[cron:[^\]\n]+\]"), Label.CRON),
    (re.compile(_SENT + r"\[Subagent (?:Context|Task)\]"), Label.SUB_AGENT),
    (re.compile(_SENT + r"(?:Read HEARTBEAT\.md|\[OpenClaw heartbeat)"), Label.HEARTBEAT),
    (re.compile(_SENT + r"Pre-compaction memory flush"), Label.FLUSH),
    (re.compile(_SENT + r"A new session was started via /"), Label.NEW_SESSION),
)
_ACKNOWLEDGED = "reply HEARTBEAT_OK"
"""How a heartbeat's prompt ends, whatever it asks for."""


def user_parts(text: str) -> Iterator[Part]:
    """A user's message as parts that put together are the message again.

    Recalled memories, startup notes and group history are told from what the person wrote. Metadata and
    the prompts of heartbeats, cron jobs, sub-agents, memory flushes and new sessions are folded.
    """
    start = 0
    while found := _block(text, start):
        end, block = found
        yield part(block.category, text[start:end], block.label, folded=block.folded)
        start = end
    rest = text[start:]
    behind = _BEHIND.search(rest)
    end = behind.start() if behind else len(rest)
    if rest[:end]:
        label = _prompt(rest[:end])
        yield part(Category.USER, rest[:end], label, folded=bool(label))
    if rest[end:]:
        yield part(Category.USER, rest[end:], Label.METADATA, folded=True)


def _block(text: str, start: int) -> tuple[int, _Block] | None:
    """Where the block that begins at `start` ends, and which it is."""
    for block in _BLOCKS:
        if match := block.pattern.match(text, start):
            return match.end(), block
    return None


def _prompt(text: str) -> str:
    """What prompt of OpenClaw's own it is; empty for a person's words."""
    for pattern, label in _PROMPTS:
        if pattern.match(text):
            return label
    return Label.HEARTBEAT if _ACKNOWLEDGED in text[-600:] else ""
