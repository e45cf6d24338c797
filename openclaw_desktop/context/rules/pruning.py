"""Pure: which old tool results OpenClaw trims or clears in what it sends, and what is left of them.

The transcript stays as it is. OpenClaw 2026.2: pruneContextMessages; 2026.9: pruneExpiredCacheTtlToolResults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

from openclaw_desktop import utf16
from openclaw_desktop.context.rules.messages import Message, length_of
from openclaw_desktop.workspace.agents import Era

PLACEHOLDER = "[Old tool result content cleared]"
IMAGE_MARKER = "[image removed during context pruning]"
IMAGE_CHARS = 8_000
OTHER_CHARS = 256
CHARS_PER_TOKEN = 4

PROVIDERS = ("anthropic", "moonshot", "zai")
"""Whose caches expire so that pruning pays; OpenClaw prunes for these (and for some models of routers)."""


@dataclass(frozen=True, slots=True)
class PruneRule:
    """When and what to prune. `ttl` is in seconds, lengths are characters, ratios are of the window.

    2026.9 lets a person set `ttl`, `hard_clear`, `placeholder` and the tools only. Names of tools in `allow`
    and `deny` may hold `*`; `deny` wins, an empty `allow` allows all.
    """

    enabled: bool = False
    ttl: float = 300
    keep_last_assistants: int = 3
    soft_ratio: float = 0.3
    hard_ratio: float = 0.5
    min_chars: int = 50_000
    soft_max: int = 4_000
    head: int = 1_500
    tail: int = 1_500
    hard_clear: bool = True
    placeholder: str = PLACEHOLDER
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    era: Era = "2026.9"


@dataclass(frozen=True, slots=True)
class Pruned:
    """One result that was cut: its place, its length before and after, what is left of it and what went."""

    index: int
    before: int
    after: int
    how: Literal["trimmed", "cleared"]
    text: str
    removed: str


def chars(message: Message, era: Era) -> int:
    """How long OpenClaw takes a message to be when it decides about pruning."""
    if message.role not in ("user", "assistant", "toolResult"):
        return OTHER_CHARS
    measure = length_of(era)
    total = sum(map(measure, message.texts)) + message.images * IMAGE_CHARS
    return total + measure(message.thinking) + utf16.length(message.arguments)


def prune(
    messages: Sequence[Message],
    window: int,
    rule: PruneRule,
    *,
    sizes: Sequence[int] | None = None,
    finished: Container[int] = (),
) -> list[Pruned]:
    """What is cut of `messages` for a window of so many tokens, in their order; nothing when it is not full.

    `sizes` are the messages' `chars`, where the caller has them already. `finished` are places whose result
    was cleared before, which 2026.9 remembers.
    """
    span = _prunable(messages, rule)
    if not span or window <= 0:
        return []
    sizes = sizes if sizes is not None else [chars(message, rule.era) for message in messages]
    total, full = sum(sizes), window * CHARS_PER_TOKEN
    if total / full < rule.soft_ratio:
        return []
    allowed = _tool_filter(rule)
    places = [
        place
        for place in span
        if (message := messages[place]).role == "toolResult"
        and allowed(message.tool)
        and place not in finished
        and not (rule.era == "2026.2" and message.images)
    ]
    cut = {
        place: pruned for place in places if (pruned := _trimmed(place, messages[place], sizes[place], rule))
    }
    total -= sum(pruned.before - pruned.after for pruned in cut.values())
    left = {place: cut[place].after if place in cut else sizes[place] for place in places}
    if total / full >= rule.hard_ratio and rule.hard_clear and sum(left.values()) >= rule.min_chars:
        excess = total - rule.hard_ratio * full
        cut |= _cleared(left, [(sizes[place], messages[place]) for place in left], excess=excess, rule=rule)
    return [cut[place] for place in sorted(cut)]


def is_expired(idle: float, rule: PruneRule) -> bool:
    """Whether the provider's cache is gone after so many seconds without a call."""
    return rule.enabled and rule.ttl > 0 and idle >= rule.ttl


def _prunable(messages: Sequence[Message], rule: PruneRule) -> range:
    """From the first message of a person up to the last few answers; nothing where there are too few."""
    start = next((i for i, message in enumerate(messages) if message.role == "user"), len(messages))
    if rule.keep_last_assistants <= 0:
        return range(start, len(messages))
    answers = (i for i in reversed(range(len(messages))) if messages[i].role == "assistant")
    cutoff = next(islice(answers, rule.keep_last_assistants - 1, None), 0)
    return range(start, cutoff)


def _tool_filter(rule: PruneRule) -> Callable[[str], bool]:
    allow, deny = _patterns(rule.allow), _patterns(rule.deny)

    @cache
    def is_allowed(tool: str) -> bool:
        name = tool.strip().lower()
        return not (deny and deny.fullmatch(name)) and (allow is None or bool(allow.fullmatch(name)))

    return is_allowed


def _patterns(names: Iterable[str]) -> re.Pattern[str] | None:
    """One pattern for names in which `*` stands for anything; None when there are none."""
    wanted = [name.strip().lower() for name in names if name.strip()]
    parts = (".*".join(map(re.escape, name.split("*"))) for name in wanted)
    return re.compile("|".join(parts), re.DOTALL) if wanted else None


def _trimmed(place: int, message: Message, size: int, rule: PruneRule) -> Pruned | None:
    """The beginning and the end of a long result; 2026.9 also takes its images out."""
    if size + len(message.blocks) <= rule.soft_max and not message.images:  # nothing can be too long then
        return None
    text, removed = _text(message), ""
    length = utf16.length(text)
    is_long = length > rule.soft_max and not (rule.era == "2026.2" and rule.head + rule.tail >= length)
    if not is_long and not message.images:
        return None
    if is_long:
        head, tail = utf16.fitting(text, rule.head), utf16.fitting_last(text, rule.tail)
        told = f"kept first {rule.head} chars and last {rule.tail} chars of {length} chars."
        removed = text[head:tail]
        text = f"{text[:head]}\n...\n{text[tail:]}\n\n[Tool result trimmed: {told}]"
    return Pruned(place, size, length_of(rule.era)(text), "trimmed", text, removed)


def _text(message: Message) -> str:
    return "\n".join(IMAGE_MARKER if block is None else block for block in message.blocks)


def _cleared(
    left: dict[int, int], results: Sequence[tuple[int, Message]], *, excess: float, rule: PruneRule
) -> dict[int, Pruned]:
    """The oldest results replaced whole, until the excess over the window's share is gone."""
    after = length_of(rule.era)(rule.placeholder)
    cleared: dict[int, Pruned] = {}
    for (place, size), (before, message) in zip(left.items(), results, strict=True):
        if excess < 0:
            break
        cleared[place] = Pruned(place, before, after, "cleared", rule.placeholder, _text(message))
        excess -= size - after
    return cleared
