"""Columns of text for a person."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator, Sequence

TAKES_NONE = {"Mn", "Me", "Cf", "Cc"}
"""Categories of characters that a terminal draws into the one before, or not at all."""


def width(text: str) -> int:
    """The cells that a terminal draws the text in: two for a Chinese character, none for an accent."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in TAKES_NONE else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def aligned(rows: Sequence[Sequence[str]], *, left: Container[int] = ()) -> Iterator[str]:
    """The rows as lines, columns as wide as their widest cell; those of `left` begin at the left."""
    widest = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded: list[str] = []
        for at, (cell, wide) in enumerate(zip(row, widest, strict=True)):
            space = " " * (wide - width(cell))
            padded.append(cell + space if at in left else space + cell)
        yield "  ".join(padded).rstrip()
