"""Replaces a file's bytes all at once, or not at all; and makes sure that the disk has them."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from openclaw_desktop.paths import reachable

TEMPORARY_PREFIX = ".openclaw-desktop-"

PAUSES = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)
"""Seconds between the tries to replace a file that another program has open, on Windows."""

_WINDOWS = os.name == "nt"

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_atomically(path: Path, data: bytes, *, before_replacing: Callable[[], None] | None = None) -> None:
    """Writes `data` to `path`: a temporary file beside it, flushed to the disk, then renamed over it.

    A link is written through: its target is replaced, the link stays. Permissions of an existing file
    are kept. `before_replacing` is called when only the rename is left to do; what it raises stops the
    write. Raises OSError with the old content untouched, also for what is no file, as /dev/null.
    """
    target = Path(reachable(os.path.realpath(reachable(os.fspath(path)))))
    mode = _mode_of(target)
    temporary = Path(reachable(str(target.with_name(f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}.tmp"))))
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
        _replace(temporary, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _replace(temporary: Path, target: Path) -> None:
    """The one call whose atomicity is meant. Windows refuses it while anybody has the file open.

    Indexers and virus scanners open what was just written, and let go after a moment: that is waited for.
    """
    pauses = iter(PAUSES if _WINDOWS and os.access(target, os.W_OK) else ())
    while True:
        try:
            os.replace(temporary, target)  # noqa: PTH105 - see above
        except PermissionError:
            pause = next(pauses, None)
            if pause is None:
                raise
            time.sleep(pause)
        else:
            return


def settle(files: Iterable[Path]) -> None:
    """Waits until the disk has these files, which others wrote, and their names. Raises OSError."""
    written = list(files)
    for file in written:
        if _WINDOWS:
            file.chmod(0o600)  # Windows flushes only what may be written
        descriptor = os.open(file, os.O_RDWR if _WINDOWS else os.O_RDONLY)
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
    if _WINDOWS:
        return
    with contextlib.suppress(OSError):  # some network disks cannot; the file itself is safely written
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
