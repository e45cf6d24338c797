"""Pure: whether a text occurs, nearly word for word, somewhere else in the workspace.

The candidates come from whoever has an index; here is only decided whether one of them says the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol

from openclaw_desktop.review.risk.statements import Statement, contains, read

LONGER = 3
"""A line with more than so many times the words counts by its sentences: among many words, any are found."""

IN_ORDER = 0.4
"""In a longer line so many of the pairs of neighbouring words must be neighbours, too."""

_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\s\|\s")


class Line(Protocol):
    """A line of the workspace, as an index finds it."""

    @property
    def path(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def text(self) -> str: ...


Find = Callable[[str], Sequence[Line]]


def lives_on(texts: Sequence[str], find: Find, *, besides: str) -> list[tuple[str, int] | None]:
    """For each text the place, outside the file `besides`, whose line holds four fifths of its words or more.

    Numbers must all be there, and a "not" on both sides or on neither. `find` answers with lines that share
    words with a text, best first; neighbouring lines of a file also count together, since notes are wrapped.
    """
    return [_place(text, [line for line in find(text) if line.path != besides]) for text in texts]


def _place(text: str, lines: Sequence[Line]) -> tuple[str, int] | None:
    wanted = read(text)
    for line in lines:
        if _says(line.text, wanted):
            return line.path, line.line
    by_place = {(line.path, line.line): line.text for line in lines}
    for line in lines:
        following = by_place.get((line.path, line.line + 1))
        if following is not None and _says(f"{line.text} {following}", wanted):
            return line.path, line.line
    return None


def _says(text: str, wanted: Statement) -> bool:
    whole = read(text)
    most = LONGER * len(wanted.words) + 10
    if len(whole.words) <= most:
        return _holds(whole, wanted)
    if len(wanted.words) > 2 and f" {wanted.key} " in f" {whole.key} ":
        return True
    pieces = _BETWEEN_SENTENCES.split(text)
    said = map(read, pieces if len(pieces) > 1 else ())
    return any(_holds(one, wanted) for one in said if len(one.words) <= most)


def _holds(whole: Statement, wanted: Statement) -> bool:
    if not contains(whole, wanted):
        return False
    if len(whole.words) < 1.5 * len(wanted.words):
        return True
    neighbours = frozenset(pairwise(wanted.words))
    return len(neighbours & frozenset(pairwise(whole.words))) >= IN_ORDER * len(neighbours)
