"""Which workspace a command means."""

from __future__ import annotations

from pathlib import Path

from openclaw_desktop import engine, recent
from openclaw_desktop.errors import NoWorkspaceError
from openclaw_desktop.paths import is_folder
from openclaw_desktop.places import Places


def choose(given: Path | None, places: Places) -> Path:
    """The folder given, else the one used last, else the default agent's.

    Raises NoWorkspaceError with what to do.
    """
    if given is not None:
        if not is_folder(given):
            raise NoWorkspaceError(f"{given} is not a folder that can be opened")
        return given
    found = usual(places)
    if found is None:
        raise NoWorkspaceError("no workspace was found: name one with --workspace PATH")
    return found


def usual(places: Places) -> Path | None:
    """The workspace used last, else the default agent's, as far as they exist."""
    last = next((path for path in recent.load(places) if is_folder(path)), None)
    if last is not None:
        return last
    installed = engine.installation()
    if installed is None:
        return None
    usable = [agent for agent in installed.agents if is_folder(agent.workspace)]
    first = sorted(usable, key=lambda agent: not agent.is_default)
    return first[0].workspace if first else None
