"""Which files of a workspace are indexed, under which name, and why others are not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from openclaw_desktop.errors import NoWorkspaceError
from openclaw_desktop.paths import expanded, is_file, is_folder, reachable
from openclaw_desktop.settings import IndexSettings
from openclaw_desktop.workspace.layout import (
    CLOSED_FOLDERS,
    LARGEST_SHOWN,
    Entry,
    LinkKind,
    hidden_reason,
    kind_of,
    scan,
    source_of,
)
from openclaw_desktop.workspace.watch import is_noise

ENTRIES_A_STEP = 1_000

OPENCLAW_SKIPS = "OpenClaw itself skips links."


@dataclass(frozen=True, slots=True)
class Indexable:
    """A file to be indexed as `path`; it is read as `name` below `folder`."""

    path: str
    source: str
    folder: Path
    name: str
    size: int
    mtime_ns: int


@dataclass(slots=True)
class Survey:
    """What a walk through the workspace found: files by path, and the reasons for what is left out."""

    files: dict[str, Indexable] = field(default_factory=dict[str, Indexable])
    skipped: dict[str, str] = field(default_factory=dict[str, str])


def survey(found: Survey, root: Path, settings: IndexSettings) -> Iterator[None]:
    """Walks through everything and fills `found`; it yields now and then, so that others get a turn.

    Raises NoWorkspaceError when `root` cannot be read, so that an unplugged disk is no empty workspace.
    """
    links: list[Entry] = []
    for number, entry in enumerate(scan(root), 1):
        if number % ENTRIES_A_STEP == 0:
            yield
        if entry.link:
            links.append(entry)
        else:
            _add(found, root, entry, settings)
    for entry in links:  # when every real file is known
        _add_link(found, root, entry, settings)
    for extra in settings.extra_paths:
        for number, _ in enumerate(_add_extra(found, root, extra, settings), 1):
            if number % ENTRIES_A_STEP == 0:
                yield


def is_markdown(path: str) -> bool:
    """Whether the name says it is Markdown, and no editor's temporary file."""
    return path[-3:].lower() == ".md" and not is_noise(path)


def one(
    root: Path, path: str, settings: IndexSettings
) -> Indexable | Literal["left out", "gone", "ask the walk"]:
    """What to do about one changed path; links, folders and extra paths need a walk to be judged."""
    real_root = os.path.realpath(root)
    absolute = Path(reachable(str(Path(real_root, path))))
    if os.path.realpath(absolute) != str(absolute) or is_folder(absolute):
        return "ask the walk"
    try:
        status = absolute.stat()
    except OSError:  # an unplugged disk is no workspace whose files were deleted
        return "gone" if is_folder(Path(real_root)) else "ask the walk"
    if not is_markdown(path):
        return "left out"
    entry = Entry(path, kind_of(path), False, status.st_size, status.st_mtime_ns)
    if not _is_wanted(path, settings) or _reason(entry, settings) or hidden_reason(path, status):
        return "ask the walk" if settings.extra_paths or _is_wanted(path, settings) else "left out"
    return Indexable(path, source_of(path), Path(real_root), path, status.st_size, status.st_mtime_ns)


def _is_wanted(path: str, settings: IndexSettings) -> bool:
    return settings.other_markdown or source_of(path) == "memory"


def _reason(entry: Entry, settings: IndexSettings) -> str | None:
    """Why a Markdown file is not indexed, judged without reading it."""
    limit = settings.largest_file_mb * 2**20
    if entry.size > limit:
        return f"This file is larger than {settings.largest_file_mb} MB, so it is not indexed."
    return entry.hidden_reason if entry.size <= LARGEST_SHOWN else None


def _add(found: Survey, root: Path, entry: Entry, settings: IndexSettings) -> None:
    if entry.is_folder:
        if entry.hidden_reason and entry.path.rpartition("/")[2] not in CLOSED_FOLDERS:
            found.skipped[_printable(entry.path)] = entry.hidden_reason
    elif is_markdown(entry.path) and _is_wanted(entry.path, settings):
        _put(
            found,
            entry,
            Indexable(entry.path, source_of(entry.path), root, entry.path, entry.size, entry.mtime_ns),
            settings,
        )


def _put(found: Survey, entry: Entry, file: Indexable, settings: IndexSettings) -> None:
    if reason := _reason(entry, settings):
        found.skipped[_printable(file.path)] = reason
    else:
        found.files[file.path] = file


def _add_link(found: Survey, root: Path, entry: Entry, settings: IndexSettings) -> None:
    """A file is indexed once: under its own name if that is indexed, else under the link's."""
    if not (entry.is_folder or is_markdown(entry.path)):
        return
    if entry.link is not LinkKind.INSIDE or entry.target is None:
        found.skipped[_printable(entry.path)] = f"{entry.hidden_reason} {OPENCLAW_SKIPS}"
    elif entry.is_folder:
        found.skipped[_printable(entry.path)] = (
            f"This link leads to the folder {entry.target}, whose files have names of their own."
            f" {OPENCLAW_SKIPS}"
        )
    elif not _is_wanted(entry.path, settings):
        return
    elif indexed := _name_of(found, root, entry.target):
        found.skipped[_printable(entry.path)] = (
            f"This link leads to {entry.target}, which is indexed as {indexed}. {OPENCLAW_SKIPS}"
        )
    else:
        _put(
            found,
            entry,
            Indexable(entry.path, source_of(entry.path), root, entry.target, entry.size, entry.mtime_ns),
            settings,
        )


def _name_of(found: Survey, folder: Path, name: str) -> str | None:
    """Under which path a file is indexed already."""
    if folder_files := found.files.get(name):
        return folder_files.path
    return next((f.path for f in found.files.values() if f.name == name and f.folder == folder), None)


def _add_extra(found: Survey, root: Path, extra: str, settings: IndexSettings) -> Iterator[None]:
    """Files of one extra path, absolute or from the root, that are not indexed already."""
    label = extra.replace(os.sep, "/").rstrip("/")
    place = Path(os.path.realpath(root / expanded(extra)))
    known = {str(file.folder / file.name) for file in found.files.values()}
    if is_file(place):
        status = place.stat()
        entry = Entry(place.name, kind_of(place.name), False, status.st_size, status.st_mtime_ns)
        entries, folder, prefix = iter([entry]), place.parent, label.rpartition("/")[0]
    else:
        entries, folder, prefix = scan(place), place, label
    try:
        for entry in entries:
            yield
            real = str(folder / entry.path)
            if entry.link or entry.is_folder or not is_markdown(entry.path) or real in known:
                continue
            path = f"{prefix}/{entry.path}" if prefix else entry.path
            file = Indexable(path, "extra", folder, entry.path, entry.size, entry.mtime_ns)
            _put(found, entry, file, settings)
    except NoWorkspaceError:
        found.skipped[label] = "This extra path of the settings is not there or cannot be read."


def _printable(path: str) -> str:
    """A path as the index can hold it, though its bytes may be no UTF-8."""
    return path.encode(errors="surrogateescape").decode(errors="replace")
