"""The piece of a chunk that is shown, and where its words match: pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.index.terms import mark

LENGTH = 320
LEAD = 28
SEEN = 120
"""About so many characters are seen for certain, whatever the width; the best matches must be among them."""

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINE_MARK = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|>[ \t]?|\d+[.)][ \t]+)", re.MULTILINE
)
RULE = re.compile(r"^[ \t]*(?:-{3,}|\|[ \t:|-]+\||```.*|~~~.*)[ \t]*$", re.MULTILINE)
CELL = re.compile(r"(?<=\s)\|(?=\s)")
SEPARATOR = " · "
EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")


@dataclass(frozen=True, slots=True)
class Snippet:
    """One line of text and the spans in it (characters, end exclusive) that match."""

    text: str
    spans: tuple[tuple[int, int], ...]


def snippet(text: str, terms: Sequence[str], *, length: int = LENGTH) -> Snippet:
    """At most `length` characters of `text` from its best place on, in one line; "…" where it was cut."""
    flat = plain(text)
    spans = [(a, b) for a, b in mark(flat, terms) if a < b]
    start = _start(flat, spans, length)
    head = "… " if start else ""
    piece = flat[start : start + length]
    shift = len(head) - start
    inside = (
        (max(a + shift, len(head)), b + shift) for a, b in spans if a >= start and b <= start + len(piece)
    )
    tail = "…" if start + length < len(flat) else ""
    return Snippet(head + piece + tail, tuple(inside))


def plain(text: str) -> str:
    """Markdown as one line of reading text: comments, marks of headings, lists and emphasis left away."""
    bare = EMPHASIS.sub(r"\2", LINE_MARK.sub("", RULE.sub("", COMMENT.sub("", text))))
    lines = (" ".join(CELL.sub(SEPARATOR, line.strip("| \t")).split()) for line in bare.split("\n"))
    return SEPARATOR.join(line for line in lines if line)


def _start(flat: str, spans: Sequence[tuple[int, int]], length: int) -> int:
    """A little ahead of where matches stand closest together, at a word."""
    if len(flat) <= length or not spans:
        return 0
    last = best = most = 0
    for first, (begin, _) in enumerate(spans):
        while last < len(spans) and spans[last][1] <= begin + SEEN - LEAD:
            last += 1
        if last - first > most:
            most, best = last - first, begin
    start = max(0, min(best - LEAD, len(flat) - SEEN))
    space = flat.find(" ", start, best)
    start = space + 1 if start and space >= 0 else start
    return start + len(flat[start:]) - len(flat[start:].lstrip(SEPARATOR))
