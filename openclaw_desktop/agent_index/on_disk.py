"""Which files an agent of either era indexes, found on disk as it finds them."""

from __future__ import annotations

import fnmatch
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from openclaw_desktop.agent_index.declared import ExtraPath
from openclaw_desktop.errors import reason_of
from openclaw_desktop.workspace.agents import Era

ROOT_FILES: dict[Era, tuple[str, ...]] = {
    "2026.2": ("MEMORY.md", "memory.md"),
    "2026.9": ("MEMORY.md", "USER.md"),
}


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A file as it is now."""

    file: Path
    size: int
    mtime_ns: int


@dataclass(slots=True)
class Found:
    """Files by the path an index has them under, and sentences about what could not be looked at."""

    files: dict[str, OnDisk] = field(default_factory=dict[str, OnDisk])
    problems: list[str] = field(default_factory=list[str])


def memory_files(root: Path, era: Era, extras: Iterable[ExtraPath]) -> Found:
    """Every file an agent would index as memory; links are skipped, and a file counts once.

    OpenClaw: listMemoryFiles. Pictures and sounds of 2026.9's multimodal memory are left out.
    """
    found = Found()
    seen = set[tuple[int, int]]()
    folders: list[tuple[Path, ExtraPath | None]] = [(root / name, None) for name in ROOT_FILES[era]]
    folders.append((root / "memory", None))
    folders += [(Path(os.path.normpath(root / extra.path)), extra) for extra in extras]
    for place, extra in folders:
        for file, status in _walk(place, found):
            identity = status.st_dev, status.st_ino
            if identity in seen or not _fits(file, place, extra):
                continue
            seen.add(identity)
            name = os.path.relpath(file, root).replace(os.sep, "/")
            found.files[name] = OnDisk(file, status.st_size, status.st_mtime_ns)
    return found


def _walk(place: Path, found: Found) -> Iterator[tuple[Path, os.stat_result]]:
    """The Markdown file at `place`, or those below it; nothing where a link stands."""
    try:
        status = place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        found.problems.append(f"{place} cannot be looked at: {reason_of(error)}.")
        return
    if stat.S_ISREG(status.st_mode) and place.name.endswith(".md"):
        yield place, status
    folders = [str(place)] if stat.S_ISDIR(status.st_mode) else []
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    elif entry.name.endswith(".md") and entry.is_file(follow_symlinks=False):
                        yield Path(entry.path), entry.stat(follow_symlinks=False)
        except OSError as error:
            found.problems.append(f"{folder} cannot be looked at: {reason_of(error)}.")


def _fits(file: Path, place: Path, extra: ExtraPath | None) -> bool:
    """Whether the pattern of an extra folder lets the file in."""
    if extra is None or extra.pattern is None or file == place:
        return True
    within = file.relative_to(place).as_posix()
    pattern = extra.pattern
    return fnmatch.fnmatchcase(within, pattern) or fnmatch.fnmatchcase(within, pattern.removeprefix("**/"))
