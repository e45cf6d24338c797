"""Protected files on disk: looked at without harm, replaced only while they are what was seen."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Generator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from openclaw_desktop.atomic import TEMPORARY_PREFIX, write_atomically
from openclaw_desktop.errors import OutsideWorkspaceError, reason_of
from openclaw_desktop.paths import is_folder, plain, reachable
from openclaw_desktop.workspace.files import hash_of
from openclaw_desktop.workspace.layout import place, resolve

LARGEST_HELD = 20 * 2**20
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

Checkpoint = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Found:
    """What is at a path: bytes with their hash, nothing (`sha` None), or `trouble`: why it is left alone."""

    sha: str | None = None
    data: bytes | None = None
    mark: int = 0  # changes with every write: the file's time in nanoseconds
    trouble: str | None = None


@dataclass(slots=True)
class Displaced:
    """The old file after another took its place: who has it open still writes into it, and nobody sees."""

    descriptor: int  # -1: closed
    stamp: tuple[int, int]

    @classmethod
    def of(cls, target: Path) -> Displaced | None:
        """Holds the file open; None where there is none, and on Windows, which replaces no open file."""
        if os.name == "nt" or not target.exists():
            return None
        descriptor = os.open(target, os.O_RDONLY)
        return cls(descriptor, _stamp(descriptor))

    def late(self) -> bytes | None:
        """All of it, if it was written since this was asked last."""
        stamp = _stamp(self.descriptor)
        if stamp == self.stamp:
            return None
        self.stamp = stamp
        with FileIO(self.descriptor, closefd=False) as file:
            file.seek(0)
            return file.readall()

    @property
    def is_nameless(self) -> bool:
        """Whether no other name leads to it, as a hard link would."""
        return not os.fstat(self.descriptor).st_nlink

    def close(self) -> None:
        """Lets go of it."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def __del__(self) -> None:
        self.close()


class MovedError(Exception):
    """The file is no longer what was seen; nothing was written. Never leaves this room."""


def workspace_trouble(root: Path) -> str | None:
    """Why nothing in the workspace can be judged now, as a sentence: it is gone, or cannot be read."""
    if not is_folder(root):
        return f"The workspace {root} is not there; its files are judged when it is back."
    try:
        with os.scandir(root) as items:
            next(items, None)
    except OSError as error:
        return f"The workspace {root} cannot be read: {reason_of(error)}."
    return None


def stamp(root: Path, path: str) -> tuple[int, ...] | None:
    """What changes with every write of the file, without reading it; None when it is not there."""
    try:
        status = os.lstat(reachable(str(root / path)))
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def link_target(root: Path, path: str) -> str | None:
    """Of a link: where it leads, relative to the workspace, or "" when outside. None for no link."""
    try:
        own = place(root, path)
        spelled = Path(os.path.realpath(root)) / path
        if Path(plain(str(own))) == spelled and not os.path.islink(own):  # noqa: PTH114 - it never raises
            return None
        real = resolve(root, path)
    except OutsideWorkspaceError:
        return ""
    return Path(plain(str(real))).relative_to(plain(os.path.realpath(root))).as_posix()


def look(root: Path, path: str, *, most: int = LARGEST_HELD) -> Found:
    """What is at `path`; nothing is raised. A link is not followed, more than `most` bytes are not read."""
    try:
        target = place(root, path)
        status = target.lstat()
        if stat.S_ISLNK(status.st_mode):
            return Found(trouble=f"{path} is a link, so it is left alone.")
        if not stat.S_ISREG(status.st_mode):
            return Found(trouble=f"{path} is no file but a folder, a pipe or a device; it is left alone.")
        if status.st_size > most:
            size = most // 2**20
            return Found(trouble=f"{path} is larger than {size} MB, so it is left alone.")
        data = target.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return Found()
    except OutsideWorkspaceError as error:
        return Found(trouble=str(error))
    except OSError as error:
        return Found(trouble=f"{path} cannot be read: {reason_of(error)}; it is left alone until it can.")
    return Found(hash_of(data), data, status.st_mtime_ns)


def is_untouched(root: Path, path: str, found: Found) -> bool:
    """Whether nobody wrote the file since it was looked at, as far as its time tells."""
    try:
        return place(root, path).lstat().st_mtime_ns == found.mark
    except (OSError, OutsideWorkspaceError):
        return found.sha is None


def exchange(
    root: Path, path: str, *, seen: str | None, data: bytes | None, checkpoint: Checkpoint
) -> Displaced | None:
    """Makes the file hold `data` (None: be gone), provided it holds what was seen.

    Returns the old file, if there was one, which the caller closes. Raises MovedError, OSError; nothing was
    written then. A link is never written through nor replaced.
    """
    target = place(root, path)

    def ready() -> None:
        checkpoint("after temporary file")
        _refuse_moved(root, path, seen)

    _refuse_moved(root, path, seen)
    if not is_folder(root):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    displaced = Displaced.of(target)
    try:
        with _unlocked(target):
            if data is None:
                ready()
                target.unlink(missing_ok=True)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(target, data, before_replacing=ready)
    except BaseException:
        if displaced is not None:
            displaced.close()
        raise
    checkpoint("after replace")
    return displaced


def _refuse_moved(root: Path, path: str, seen: str | None) -> None:
    found = look(root, path)
    if found.trouble or found.sha != seen:
        raise MovedError(path)


def _stamp(descriptor: int) -> tuple[int, int]:
    status = os.fstat(descriptor)
    return status.st_mtime_ns, status.st_size


@contextlib.contextmanager
def _unlocked(target: Path) -> Generator[None]:
    """Windows replaces and removes no read-only file."""
    if os.name != "nt" or is_writable(target):
        yield
        return
    mode = stat.S_IMODE(target.stat().st_mode)
    target.chmod(mode | stat.S_IWUSR)
    try:
        yield
    finally:
        with contextlib.suppress(FileNotFoundError):
            target.chmod(mode)


def is_writable(target: Path) -> bool:
    """Whether the file's permissions let its owner write it; what is not there could be."""
    try:
        return bool(target.stat().st_mode & stat.S_IWUSR)
    except OSError:
        return True


def lock(root: Path, path: str) -> int | None:
    """Makes the file read-only; the permissions it had, or None when it was so or cannot be."""
    target = place(root, path)
    try:
        mode = stat.S_IMODE(target.lstat().st_mode)
        if not mode & _WRITABLE or target.is_symlink():
            return None
        target.chmod(mode & ~_WRITABLE)
    except OSError:
        return None
    return mode


def unlock(root: Path, path: str, mode: int) -> None:
    """Gives the file back the permissions it had before the lock; what is gone does not matter."""
    with contextlib.suppress(FileNotFoundError):
        place(root, path).chmod(mode)


def allow_writing(root: Path, path: str) -> None:
    """Lets the owner write the file; what is gone does not matter."""
    with contextlib.suppress(FileNotFoundError):
        target = place(root, path)
        target.chmod(stat.S_IMODE(target.lstat().st_mode) | stat.S_IWUSR)


def remove_stray(folders: set[Path]) -> None:
    """Removes temporary files that a killed write of this program left in these folders."""
    for folder in folders:
        with contextlib.suppress(OSError):
            for stray in folder.glob(f"{TEMPORARY_PREFIX}*.tmp"):
                stray.unlink()
