"""Paths as people write them, looked at without a trace: what cannot be looked at is not there."""

from __future__ import annotations

import ntpath
import os
from pathlib import Path

LONGEST_PLAIN = 240
"""Characters: a longer path is given to Windows in the literal form, which has no limit of 260."""

_WINDOWS = os.name == "nt"
_LITERAL = "\\\\?\\"
_DEVICE = "\\\\.\\"
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³"]
)


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


def is_reserved(name: str) -> bool:
    """Whether Windows takes a file of this name for a device, as it does `con`, `NUL.md` and `com1.txt`."""
    return name.partition(".")[0].rstrip(" ").lower() in _RESERVED


def reachable(path: str) -> str:
    r"""The absolute `path` as Windows opens it, whatever its length and name (`\\?\C:\...`); else unchanged.

    Without that, Windows refuses 260 characters, opens `nul.md` as a device, and `note.md.` as `note.md`: a
    file that came from another system would be out of reach, or be taken for another one.
    """
    if not _WINDOWS or path.startswith((_LITERAL, _DEVICE)):
        return path
    plainly = ntpath.normpath(path)
    names = ntpath.splitdrive(plainly)[1].split("\\")
    if len(plainly) < LONGEST_PLAIN and not any(map(_is_read_otherwise, names)):
        return path
    return f"{_LITERAL}UNC{plainly[1:]}" if plainly.startswith("\\\\") else f"{_LITERAL}{plainly}"


def plain(path: str) -> str:
    """The reverse of `reachable`, for people and for comparing."""
    if path.startswith(f"{_LITERAL}UNC\\"):
        return "\\" + path.removeprefix(f"{_LITERAL}UNC")
    return path.removeprefix(_LITERAL)


def _is_read_otherwise(name: str) -> bool:
    return name.endswith((" ", ".")) or is_reserved(name)


def own_spelling(path: str) -> str:
    """The real, absolute `path` as the disk spells it; what is not there stays as it is written.

    A disk that ignores case opens MEMORY.md as `memory.md` too, and Windows' disks as `MEMORY~1.MD`: whoever
    judges a file by its path must judge the one it has.
    """
    above, name = os.path.split(path)
    # No Path: it would drop what is odd in a name.
    return os.path.join(own_spelling(above), _own_name(above, name)) if name else path  # noqa: PTH118


def _own_name(folder: str, name: str) -> str:
    try:
        wanted = os.lstat(reachable(os.path.join(folder, name)))  # noqa: PTH118 - see above
        with os.scandir(reachable(folder)) as items:
            there = {item.name: reachable(item.path) for item in items}
    except OSError:
        return name
    if name in there or not wanted.st_ino:  # a disk without numbers cannot tell
        return name
    return next((own for own, path in there.items() if _is_that(path, wanted)), name)


def _is_that(path: str, wanted: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.lstat(path), wanted)
    except OSError:
        return False
