"""Pure: from a wanted change to the bytes the file would have, or a sentence that helps to ask better."""

from __future__ import annotations

import codecs
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from openclaw_desktop.errors import ProposalRefusedError
from openclaw_desktop.workspace.files import newline_of, not_text

LARGEST_PROPOSED = 2 * 2**20
LINES_COMPARED = 5_000
LINES_NAMED = 8
ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class NewText:
    """The whole file as it should be."""

    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """One place in the file: `old` must occur exactly once."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Edits:
    """Some places, one after the other: each is looked for in what the ones before made of the text."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Append:
    """Text that comes at the end, on a line of its own."""

    text: str


Change: TypeAlias = "NewText | Edits | Append"


def proposed_bytes(path: str, before: bytes | None, change: Change) -> bytes:
    """What the file would hold. `before`: what it holds; None when there is none.

    A file keeps its byte order mark, and one with Windows line ends gets no others. Raises
    ProposalRefusedError.
    """
    text = _text(path, before)
    if isinstance(change, NewText):
        after = change.text.removeprefix("\ufeff")
        if newline_of(text) == "CRLF":
            after = _windows(after)
    elif isinstance(change, Append):
        after = _appended(text, change.text)
    elif before is None:
        raise ProposalRefusedError(
            f"{path} does not exist, so nothing in it can be edited: send its whole text."
        )
    else:
        after = _edited(path, text, change.edits)
    return _checked(path, before, after)


def _text(path: str, before: bytes | None) -> str:
    if before is None:
        return ""
    if reason := not_text(before):
        raise ProposalRefusedError(f"{path} {reason}, so no text can be proposed for it.")
    if len(before) > LARGEST_PROPOSED:
        raise ProposalRefusedError(f"{path} is larger than 2 MB, which is the most that can be reviewed.")
    return before.decode("utf-8-sig")


def _checked(path: str, before: bytes | None, after: str) -> bytes:
    mark = codecs.BOM_UTF8 if before is not None and before.startswith(codecs.BOM_UTF8) else b""
    try:
        data = mark + after.encode()
    except UnicodeEncodeError as error:
        line = after.count("\n", 0, error.start) + 1
        raise ProposalRefusedError(f"Line {line} holds half a character (a lone surrogate).") from error
    if len(data) > LARGEST_PROPOSED:
        raise ProposalRefusedError(
            f"{path} would be larger than 2 MB, which is the most that can be reviewed."
        )
    if reason := not_text(data):
        raise ProposalRefusedError(f"What is proposed for {path} {reason}.")
    if data == before:
        raise ProposalRefusedError(f"{path} already holds exactly this; there is nothing to propose.")
    if before is None and not data:
        raise ProposalRefusedError(f"{path} would be a new file with nothing in it.")
    return data


def _appended(text: str, addition: str) -> str:
    if not addition:
        raise ProposalRefusedError("There is nothing to append.")
    windows = newline_of(text) == "CRLF"
    line_end = "\r\n" if windows else "\n"
    gap = line_end if text and not text.endswith("\n") else ""
    return text + gap + (_windows(addition) if windows else addition)


def _edited(path: str, text: str, edits: tuple[Edit, ...]) -> str:
    if not edits:
        raise ProposalRefusedError("There is no edit.")
    for number, edit in enumerate(edits, 1):
        name = f"Edit {number}" if len(edits) > 1 else "The edit"
        text = _replaced(path, text, edit, name)
    return text


def _replaced(path: str, text: str, edit: Edit, name: str) -> str:
    """The text after one edit. Line ends do not matter for finding; the new text gets those of the old."""
    flat, old = _unix(text), _unix(edit.old)
    if not old:
        raise ProposalRefusedError(f"{name} has an empty old text: append instead, or quote what to replace.")
    places = list(_places(flat, old))
    if len(places) != 1:
        raise ProposalRefusedError(f"{name}: {_not_once(path, flat, old, places)}")
    start, end = _original(text, flat, places[0]), _original(text, flat, places[0] + len(old))
    replaced = text[start:end]
    windows = "\r\n" in replaced or newline_of(text) == "CRLF"
    return text[:start] + (_windows(edit.new) if windows else edit.new) + text[end:]


def _places(text: str, old: str) -> Iterator[int]:
    place = text.find(old)
    while place >= 0:
        yield place
        place = text.find(old, place + 1)


def _original(text: str, flat: str, offset: int) -> int:
    """Where a place of the text with short line ends is in the text with its own."""
    if len(text) == len(flat):
        return offset
    lines = flat.count("\n", 0, offset)
    parts = text.split("\n", lines)
    within = offset - (flat.rfind("\n", 0, offset) + 1)
    return len(text) - len(parts[lines]) + within


def _not_once(path: str, text: str, old: str, places: list[int]) -> str:
    if not places:
        return f"the old text does not occur in {path}. {_nearest(text, old)}"
    lines = [str(text.count("\n", 0, place) + 1) for place in places[:LINES_NAMED]]
    more = f" and {len(places) - LINES_NAMED} more" if len(places) > LINES_NAMED else ""
    return (
        f"the old text occurs {len(places)} times in {path}, beginning on lines {', '.join(lines)}{more}."
        " Quote more of what stands around the one that is meant."
    )


def _nearest(text: str, old: str) -> str:
    """A hint where the text that was meant may stand."""
    wanted = next((line for line in old.split("\n") if line.strip()), old)
    lines = text.split("\n")[:LINES_COMPARED]
    near = difflib.get_close_matches(wanted, lines, n=1, cutoff=ALIKE)
    if not near:
        return "No line is like it; read the file again and quote it exactly."
    shown = near[0] if len(near[0]) <= 200 else near[0][:200] + "…"
    return f'The line most like it is line {lines.index(near[0]) + 1}: "{shown}". Quote it exactly.'


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n")


def _windows(text: str) -> str:
    return _unix(text).replace("\n", "\r\n")
