"""Another program's database, read as it was at one moment: without a lock, and nothing beside it touched."""

from __future__ import annotations

import contextlib
import errno
import shutil
import tempfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.errors import DesktopError, reason_of
from openclaw_desktop.private_folder import private_folder

TRIES = 5
"""So often a database is read again because it changed meanwhile."""

LOGS = ("-wal", "-journal")
"""What SQLite keeps beside a database: a log that is part of it, or what undoes a killed writer's work."""

_HEADER = 32
_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


@dataclass(frozen=True, slots=True)
class State:
    """Tells one state of a database and its logs from another."""

    database: tuple[int, ...]
    logs: tuple[tuple[int, ...], ...]
    headers: tuple[bytes, ...]  # their salts change when a log starts anew

    @property
    def has_log(self) -> bool:
        """Whether the file alone is not all there is."""
        return any(self.headers)

    def only_grew_to(self, later: State) -> bool:
        """Whether all there was is there as it was, and a log has at most more at its end.

        SQLite takes of a log what was committed, and nothing behind it that is torn.
        """
        return (self.database, self.headers) == (later.database, later.headers)


def state_of(path: Path) -> State:
    """What changes whenever the database does, also when it comes or goes."""
    logs = [path.with_name(path.name + suffix) for suffix in LOGS]
    return State(_identity(path), tuple(map(_identity, logs)), tuple(map(_header, logs)))


def is_there(path: Path, refusal: type[DesktopError]) -> bool:
    """Whether there is a database. Raises the refusal where one may not look."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise refusal(f"{path.name} cannot be read: {reason_of(error)}.") from error
    return True


def copied(path: Path, folder: Path, refusal: type[DesktopError]) -> tuple[Path, State]:
    """A copy of the database and its logs of one moment, and a state no later than it. Raises the refusal.

    A program that keeps writing into its log, as a busy agent does, is not in the way; one that changes the
    database itself again and again is.
    """
    try:
        for _ in range(TRIES):
            state = state_of(path)
            for suffix in ("", *LOGS):
                _copy(path.with_name(path.name + suffix), folder / (path.name + suffix))
            if state.only_grew_to(state_of(path)):
                return folder / path.name, state
    except OSError as error:
        raise refusal(f"{path.name} cannot be read: {_reason(error)}.") from error
    raise refusal(changing(path))


def changing(path: Path) -> str:
    """The sentence for a database that is never at rest."""
    return f"{path.name} is being written all the time; try again in a moment."


@contextlib.contextmanager
def folder_for(path: Path, refusal: type[DesktopError]) -> Generator[Path]:
    """A private folder for a copy of the database at `path`; gone afterwards. Raises the refusal."""
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(private_folder())
        except OSError as error:
            raise refusal(f"{path.name} cannot be read: {_reason(error)}.") from error
        yield folder


def _reason(error: OSError) -> str:
    if error.errno in _FULL:
        return f"there is no room for a copy of it in {tempfile.gettempdir()}"
    return reason_of(error)


def _copy(source: Path, target: Path) -> None:
    """A log that is not there, or not any more, leaves nothing of an earlier try."""
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        target.unlink(missing_ok=True)
        if not source.name.endswith(LOGS):
            raise


def _identity(path: Path) -> tuple[int, ...]:
    try:
        status = path.stat()
    except FileNotFoundError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _header(path: Path) -> bytes:
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        return file.read(_HEADER)
    return b""
