"""Counts each text once, however often a session is opened."""

from __future__ import annotations

from openclaw_desktop.context.budget import Count

MOST = 500_000
"""Counts kept; a count takes about 150 bytes."""


class CountCache:
    """A `Count` that remembers what it counted by the texts' hashes, and keeps none of the texts."""

    def __init__(self, count: Count, most: int = MOST) -> None:
        self._count = count
        self._most = most
        self._known: dict[tuple[int, int], int] = {}

    def __call__(self, text: str) -> int:
        key = hash(text), len(text)
        tokens = self._known.get(key)
        if tokens is None:
            if len(self._known) >= self._most:
                self._known.clear()
            tokens = self._known[key] = self._count(text)
        return tokens
