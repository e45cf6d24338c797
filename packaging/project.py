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
    "Nothing is sent anywhere: it works without a network.",
)
AUTHORS = "The OpenClaw Desktop authors <openclaw-desktop@users.noreply.github.com>"
HOMEPAGE = "https://github.com/openclaw-desktop/openclaw-desktop"
MAKER = "io.github.openclaw_desktop"
"""The home page the other way round, by which software centres know programs; no dashes are allowed there."""

ROOT = Path(__file__).resolve().parents[1]


def version() -> str:
    """The version, whose one place is `openclaw_desktop/__init__.py`."""
    text = (ROOT / "openclaw_desktop" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit("openclaw_desktop/__init__.py names no version")
    return found[1]


def released() -> datetime:
    """When what is built was last changed: the same source gives the same packages whenever it is built."""
    return datetime.fromtimestamp(int(output("git", "-C", ROOT, "log", "-1", "--format=%ct")), UTC)
