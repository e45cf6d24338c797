"""The door to the window: refuses in one sentence where there is no screen, and only then starts Qt."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.desk.sessions_desk import Opened, Played
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import display


def run_window(
    root: Path | None,
    *,
    places: Places,
    settings: Settings,
    screenshots: Path | None = None,
    scale: float = 1.0,
) -> int:
    """Opens a window on `root`, or on the list of agents when it is None; returns the exit code.

    With `screenshots`, a folder, no display is needed: one picture of each view is written there, at
    `scale` pixels per unit. Raises DisplayError, with what to do, when no window can be opened.
    """
    if screenshots is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        os.environ["QT_SCALE_FACTOR"] = str(scale)
    display.require(os.environ)
    from openclaw_desktop.ui.program import Program

    program = Program(places, settings)
    return program.take_pictures(root, screenshots) if screenshots is not None else program.run(root)


def timeline_picture(
    opened: Opened, rules: Rules | None, *, missed: Sequence[Mark], played: Played | None, now: datetime
) -> bytes:
    """The timeline of a session as PNG; needs no display. Raises DisplayError when Qt cannot be loaded."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # that a platform without screens has no sizes
    display.require(os.environ)
    from openclaw_desktop.ui.context_view import picture

    return picture.png(opened, rules, missed=missed, played=played, now=now)
