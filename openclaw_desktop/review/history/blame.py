"""Pure: who wrote each line of a text, found by walking back through its versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openclaw_desktop.review.diff.lines import END, Change, changes, split
from openclaw_desktop.review.history.version import Version


@dataclass(frozen=True, slots=True)
class BlameLine:
    """One line, counted from 1, and the version that brought it."""

    line: int
    text: str
    version: Version


def blame(steps: Iterable[tuple[Version, str]]) -> list[BlameLine]:
    """The lines of the first text, each with the version that brought it; there is at least one text.

    `steps` are versions with their texts from the newest to the oldest; they are taken only as far as needed.
    The lines are the pieces of `text.split("\\n")`. A line that left and came back, or that moved within its
    file, is credited to the version that put it where it is, and there to its editor where only the editor
    wrote it; compared as the differences a person sees are.
    """
    walk = iter(steps)
    version, text = next(walk)
    newest = lines = split(text)
    brought = [version.of_line(number) for number in range(1, len(newest) + 1)]
    open_lines = [(index, index) for index in range(len(newest))]  # in the newest text, and in `lines`
    for older, text in walk:
        older_lines = split(text)
        open_lines = _carried(open_lines, changes(older_lines, lines))
        for index, place in open_lines:
            brought[index] = older.of_line(place + 1)
        if not open_lines:
            break
        lines = older_lines
    texts = ("" if line is END else line for line in newest)
    return [BlameLine(i, line, v) for i, (line, v) in enumerate(zip(texts, brought, strict=True), 1)]


def _carried(open_lines: Sequence[tuple[int, int]], made: Sequence[Change]) -> list[tuple[int, int]]:
    """The lines that were there before these changes, with their places in the older text; both rise."""
    carried: list[tuple[int, int]] = []
    position, shift = 0, 0  # `shift`: from a place in the newer text to one in the older
    for index, place in open_lines:
        while position < len(made) and made[position].new_end <= place:
            shift = made[position].old_end - made[position].new_end
            position += 1
        if position == len(made) or place < made[position].new_start:
            carried.append((index, place + shift))
    return carried
