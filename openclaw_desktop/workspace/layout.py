"""What an OpenClaw workspace holds, and the border no path may cross."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path, PurePath
from typing import Literal

from openclaw_desktop.atomic import TEMPORARY_PREFIX
from openclaw_desktop.errors import NoWorkspaceError, OutsideWorkspaceError, reason_of
from openclaw_desktop.paths import own_spelling, plain, reachable

BOOTSTRAP_NAMES = (
    "AGENTS.md",
    "SOUL.md",
    "TOOLS.md",
    "IDENTITY.md",
    "USER.md",
    "HEARTBEAT.md",
    "BOOTSTRAP.md",
    "MEMORY.md",
)
"""The root files an agent is given, in the order of injection (OpenClaw 2026.2; 2026.9 has six of them)."""

CLOSED_FOLDERS = frozenset({".git", "node_modules"})
"""Folders that are listed but never looked into."""

LARGEST_SHOWN = 20 * 2**20

_BINARY = """
7z a avi avif bin bmp bz2 class db db-shm db-wal dll doc docx dylib eot exe flac gguf gif gz heic icns
ico jar jpeg jpg m4a mkv mov mp3 mp4 mpeg npy npz o odp ods odt ogg onnx otf parquet pdf pickle pkl png
ppt pptx pyc pyo rar safetensors so sqlite sqlite-shm sqlite-wal sqlite3 tar tgz tif tiff ttf wasm wav
webm webp woff woff2 xls xlsx xz zip zst
"""
BINARY_SUFFIXES = frozenset(_BINARY.split())

_WINDOWS = os.name == "nt"
_JUNCTION = 0xA0000003  # Windows' IO_REPARSE_TAG_MOUNT_POINT, which Python calls no link


class FileKind(StrEnum):
    """What a file is to an agent, judged by its path alone."""

    BOOTSTRAP = "bootstrap"  # one of BOOTSTRAP_NAMES in the root
    DAILY = "daily"  # Markdown below memory/ with a date in its path
    NOTE = "note"  # other Markdown below memory/
    OTHER_MARKDOWN = "other markdown"
    OTHER = "other"  # not Markdown, or a folder


class LinkKind(StrEnum):
    """Where a symbolic link leads."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    DANGLING = "dangling"


@dataclass(frozen=True, slots=True)
class Entry:
    """One file or folder of a workspace. Sizes are bytes; a link has its target's size and time."""

    path: str
    kind: FileKind
    is_folder: bool
    size: int
    mtime_ns: int
    link: LinkKind | None = None
    target: str | None = None  # of an INSIDE link: the real path, relative to the workspace
    hidden_reason: str | None = None  # why it cannot be shown as text, as a sentence; None: it may be text


def kind_of(path: str) -> FileKind:
    """What the file at `path` is to an agent."""
    if path in BOOTSTRAP_NAMES:
        return FileKind.BOOTSTRAP
    if path[-3:].lower() != ".md":
        return FileKind.OTHER
    if not path.startswith("memory/"):
        return FileKind.OTHER_MARKDOWN
    return FileKind.NOTE if date_in(path) is None else FileKind.DAILY


def source_of(path: str) -> Literal["memory", "workspace"]:
    """The source a Markdown file is indexed under: what the agent remembers, or the rest of the workspace.

    OpenClaw: MEMORY.md, memory.md (2026.2), USER.md (2026.9) and everything below memory/.
    """
    own = path in ("MEMORY.md", "memory.md", "USER.md") or path.startswith("memory/")
    return "memory" if own else "workspace"


def daily_note(day: date) -> str:
    """The path of the daily note of `day`."""
    return f"memory/{day.isoformat()}.md"


_DAY = re.compile(r"(?<![0-9])([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_EIGHT_DIGITS = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})(?![0-9])")
_MONTH = re.compile(r"(?:^|/)((?:19|20)[0-9]{2})[-/]([0-9]{2})(?=[/.]|$)")


def date_in(path: str) -> date | None:
    """The date a path speaks of, for grouping; a month alone stands for its first day.

    The file's name counts first, then its folders from the nearest, then both together
    (`2026-03/12.md`, `2026/03/12.md`). Impossible dates are none. OpenClaw's own decay rule is stricter.
    """
    parts = path.split("/")
    for part in (*reversed(parts), path.replace("/", "-")):
        for match in (*_DAY.finditer(part), *_EIGHT_DIGITS.finditer(part)):
            if day := _date(match[1], match[2], match[3]):
                return day
    for match in _MONTH.finditer(path):
        if day := _date(match[1], match[2], "1"):
            return day
    return None


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def resolve(root: Path, path: str) -> Path:
    """The real, absolute path of `path`, with links followed; it need not exist.

    Raises OutsideWorkspaceError for an absolute path, for `..`, and where a link leaves `root`.
    """
    _refuse_strange(path)
    real_root = os.path.realpath(root)
    joined = os.path.join(real_root, path)  # noqa: PTH118 - "a/b" stays as it was spelled
    real = os.path.realpath(reachable(joined))
    if not _is_inside(real, real_root):
        raise OutsideWorkspaceError(f"{path} leads outside the workspace, so it is left alone.")
    return Path(reachable(real))


def place(root: Path, path: str) -> Path:
    """The absolute path of the entry `path` itself: links among its folders are followed, a last one is not.

    Raises OutsideWorkspaceError like `resolve`.
    """
    _refuse_strange(path)
    folder, _, name = path.rpartition("/")
    inside = resolve(root, folder) if folder else Path(os.path.realpath(root))
    return Path(reachable(str(inside / name)))


def spelled(root: Path, path: str) -> str:
    """`path` as a disk that ignores case spells it. Raises OutsideWorkspaceError like `resolve`."""
    own, own_root = (own_spelling(plain(str(each))) for each in (place(root, path), os.path.realpath(root)))
    return os.path.relpath(own, own_root).replace(os.sep, "/")


def _refuse_strange(path: str) -> None:
    pure = PurePath(path)
    names = path.split("/")
    if pure.is_absolute() or pure.drive or pure.root or ".." in names or ".." in pure.parts:
        raise OutsideWorkspaceError(f"{path} is not a path inside the workspace.")
    # On Windows `MEMORY.md:x` is a second content of MEMORY.md, which no list of files shows.
    if "\0" in path or "" in names or "." in names or (_WINDOWS and ":" in path):
        raise OutsideWorkspaceError(f"{path!r} is not the path of a file.")


def _is_inside(real: str, real_root: str) -> bool:
    try:
        own = plain(os.path.normpath(real_root))
        return os.path.commonpath([plain(real), own]) == own
    except ValueError:  # another drive
        return False


def scan(root: Path) -> Iterator[Entry]:
    """Every file and folder below `root`, depth first, by name; a folder comes before what is in it.

    Links are listed, not followed into. `.git`, `node_modules` and folders that cannot be read are listed
    with the reason and not looked into. What vanishes meanwhile is left out. Raises NoWorkspaceError when
    `root` itself cannot be read.
    """
    real_root = os.path.realpath(root)
    try:
        stack = [_Level("", _children(real_root))]
    except OSError as error:
        raise NoWorkspaceError(f"The folder {root} cannot be read: {reason_of(error)}.") from error
    while stack:
        level = stack[-1]
        item = next(level.children, None)
        if item is None:
            stack.pop()
            continue
        path = level.prefix + item.name
        try:
            entry, inside = _look(item, path, real_root)
        except FileNotFoundError:
            continue
        except OSError as error:  # a broken network disk
            reason = f"This cannot be looked at: {reason_of(error)}."
            entry, inside = Entry(path, kind_of(path), False, 0, 0, hidden_reason=reason), None
        yield entry
        if inside is not None:
            stack.append(_Level(path + "/", inside))


@dataclass(slots=True)
class _Level:
    """A folder being listed."""

    prefix: str
    children: Iterator[os.DirEntry[str]]


def _children(folder: str) -> Iterator[os.DirEntry[str]]:
    if not _WINDOWS:
        os.stat(os.path.join(folder, os.curdir))  # noqa: PTH116, PTH118 - names alone are of no use
    with os.scandir(reachable(folder)) as items:
        listed = [item for item in items if not item.name.startswith(TEMPORARY_PREFIX)]
    return iter(sorted(listed, key=lambda item: item.name))


def _look(
    item: os.DirEntry[str], path: str, real_root: str
) -> tuple[Entry, Iterator[os.DirEntry[str]] | None]:
    """The entry of one item, and for a folder that is looked into, its children."""
    status = item.stat(follow_symlinks=False)
    if item.is_symlink() or getattr(status, "st_reparse_tag", 0) == _JUNCTION:
        return _link(item.path, path, real_root), None
    if not stat.S_ISDIR(status.st_mode):
        reason = hidden_reason(path, status)
        return Entry(
            path, kind_of(path), False, status.st_size, status.st_mtime_ns, hidden_reason=reason
        ), None
    children, reason = None, None
    if item.name in CLOSED_FOLDERS:
        reason = f"What is in {item.name} is not shown."
    else:
        try:
            children = _children(item.path)
        except FileNotFoundError:
            raise
        except OSError as error:
            reason = f"This folder cannot be read: {reason_of(error)}."
    return Entry(path, FileKind.OTHER, True, 0, status.st_mtime_ns, hidden_reason=reason), children


def _link(absolute: str, path: str, real_root: str) -> Entry:
    """The entry of a link; nothing is opened, so where it leads does not matter."""
    real = os.path.realpath(reachable(absolute))
    try:
        status = os.stat(real)  # noqa: PTH116 - a Path per entry costs more than the call
    except OSError:
        own = os.lstat(reachable(absolute))
        reason = "This link leads to nothing that can be read."
        return Entry(path, kind_of(path), False, 0, own.st_mtime_ns, LinkKind.DANGLING, None, reason)
    is_folder = stat.S_ISDIR(status.st_mode)
    kind = FileKind.OTHER if is_folder else kind_of(path)
    size = 0 if is_folder else status.st_size
    if not _is_inside(real, real_root):
        reason = "This link leads outside the workspace, so it is not followed."
        return Entry(path, kind, is_folder, size, status.st_mtime_ns, LinkKind.OUTSIDE, None, reason)
    target = os.path.relpath(plain(real), plain(real_root)).replace(os.sep, "/")
    reason = None if is_folder else hidden_reason(path, status)
    return Entry(path, kind, is_folder, size, status.st_mtime_ns, LinkKind.INSIDE, target, reason)


def hidden_reason(path: str, status: os.stat_result) -> str | None:
    """Why a file cannot be shown as text, judged by its type, name and size alone; None when it may be."""
    if not stat.S_ISREG(status.st_mode):
        return "This is a pipe, a socket or a device, not a file."
    if not path.isascii():
        try:
            path.encode()
        except UnicodeEncodeError:
            return "This file's name is not valid UTF-8, so it is listed and left alone."
    stem, _, suffix = path.rpartition("/")[2].rpartition(".")
    if stem and suffix.lower() in BINARY_SUFFIXES:
        return f"This is a binary file (.{suffix})."
    if status.st_size > LARGEST_SHOWN:
        return f"This file is larger than {LARGEST_SHOWN // 2**20} MB."
    return None
