"""Which file is a workspace's index now: the one with the highest number.

A new index is built as `index.building.db` and, complete, renamed to the next number. SQLite keeps files
beside a database that belong to its name, so one must never be renamed over another that is open.
"""

from __future__ import annotations

import contextlib
import os
import re
from datetime import datetime
from pathlib import Path

from openclaw_desktop.errors import IndexingError, sentence_of
from openclaw_desktop.sqlite import remove_database

FIRST = "index.db"
BUILDING = "index.building.db"

_NAME = re.compile(r"index(?:-([0-9]+))?\.db")


def current(folder: Path) -> Path | None:
    """The database to read; None when there is none yet. IndexingError when one may not look."""
    return max(_all(folder), key=_number, default=None)


def publish(folder: Path) -> Path:
    """Makes the finished, closed `index.building.db` the current one; returns its new path.

    Raises OSError with the old one still current.
    """
    before = current(folder)
    after = folder / (FIRST if before is None else f"index-{_number(before) + 1}.db")
    (folder / BUILDING).rename(after)
    return after


def remove_old(folder: Path) -> None:
    """Deletes what an earlier swap or crash left; what another process still reads goes another time."""
    newest = current(folder)
    for path in (*_all(folder), folder / BUILDING):
        if path != newest:
            with contextlib.suppress(PermissionError):
                remove_database(path)
    for path in folder.glob("index*.db-*"):
        if not path.with_name(path.name.rpartition("-")[0]).exists():
            path.unlink(missing_ok=True)


def set_aside(path: Path, now: datetime) -> Path:
    """Renames a damaged database and what belongs to it; returns its new path. An earlier one is deleted."""
    for earlier in path.parent.glob("index*.db.damaged-*"):
        earlier.unlink(missing_ok=True)
    aside = path.with_name(f"{path.name}.damaged-{now:%Y%m%dT%H%M%S}")
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).replace(aside.with_name(aside.name + suffix))
    return aside


def _all(folder: Path) -> list[Path]:
    try:
        names = os.listdir(folder)  # noqa: PTH208 - Path.glob is silent about what it may not look at, or not
    except FileNotFoundError:
        return []
    except OSError as error:
        raise IndexingError(f"{sentence_of(error)}.") from error
    return [folder / name for name in names if _NAME.fullmatch(name)]


def _number(path: Path) -> int:
    match = _NAME.fullmatch(path.name)
    return int(match[1] or 1) if match else 0
