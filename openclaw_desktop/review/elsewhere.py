"""Pure: whether a text occurs, nearly word for word, somewhere else in the workspace.

The candidates come from whoever has an index; here is only decided whether one of them says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from openclaw_desktop.review.statements import contains, read


class Line(Protocol):
    """A line of the workspace that shares words with what was asked for."""

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
        if contains(read(line.text), wanted):
            return line.path, line.line
    by_place = {(line.path, line.line): line.text for line in lines}
    for line in lines:
        following = by_place.get((line.path, line.line + 1))
        if following is not None and contains(read(f"{line.text} {following}"), wanted):
            return line.path, line.line
    return None
