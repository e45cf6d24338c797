"""Which workspaces this person opened, latest first."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.places import Places

KEPT = 20


def load(places: Places) -> list[Path]:
    """The workspaces opened before, latest first; an unreadable list counts as empty."""
    try:
        found = json.loads(_file(places).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return []
    return [Path(str(item)) for item in cast("list[Any]", found)] if isinstance(found, list) else []


def remember(places: Places, root: Path) -> None:
    """Puts `root`, by its real path, first; raises OSError where that cannot be written."""
    real = os.path.realpath(root)
    kept = [real, *(str(path) for path in load(places) if str(path) != real)][:KEPT]
    places.state.mkdir(parents=True, exist_ok=True)
    write_atomically(_file(places), json.dumps(kept).encode())


def _file(places: Places) -> Path:
    return places.state / "recent.json"
