"""Pure: Markdown text to the tree of its sections and list entries.

Only the blocks are parsed (CommonMark, without link definitions), never what is inside a line, so a diary
of thousands of headings takes a fraction of a second.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LONGEST_TITLE = 200
PSEUDO_LEVEL = 7
"""Below every heading, so that a bold line opens a part of the section it stands in."""

_FIRST_KEY = re.compile(r"---[ \t]*\n(?:[ \t]*(?:#.*)?\n)*[\w\"'-][\w \"'.-]*:")
_FRONT_MATTER_END = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_BOLD_LINE = re.compile(r"[ ]{0,3}(\*\*|__)(?=\S)((?:(?!\1).)+)(?<=\S)\1[ \t]*(:?)[ \t]*")
_MARKERS = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)")


class NodeKind(StrEnum):
    """What opened a node."""

    SECTION = "section"  # a heading
    ENTRY = "entry"  # a list item
    PSEUDO = "pseudo"  # a line that is only bold


@dataclass(frozen=True, slots=True)
class Node:
    """A section, list entry or pseudo-section. Lines are 1-based, inclusive, of the node with its children.

    `level` is the heading's (1 to 6), 7 for a pseudo-section, and for an entry its depth among lists, from 1.
    `title` is for display: without inline markup, cut at 200 characters, empty for an empty heading.
    `key` is the ordinal path and a prefix of the content's hash, since texts of headings repeat.
    """

    kind: NodeKind
    title: str
    level: int
    start_line: int
    end_line: int
    children: tuple[Node, ...]
    key: str


def outline(text: str, *, pseudo_headings: bool = False) -> tuple[Node, ...]:
    """The sections, pseudo-sections and entries of `text`, in order.

    Headings in fences, in quotes and in list items open no section; front matter is passed over.
    """
    text = _plain(text)
    lines = text.split("\n")
    count = len(lines) - (not lines[-1])
    builder = _Builder(lines, count, pseudo_headings)
    for token in tokens(text):
        builder.take(token)
    builder.close_sections(0, count)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    return tuple(_frozen(draft, str(i), text, starts) for i, draft in enumerate(builder.root.children))


def tokens(text: str) -> list[Token]:
    """The blocks of `text` in order, with their lines; front matter is passed over."""
    return _parser().parse(_without_front_matter(_plain(text)))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a window is there before anything of a file is

    parser = MarkdownIt("commonmark", {"maxNesting": 100})
    return parser.disable(["reference", "normalize", "inline", "text_join"])


def _plain(text: str) -> str:
    """Lines end with "\\n" alone, whatever CommonMark says of a lone carriage return."""
    return text.replace("\r\n", "\n").replace("\r", " ").replace("\0", "\ufffd")


def find_again(old: Node, new: Sequence[Node]) -> Node | None:
    """The node of a newer outline that `old` is: same place and content, else the same content nearby.

    Where the content changed, the nearest of the same title, else what stands in the same place.
    """
    place, _, content = old.key.partition(":")
    same_place, same_content, same_title = None, list[Node](), list[Node]()
    for node in walk(new):
        if node.kind is not old.kind:
            continue
        if node.key == old.key:
            return node
        node_place, _, node_content = node.key.partition(":")
        if node_content == content:
            same_content.append(node)
        elif node.title == old.title and node.level == old.level:
            same_title.append(node)
        if node_place == place:
            same_place = node
    near = same_content or same_title
    return min(near, key=lambda node: abs(node.start_line - old.start_line)) if near else same_place


def walk(nodes: Sequence[Node]) -> Iterator[Node]:
    """Every node, each before its children."""
    for node in nodes:
        yield node
        yield from walk(node.children)


def plain(markup: str) -> str:
    """One line of Markdown as it reads: without emphasis, code marks, link targets, tags and escapes."""
    line = " ".join(markup[: 2 * LONGEST_TITLE].split())
    if _MARKUP.search(line):
        for pattern, replacement in _STRIPPED:
            line = pattern.sub(replacement, line)
        line = html.unescape(line).strip()
    cut = len(line) > LONGEST_TITLE or len(markup) > 2 * LONGEST_TITLE
    return line[: LONGEST_TITLE - 1] + "…" if cut else line


_MARKUP = re.compile(r"[*_`\[<&\\~]")
_STRIPPED = (
    (re.compile(r"<!--.*?(?:-->|$)"), ""),
    (re.compile(r"!?\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]"), r"\1"),  # [[page|shown]]
    (re.compile(r"!?\[([^\[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)"), r"\1"),  # [shown](target)
    (re.compile(r"</?[A-Za-z][^<>]*>"), ""),
    (re.compile(r"(?<!`)(`{1,3})(?!`) ?(.+?) ?(?<!`)\1(?!`)"), r"\2"),
    (re.compile(r"(?<!\\)(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s*\\])\1"), r"\2"),
    (re.compile(r"(?<![\w\\])(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_\\])\1(?!\w)"), r"\2"),
    (re.compile(r"~~(?=\S)(.+?)~~"), r"\1"),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)


def _without_front_matter(text: str) -> str:
    """`text` with its front matter blank, so that lines keep their numbers.

    Front matter is a first line of three dashes, a `key:` below it, and a closing line.
    """
    end = _FRONT_MATTER_END.search(text, 4) if _FIRST_KEY.match(text) else None
    return "\n" * text.count("\n", 0, end.end()) + text[end.end() :] if end else text


@dataclass(slots=True)
class _Draft:
    """A node being read; `end` is exclusive and 0-based like `start`."""

    kind: NodeKind
    level: int
    start: int
    end: int = 0
    title: str | None = None
    children: list[_Draft] = field(default_factory=list["_Draft"])


class _Builder:
    """Takes the tokens in order and grows the tree."""

    def __init__(self, lines: Sequence[str], count: int, pseudo_headings: bool) -> None:
        self.root = _Draft(NodeKind.SECTION, 0, 0)
        self._lines = lines
        self._count = count
        self._pseudo_headings = pseudo_headings
        self._sections = [self.root]
        self._entries: list[_Draft] = []
        self._quotes = 0

    def take(self, token: Token) -> None:
        match token.type:
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case _ if self._quotes:
                pass
            case "heading_open" if not token.level:
                self._open_section(NodeKind.SECTION, int(token.tag[1]), _start(token))
            case "list_item_open":
                self._open_entry(token)
            case "list_item_close":
                self._entries.pop()
            case "inline":
                self._take_text(token)
            case _:
                pass

    def close_sections(self, level: int, line: int) -> None:
        """Ends at `line` every open section that one of `level` does not belong to."""
        while self._sections[-1].level >= max(level, 1):
            self._sections.pop().end = line

    def _open_section(self, kind: NodeKind, level: int, start: int) -> _Draft:
        self.close_sections(level, start)
        draft = _Draft(kind, level, start)
        self._sections[-1].children.append(draft)
        self._sections.append(draft)
        return draft

    def _open_entry(self, token: Token) -> None:
        start, end = token.map or (0, 0)
        end = min(end, self._count)
        while end > start + 1 and not self._lines[end - 1].strip():
            end -= 1
        draft = _Draft(NodeKind.ENTRY, len(self._entries) + 1, start, end)
        (self._entries or self._sections)[-1].children.append(draft)
        self._entries.append(draft)

    def _take_text(self, token: Token) -> None:
        """The first text of an entry or heading is its title; any other may hold bold lines."""
        open_node = (self._entries or self._sections)[-1]
        is_heading = not self._entries and open_node.start == _start(token) and open_node is not self.root
        if self._entries or is_heading:
            if open_node.title is None:
                first, newline, _ = token.content.partition("\n")
                open_node.title = token.content if is_heading and newline else first
        elif self._pseudo_headings:
            for number, line in enumerate(token.content.split("\n"), _start(token)):
                if match := _BOLD_LINE.fullmatch(line):
                    bold = self._open_section(NodeKind.PSEUDO, PSEUDO_LEVEL, number)
                    bold.title = match[2] + match[3]


def _start(token: Token) -> int:
    return token.map[0] if token.map else 0


def _frozen(draft: _Draft, place: str, text: str, starts: Sequence[int]) -> Node:
    content = text[starts[draft.start] : starts[draft.end]].rstrip()
    if draft.title is None:  # an empty heading, or an entry that begins with a list or a fence
        first = content.partition("\n")[0].strip()
        draft.title = _MARKERS.sub("", first) if draft.kind is NodeKind.ENTRY else ""
    digest = hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    children = tuple(_frozen(child, f"{place}.{i}", text, starts) for i, child in enumerate(draft.children))
    return Node(
        kind=draft.kind,
        title=plain(draft.title),
        level=draft.level,
        start_line=draft.start + 1,
        end_line=draft.end,
        children=children,
        key=f"{place}:{digest}",
    )
