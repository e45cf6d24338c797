"""Reads a file the way the editor can show it. Blocking: it runs on a reader thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.errors import NotTextError
from openclaw_desktop.ui.editor.codec import Codec, to_shown
from openclaw_desktop.workspace.files import TextFile
from openclaw_desktop.workspace.layout import resolve

LARGEST_EDITED, SHOWN_OF_LARGER = 10 * 2**20, 2 * 2**20
"""Characters: above the first a file is shown read-only, and only the second of it."""

LONGEST_EDITED = 20_000
"""Characters of a line up to which a key takes less than 10 ms; longer ones are cut short, read-only."""

Read = Callable[[str], TextFile]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file and how it is shown. `read_only` is the sentence why it cannot be edited, or empty.

    `unreadable`: there is nothing worth showing. `real` is where a link leads, from the workspace.
    """

    file: TextFile
    shown: str
    codec: Codec
    real: str
    read_only: str = ""
    unreadable: bool = False
    lossy: bool = False  # it is no UTF-8: what cannot be decoded is shown as �
    whole: bool = True  # all of it is shown


def load(read: Read, read_lossy: Read, path: str, *, root: Path) -> Loaded:
    """The file as the editor shows it. Raises FileGoneError, OutsideWorkspaceError, and NotTextError for
    what is no file at all."""
    reason = ""
    try:
        file = read(path)
    except NotTextError as error:
        file, reason = read_lossy(path), f"{str(error).removesuffix('.')}, so it can only be looked at."
    real = resolve(root, path).relative_to(root.resolve()).as_posix()
    if reason and _is_noise(file.text):
        return Loaded(file, "", Codec(), real, reason, unreadable=True, lossy=True, whole=False)
    lossy = bool(reason)
    text, cut = _bounded(file.text)
    if not reason and not file.writable:
        reason = f"{path} is read-only on disk, so it can only be looked at."
    shown, codec = to_shown(text)
    reasons = " ".join(part for part in (reason, cut) if part)
    return Loaded(file, shown, codec, real, reasons, lossy=lossy, whole=not cut)


def _is_noise(text: str) -> bool:
    """Whether a text that had to be guessed is mostly not text."""
    start = text[:65_536]
    return start.count("\0") * 10 > len(start) or start.count("\ufffd") * 3 > len(start)


def _bounded(text: str) -> tuple[str, str]:
    """What is shown of `text`, and a sentence when that is not all of it."""
    if len(text) > LARGEST_EDITED:
        end = text.rfind("\n", 0, SHOWN_OF_LARGER) + 1 or SHOWN_OF_LARGER
        start, _ = _bounded(text[:end])
        share = f"the first {end / 2**20:.1f} of {len(text) / 2**20:.0f} million characters"
        return start, f"It is very large: {share} are shown, and nothing can be edited."
    lines = text.split("\n")
    longest = max(map(len, lines))
    if longest <= LONGEST_EDITED:
        return text, ""
    shown = "\n".join(f"{line[:LONGEST_EDITED]} …" if len(line) > LONGEST_EDITED else line for line in lines)
    return shown, (
        f"Its longest line has {longest:,} characters: lines are shown up to {LONGEST_EDITED:,}, "
        "and nothing can be edited."
    )
