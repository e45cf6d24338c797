"""Pure: when OpenClaw has the agent write its notes before a compaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from openclaw_desktop.workspace.agents import Era

RESERVE = 20_000
SOFT = 4_000
FORCE_BYTES = 2 * 2**20

Reason = Literal["tokens", "size"]
"""Why a flush is due: the window fills, or the transcript has become large."""


@dataclass(frozen=True, slots=True)
class FlushRule:
    """`reserve` and `soft` are tokens below the window; `force_bytes` of 0 leaves the size out of account.

    OpenClaw 2026.2.26 does not look at the size yet. 2026.9 takes less of a small window.
    """

    enabled: bool = True
    reserve: int = RESERVE
    soft: int = SOFT
    force_bytes: int = FORCE_BYTES
    era: Era = "2026.9"


def reserve(window: int, rule: FlushRule) -> int:
    """The tokens kept free for the answer and the summary: in 2026.9 a quarter of the window at most."""
    return min(rule.reserve, window // 4) if rule.era == "2026.9" else rule.reserve


def soft(window: int, rule: FlushRule) -> int:
    """How far before the compaction the flush comes: in 2026.9 half of the rest of the window at most."""
    return min(rule.soft, (window - reserve(window, rule)) // 2) if rule.era == "2026.9" else rule.soft


def flush_threshold(window: int, rule: FlushRule) -> int | None:
    """From how many tokens on a flush is due; None when it never is. OpenClaw 2026.2 and 2026.9."""
    threshold = window - reserve(window, rule) - soft(window, rule)
    return threshold if rule.enabled and threshold > 0 else None


def flush_due(
    rule: FlushRule, *, window: int, tokens: int | None, transcript_bytes: int, already: bool
) -> Reason | None:
    """Whether a flush runs before the next turn, and why.

    `tokens` is what the last call of this cycle sent, None when none is known since the compaction;
    `transcript_bytes` what all of the transcript has, 0 where nobody knows; `already`: one ran since the
    last compaction. OpenClaw 2026.2 and 2026.9.
    """
    if not rule.enabled or already:
        return None
    threshold = flush_threshold(window, rule)
    if tokens is not None and threshold is not None and tokens >= threshold:
        return "tokens"
    return "size" if 0 < rule.force_bytes <= transcript_bytes else None
