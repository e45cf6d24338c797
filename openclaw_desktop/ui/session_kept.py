"""Which unsaved texts of one window are on disk: the later wish wins, in whichever order they are done."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from openclaw_desktop.ui import session_texts
from openclaw_desktop.ui.session_texts import UnsavedText

Mark = tuple[int, int]
"""A tab of this process and its revision: the same mark is the same text."""

PUT_BACK = (0, 0)
"""The mark of a text that another process kept: no tab has it."""


class KeptTexts:
    """Any thread may keep and forget. A later wish has a higher number; one that is outrun does nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._alone = Lock()  # around the disk
        self._done: dict[str, tuple[int, Mark | None]] = {}  # by path: the latest wish; None: forgotten

    def adopt(self, path: str, number: int) -> None:
        """A text that is on disk already is this window's from now on."""
        self._done[path] = number, PUT_BACK

    def marks(self) -> dict[str, Mark]:
        """By path, what is on disk of this window."""
        done = dict(self._done)  # without the lock: a disk may be slow, and the window asks
        return {path: mark for path, (_, mark) in done.items() if mark is not None}

    def keep(self, unsaved: UnsavedText, mark: Mark, number: int) -> None:
        """Writes the text. Raises OSError, and it is not kept then."""
        with self._alone:
            if self._is_latest(unsaved.path, number):
                session_texts.keep(self._folder, unsaved)
                self._done[unsaved.path] = number, mark

    def forget(self, path: str, number: int) -> None:
        """Removes the text. Raises OSError, and it is still kept then."""
        with self._alone:
            if self._is_latest(path, number):
                session_texts.forget(self._folder, path)
                self._done[path] = number, None

    def _is_latest(self, path: str, number: int) -> bool:
        return path not in self._done or self._done[path][0] < number
