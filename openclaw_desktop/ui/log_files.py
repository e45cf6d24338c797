"""The files of the log: turned over before they are large, and beside them what a crash leaves.

Every window of the person writes into the same ones.
"""

from __future__ import annotations

import contextlib
import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

LOG_NAME = "openclaw-desktop.log"
LOG_BYTES, LOG_FILES = 1_000_000, 3
CRASHES_NAME, CRASHES_TOLD = "crashes.log", "crashes-told.log"


class _SharedLog(RotatingFileHandler):
    """Turned over by one of those that write it; the others go on in the new one."""

    def shouldRollover(self, record: logging.LogRecord) -> bool:
        """What is full may be the one that another turned over, so the one of this name is asked."""
        if super().shouldRollover(record):
            if self.stream is not None:
                self.stream.close()
            self.stream = self._open()
            return bool(super().shouldRollover(record))
        return False

    def rotate(self, source: str, dest: str) -> None:
        """Windows renames nothing that another has open: it goes on growing until that one has ended."""
        with contextlib.suppress(PermissionError):
            super().rotate(source, dest)


def log_file(folder: Path) -> Path:
    """Where the log lies in a folder."""
    return folder / LOG_NAME


def handler(path: Path) -> logging.Handler:
    """Writes the log there; to standard error where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made: logging.Handler = _SharedLog(
            path, maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        made = logging.StreamHandler()
    made.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    return made


def crash_of_last_time(folder: Path) -> str:
    """What was written into `crash_file` since it was asked for last; "" for nothing.

    The file is emptied, and not renamed: other windows have it open, and their crashes go where it goes.
    """
    file = folder / CRASHES_NAME
    try:
        stacks = file.read_text(encoding="utf-8", errors="replace").strip()
        if stacks:
            (folder / CRASHES_TOLD).write_text(stacks, encoding="utf-8")
            os.truncate(file, 0)
    except OSError:
        return ""
    return stacks


def crash_file(folder: Path) -> TextIO | None:
    """Where Python writes its stacks when native code brings the process down."""
    try:
        return (folder / CRASHES_NAME).open("a", encoding="utf-8")
    except OSError:
        return None
