"""Text that is typed and not saved, kept in the state folder: never in a workspace, and never in a log."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from openclaw_desktop import small_file
from openclaw_desktop.atomic import write_atomically

log = logging.getLogger(__name__)

LARGEST = 2**30
"""Bytes, far more than the longest text that is edited takes."""


@dataclass(frozen=True, slots=True)
class UnsavedText:
    """The text of one tab. `seen` is the hash of the file it was typed upon; None: there was no file yet."""

    path: str
    text: str
    seen: str | None
    bom: bool = False


def keep(folder: Path, unsaved: UnsavedText) -> None:
    """Keeps the text in `folder`, in place of an earlier one of that file. Raises OSError."""
    data = json.dumps(asdict(unsaved)).encode()  # as ASCII: half a surrogate pair is kept, too
    write_atomically(_file(folder, unsaved.path), data)


def forget(folder: Path, path: str) -> None:
    """The file has its text, or the person threw it away."""
    _file(folder, path).unlink(missing_ok=True)


def kept(folder: Path) -> list[UnsavedText]:
    """Every text that is kept there; what is damaged is left where it is, and the log says so."""
    found = list[UnsavedText]()
    for file in sorted(folder.glob("*.json")):
        try:
            found.append(_unsaved(json.loads(small_file.read(file, largest=LARGEST))))
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            log.warning("%s is damaged and ignored: %s", file.name, type(error).__name__)
    return found


def _unsaved(found: Any) -> UnsavedText:
    values = cast("dict[str, Any]", found)
    seen = values["seen"]
    return UnsavedText(
        str(values["path"]), str(values["text"]), None if seen is None else str(seen), bool(values["bom"])
    )


def _file(folder: Path, path: str) -> Path:
    digest = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return folder / f"{digest}.json"
