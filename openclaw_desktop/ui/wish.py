"""What a start of the program asks of a window, and how that is handed to a window that is open already."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

ViewWish = Literal["", "search", "today", "review"]
VIEWS: tuple[str, ...] = tuple(view for view in get_args(ViewWish) if view)
"""What `--view` takes: the question, today's note, what waits for a decision."""

MOST_FILES = 200
LONGEST = 1 << 18
"""Bytes of a wish on its way; a longer one is nobody's of ours."""


TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""What a desktop gives a program it starts; with it another window may come to the front (xdg-activation)."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Files are named from the workspace. `token` lets the window come to the front (Wayland, X11)."""

    files: tuple[str, ...] = ()
    view: ViewWish = ""
    token: str = ""


def token(environ: Mapping[str, str]) -> str:
    """What the desktop gave this process for the window that comes to the front; "" when nothing."""
    return next((environ[name] for name in TOKENS if environ.get(name)), "")


def to_line(wish: Wish) -> bytes:
    """`wish` as one line of JSON; of very many files, or of very long names, only the first."""
    files = wish.files[:MOST_FILES]
    while len(line := _line(files, wish)) > LONGEST and files:
        files = files[: len(files) // 2]
    return line


def _line(files: tuple[str, ...], wish: Wish) -> bytes:
    return json.dumps({"files": files, "view": wish.view, "token": wish.token}).encode() + b"\n"


def from_line(line: bytes) -> Wish:
    """The wish in one line. Raises ValueError for what is none, whoever sent it."""
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError("no wish")
    values = cast("dict[str, Any]", found)
    files, view, token = values.get("files", []), values.get("view", ""), values.get("token", "")
    if not isinstance(files, list) or (view and view not in VIEWS) or not isinstance(token, str):
        raise ValueError("no wish")
    named = tuple(str(file) for file in cast("list[Any]", files)[:MOST_FILES])
    return Wish(named, cast("ViewWish", view), token)
