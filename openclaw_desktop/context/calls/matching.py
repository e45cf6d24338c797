"""Pure: which tool call made a change that was found on disk."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from openclaw_desktop.context.calls.call_reader import WriteCall
from openclaw_desktop.context.calls.shell import Written
from openclaw_desktop.context.calls.shell_words import FILLED_IN

WINDOW = timedelta(minutes=10)
"""A call that ended longer before the change did not make it."""

CLOSE = timedelta(minutes=2)
"""A call that names the file and shows none of its text must be as close as this."""

SKEW = timedelta(seconds=15)
"""So much later than the change a call may claim to have begun: clocks differ, and changes are found late."""

MOST_LINES = 400
"""Of a larger change so many lines are looked for."""

ENOUGH = 12
"""Bytes of text that are no chance: of an edit within a line, or of a command that does not name the file."""


class _Evidence(IntEnum):
    NONE = 0
    NAME = 1  # the call writes this file; what it wrote cannot be told
    TEXT = 2  # and what it wrote is what was added, or what it removed is gone
    WHOLE = 3  # the file is now exactly what it wrote


@dataclass(frozen=True, slots=True)
class _Difference:
    added: tuple[str, ...]  # plain lines
    removed: tuple[str, ...]
    after: str | None


def match(
    path: str, before: str | None, after: str | None, calls: Iterable[WriteCall], now: datetime
) -> WriteCall | None:
    """The call that turned `path` from one text into the other, or None when none can be blamed with reason.

    None as a text means no such file. `now` is when the file was written, or when that was noticed. A call
    whose text shows in the change wins over one that only names the file; among equals the latest wins.
    Calls that failed are never it.
    """
    difference = _difference(before, after)
    best: tuple[_Evidence, datetime] | None = None
    found: WriteCall | None = None
    for call in calls:
        passed = now - (call.ended or call.at)
        if call.failed is True or call.at - SKEW > now or passed > WINDOW:
            continue
        evidence = _evidence(path, difference, call)
        is_it = evidence > _Evidence.NAME or (evidence is _Evidence.NAME and passed <= CLOSE)
        if is_it and (best is None or (evidence, call.at) >= best):
            best, found = (evidence, call.at), call
    return found


def _difference(before: str | None, after: str | None) -> _Difference:
    """The lines that differ; those that are alike to the byte, mostly nearly all, are looked at no closer."""
    raw_old, raw_new = Counter((before or "").split("\n")), Counter((after or "").split("\n"))
    old, new = (
        Counter(_lines("\n".join(each.elements()))) for each in (raw_old - raw_new, raw_new - raw_old)
    )
    return _Difference(tuple((new - old).keys())[:MOST_LINES], tuple((old - new).keys())[:MOST_LINES], after)


def _evidence(path: str, difference: _Difference, call: WriteCall) -> _Evidence:
    if call.command:
        return _of_command(path, difference, call)
    if not _is_same(path, call):
        return _Evidence.NONE
    if call.deletes or difference.after is None:
        return _Evidence.TEXT if call.deletes and difference.after is None else _Evidence.NONE
    if call.whole:
        return _of_whole(difference, call)
    return _of_edit(difference, call)


def _is_same(path: str, call: WriteCall) -> bool:
    """Whether the call is about this file; one of another machine by how its path ends."""
    return call.path == path or ("/" in path and call.path.endswith(f"/{path}"))


def _of_whole(difference: _Difference, call: WriteCall) -> _Evidence:
    """A call that wrote all of a file: it is no longer the one when the file says something else."""
    written = "\n".join(call.texts)
    if _lines(written) == _lines(difference.after or ""):
        return _Evidence.WHOLE
    lines = frozenset(_lines(written))
    carried = [line for line in difference.added if line in lines]
    return _Evidence.TEXT if carried and 2 * len(carried) >= len(difference.added) else _Evidence.NONE


def _of_edit(difference: _Difference, call: WriteCall) -> _Evidence:
    """A call that put one text in another's place, perhaps within a line."""
    if not (call.texts or call.removed):
        return _Evidence.NAME
    new, old = _share(call.texts, difference.added), _share(call.removed, difference.removed)
    is_shown = max(new, old) >= ENOUGH or (new and old) or _has_line(call.texts, difference.added)
    return _Evidence.TEXT if is_shown or _has_line(call.removed, difference.removed) else _Evidence.NONE


def _of_command(path: str, difference: _Difference, call: WriteCall) -> _Evidence:
    written = call.written
    is_named = _is_named(path, written)
    if not (is_named or written.perhaps_more or any(_may_be(path, name) for name in written.paths)):
        return _Evidence.NONE
    command = _plain(call.command)
    carried = [line for line in difference.added if line in command]
    if is_named:
        return _Evidence.TEXT if any(_size(line) >= 3 for line in carried) else _Evidence.NAME
    shown, wanted = sum(map(_size, carried)), sum(map(_size, difference.added))
    return _Evidence.TEXT if shown >= max(ENOUGH, wanted / 2) else _Evidence.NONE


def _is_named(path: str, written: Written) -> bool:
    inside = any(path.startswith(f"{folder}/") for folder in written.folders if folder)
    return inside or any(FILLED_IN not in name and _fits(path, name) for name in written.paths)


def _may_be(path: str, name: str) -> bool:
    """Whether a name that the shell fills in, or one below a folder unknown here, can be this file's."""
    return fnmatch.fnmatchcase(path.rpartition("/")[2], name.rpartition("/")[2].replace(FILLED_IN, "*"))


def _fits(path: str, name: str) -> bool:
    """Whether a name, perhaps with a shell's wildcards, is that of the file."""
    parts, patterns = path.split("/"), name.split("/")
    return len(parts) == len(patterns) and all(map(fnmatch.fnmatchcase, parts, patterns))


def _has_line(texts: Iterable[str], lines: Sequence[str]) -> bool:
    """Whether one of the lines is one of the texts'."""
    own = {line for text in texts for line in _lines(text)}
    return any(_size(line) >= 3 and line in own for line in lines)


def _share(texts: Iterable[str], lines: Sequence[str]) -> int:
    """The size of the largest text that is part of one of the lines."""
    own = [plain for text in texts if (plain := _plain(text))]
    return max((_size(text) for text in own if any(text in line for line in lines)), default=0)


def _size(text: str) -> int:
    """How much a text says: its bytes, so that a Chinese character is worth a short word."""
    return len(text.encode("utf-8", "surrogatepass"))


def _lines(text: str) -> list[str]:
    return [plain for line in text.split("\n") if (plain := _plain(line))]


def _plain(text: str) -> str:
    """Text as a shell may have it or not: without quotes and backslashes, with single spaces."""
    return " ".join(re.sub(r"[\\\"'`]", "", text).split())
