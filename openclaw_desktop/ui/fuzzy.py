"""Pure: finds paths by a few of their letters, best first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest


@dataclass(frozen=True, slots=True)
class Match:
    """A path and the positions in it that the query's letters stand at."""

    path: str
    positions: tuple[int, ...]


def matches(query: str, paths: Sequence[str], limit: int) -> list[Match]:
    """The paths that hold the query's letters in order, best first, at most `limit`.

    Case does not count, spaces in the query separate nothing. Letters side by side, at the beginning of a
    word and in the file's own name count more; among equals the shorter path and then the order of `paths`
    decide. An empty query matches all.
    """
    letters = "".join(query.lower().split())
    if not letters:
        return [Match(path, ()) for path in paths[:limit]]
    pattern = re.compile(".*?".join(re.escape(letter) for letter in letters), re.DOTALL)
    found: list[tuple[int, int, int, Match]] = []
    for order, path in enumerate(paths):
        lowered = _lower(path)
        if pattern.search(lowered):
            positions = _positions(letters, lowered)
            found.append((-_score(positions, path), len(path), order, Match(path, positions)))
    return [item[-1] for item in nsmallest(limit, found, key=lambda item: item[:3])]


def _lower(path: str) -> str:
    """Lower case letter by letter, so that positions stay true ("İ" alone would become two)."""
    lowered = path.lower()
    return (
        lowered
        if len(lowered) == len(path)
        else "".join(c.lower() if len(c.lower()) == 1 else c for c in path)
    )


def _positions(letters: str, path: str) -> tuple[int, ...]:
    """Where the letters stand: all together when they do, else in the file's name when they fit there."""
    name = path.rfind("/") + 1
    for start in (path.find(letters, name), path.find(letters)):
        if start >= 0:
            return tuple(range(start, start + len(letters)))
    return _in_order(letters, path, name) or _in_order(letters, path, 0)


def _in_order(letters: str, path: str, start: int) -> tuple[int, ...]:
    positions: list[int] = []
    for letter in letters:
        start = path.find(letter, start)
        if start < 0:
            return ()
        positions.append(start)
        start += 1
    return tuple(positions)


def _score(positions: tuple[int, ...], path: str) -> int:
    name = path.rfind("/") + 1
    score = 0
    for index, position in enumerate(positions):
        score += 4 * (index > 0 and positions[index - 1] == position - 1)
        score += 3 * (position == 0 or not path[position - 1].isalnum())
        score += 2 * (position >= name)
    return score
