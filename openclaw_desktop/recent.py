"""What a person did last, latest first, each once: the workspaces they opened, the questions they asked."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

from openclaw_desktop import small_file
from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.places import Places

KEPT = 20


def load(places: Places) -> list[Path]:
    """The workspaces opened before, latest first; an unreadable list counts as empty."""
    return [Path(item) for item in entries(_file(places))]


def remember(places: Places, root: Path) -> None:
    """Puts `root`, by its real path, first; raises OSError where that cannot be written."""
    put_first(_file(places), os.path.realpath(root), most=KEPT)


def entries(file: Path) -> list[str]:
    """What such a list holds; an unreadable one counts as empty."""
    try:
        found = json.loads(small_file.read(file))
    except (OSError, ValueError, RecursionError):
        return []
    return [str(item) for item in cast("list[Any]", found)] if isinstance(found, list) else []


def put_first(file: Path, entry: str, *, most: int) -> None:
    """Puts `entry` first in such a list, which keeps `most`; raises OSError where it cannot be written."""
    kept = [entry, *(earlier for earlier in entries(file) if earlier != entry)][:most]
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, json.dumps(kept).encode())


def _file(places: Places) -> Path:
    return places.state / "recent.json"
