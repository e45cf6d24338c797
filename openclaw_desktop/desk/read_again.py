"""What an agent once read of a file by `memory_get`, beside what the file says there now."""

from __future__ import annotations

from pathlib import Path

from openclaw_desktop.context.recall.answers import KEPT, Outcome, RecordedHit
from openclaw_desktop.context.recall.calls import Call
from openclaw_desktop.desk.again import Change, Compared, Difference
from openclaw_desktop.errors import FileError, FileGoneError, OutsideWorkspaceError
from openclaw_desktop.workspace import files


def read_again(root: Path, call: Call) -> tuple[Compared | None, str | None]:
    """The lines then and now; None, and why as a sentence, where they cannot be compared."""
    if not call.question:
        return None, "Which file was read is not on record."
    first, many = call.lines
    recorded = RecordedHit(call.question, first, many and first + many - 1, snippet=call.answer.text)
    if call.answer.outcome not in (Outcome.FOUND, Outcome.NOTHING):
        return Compared(recorded, 1), "It was not answered then, so there is nothing to compare with."
    try:
        lines = files.read(root, call.question).text.split("\n")
    except FileGoneError:
        return Compared(recorded, 1, differences=(_gone(call),)), None
    except (FileError, OutsideWorkspaceError) as error:
        return Compared(recorded, 1), str(error)
    text = "\n".join(lines[first - 1 : None if many is None else first - 1 + many])
    return Compared(recorded, 1, differences=(_difference(call, text, "\n".join(lines)),)), None


def _gone(call: Call) -> Difference:
    if call.found_nothing:
        return Difference(Change.SAME, "The file was not there, and is not now.")
    return Difference(Change.GONE_FROM_DISK, "The file is not on disk any more.")


def _difference(call: Call, text: str, whole: str) -> Difference:
    then = _plain(call.answer.text)
    if call.found_nothing and text.strip():
        return Difference(Change.CHANGED, "There was nothing to read then, and there is now.")
    if _plain(text[: 2 * KEPT]).startswith(then):
        return Difference(Change.SAME, "The file says the same there, as far as it is on record.")
    if then in _plain(whole):
        return Difference(Change.MOVED, "The file changed before it: the same text is at other lines now.")
    return Difference(Change.CHANGED, "The file changed: it says something else there now.")


def _plain(text: str) -> str:
    """Without what a tool or an editor may have made of line ends."""
    return text.replace("\r\n", "\n").strip()
