"""Pure: Python counts characters, Qt counts UTF-16 units; they differ after each emoji."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Units:
    """Translates positions in one text between characters and UTF-16 units."""

    __slots__ = ("_characters", "_units")

    def __init__(self, text: str) -> None:
        self._characters = [m.start() for m in _ASTRAL.finditer(text)]
        self._units = [at + i for i, at in enumerate(self._characters)]

    def of(self, character: int) -> int:
        """The UTF-16 position of a position in characters."""
        return character + bisect_left(self._characters, character)

    def characters(self, unit: int) -> int:
        """The position in characters of a UTF-16 position; inside a pair, that of the pair."""
        pairs = bisect_right(self._units, unit - 1)
        return unit - pairs + (pairs > 0 and self._units[pairs - 1] == unit - 1)


def length(text: str) -> int:
    """The length of `text` in UTF-16 units, which is how OpenClaw counts."""
    return len(text) + len(_ASTRAL.findall(text))
