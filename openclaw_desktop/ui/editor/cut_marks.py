"""Pure: marks in parsed Markdown where what the agent never reads begins and ends.

A mark is a character that the text does not have. It goes before the first character that is shown at or
after a place, but never where it would change what Markdown makes of the text: then it goes a few words
further left, at last to the start of its block.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from openclaw_desktop.ui.editor.units import Units

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Place = tuple[int, int]
"""A line of a text, from 0, and the UTF-16 units before the place in it."""

MARKS = "\u2cfe\u2e3b\u166e\u1804\ua6f7"
"""Punctuation that hardly anybody writes: beside it Markdown reads a text as at the edge of a line."""

TRIES = 8
"""Starts of words at the left of a place that are tried before the start of its block."""

_TAG, _WORD = re.compile(r"<[^>]*>"), re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Run:
    """Characters of the text, from `start` on, that stand in a token's content from `at` on."""

    token: Token
    start: int
    at: int
    size: int


def mark_for(text: str) -> str:
    """A mark for this text; "" when it has all of them."""
    return next((mark for mark in MARKS if mark not in text), "")


def positions(text: str, places: Sequence[Place]) -> list[int]:
    """Places as characters of `text`, whose lines end in a line feed."""
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    return [
        starts[line] + min(Units(lines[line]).characters(column), len(lines[line]))
        if line < len(lines)
        else len(text)
        for line, column in places
    ]


def put(
    parser: MarkdownIt,
    tokens: Sequence[Token],
    text: str,
    at: Sequence[int],
    mark: str,
    env: MutableMapping[str, Any],
) -> int:
    """Puts a mark into the blocks' content for each sorted position; how many found something after them."""
    runs = list(_runs(tokens, text))
    ends = [run.start + run.size for run in runs]
    wanted: dict[int, tuple[Token, list[int]]] = {}
    count = 0
    for position in at:
        number = bisect_right(ends, position)
        if number == len(runs):
            break
        run = runs[number]
        inside = run.at + max(position - run.start, 0)
        wanted.setdefault(id(run.token), (run.token, []))[1].append(inside)
        count += 1
    known = {"references": env.get("references", {})}
    for token, insides in wanted.values():
        if token.type == "inline":
            insides = _harmless(parser, token.content, insides, mark, known)
        token.content = _with(token.content, insides, mark)
    return count


def _runs(tokens: Sequence[Token], text: str) -> Iterator[_Run]:
    """What is shown of each line, in order."""
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    line_done, done = -1, 0  # cells of a table share a line
    before = ""
    for token in tokens:
        is_cell, before = before in ("td_open", "th_open"), token.type
        if token.map is None or token.type not in ("inline", "fence", "code_block"):
            continue
        number, at = token.map[0] + (token.type == "fence"), 0
        for content in token.content.split("\n"):
            if content and number < len(lines):
                begin = done if number == line_done else 0
                column = _column(lines[number], content, begin, is_cell=is_cell)
                yield _Run(token, starts[number] + column, at, len(content))
                line_done, done = number, column + len(content)
            number, at = number + 1, at + len(content) + 1


def _column(line: str, content: str, begin: int, *, is_cell: bool) -> int:
    """Where in its line a block's content begins: at its end, or, in a table, after the cell before."""
    if not is_cell and line.rstrip().endswith(content.rstrip()):
        return len(line.rstrip()) - len(content.rstrip())
    return max(line.find(content, begin), begin)


def _harmless(
    parser: MarkdownIt, content: str, insides: Sequence[int], mark: str, env: dict[str, Any]
) -> list[int]:
    """The positions, each moved left to where a mark leaves the rest as it is and can be seen."""
    plain = parser.renderInline(content, env)

    def fits(at: int) -> bool:
        marked = parser.renderInline(_with(content, [at], mark), env)
        return marked.replace(mark, "") == plain and mark in _TAG.sub("", marked)

    found: list[int] = []
    for inside in insides:
        words = [word.start() for word in _WORD.finditer(content, 0, inside)]
        tried = (inside, *words[: -TRIES - 1 : -1])
        found.append(next(filter(fits, tried), 0))
    return list(accumulate(found, max))


def _with(content: str, insides: Sequence[int], mark: str) -> str:
    pieces = (content[a:b] for a, b in zip((0, *insides), (*insides, len(content)), strict=True))
    return mark.join(pieces)
