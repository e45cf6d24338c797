"""Starts this program once more, for another window: each workspace has a process of its own."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence

from PySide6.QtCore import QProcess

log = logging.getLogger(__name__)


def command(*arguments: str) -> list[str]:
    """How this installation is started with these arguments."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments]
    # -P: an `openclaw_desktop` in the folder a person happens to be in is not to be imported.
    return [sys.executable, "-P", "-m", "openclaw_desktop", *arguments]


def start_another(arguments: Sequence[str]) -> None:
    """Starts a process that lives on when this one ends; the log says when that failed."""
    program, *rest = command(*arguments)
    started, _number = QProcess.startDetached(program, rest, "")
    if not started:
        log.warning("another window could not be opened")
