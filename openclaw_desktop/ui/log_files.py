"""The files of the log: turned over before they are large, and beside them what a crash leaves."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

LOG_NAME = "openclaw-desktop.log"
LOG_BYTES, LOG_FILES = 1_000_000, 3
CRASHES_NAME, CRASHES_TOLD = "crashes.log", "crashes-told.log"


def log_file(folder: Path) -> Path:
    """Where the log lies in a folder."""
    return folder / LOG_NAME


def handler(path: Path) -> logging.Handler:
    """Writes the log there; to standard error where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made: logging.Handler = RotatingFileHandler(
            path, maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        made = logging.StreamHandler()
    made.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    return made


def crash_of_last_time(folder: Path) -> str:
    """What was written into `crash_file` since it was asked for last; "" for nothing."""
    file = folder / CRASHES_NAME
    try:
        stacks = file.read_text(encoding="utf-8", errors="replace").strip()
        if stacks:
            file.replace(folder / CRASHES_TOLD)
    except OSError:
        return ""
    return stacks


def crash_file(folder: Path) -> TextIO | None:
    """Where Python writes its stacks when native code brings the process down."""
    try:
        return (folder / CRASHES_NAME).open("a", encoding="utf-8")
    except OSError:
        return None
