"""Paths as people write them, looked at without a trace: what cannot be looked at is not there."""

from __future__ import annotations

import os
from pathlib import Path


def expanded(text: str) -> Path:
    """The path a person wrote, with `~` for a home directory; of a user nobody knows it stays as it is."""
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises where a home is unknown


def is_folder(path: Path) -> bool:
    """Whether a folder can be seen there: not where one may not look, nor where a name is too long."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises then, before Python 3.14


def is_file(path: Path) -> bool:
    """Whether a regular file can be seen there."""
    return os.path.isfile(path)  # noqa: PTH113 - as above


def is_there(path: Path) -> bool:
    """Whether anything can be seen there; a link counts for what it leads to."""
    return os.path.exists(path)  # noqa: PTH110 - as above


def identity(path: Path) -> tuple[int, int] | None:
    """Which file or folder this is, whatever its name; None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
