"""Replaces a file's bytes all at once, or not at all; and makes sure that the disk has them."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

TEMPORARY_PREFIX = ".openclaw-desktop-"

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_atomically(path: Path, data: bytes, *, before_replacing: Callable[[], None] | None = None) -> None:
    """Writes `data` to `path`: a temporary file beside it, flushed to the disk, then renamed over it.

    A link is written through: its target is replaced, the link stays. Permissions of an existing file
    are kept. `before_replacing` is called when only the rename is left to do; what it raises stops the
    write. Raises OSError with the old content untouched, also for what is no file, as /dev/null.
    """
    target = Path(os.path.realpath(path))
    mode = _mode_of(target)
    temporary = target.with_name(f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}.tmp")
    descriptor = os.open(temporary, _NEW_FILE, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
        if before_replacing is not None:
            before_replacing()
        os.replace(temporary, target)  # noqa: PTH105 - the one call whose atomicity is meant
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def settle(files: Iterable[Path]) -> None:
    """Waits until the disk has these files, which others wrote, and their names. Raises OSError."""
    written = list(files)
    for file in written:
        if os.name == "nt":
            file.chmod(0o600)  # Windows flushes only what may be written
        descriptor = os.open(file, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    for folder in {file.parent for file in written}:
        _sync_folder(folder)


def _mode_of(target: Path) -> int | None:
    """The permissions of the file that is to be replaced; None when there is none.

    The system gives those of a new file: asking it for its mask would lift the mask from other threads.
    """
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a folder refuses by itself
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(target))
    return stat.S_IMODE(mode)


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself survive a power cut, where the platform lets a folder be opened."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):  # some network disks cannot; the file itself is safely written
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
