"""Pure: small changes to a Markdown text that may help an agent to find one of its lines.

Each takes a text and the number of the line, from 1, and gives the text with the line's new number; None
where it makes no sense. Line ends stay as they are, and new lines get those of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from openclaw_desktop.agent_index.advice.blocks import Block, block_at, section_level
from openclaw_desktop.agent_index.longer_words import runs
from openclaw_desktop.workspace.files import newline_of

DEEPEST = 6

_MARKER = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+")
_COMMENTS_AT_END = re.compile(r"(?:[ \t]*<!--(?:(?!-->).)*-->)+[ \t]*$")
_RULE_OF_TABLE = re.compile(r"[\s|:-]+")


@dataclass(frozen=True, slots=True)
class Edited:
    """A text, and where in it the line is now."""

    text: str
    line: int


def heading_above(text: str, line: int, title: str) -> Edited | None:
    """A heading of its own for the entry the line is in, one level below the section's."""
    block = block_at(text, line)
    if block is None or block.leaf == "heading":
        return None
    lines = text.split("\n")
    heading = f"{'#' * min(DEEPEST, max(2, section_level(text, block.first) + 1))} {title}"
    before = [""] if block.first > 1 and lines[block.first - 2].strip() else []
    new = [*before, heading, ""]
    lines[block.first - 1 : block.first - 1] = new
    return Edited(_joined(lines, text), line + len(new))


def own_entry(text: str, line: int) -> Edited | None:
    """A list entry of its own, with a dash at the margin, for the item or paragraph the line is in.

    A nested item goes behind the entry it was in. None where it is such an entry, or none can be made.
    """
    block = block_at(text, line)
    if block is None or block.leaf != "text" or block.in_quote:
        return None
    lines = text.split("\n")
    if block.item is None:
        lines[block.first - 1 : block.last] = _as_item(lines[block.first - 1 : block.last])
        return Edited(_joined(lines, text), line)
    first, last = block.item
    old = [each.removesuffix("\r") for each in lines[first - 1 : last]]
    item = _at_margin(old)
    if block.depth == 1:
        if item == old:
            return None
        lines[first - 1 : last] = item
        return Edited(_joined(lines, text), line)
    del lines[first - 1 : last]
    behind = block.last - len(item)
    lines[behind:behind] = item
    return Edited(_joined(lines, text), behind + 1 + line - first)


def with_words(text: str, line: int, words: str) -> Edited | None:
    """Words in brackets at the line's end, before its comments; in a table within the last cell.

    Above a block of code, which stays as it is, they are a paragraph.
    """
    block = block_at(text, line)
    if block is None or block.leaf == "html":
        return None
    lines = text.split("\n")
    if block.leaf == "code":
        if block.depth or block.in_quote:
            return None
        new = [words, ""]
        lines[block.first - 1 : block.first - 1] = new
        return Edited(_joined(lines, text), line + len(new))
    changed = _with_words(lines[line - 1], words, block)
    if changed is None:
        return None
    lines[line - 1] = changed
    return Edited(_joined(lines, text), line)


def _with_words(line: str, words: str, block: Block) -> str | None:
    plain, end = (line[:-1], "\r") if line.endswith("\r") else (line, "")
    if block.leaf == "table" and _RULE_OF_TABLE.fullmatch(plain):
        return None
    comments = _COMMENTS_AT_END.search(plain)
    place = comments.start() if comments else len(plain)
    said = plain[:place].rstrip()
    if block.leaf == "table" and said.endswith("|") and not said.endswith("\\|"):
        cells, safe = said[:-1].rstrip(), words.replace("|", "\\|")
        return f"{cells} ({safe}) {said[len(said) - 1 :]}{plain[len(said) :]}{end}"
    if not re.search(r"\w", said):
        return None
    return f"{said} ({words}){plain[len(said) :]}{end}"


def set_off(text: str, line: int, words: Iterable[str]) -> Edited | None:
    """Spaces around each of these words where it is inside a longer one, once in the entry.

    The line itself comes first. None where none is inside a longer word, and for code.
    """
    block = block_at(text, line)
    if block is None or block.leaf == "code":
        return None
    lines = text.split("\n")
    order = [line, *(number for number in range(block.first, block.last + 1) if number != line)]
    changed = False
    for word in words:
        for number in order:
            spaced = _spaced(lines[number - 1], word)
            if spaced is not None:
                lines[number - 1], changed = spaced, True
                break
    return Edited(_joined(lines, text), line) if changed else None


def _spaced(line: str, word: str) -> str | None:
    asked = re.compile(re.escape(word), re.IGNORECASE)
    for start, end in runs(line):
        found = asked.search(line, start, end)
        if found and end - start > len(word):
            before, after = " " * (found.start() > start), " " * (found.end() < end)
            return line[: found.start()] + before + found[0] + after + line[found.end() :]
    return None


def annotated(text: str, line: int, name: str, value: str) -> Edited | None:
    """`<!-- name: value -->` at the line's end, or another value for the one its entry has."""
    block = block_at(text, line)
    if block is None or block.leaf in ("table", "code", "html", "heading"):
        return None
    lines = text.split("\n")
    known = re.compile(rf"(<!--\s*{name}\s*:)(?:(?!-->).)*-->", re.IGNORECASE)
    for number in range(block.first - 1, block.last):
        if known.search(lines[number]):
            lines[number] = known.sub(lambda found: f"{found[1]} {value} -->", lines[number])
            return Edited(_joined(lines, text), line)
    plain, end = (lines[line - 1][:-1], "\r") if lines[line - 1].endswith("\r") else (lines[line - 1], "")
    lines[line - 1] = f"{plain.rstrip()} <!-- {name}: {value} -->{end}"
    return Edited(_joined(lines, text), line)


def without_annotation(text: str, line: int, name: str) -> Edited | None:
    """The entry without its annotations of that name, also those that are not closed."""
    block = block_at(text, line)
    if block is None:
        return None
    lines = text.split("\n")
    known = re.compile(rf"[ \t]*<!--\s*{name}\s*:(?:(?!-->).)*(?:-->|(?=\r)|$)", re.IGNORECASE)
    part = lines[block.first - 1 : block.last]
    lines[block.first - 1 : block.last] = [known.sub("", each) for each in part]
    return Edited(_joined(lines, text), line) if lines != text.split("\n") else None


def taken_out(text: str, line: int) -> tuple[str, Edited] | None:
    """The text without the entry the line is in, and the entry with the line's number in it."""
    block = block_at(text, line)
    if block is None or block.leaf == "heading":
        return None
    lines = text.split("\n")
    entry = [each.removesuffix("\r") for each in lines[block.first - 1 : block.last]]
    rest = lines[: block.first - 1]
    behind = lines[block.last :]
    if behind and not behind[0].strip() and (not rest or not rest[-1].strip()):
        behind = behind[1:]
    return _joined([*rest, *behind], text), Edited("\n".join(entry), line - block.first + 1)


def added(text: str, entry: Edited) -> Edited:
    """A text with an entry behind everything else, as a list entry where it can be one."""
    block = block_at(entry.text, entry.line)
    item = entry.text.split("\n")
    if block is not None and block.leaf == "text" and not block.in_quote:
        item = _at_margin(item) if block.depth else _as_item(item)
    lines = text.split("\n") if text else []
    while lines and not lines[-1].strip():
        lines.pop()
    last = lines[-1] if lines else ""
    gap = [] if not lines or last.startswith(("- ", "  ")) else [""]
    return Edited(_joined([*lines, *gap, *item, ""], text), len(lines) + len(gap) + entry.line)


def file_of_its_own(title: str, entry: Edited) -> Edited:
    """A new file with a heading and the entry."""
    return Edited(f"# {title}\n\n{entry.text}\n", entry.line + 2)


def _as_item(lines: list[str]) -> list[str]:
    """A paragraph as a list entry."""
    first, *more = lines
    return [f"- {first.lstrip()}", *(f"  {line.lstrip()}" for line in more)]


def _at_margin(lines: list[str]) -> list[str]:
    """A list item moved to the left, with a dash."""
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip(" \t"))]
    moved = [line.removeprefix(indent) for line in lines]
    return [_MARKER.sub("- ", moved[0], count=1), *moved[1:]]


def _joined(lines: list[str], text: str) -> str:
    """Lines as one text, all but the last with the line ends of `text`; where it has both, as they are."""
    if newline_of(text) == "CRLF":
        lines = [*(line.removesuffix("\r") + "\r" for line in lines[:-1]), lines[-1]]
    return "\n".join(lines)
