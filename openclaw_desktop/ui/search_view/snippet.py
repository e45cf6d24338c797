"""The piece of a chunk that is shown, and where its words match: pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from openclaw_desktop.index.terms import mark

LENGTH = 320
LEAD = 28

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINE_MARK = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|>[ \t]?|\d+[.)][ \t]+)", re.MULTILINE
)
RULE = re.compile(r"^[ \t]*(?:-{3,}|\|[ \t:|-]+\||```.*|~~~.*)[ \t]*$", re.MULTILINE)
EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")


@dataclass(frozen=True, slots=True)
class Snippet:
    """One line of text and the spans in it (characters, end exclusive) that match."""

    text: str
    spans: tuple[tuple[int, int], ...]


def snippet(text: str, terms: Sequence[str], *, length: int = LENGTH) -> Snippet:
    """The `length` characters of `text` that hold the most matches, on one line; "…" where it was cut."""
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
    return " · ".join(" ".join(line.split()) for line in bare.split("\n") if line.strip())


def _start(flat: str, spans: Sequence[tuple[int, int]], length: int) -> int:
    """Where the densest `length` characters begin, a little ahead of their first match, at a word."""
    if len(flat) <= length or not spans:
        return 0
    last = best = most = 0
    for first, (begin, _) in enumerate(spans):
        while last < len(spans) and spans[last][1] <= begin + length - LEAD:
            last += 1
        if last - first > most:
            most, best = last - first, begin
    start = max(0, min(best - LEAD, len(flat) - length))
    space = flat.find(" ", start, best)
    return space + 1 if start and space >= 0 else start
