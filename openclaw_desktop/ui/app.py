"""The door to the window: refuses in one sentence where there is no screen, and only then starts Qt."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import display
from openclaw_desktop.ui.wish import ViewWish, Wish, token

if TYPE_CHECKING:  # a second start has no use for any of it, and is to be quick
    from openclaw_desktop.context.marks import Mark
    from openclaw_desktop.context.policy import Rules
    from openclaw_desktop.desk.sessions_desk import Opened, Played


def run_windows(
    wanted: Mapping[Path, Sequence[str]],
    view: ViewWish = "",
    *,
    places: Places,
    settings: Settings,
    alone: bool = False,
    safe: bool = False,
    trouble: str = "",
) -> int:
    """Opens a window on each workspace, with these files of it; the list of workspaces when there is none.

    `trouble` is told in that list: why what was wanted is not open.

    What is open already is brought to the front instead, unless `alone`. The first window is this
    process's, others get one of their own; returns its exit code. `safe`: see safe_mode.py. Raises
    DisplayError, with what to do, when no window can be opened.
    """
    display.require(os.environ)
    from openclaw_desktop.ui import instance

    own, *others = wanted or {None: ()}
    alone = alone or safe
    for root in others:
        if root is not None:
            from openclaw_desktop.ui import starting

            starting.start_another([*(["--new-instance"] if alone else []), *_named(root, wanted[root])])
    wish = Wish(tuple(wanted[own]) if own is not None else (), view, token(os.environ))
    answer = None
    if not alone:  # asked before the window's own code is loaded, which takes a second
        answer = instance.hand_over(instance.address(places, own), wish)
        if answer is instance.Answer.TAKEN:
            return 0
    from openclaw_desktop.ui.program import Program

    return Program(places, settings, safe=safe).run(own, wish, alone=alone, answer=answer, trouble=trouble)


def _named(root: Path, files: Sequence[str]) -> list[str]:
    """Arguments that mean these files, or else their workspace."""
    real = Path(os.path.realpath(root))
    return [str(real), *(str(real / file) for file in files)]


def take_pictures(
    root: Path | None, folder: Path, scale: float, *, places: Places, settings: Settings
) -> int:
    """Writes a picture of each view of `root`, or of the sample, into `folder`; needs no display.

    `scale` is in pixels per unit. Returns the exit code. Raises DisplayError when Qt cannot be loaded.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(scale)
    display.require(os.environ)
    from openclaw_desktop.ui.program import Program

    return Program(places, settings).take_pictures(root, folder)


def timeline_picture(
    opened: Opened, rules: Rules | None, *, missed: Sequence[Mark], played: Played | None, now: datetime
) -> bytes:
    """The timeline of a session as PNG; needs no display. Raises DisplayError when Qt cannot be loaded."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # that a platform without screens has no sizes
    display.require(os.environ)
    from openclaw_desktop.ui.context_view import picture

    return picture.png(opened, rules, missed=missed, played=played, now=now)
