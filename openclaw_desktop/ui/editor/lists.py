"""Pure: what Enter and Tab do in lists and quotes."""

from __future__ import annotations

import re

_ITEM = re.compile(
    r"(?P<quote>(?:\s{0,3}>)*\s*)(?:(?P<bullet>[-*+])|(?P<number>\d{1,9})(?P<dot>[.)]))(?P<gap>\s+)"
    r"(?P<box>\[[ xX]\]\s+)?"
)
_QUOTE = re.compile(r"(?:\s{0,3}>)+\s?")

STEP = 4
"""Columns of one step of indentation outside lists."""


def continuation(before: str) -> str | None:
    """How the next line starts when Enter is pressed after `before`, the line up to the cursor.

    None when `before` is an item or quote with nothing in it: then Enter ends the list instead.
    """
    if item := _ITEM.match(before):
        if not before[item.end() :].strip():
            return None
        number = f"{int(item['number']) + 1}{item['dot']}" if item["number"] else item["bullet"]
        return f"{item['quote']}{number}{item['gap']}{'[ ] ' if item['box'] else ''}"
    if quote := _QUOTE.match(before):
        return quote[0] if before[quote.end() :].strip() else None
    return before[: len(before) - len(before.lstrip(" \t"))]


def indented(line: str) -> str:
    """`line` one step further right: an item goes under the text of the one above it."""
    if not line.strip():
        return line
    return ("\t" if line.startswith("\t") else " " * _step(line)) + line


def outdented(line: str) -> str:
    """`line` one step further left, as far as it has indentation."""
    if line.startswith("\t"):
        return line[1:]
    spaces = len(line) - len(line.lstrip(" "))
    return line[min(spaces, _step(line)) :]


def is_item(line: str) -> bool:
    """Whether `line` is an item of a list."""
    return bool(_ITEM.match(line + " "))


def _step(line: str) -> int:
    item = _ITEM.match(line + " ")
    if not item:
        return STEP
    return 2 if item["bullet"] else len(item["number"]) + 2
