"""Pure: the rules OpenClaw 2026.9 quotes from the middle of an AGENTS.md that is too long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from openclaw_desktop import utf16
from openclaw_desktop.context import pieces as parts
from openclaw_desktop.context.pieces import Piece

LONGEST_LINE = 240

_STRONG_WORDS = (
    *(r"AGENTS\.md", "scoped", "required", "must", "never", "do not", "before subtree", "read scoped"),
    *("security", "secret", "credential"),
)
_OTHER_WORDS = ("owner", "test", "validation", "command", "commit", "push", "github", "pr")
_STRONG_SIGNS = ("🔴", "禁止", "嚴禁", "不得", "絕不", "絕對不", "切勿")
_OTHER_SIGNS = ("必須", "務必", "一律", "紅線")


def _any_of(words: Sequence[str], signs: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b|{'|'.join(signs)}", re.IGNORECASE | re.ASCII)


_STRONG = _any_of(_STRONG_WORDS, _STRONG_SIGNS)
_RULE = _any_of((*_STRONG_WORDS, *_OTHER_WORDS), (*_STRONG_SIGNS, *_OTHER_SIGNS))
_HEADING_OR_ITEM = re.compile(rf"(?:\#{{1,6}}|[-*+]|[0-9]+[.)])[{utf16.SPACE}]+[^{utf16.SPACE}]")
_FENCE = re.compile("`{3}|~{3}")
_WORD = re.compile(rf"[^{utf16.SPACE}]+")


@dataclass(frozen=True, slots=True)
class Rule:
    """A line worth quoting, after the line of prose that leads to it if there is one."""

    pieces: tuple[Piece, ...]  # lines
    length: int  # UTF-16 units, with the line break between them
    is_strong: bool


@lru_cache(maxsize=4)  # one file under many limits is asked for again and again
def rules(text: str) -> tuple[Rule, ...]:
    """The headings, list items and lines with a word of command in `text`, in order."""
    found: list[Rule] = []
    prose: Piece | None = None
    for line in _lines(text):
        if not line.text or _FENCE.match(line.text):
            prose = None
        elif _HEADING_OR_ITEM.match(line.text) or _RULE.search(line.text):
            quoted = (line,) if prose is None else (prose, line)
            length = parts.length(quoted) + len(quoted) - 1
            found.append(Rule(quoted, length, _STRONG.search(line.text) is not None))
            prose = None
        else:
            prose = line
    return tuple(found)


def chosen(found: Sequence[Rule], budget: int) -> list[Rule]:
    """As many rules as fit into `budget` units, the strong ones first, in their order in the file."""
    taken: set[int] = set()
    used = -1  # each takes a line break, but for the first
    for strong in (True, False):
        for number, rule in enumerate(found):
            if rule.is_strong == strong and used + 1 + rule.length <= budget:
                taken.add(number)
                used += 1 + rule.length
    return [rule for number, rule in enumerate(found) if number in taken] if budget > 0 else []


def _lines(text: str) -> Iterator[Piece]:
    """Every line with single spaces between its words and at most LONGEST_LINE units, `…` included."""
    start = 0
    for line in text.split("\n"):
        yield _line(line, start)
        start += len(line) + 1


def _line(line: str, start: int) -> Piece:
    if line.isprintable() and "  " not in line and utf16.length(line) <= LONGEST_LINE:
        indent = len(line) - len(line.lstrip(" "))
        return Piece(line.strip(" "), start + indent, start + len(line.rstrip(" ")))
    words = list(_WORD.finditer(line))
    if not words:
        return Piece("")
    plain = " ".join(word[0] for word in words)
    first, last = start + words[0].start(), start + words[-1].end()
    if utf16.length(plain) <= LONGEST_LINE:
        return Piece(plain, first, last)
    kept = utf16.fitting(plain, LONGEST_LINE - 1)
    return Piece(plain[:kept] + "…", first, start + _position_in(words, kept))


def _position_in(words: Sequence[re.Match[str]], count: int) -> int:
    """Where in the line the first `count` characters of its words, joined by single spaces, end."""
    for word in words:
        if count <= len(word[0]):
            return word.start() + max(count, 0)
        count -= len(word[0]) + 1
    return words[-1].end()
