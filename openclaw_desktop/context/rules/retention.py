"""Pure: what OpenClaw 2026.9 takes messages to need when it looks how many of them may stay, and for what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop import utf16
from openclaw_desktop.context.rules.messages import Message
from openclaw_desktop.weights import weighted_length

MARGIN = 1.2
"""By so much every estimate is raised, so that what stays fits whatever the provider counts."""

IMAGE_TOKENS = 2_000
LONGEST_SUMMARY = 16_000
"""Characters for which room is kept."""

_CHARS_PER_TOKEN = 4
_CHARS_PER_TOKEN_OF_RESULTS = 2
_CHARS_PER_TOKEN_OF_JSON = 3
_AROUND_MESSAGE = 12
_AROUND_BLOCK = 6


@dataclass(frozen=True, slots=True)
class Room:
    """The tokens there are for what stays; `summary` of them are kept for the text that comes instead."""

    tokens: float
    summary: float


def needed_tokens(message: Message) -> float:
    """What a message is taken to need: a tool's result twice as much as other text. OpenClaw 2026.9."""
    tokens = _AROUND_MESSAGE + sum(_of_block(message, block) for block in message.blocks)
    if message.thinking:
        tokens += _AROUND_BLOCK + _tokens(message.thinking)
    if message.calls:
        json = _tokens(message.arguments, _CHARS_PER_TOKEN_OF_JSON)
        tokens += message.calls * _AROUND_BLOCK + json + _tokens(message.call_names, _CHARS_PER_TOKEN_OF_JSON)
    if message.role == "toolResult":
        tokens += _tokens(message.tool, _CHARS_PER_TOKEN_OF_JSON)
    return MARGIN * tokens


def room_of(window: int, *, kept_free: int, fixed: float, messages: Sequence[Message]) -> Room:
    """The room in a window beside what is kept free and beside prompt and tools, which have `fixed` tokens.

    Where they leave none, something of the messages goes all the same. OpenClaw 2026.9.
    """
    left = window - kept_free - MARGIN * fixed
    return Room(
        tokens=left if left > 0 else sum(map(needed_tokens, messages)) - 1,
        summary=MARGIN * (_AROUND_MESSAGE + LONGEST_SUMMARY / _CHARS_PER_TOKEN),
    )


def fitting(messages: Sequence[Message | None], places: Sequence[int], room: Room, *, end: int) -> int | None:
    """The earliest of the places from which on all messages up to `end` have room; None when none has.

    The last place may use the room of the summary too, so that something stays in a small window.
    """
    fits: int | None = None
    tokens, limit, later = 0.0, room.tokens, end
    for place in reversed(places):
        tokens += sum(needed_tokens(each) for each in messages[place:later] if each)
        later = place
        if tokens > limit:
            break
        if fits is None:
            limit = max(tokens, room.tokens - room.summary)
        fits = place
    return fits


def _of_block(message: Message, text: str | None) -> float:
    if text is None:
        return IMAGE_TOKENS
    tokens = _tokens(text)
    if message.role == "toolResult":
        tokens = max(tokens, -(-utf16.length(text) // _CHARS_PER_TOKEN_OF_RESULTS))
    return _AROUND_BLOCK + tokens


def _tokens(text: str, chars_per_token: int = _CHARS_PER_TOKEN) -> int:
    return -(-weighted_length(text) // chars_per_token)
