"""How a workspace's window was left: where it stood, how it was divided, what was open."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, cast

from openclaw_desktop import small_file
from openclaw_desktop.atomic import write_atomically

log = logging.getLogger(__name__)

WIDEST = 100_000
"""Pixels that no part of a window has."""


@dataclass(frozen=True, slots=True)
class WindowState:
    """One window as it was left. Sizes are in device-independent pixels."""

    geometry: str = ""  # Qt's own bytes, base64
    view: str = "workspace"
    splitters: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    side_panel: bool = True
    right_panel: bool = True
    tabs: tuple[str, ...] = ()
    current: str = ""
    told_protection: bool = False  # the person was told which files are protected
    sessions_order: str = ""  # how the agent's sessions are sorted, as `Order.key`


def load(path: Path) -> WindowState:
    """The state kept in `path`; a missing or damaged file counts as none, and the log says so."""
    try:
        found = json.loads(small_file.read(path))
        return _state(found)
    except FileNotFoundError:
        return WindowState()
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        log.warning("%s is damaged and ignored: %s", path, error)
        return WindowState()


def save(state: WindowState, path: Path) -> None:
    """Keeps `state` in `path`. Raises OSError when the disk refuses."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(asdict(state), ensure_ascii=False, indent=1).encode())


def _state(found: Any) -> WindowState:
    """`found` as a state; raises ValueError, TypeError or AttributeError when it is none."""
    known = {f.name for f in fields(WindowState)}
    values = {name: value for name, value in cast("dict[str, Any]", found).items() if name in known}
    splitters = cast("dict[str, list[Any]]", values.get("splitters", {}))
    values["splitters"] = {str(name): tuple(map(_size, sizes)) for name, sizes in splitters.items()}
    values["tabs"] = tuple(map(_text, values.get("tabs", ())))
    for name in ("geometry", "view", "current", "sessions_order"):
        values[name] = _text(values.get(name, getattr(WindowState(), name)))
    for name in ("side_panel", "right_panel"):
        values[name] = bool(values.get(name, True))
    values["told_protection"] = bool(values.get("told_protection", False))
    base64.b64decode(values["geometry"], validate=True)
    return WindowState(**values)


def _size(found: Any) -> int:
    if not 0 <= found <= WIDEST:
        raise ValueError("no size")
    return int(found)


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise TypeError("no text")
    return found
