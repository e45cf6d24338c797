"""Pure: how long OpenClaw 2026.9 takes a text to be, which is not its number of characters."""

from __future__ import annotations

import re

from openclaw_desktop import utf16

_WEIGHTS = (
    (4, re.compile("[\u00b7\u3000-\u319f\u4e00-\u9fa5\uac00-\ud7af\uff01-\uff60]+")),
    (
        12,
        re.compile(
            "[\u1100-\u11ff\u2e80-\u2fff\u31a0-\u4dff\u9fa6-\u9fff\ua000-\ua4ff\ua700-\ua707"
            "\ua960-\ua97f\ud7b0-\ud7ff\uf900-\ufaff\U0001d360-\U0001d371]+"
        ),
    ),
    (
        8,
        re.compile(
            "[\u02c7\u02c9-\u02cb\u02d9\u02ea\u02eb\u0305\u0323\ufe10-\ufe4f\uff61-\uffdc\uffe0-\uffe6]+"
        ),
    ),
    (
        16,
        re.compile(
            "[\U00016fe0-\U00016fff\U0001aff0-\U0001b16f\U0001f200-\U0001f2ff"
            "\U00020000-\U0002fa1f\U00030000-\U0003347f]+"
        ),
    ),
)
"""Characters that weigh more than their length: common East Asian, rare, half-width, rarest.

OpenClaw 2026.9: estimateStringChars.
"""


def weighted_length(text: str) -> int:
    """The length of `text` in units of which four are about a token. OpenClaw 2026.9: estimateStringChars."""
    total = 0
    for weight, pattern in _WEIGHTS:
        if text.isascii():
            break
        rest = pattern.sub("", text)
        total += weight * (len(text) - len(rest))
        text = rest
    return total + utf16.length(text)
