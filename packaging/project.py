"""What every recipe must know of the project: its name, its version, its date."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from shell import output

NAME = "openclaw-desktop"
TITLE = "OpenClaw Desktop"
SUMMARY = "Read, edit and search the memory of an OpenClaw agent"
DESCRIPTION = (
    "OpenClaw is an AI agent whose memory is a folder of Markdown. This is the desktop program for it:"
    " read and edit it as a tree, search it on this computer with an embedding model that is inside, see why"
    " each hit ranked where it did, and decide about every change to the protected files before it counts.",
    "It works without a network, and nothing is sent anywhere unless you name a service for it yourself.",
)
AUTHORS = "The OpenClaw Desktop authors <openclaw-desktop@users.noreply.github.com>"
MAKER = "io.github.openclaw_desktop"
"""The home page the other way round, by which software centres know programs; no dashes are allowed there."""

ROOT = Path(__file__).resolve().parents[1]
ICON = ROOT / "resources" / "icons" / "app.svg"


def _written(file: str, name: str) -> str:
    """The text that a file of the program gives a name; that file is its one place."""
    text = (ROOT / "openclaw_desktop" / file).read_text(encoding="utf-8")
    found = re.search(rf'^{name} = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit(f"openclaw_desktop/{file} has no {name}")
    return found[1]


HOMEPAGE = _written("about.py", "HOMEPAGE")


def version() -> str:
    """The version of the program."""
    return _written("__init__.py", "__version__")


def released() -> datetime:
    """When what is built was last changed: the same source gives the same packages whenever it is built."""
    return datetime.fromtimestamp(int(output("git", "-C", ROOT, "log", "-1", "--format=%ct")), UTC)
