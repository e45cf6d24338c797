"""Which windows are open, so that what logout, a crash or kill -9 took away comes back at the next start.

Each open window has a folder in the state folder, with a lock that ends with its process. A window that its
person closes takes its folder away; a folder without a living process is what was open last.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import filelock

from openclaw_desktop.paths import is_folder

log = logging.getLogger(__name__)

NAME, LOCK = "workspace", "lock"
TEXTS = "unsaved"


class OpenWindow:
    """The folder of one open window; its unsaved texts are kept in `texts`."""

    def __init__(self, state: Path, root: Path, *, adopt: bool = True) -> None:
        """`adopt`: unsaved texts of windows of this workspace that are no more are this one's from now on.

        Raises OSError where it cannot be made.
        """
        windows = _windows(state)
        windows.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix="window-", dir=windows))
        self._lock = filelock.FileLock(self.folder / LOCK, thread_local=False)
        self._lock.acquire(timeout=0)
        self.texts = self.folder / TEXTS
        self.texts.mkdir()
        (self.folder / NAME).write_bytes(os.fsencode(os.path.realpath(root)))
        if adopt:
            real = Path(os.path.realpath(root))
            for lost in [folder for folder in _lost(state) if _root_of(folder) == real]:
                self._adopt(lost)

    def _adopt(self, lost: Path) -> None:
        """Where two lost windows held a text of the same file the older one waits for the next start."""
        for text in (lost / TEXTS).glob("*.json"):
            if not (self.texts / text.name).exists():
                with contextlib.suppress(FileNotFoundError):  # another window was faster
                    text.rename(self.texts / text.name)
        _remove_unless_texts(lost)

    def leave(self) -> None:
        """Lets go of the folder; it stays, so that the window comes back."""
        self._lock.release()

    def close(self) -> None:
        """The person closed the window: nothing of it is left, but for a text that could not be put back."""
        self._lock.release()
        _remove_unless_texts(self.folder)


def left_open(state: Path) -> list[Path]:
    """The workspaces whose windows nobody closed and that are gone all the same, each once."""
    found = dict.fromkeys(root for folder in _lost(state) if (root := _root_of(folder)))
    return [root for root in found if is_folder(root)]


def open_now(state: Path) -> list[Path]:
    """The workspaces whose windows are open now, the one opened last first."""
    return [root for folder in _folders(state) if not _is_lost(folder) and (root := _root_of(folder))]


def _lost(state: Path) -> Iterator[Path]:
    return (folder for folder in _folders(state) if _is_lost(folder))


def _is_lost(folder: Path) -> bool:
    """No living process holds it."""
    lock = filelock.FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except OSError:  # a lock that others hold is one
        return False
    lock.release()
    return True


def _remove_unless_texts(folder: Path) -> None:
    if not any((folder / TEXTS).glob("*.json")):
        shutil.rmtree(folder, ignore_errors=True)


def _folders(state: Path) -> list[Path]:
    """The folders of windows, the one opened last first."""
    found = dict[Path, float]()
    with contextlib.suppress(FileNotFoundError):
        for folder in _windows(state).iterdir():
            with contextlib.suppress(OSError):  # one that is being made or taken away
                found[folder] = (folder / NAME).stat().st_mtime
    return sorted(found, key=lambda folder: found[folder], reverse=True)


def _root_of(folder: Path) -> Path | None:
    try:
        return Path(os.fsdecode((folder / NAME).read_bytes()))
    except (OSError, ValueError) as error:
        log.warning("%s is damaged and ignored: %s", folder, error)
        return None


def _windows(state: Path) -> Path:
    return state / "windows"
