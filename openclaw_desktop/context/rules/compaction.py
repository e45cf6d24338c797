"""Pure: when OpenClaw replaces the older part of a conversation by a summary, and where it cuts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.context.rules.messages import Length, Message, length_of
from openclaw_desktop.context.rules.retention import Room, fitting, needed_tokens
from openclaw_desktop.workspace.agents import Era

RESERVE = 16_384
RESERVE_FLOOR = 20_000
KEEP_RECENT = 20_000

_IMAGE_CHARS = {"2026.2": 4_800, "2026.9": 8_000}
_STARTS_KEPT_PART = {"user", "assistant", "bashExecution", "custom", "branchSummary", "compactionSummary"}


@dataclass(frozen=True, slots=True)
class CompactionRule:
    """Tokens: the larger of `reserve` and `reserve_floor` is kept free; `keep_recent` is not summarised."""

    enabled: bool = True
    reserve: int = RESERVE
    reserve_floor: int = RESERVE_FLOOR
    keep_recent: int = KEEP_RECENT
    era: Era = "2026.9"


def compaction_threshold(window: int, rule: CompactionRule) -> int | None:
    """Beyond how many tokens a compaction comes; None when none does.

    2026.9 keeps a quarter of the window free at most. OpenClaw 2026.2 (pi 0.55) and 2026.9.
    """
    free = kept_free(window, rule)
    return window - free if rule.enabled and window > free else None


def kept_free(window: int, rule: CompactionRule) -> int:
    """The tokens kept free for the answer and the summary. OpenClaw 2026.2 (pi 0.55) and 2026.9."""
    free = max(rule.reserve, rule.reserve_floor)
    return min(free, window // 4) if rule.era == "2026.9" else free


def estimated_tokens(message: Message, era: Era) -> int:
    """What OpenClaw takes a message to cost by its length alone: a quarter of it."""
    measure = length_of(era)
    texts = sum(map(measure, message.texts))
    if message.role == "assistant":
        chars = texts + _length_of_calls(message, measure)
    else:
        chars = texts + message.images * _IMAGE_CHARS[era]
    return -(-chars // 4)


def cut_point(
    messages: Sequence[Message | None],
    keep_recent: float,
    *,
    era: Era,
    start: int = 0,
    end: int | None = None,
    room: Room | None = None,
) -> int:
    """Which of the entries from `start` to `end` is the first that stays; `start` when none would go.

    None stands for an entry the model does not see; such entries directly before the cut stay with it. From
    the end backwards, messages are kept until they come to `keep_recent` tokens, and no more than there is
    `room` for. A tool's result never begins the kept part, so no call is parted from its result. OpenClaw
    2026.2 (pi 0.55), which knows no room, and 2026.9.
    """
    end = len(messages) if end is None else end
    places = [i for i in range(start, end) if (m := messages[i]) and m.role in _STARTS_KEPT_PART]
    if not places:
        return start
    cut = _where_enough(messages, keep_recent, era=era, places=places, span=range(start, end))
    if room:
        fits = fitting(messages, [place for place in places if place >= cut], room, end=end)
        cut = start if fits is None else fits
    while cut > start and messages[cut - 1] is None:
        cut -= 1
    return cut


def _where_enough(
    messages: Sequence[Message | None], keep_recent: float, *, era: Era, places: list[int], span: range
) -> int:
    tokens = 0.0
    for index in reversed(span):
        message = messages[index]
        if message is None:
            continue
        tokens += estimated_tokens(message, era) if era == "2026.2" else needed_tokens(message)
        if tokens >= keep_recent:
            after = next((place for place in places if place >= index), None)
            # A last result that is too large by itself: 2026.2 then gives nothing away.
            return after if after is not None else places[0 if era == "2026.2" else -1]
    return places[0]


def _length_of_calls(message: Message, measure: Length) -> int:
    return measure(message.thinking) + measure(message.arguments) + measure(message.call_names)
