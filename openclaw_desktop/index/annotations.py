"""Pure: the comments by which an entry of MEMORY.md says how it wants to be recalled.

`- Backups run at noon. <!-- importance: 8 --> <!-- trigger: backup --> <!-- project: github.com/a/b -->`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

INVALID_PROJECT = "!invalid-project-annotation"
"""What stands for a project that cannot be read: such an entry belongs to no project, not to all."""

_OPENER = re.compile(r"<!--\s*(trigger|importance|project)\s*:", re.IGNORECASE)
_PROJECT_OPENER = re.compile(r"<!--\s*(project)\s*:", re.IGNORECASE)
_LINE_BREAK = re.compile(r"[\r\n]")
_SPACES_BEFORE_LINE_END = re.compile(r"(?<![ \t])[ \t]+(?=[\r\n\u2028\u2029]|\Z)")
_WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Annotations:
    """What the comments of one entry say; None where they say nothing valid."""

    importance: int | None = None  # 1 to 10
    triggers: str | None = None  # phrases joined by "; "
    project: str | None = None  # keys joined by "; ", or INVALID_PROJECT


@dataclass(frozen=True, slots=True)
class _Comment:
    kind: str
    value: str
    start: int
    end: int


def strip_annotations(text: str) -> str:
    """`text` without its annotations, which the agent neither indexes nor shows; lines keep their numbers.

    Where there was one, spaces and tabs before every line's end go too. OpenClaw 2026.9.
    """
    parts: list[str] = []
    position = 0
    for comment in _comments(text, _OPENER, within_line=True):
        parts.append(text[position : comment.start])
        position = comment.end
    if not parts:
        return text
    parts.append(text[position:])
    return _SPACES_BEFORE_LINE_END.sub("", "".join(parts))


def parse_annotations(lines: Sequence[str], *, curated: bool = True, project: bool = True) -> Annotations:
    """What the annotations in `lines`, one entry's source, say.

    Importance and triggers count only in `curated` files (root MEMORY.md and USER.md) and on lines that
    end with a comment; the highest importance wins. `project` says whether the file may name projects
    (USER.md may not). OpenClaw 2026.9.
    """
    importance: int | None = None
    phrases: dict[str, None] = {}
    for line in lines if curated else ():
        if not line.rstrip().endswith("-->"):
            continue
        for comment in _comments(line, _OPENER):
            if comment.kind == "trigger":
                phrases.update((phrase.strip(), None) for phrase in re.split("[,;]", comment.value))
            elif comment.kind == "importance" and _WHOLE_NUMBER.fullmatch(comment.value):
                value = int(comment.value)
                importance = max(importance or 1, value) if 1 <= value <= 10 else importance
    phrases.pop("", None)
    return Annotations(
        importance, "; ".join(phrases) or None, _project("\n".join(lines)) if project else None
    )


def _project(entry: str) -> str | None:
    """The project keys of an entry; a marker that is not closed or has an empty key makes all invalid."""
    comments = list(_comments(entry, _PROJECT_OPENER))
    keys = [_project_key(key) for comment in comments for key in comment.value.split(";")]
    if len(comments) < len(_PROJECT_OPENER.findall(entry)) or "" in keys:
        return INVALID_PROJECT
    return "; ".join(dict.fromkeys(keys)) or None


def _project_key(key: str) -> str:
    """A key as it is compared: the host of `host/path` in lower case; empty when it cannot be one."""
    key = key.strip()
    if re.search(r"[\r\n<>]", key):
        return ""
    host, slash, path = key.partition("/")
    return key if key.startswith("path:") else host.lower() + slash + path


def _comments(text: str, opener: re.Pattern[str], *, within_line: bool = False) -> Iterator[_Comment]:
    """Every closed annotation; `within_line` leaves out those whose value holds a line break.

    Ends are looked for only when the last one found is behind, so that a text of nothing but openers
    takes no longer than any other.
    """
    closing = line_end = -1
    position = 0
    while match := opener.search(text, position):
        position = match.end()
        if closing < position:
            closing = text.find("-->", position)
            if closing < 0:
                return
        if within_line:
            if line_end < position:
                found = _LINE_BREAK.search(text, position)
                line_end = found.start() if found else len(text)
            if line_end < closing:
                continue
        yield _Comment(match[1].lower(), text[position:closing].strip(), match.start(), closing + 3)
        position = closing + 3
