"""Pure: the pieces a session's entries are made of, as the model was given them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from openclaw_desktop import utf16

IMAGE_CHARS = 8_000
"""So many characters an image counts for (OpenClaw 2026.2 and 2026.9)."""


class Category(StrEnum):
    """What the tokens of a window are spent on, in the order they are stacked."""

    SYSTEM = "system"
    BOOTSTRAP = "bootstrap"
    USER = "user"
    ASSISTANT = "assistant"
    THINKING = "thinking"
    TOOL_CALL = "tool calls"
    TOOL_RESULT = "tool results"
    SUMMARY = "summary"
    RECALLED = "recalled"


_SAID = frozenset({Category.USER, Category.ASSISTANT, Category.TOOL_RESULT, Category.SUMMARY})


class Label(StrEnum):
    """What a part is within its category; tool calls and results have the tool's name instead."""

    IMAGE = "image"
    METADATA = "metadata"
    HISTORY = "group history"
    MEMORIES = "relevant memories"
    STARTUP = "startup notes"
    HEARTBEAT = "heartbeat"
    CRON = "cron"
    SUB_AGENT = "sub-agent"
    FLUSH = "memory flush"
    NEW_SESSION = "new session"
    BRANCH = "branch"


@dataclass(frozen=True, slots=True)
class Part:
    """Some text of one entry. `chars` is its length in UTF-16 units, for an image what OpenClaw assumes.

    `folded`: OpenClaw wrote it, not a person, and a timeline shows it closed. `call_id` ties a tool call to
    its result. `cut`: the session is so large that only the beginning of `text` was kept.
    """

    category: Category
    text: str
    label: str = ""
    folded: bool = False
    chars: int = 0
    call_id: str = ""
    cut: bool = False

    @property
    def is_said(self) -> bool:
        """Whether it is text that somebody, a tool or a summary says: it is missed when it leaves the window.

        Thinking, the arguments of calls, recalled memory and what OpenClaw wrote itself are not.
        """
        return self.category in _SAID and not self.folded and bool(self.text)


def part(category: Category, text: str, label: str = "", *, folded: bool = False, call_id: str = "") -> Part:
    """A part with its length."""
    return Part(category, text, label, folded, utf16.length(text), call_id)


def image(category: Category, call_id: str = "") -> Part:
    """The place of an image; its data is not kept."""
    return Part(category, "", Label.IMAGE, chars=IMAGE_CHARS, call_id=call_id)
