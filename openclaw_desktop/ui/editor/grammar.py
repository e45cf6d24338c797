"""Pure: one line of Markdown to the spans an editor colours, and the state the next line starts in.

Line by line, so it is a good guess, not a parse: `workspace.outline` decides what a heading is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum


class Kind(IntEnum):
    """What a span of text is."""

    HEADING = 0
    MARK = 1  # signs that only format: #, **, `, |, >
    STRONG = 2
    EMPHASIS = 3
    STRIKE = 4
    CODE = 5
    LIST = 6  # -, *, 1.
    OPEN = 7  # [ ]
    DONE = 8  # [x] and the text after it
    LINK = 9  # the part a person reads, wikilinks and addresses
    TARGET = 10
    QUOTE = 11
    COMMENT = 12
    ANNOTATION = 13  # <!-- importance: 8 -->: OpenClaw's indexer reads it
    MACHINE = 14  # <!-- openclaw:... -->: OpenClaw writes and rewrites here
    META = 15  # front matter
    KEY = 16  # its keys
    RULE = 17
    TAG = 18


Span = tuple[int, int, Kind]
"""Start and length in characters, and what it is. Later spans lie on top of earlier ones."""

UNKNOWN, START, TEXT, FRONT, COMMENT = -1, 0, 1, 2, 3
_FENCE = 16
"""States. From 16 up, inside a fence: 16 + 4 * its length + 2 if of tildes + 1 if quoted."""

LONGEST = 4_000
"""Characters of a line that are looked at for inline marks."""

_FRONT_LINE = re.compile(r"(?P<key>[^\s:#][^:]*:)(?=\s|$)|\s|#|-|$")
_OPEN_FENCE = re.compile(r"(?P<before>(?:\s*>)*\s*(?:[-*+]\s+|\d+[.)]\s+)?)(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
_QUOTE = re.compile(r"(?:\s{0,3}>)+ ?")
_HEADING = re.compile(r"\s{0,3}(#{1,6})(?=\s|$)")
_UNDERLINE = re.compile(r"\s{0,3}=+\s*$")
_RULE = re.compile(r"\s{0,3}([-*_])(?:\s*\1){2,}\s*$")
_ITEM = re.compile(r"\s*(?P<mark>[-*+]|\d{1,9}[.)])(?=\s|$)(?:\s+(?P<box>\[[ xX]\])(?=\s|$))?")
_TABLE = re.compile(r"\s*\|.*\|\s*$|\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+$")
_BAR = re.compile(r"(?<!\\)\|")
_ANNOTATION = re.compile(r"<!--\s*(?:importance|triggers?|project)\s*:", re.IGNORECASE)
_MACHINE = re.compile(r"<!--\s*openclaw[:-]")

_INLINE = re.compile(
    r"\\[!-/:-@\[-`{-~]"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<comment><!--.*?(?:-->|$))"
    r"|(?P<auto><[a-z][a-z0-9+.-]{1,20}:[^\s<>]*>)"
    r"|(?P<tag></?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>)"
    r"|(?P<wiki>!?\[\[[^\[\]]+\]\])"
    r"|(?P<link>!?\[(?P<label>[^\[\]]*)\](?P<target>\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s[^()]*)?\)|\[[^\[\]]*\]))"
    r"|(?P<url>\bhttps?://[^\s<>()\[\]]+(?:\([^\s<>()]*\)[^\s<>()\[\]]*)*)"
    r"|(?P<strong>\*\*(?=[^\s*])(?:[^*]|\*(?!\*))+(?<=\S)\*\*|(?<!\w)__(?=[^\s_])(?:[^_]|_(?!_))+(?<=\S)__(?!\w))"
    r"|(?P<emphasis>(?<!\*)\*(?=[^\s*])[^*]+(?<=\S)\*(?!\*)|(?<![\w_])_(?=[^\s_])[^_]+(?<=\S)_(?![\w_]))"
    r"|(?P<strike>~~(?=\S)[^~]+(?<=\S)~~)"
    r"|(?P<hash>(?<![\w#&/])\#(?=[^\W\d])[\w/-]+)"
)


def spans(line: str, state: int) -> tuple[list[Span], int]:
    """The spans of `line`, which starts in `state`, and the state of the next line.

    The first line of a file starts in START; an UNKNOWN state is taken for plain text.
    """
    if state == START and line.rstrip() == "---":
        return [(0, len(line), Kind.META)], FRONT
    if state == FRONT:
        return _front_matter(line)
    if state == COMMENT:
        return _comment(line)
    if state >= _FENCE:
        return _fenced(line, state)
    return _text(line)


def in_fence(state: int) -> bool:
    """Whether a line that ends in `state` is followed by a line of code."""
    return state >= _FENCE


def _front_matter(line: str) -> tuple[list[Span], int]:
    if line.rstrip() in ("---", "..."):
        return [(0, len(line), Kind.META)], TEXT
    match = _FRONT_LINE.match(line)
    if not match:  # never closed: it was a rule, not front matter
        return _text(line)
    found = [(0, len(line), Kind.META)]
    if match["key"]:
        found.append((0, match.end("key"), Kind.KEY))
    return found, FRONT


def _comment(line: str) -> tuple[list[Span], int]:
    end = line.find("-->")
    if end < 0:
        return [(0, len(line), Kind.COMMENT)], COMMENT
    found: list[Span] = [(0, end + 3, Kind.COMMENT)]
    return found, _inline(line, end + 3, len(line), found)


def _fenced(line: str, state: int) -> tuple[list[Span], int]:
    length, tildes, quoted = (state - _FENCE) // 4, state & 2, state & 1
    quote = _QUOTE.match(line) if quoted else None
    if quoted and not quote:  # a fence ends where its quote does
        return _text(line)
    body = line[quote.end() if quote else 0 :].strip()
    sign = "~" if tildes else "`"
    if len(body) >= length and body == sign * len(body):
        return [(0, len(line), Kind.MARK)], TEXT
    return [(0, len(line), Kind.CODE)], state


def _text(line: str) -> tuple[list[Span], int]:
    fence = _OPEN_FENCE.match(line)
    if fence:
        quoted = ">" in fence["before"]
        state = _FENCE + 4 * min(len(fence["fence"]), 1_000) + 2 * (fence["fence"][0] == "~") + quoted
        start = fence.start("fence")
        return [*_prefix(line[:start]), (start, len(line) - start, Kind.MARK)], state
    found: list[Span] = []
    quote = _QUOTE.match(line)
    start = quote.end() if quote else 0
    if quote:
        found += [(0, len(line), Kind.QUOTE), (0, start, Kind.MARK)]
    rest = line[start:]
    heading = _HEADING.match(rest)
    if heading:
        found.append((start, len(rest), Kind.HEADING))
        found.append((start, heading.end(1), Kind.MARK))
        return found, _inline(line, start + heading.end(1), len(line), found)
    if _RULE.match(rest) or _UNDERLINE.match(rest):
        found.append((start, len(rest), Kind.RULE))
        return found, TEXT
    if item := _ITEM.match(rest):
        found += _item(item, start, len(line))
        start += item.end()
    elif _TABLE.match(rest[:LONGEST]):
        found += [(start + bar.start(), 1, Kind.MARK) for bar in _BAR.finditer(rest[:LONGEST])]
    return found, _inline(line, start, len(line), found)


def _prefix(before: str) -> Iterator[Span]:
    if before.strip():
        yield 0, len(before), Kind.LIST if before.strip() != ">" else Kind.MARK


def _item(item: re.Match[str], start: int, end: int) -> Iterator[Span]:
    yield start + item.start("mark"), item.end("mark") - item.start("mark"), Kind.LIST
    if item["box"]:
        place = start + item.start("box")
        done = item["box"] != "[ ]"
        yield place, end - place if done else 3, Kind.DONE if done else Kind.OPEN


def _inline(line: str, start: int, end: int, found: list[Span]) -> int:
    """Adds the inline spans between `start` and `end`; returns COMMENT if one is left open, else TEXT."""
    state = TEXT
    for match in _INLINE.finditer(line, start, min(end, LONGEST)):
        name = match.lastgroup
        a, b = match.span()
        if name == "code":
            found.append((a, b - a, Kind.CODE))
        elif name == "comment":
            found.append((a, b - a, _comment_kind(match[0])))
            state = COMMENT if line.find("-->", a + 4) < 0 else TEXT
        elif name in ("wiki", "auto", "url"):
            found.append((a, b - a, Kind.LINK))
        elif name == "link":
            found.append((a, b - a, Kind.TARGET))
            found.append((match.start("label"), len(match["label"]), Kind.LINK))
        elif name in ("tag", "hash"):
            found.append((a, b - a, Kind.MARK if name == "tag" else Kind.TAG))
        elif name in _WRAPPED:
            kind, width = _WRAPPED[name]
            found += [(a, b - a, kind), (a, width, Kind.MARK), (b - width, width, Kind.MARK)]
            state = max(state, _inline(line, a + width, b - width, found))
    return state


_WRAPPED = {"strong": (Kind.STRONG, 2), "emphasis": (Kind.EMPHASIS, 1), "strike": (Kind.STRIKE, 2)}


def _comment_kind(comment: str) -> Kind:
    if _MACHINE.match(comment):
        return Kind.MACHINE
    return Kind.ANNOTATION if _ANNOTATION.match(comment) else Kind.COMMENT
