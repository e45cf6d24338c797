"""Pure: what OpenClaw leaves of a file that is longer than its limit, with a marker in the gap.

Limits are UTF-16 units of the text without the white space at its end.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from openclaw_desktop import utf16
from openclaw_desktop.context import digest
from openclaw_desktop.context import pieces as parts
from openclaw_desktop.context.pieces import Piece, stretch

FEWEST_KEPT = 16
"""With less room than this beside the long marker, OpenClaw 2026.9 takes the short one."""

Trim = Callable[[str, str, int], list[Piece]]
"""A file's text without trailing white space, its name and a limit to what is injected."""


def trimmed_2026_2(text: str, name: str, limit: int) -> list[Piece]:
    """The first 70 % and the last 20 % of the limit, and a marker on top: it may be longer than the limit.

    OpenClaw 2026.2: an emoji may be halved (what is left of it is U+FFFD here), and of a limit below 5
    the "last 20 %" are the whole text.
    """
    size = utf16.length(text)
    if size <= limit:
        return [stretch(text, 0, len(text))]
    head, tail = math.floor(limit * 0.7), math.floor(limit * 0.2)
    marker = _long_marker(name, f"{head}+{tail}", size)
    return [*_head(text, head), Piece(f"\n{marker}\n"), *_tail(text, tail or size)]


def trimmed_2026_9(text: str, name: str, limit: int) -> list[Piece]:
    """75 % head and 25 % tail of what the marker leaves of the limit, never more than the limit.

    AGENTS.md keeps rules from its middle as well. OpenClaw 2026.9.
    """
    size = utf16.length(text)
    if size <= limit:
        return [stretch(text, 0, len(text))]
    if name.lower() == "agents.md":
        return _with_digest(text, size, limit)
    return _with_marker(text, name, size, limit)


def clamped(pieces: list[Piece], units: int) -> list[Piece]:
    """The pieces, shortened to so many units with `…` at the end when there are more."""
    if parts.length(pieces) <= units:
        return pieces
    return parts.first(pieces, units) if units <= 3 else [*parts.first(pieces, units - 1), Piece("…")]


def _long_marker(name: str, kept: str, size: int) -> str:
    told = f"[...truncated, read {name} for full content...]"
    return f"\n{told}\n…(truncated {name}: kept {kept} chars of {size})…\n"


def _head(text: str, units: int) -> list[Piece]:
    """So many units from the start, half an emoji included."""
    end = utf16.fitting(text, units)
    half = utf16.length(text[:end]) < units
    return [stretch(text, 0, end), *([Piece("\ufffd")] if half else [])]


def _tail(text: str, units: int) -> list[Piece]:
    """So many units up to the end, half an emoji included."""
    start = utf16.fitting_last(text, units)
    half = utf16.length(text[start:]) < units
    return [*([Piece("\ufffd")] if half else []), stretch(text, start, len(text))]


def _with_marker(text: str, name: str, size: int, limit: int) -> list[Piece]:
    room = limit - utf16.length(_long_marker(name, "0+0", size)) - 2
    is_long = room >= FEWEST_KEPT

    def marker(head: int, tail: int) -> str:
        kept = f"{head}+{tail}"
        return _long_marker(name, kept, size) if is_long else f"[…truncated {kept}/{size}]"

    def around(head: int, tail: int) -> int:
        """What the marker takes, with the line breaks beside it."""
        return utf16.length(marker(head, tail)) + is_long * ((head > 0) + (tail > 0))

    head, tail = _shares(limit, around)
    tail_start = utf16.fitting_last(text, tail)
    rendered = parts.joined(
        (
            stretch(text, 0, utf16.fitting(text, head)),
            Piece(marker(head, tail)),
            stretch(text, tail_start, len(text)),
        ),
        "\n" if is_long else "",
    )
    return parts.first(rendered, limit)


def _shares(limit: int, around: Callable[[int, int], int]) -> tuple[int, int]:
    """Units of head and tail. The numbers in the marker change its length, hence several rounds."""
    head = tail = 0
    for _ in range(3):
        room = max(0, limit - around(head, tail))
        head, tail = room * 3 // 4, room // 4
    while (over := head + tail + around(head, tail) - limit) > 0 and (head or tail):
        if tail:
            tail = max(0, tail - over)
        else:
            head = max(0, head - over)
    if not head and not tail and 1 + around(1, 0) <= limit:
        head = 1
    return head, tail


def _with_digest(text: str, size: int, limit: int) -> list[Piece]:
    """45 % head, up to 35 % rules, 15 % tail; the marker takes its room from tail, head, rules in turn."""
    head, tail, budget = (math.floor(limit * share) for share in (0.45, 0.15, 0.35))
    found = digest.rules(text) if budget > 0 else ()

    def rendered() -> list[Piece]:
        rules = digest.chosen(found, budget)
        told = "[...truncated, read AGENTS.md for full content...]"
        left_out = len(found) - len(rules) if budget > 0 else 0
        quoted = sum(rule.length + 1 for rule in rules) - 1 if rules else 0
        kept = f"{head}+policy {quoted}+{tail}"
        return parts.joined(
            (
                stretch(text, 0, utf16.fitting(text, head)),
                Piece(told),
                Piece("[Policy digest from AGENTS.md]" if rules else ""),
                *(piece for rule in rules for piece in rule.pieces),
                Piece(f"[...{left_out} more policy lines omitted...]" if left_out else ""),
                Piece(f"…(truncated AGENTS.md: kept {kept} chars of {size})…"),
                stretch(text, utf16.fitting_last(text, tail), len(text)),
            ),
            "\n",
        )

    result = rendered()
    while (over := parts.length(result) - limit) > 0 and (tail > 0 or head > 1 or budget > 0):
        if tail > 0:
            tail = max(0, tail - over)
        elif head > 1:
            head = max(1, head - over)
        else:
            budget = max(0, budget - over)
        result = rendered()
    return parts.first(result, limit)
