"""Pure: a Markdown text as the passages a person would miss: headings, entries, rows, sentences.

Compared by passages instead of lines, a text that is only re-wrapped, re-indented or put in another order
has lost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from openclaw_desktop.review.risk.statements import Statement, read
from openclaw_desktop.workspace.outline import Node, NodeKind, outline, walk

_ROW = re.compile(r"[ \t]*\||[\w-]+: |`{3}|~{3}| {4}")
_RULE = re.compile(r"[ \t|:=*_~`-]*")
_MARKER = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)*")
_ENDS = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s)|[。！？]+[”’」）]*|\Z")


class Part(StrEnum):
    """What a passage is."""

    HEADING = "heading"
    ENTRY = "entry"
    ROW = "row"  # of a table, of "key: value" lines, of indented code
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text that says something by itself; lines are 1-based, of its first and its last line."""

    part: Part
    text: str
    line: int
    end_line: int
    under: str  # the heading above it; its own for a heading
    under_line: int  # 0: there is none
    statement: Statement


def passages(text: str) -> list[Passage]:
    """The passages of `text` in their order, without those that hold no word."""
    lines = text.split("\n")
    owners: list[Node | None] = [None] * len(lines)
    for node in walk(outline(text)):
        last = node.end_line if node.kind is NodeKind.ENTRY else node.start_line
        for row in range(node.start_line - 1, min(last, len(lines))):
            owners[row] = node
    found: list[Passage] = []
    under, under_line = "", 0
    for part, piece, first, last in _pieces(lines, owners):
        if part is Part.HEADING:
            under, under_line = piece, first
        statement = read(piece)
        if statement.words:
            found.append(Passage(part, piece, first, last, under, under_line, statement))
    return found


_Piece = tuple[Part, str, int, int]


def _pieces(lines: Sequence[str], owners: Sequence[Node | None]) -> Iterator[_Piece]:
    """Each part, its text, its first and its last line."""
    row = 0
    while row < len(lines):
        owner = owners[row]
        start, row = row, row + 1
        if owner is not None and owner.kind is NodeKind.SECTION:
            yield Part.HEADING, owner.title, start + 1, start + 1
            continue
        while (
            row < len(lines) and owners[row] is owner and (owner is not None or _goes_on(lines, start, row))
        ):
            row += 1
        if owner is not None:
            body = " ".join(line.strip() for line in lines[start:row])
            yield Part.ENTRY, _MARKER.sub("", body, count=1), start + 1, row
        elif _is_row(lines[start]):
            if not _RULE.fullmatch(lines[start].strip()):
                yield Part.ROW, lines[start].strip(), start + 1, start + 1
        else:
            yield from _sentences(lines, start, row)


def _goes_on(lines: Sequence[str], start: int, row: int) -> bool:
    """Whether line `row` belongs to the paragraph that began at `start`."""
    blank = not lines[start].strip() or not lines[row].strip()
    return not (blank or _is_row(lines[start]) or _is_row(lines[row]))


def _is_row(line: str) -> bool:
    return _ROW.match(line) is not None


def _sentences(lines: Sequence[str], start: int, end: int) -> Iterator[_Piece]:
    """A paragraph's sentences, whichever way it is wrapped."""
    paragraph = "\n".join(_QUOTE.sub("", line, count=1).rstrip() for line in lines[start:end])
    begin = 0
    for match in _ENDS.finditer(paragraph):
        piece = paragraph[begin : match.end()]
        if piece.strip():
            first = start + 1 + paragraph.count("\n", 0, begin + len(piece) - len(piece.lstrip()))
            last = start + 1 + paragraph.count("\n", 0, match.end())
            yield Part.SENTENCE, " ".join(piece.split()), first, last
        begin = match.end()
