"""Which workspace a command means."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from openclaw_desktop import recent
from openclaw_desktop.errors import DesktopError, NoWorkspaceError, UsageError
from openclaw_desktop.paths import is_file, is_folder
from openclaw_desktop.places import Places
from openclaw_desktop.workspace import agents
from openclaw_desktop.workspace.layout import BOOTSTRAP_NAMES


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


def of_paths(paths: Sequence[Path], places: Places) -> dict[Path, tuple[str, ...]]:
    """The workspaces that are meant, each with the files of it to show, named from the workspace.

    Raises UsageError or NoWorkspaceError for what is neither a folder nor a file, or a file of no folder.
    """
    found = dict[Path, tuple[str, ...]]()
    for path in paths:
        if is_folder(path):
            found.setdefault(Path(os.path.realpath(path)), ())
        elif is_file(path):
            file = Path(os.path.realpath(path))
            root = _root_of(file, places)
            found[root] = (*found.get(root, ()), file.relative_to(root).as_posix())
        elif len(path.parts) == 1 and not os.path.lexists(path):
            raise UsageError(
                f"no such command or folder: {path} (openclaw-desktop --help names the commands)"
            )
        else:
            raise NoWorkspaceError(f"{path} is not a folder that can be opened, and no file either")
    return found


def _root_of(file: Path, places: Places) -> Path:
    """The workspace that holds `file`: the innermost known, or one with an agent's files, else its folder.

    Raises NoWorkspaceError where that is the home folder or a whole disk: nobody meant all of it.
    """
    try:
        installed = agents.find(os.environ, Path.home())
    except DesktopError:  # what cannot be read names no workspace
        installed = None
    of_agents = [agent.workspace for agent in installed.agents] if installed else []
    known = {Path(os.path.realpath(path)) for path in (*recent.load(places), *of_agents)}
    if found := next((folder for folder in file.parents if folder in known), None):
        return found
    too_large = {Path(os.path.realpath(Path.home())), Path(file.anchor)}
    folders = [folder for folder in file.parents if folder not in too_large]
    agents_own = (each for each in folders if any(is_file(each / name) for name in BOOTSTRAP_NAMES))
    if file.parent in too_large:
        where = "a whole disk" if file.parent == Path(file.anchor) else "your home folder"
        raise NoWorkspaceError(
            f"{file.name} lies in {where} itself, which is no workspace: move it into a folder of its own"
        )
    return next(agents_own, file.parent)


def of_last_time(places: Places) -> list[Path]:
    """What a start without a path opens: the window that is open, what was open when the session ended, or
    the workspace used last. None at the first start, when the person is asked."""
    from openclaw_desktop.ui import session_windows

    now_open = session_windows.open_now(places.state)
    if now_open:
        return [next((path for path in recent.load(places) if path in now_open), now_open[0])]
    left = session_windows.left_open(places.state)
    if left:
        return left
    root = last(places)
    return [root] if root is not None else []


def usual(places: Places) -> Path | None:
    """The workspace used last, else the default agent's, as far as they exist."""
    if (before := last(places)) is not None:
        return before
    installed = agents.find(os.environ, Path.home())
    if installed is None:
        return None
    usable = [agent for agent in installed.agents if is_folder(agent.workspace)]
    first = sorted(usable, key=lambda agent: not agent.is_default)
    return first[0].workspace if first else None


def last(places: Places) -> Path | None:
    """The workspace used last that still exists."""
    return next((path for path in recent.load(places) if is_folder(path)), None)
