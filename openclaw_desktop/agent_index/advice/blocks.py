"""Pure: what part of a Markdown text a line belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from markdown_it.token import Token

from openclaw_desktop.workspace import outline

Leaf = Literal["text", "heading", "table", "code", "html"]

_LEAVES: dict[str, Leaf] = {
    "paragraph_open": "text",
    "heading_open": "heading",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
}


@dataclass(frozen=True, slots=True)
class Block:
    """Lines are 1-based and inclusive.

    `first` to `last` is the entry: the outermost list item, else the paragraph, table, quote or code around
    the line. `item` is the innermost list item, `depth` how many are around it, `leaf` what the line is.
    """

    first: int
    last: int
    leaf: Leaf
    depth: int = 0
    item: tuple[int, int] | None = None
    in_quote: bool = False


def block_at(text: str, line: int) -> Block | None:
    """The part around a line; None for an empty line, one beyond the end, and front matter."""
    lines = text.split("\n")
    if not 0 < line <= len(lines) or not lines[line - 1].strip():
        return None
    around = [token for token in outline.tokens(text) if _holds(token, line)]
    leaf = next((token for token in reversed(around) if token.type in _LEAVES), None)
    if leaf is None:
        return None
    spans = [_span(token, lines) for token in around if token.type == "list_item_open"]
    in_list = around[0].type in ("bullet_list_open", "ordered_list_open")
    first, last = spans[0] if in_list and spans else _span(around[0], lines)
    return Block(
        first=first,
        last=last,
        leaf=_leaf(leaf, lines),
        depth=len(spans),
        item=spans[-1] if spans else None,
        in_quote=any(token.type == "blockquote_open" for token in around),
    )


def section_level(text: str, line: int) -> int:
    """The level of the heading whose section a line is in; 0 before the first."""
    headings = [
        token
        for token in outline.tokens(text)
        if token.type == "heading_open" and token.level == 0 and token.map and token.map[0] + 1 < line
    ]
    return int(headings[-1].tag[1]) if headings else 0


def _holds(token: Token, line: int) -> bool:
    return token.type != "inline" and token.map is not None and token.map[0] < line <= token.map[1]


def _span(token: Token, lines: list[str]) -> tuple[int, int]:
    """Its lines without empty ones at the end, which the parser counts to a list."""
    assert token.map is not None
    first, last = token.map[0] + 1, token.map[1]
    while last > first and not lines[last - 1].strip():
        last -= 1
    return first, last


def _leaf(token: Token, lines: list[str]) -> Leaf:
    """The parser knows no tables: to it, they are paragraphs of lines with bars."""
    first, last = _span(token, lines)
    if (
        token.type == "paragraph_open"
        and all("|" in line for line in lines[first - 1 : last])
        and last > first
    ):
        return "table"
    return _LEAVES[token.type]
