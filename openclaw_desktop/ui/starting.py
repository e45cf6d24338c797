"""Starts this program once more, for another window: each workspace has a process of its own."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QProcess
from PySide6.QtGui import QFileOpenEvent

log = logging.getLogger(__name__)


def command(*arguments: str) -> list[str]:
    """How this installation is started with these arguments."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments]
    # -P: an `openclaw_desktop` in the folder a person happens to be in is not to be imported.
    return [sys.executable, "-P", "-m", "openclaw_desktop", *arguments]


class FileOpenings(QObject):
    """macOS tells a running program which files to open: each goes the way of a second start."""

    def __init__(self, app: QObject, start: Callable[[Sequence[str]], None] | None = None) -> None:
        super().__init__(app)
        self._start = start or start_another
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the requests to open a file, and nothing else."""
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().eventFilter(watched, event)
        self._start([event.file()])
        return True


def start_another(arguments: Sequence[str]) -> None:
    """Starts a process that lives on when this one ends; the log says when that failed."""
    program, *rest = command(*arguments)
    started, _number = QProcess.startDetached(program, rest, "")
    if not started:
        log.warning("another window could not be opened")
