"""A bare git repository: objects, one branch, packs. Only this file and trees.py know pygit2.

Nothing of the person's own git counts here: neither configuration nor environment, no hooks, no signing.
Readers may be on any thread; who writes holds the gate's lock. Identifiers of objects are hexadecimal.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import pygit2
from pygit2.enums import ConfigLevel, RepositoryOpenFlag

from openclaw_desktop.atomic import settle
from openclaw_desktop.errors import HistoryDamagedError, HistoryError, reason_of
from openclaw_desktop.paths import is_folder
from openclaw_desktop.review.history.trees import Graft, Stored, find, nested

BRANCH = "refs/heads/main"

LOCK_PATIENCE = 2.0
"""Seconds another program may hold the branch locked; a lock that stays is of one that was killed."""

MANY_FILES = 8
"""From so many files on they are written as one pack: the disk is waited for once, not for each of them."""

MOST_OPEN = 16
"""So many packs of all repositories are held open; without a limit each is until the process ends."""

LEFTOVER_NS = 24 * 3600 * 10**9
"""After so long nobody is still writing a temporary file."""

_CONFIG = {
    "core.autocrlf": "false",
    "core.ignoreCase": "false",
    "core.logAllRefUpdates": "false",
    "core.quotePath": "false",  # `git log --stat` shows 记忆.md as it is
    "gc.auto": "0",  # this program packs by itself
}
_DESCRIPTION = "Every approved version of the files of a workspace, kept by OpenClaw Desktop.\n"

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit as it stands in the repository; `at` is when it was committed."""

    oid: str
    at: datetime
    message: str
    parents: tuple[str, ...]


class Repository:
    """The repository in one folder, which is made when it is not there."""

    def __init__(self, folder: Path) -> None:
        """Raises HistoryDamagedError for a folder that is no repository, HistoryError when a disk refuses."""
        self.folder = folder
        _configure_library()
        if os.path.lexists(folder) and not is_folder(folder):
            raise HistoryDamagedError(f"The history in {folder} is damaged: that is no folder.")
        with self._writing():
            if not is_folder(folder) or not any(folder.iterdir()):
                _make(folder)
        self._git = self._reading(self._opened)

    def _opened(self) -> pygit2.Repository:
        return pygit2.Repository(str(self.folder), RepositoryOpenFlag.BARE | RepositoryOpenFlag.NO_SEARCH)

    def _commit(self, oid: str) -> pygit2.Commit:
        return self._git[oid].peel(pygit2.Commit)

    def close(self) -> None:
        """Lets go of the files."""
        self._git.free()

    # Reading

    def head(self) -> str | None:
        """The newest commit; None before the first."""
        return self._read(self._head)

    def _head(self) -> str | None:
        if BRANCH not in self._git.references:
            return None
        return str(self._git.references[BRANCH].peel(pygit2.Commit).id)

    def chain(self, *, until: str | None = None) -> list[Commit]:
        """The commits from the newest back to `until`, which is not among them, or to the first."""
        return self._read(lambda: self._chain(until))

    def _chain(self, until: str | None) -> list[Commit]:
        found: list[Commit] = []
        oid = self._head()
        while oid is not None and oid != until:
            commit = self._commit(oid)
            at = datetime.fromtimestamp(commit.commit_time, UTC)
            parents = tuple(str(parent) for parent in commit.parent_ids)
            found.append(Commit(oid, at, commit.raw_message.decode(errors="replace"), parents))
            oid = parents[0] if parents else None
        return found

    def bytes_at(self, oid: str, path: str) -> bytes | None:
        """The file as it was after that commit; None when it was not there. HistoryError: no such commit."""
        if not self.has(oid):
            raise HistoryError(f"There is no version {oid[:12]} in the history.")
        return self._read(lambda: self._bytes_at(oid, path))

    def _bytes_at(self, oid: str, path: str) -> bytes | None:
        found = find(self._commit(oid).tree, path)
        return found.data if isinstance(found, pygit2.Blob) else None

    def has(self, oid: str) -> bool:
        """Whether there is such an object."""
        try:
            return oid in self._git
        except ValueError:
            return False

    def blob(self, oid: str) -> bytes:
        """The bytes of a blob, whose hash is checked."""
        found = self._read(lambda: self._git[oid])
        if not isinstance(found, pygit2.Blob):
            raise HistoryDamagedError(f"The object {oid} of the history is no file.")
        return found.data

    def changes(self, oid: str) -> dict[str, str | None]:
        """What a commit did to the tree of its parent: the new blob of each file; None: the file is gone."""
        return self._read(lambda: self._changes(oid))

    def _changes(self, oid: str) -> dict[str, str | None]:
        commit = self._commit(oid)
        if commit.parent_ids:
            difference = self._commit(str(commit.parent_ids[0])).tree.diff_to_tree(commit.tree)
        else:
            difference = commit.tree.diff_to_tree(swap=True)
        found: dict[str, str | None] = {}
        for delta in difference.deltas:
            gone = not delta.new_file.mode
            found[delta.new_file.raw_path.decode()] = None if gone else str(delta.new_file.id)
        return found

    def branches(self) -> list[str]:
        """The full names of all references, and first what HEAD leads to, which other programs show."""
        return self._read(lambda: [str(self._git.references["HEAD"].target), *self._git.references])

    # Writing

    def store(self, files: Mapping[str, bytes | None]) -> Stored:
        """Writes the tree of the newest commit with these files replaced; None: the file is gone.

        Only the folders on the way are written anew. What stands in the way makes room: a file where a folder
        must be, the files of a folder where a file must be. Raises HistoryError.
        """
        old = self._read(self._head_tree)
        graft = Graft(self._git)
        with self._writing():
            gone = {path for path, data in files.items() if data is None and not self._is_file(old, path)}
            graft.root(old, nested({path: data for path, data in files.items() if path not in gone}))
        if len(files) < MANY_FILES:
            self._settle(graft.written)
        else:
            self._pack(graft.written)
        return graft.stored

    def _head_tree(self) -> pygit2.Tree | None:
        head = self._head()
        return None if head is None else self._commit(head).tree

    def _is_file(self, tree: pygit2.Tree | None, path: str) -> bool:
        return tree is not None and isinstance(find(tree, path), pygit2.Blob)

    def commit(
        self, tree: str, message: str, *, author: tuple[str, str], committer: tuple[str, str], at: datetime
    ) -> str:
        """Makes this tree the newest commit; `author` and `committer` are names with addresses."""
        seconds = int(at.timestamp())
        head = self.head()
        with self._writing():
            oid = self._git.create_commit(
                None,
                pygit2.Signature(*author, seconds, 0, "utf-8"),
                pygit2.Signature(*committer, seconds, 0, "utf-8"),
                message.encode(errors="replace").decode(),  # no half characters
                tree,
                [] if head is None else [head],
            )
        self._settle([str(oid)])
        self._point_branch_to(str(oid))
        return str(oid)

    def _point_branch_to(self, oid: str) -> None:
        """Moves the branch as git does: writes its lock, which then takes its place.

        A lock that stays for LOCK_PATIENCE is taken away; no reader takes one for a branch.
        """
        branch = self.folder / BRANCH
        lock = branch.with_name(f"{branch.name}.lock")
        patient_until = time.monotonic() + LOCK_PATIENCE
        while lock.exists() and time.monotonic() < patient_until:
            time.sleep(0.02)
        with self._writing():
            lock.unlink(missing_ok=True)
            branch.parent.mkdir(parents=True, exist_ok=True)  # `git pack-refs` takes empty folders away
            lock.write_bytes(f"{oid}\n".encode())
            settle([lock])
            lock.replace(branch)
            settle([branch])

    def _settle(self, oids: Collection[str]) -> None:
        """Waits until the disk has these objects, before anything leads to them."""
        files = [self._loose_file(oid) for oid in oids]
        with self._writing():
            settle(file for file in files if file.exists())

    # Packing

    def pack_loose(self, *, at_least: int) -> int:
        """Packs the objects that are a file each, if there are `at_least` so many; how many it packed.

        Needs no lock: what is written meanwhile stays as it is. Raises HistoryError.
        """
        with self._writing():
            oids = self._loose()
            if len(oids) < at_least:
                return 0
            self._sweep()
        self._pack(oids)
        return len(oids)

    def pack_packs(self, *, at_least: int) -> int:
        """Puts all objects into one pack, if there are `at_least` so many packs; how many there were.

        Needs no lock, as `pack_loose`. Raises HistoryError.
        """
        packs = self._packs()
        if len(packs) < at_least:
            return 0
        self._pack(self._read(lambda: [str(oid) for oid in self._opened()]))
        if not self._packs() - packs:  # all of them were in one already
            return 0
        for pack in packs:
            for file in (pack.with_suffix(".idx"), pack):
                _remove(file)
        return len(packs)

    def _packs(self) -> set[Path]:
        with self._writing():
            return set((self.folder / "objects" / "pack").glob("*.pack"))

    def _loose(self) -> list[str]:
        """The objects that are a file each, the oldest first: neighbours are alike, so packs are small."""
        folders = [folder for folder in (self.folder / "objects").iterdir() if len(folder.name) == 2]
        files = [file for folder in folders for file in folder.iterdir() if len(file.name) == 38]
        return [file.parent.name + file.name for file in sorted(files, key=_written_at)]

    def _pack(self, oids: Collection[str]) -> None:
        """Puts objects into one new pack, then deletes their files; a death leaves every object readable."""
        packs = self.folder / "objects" / "pack"
        before = set(packs.iterdir())
        builder = self._read(lambda: self._filled(oids))
        with self._writing():
            builder.write()
            settle(set(packs.iterdir()) - before)
            for oid in oids:
                _remove(self._loose_file(oid))

    def _filled(self, oids: Collection[str]) -> pygit2.PackBuilder:
        builder = pygit2.PackBuilder(self._opened())  # its own: it works for seconds while others read
        for oid in oids:
            builder.add(pygit2.Oid(hex=oid))
        return builder

    def _loose_file(self, oid: str) -> Path:
        return self.folder / "objects" / oid[:2] / oid[2:]

    def _sweep(self) -> None:
        """Deletes what processes that were killed left half written."""
        for file in (self.folder / "objects").rglob("*_git2_*"):
            if time.time_ns() - _written_at(file) > LEFTOVER_NS:
                _remove(file)

    # What goes wrong

    def _read(self, look: Callable[[], _T]) -> _T:
        """What `look` finds. Once it may fail: another program may have packed what was found before."""
        try:
            return look()
        except _UNREADABLE:
            self._git = self._reading(self._opened)
            return self._reading(look)

    def _reading(self, look: Callable[[], _T]) -> _T:
        try:
            return look()
        except _UNREADABLE as error:
            raise HistoryDamagedError(f"The history in {self.folder} is damaged: {error}.") from error

    @contextlib.contextmanager
    def _writing(self) -> Generator[None]:
        try:
            yield
        except OSError as error:
            sentence = f"The history in {self.folder} cannot be written: {reason_of(error)}."
            raise HistoryError(sentence) from error
        except _UNREADABLE as error:
            raise HistoryError(f"The history in {self.folder} cannot be written: {error}.") from error


_UNREADABLE = (pygit2.GitError, KeyError, ValueError, OSError)


def _make(folder: Path) -> None:
    """Makes the repository beside its place and moves it there, so that it is there whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    git = pygit2.init_repository(making, bare=True, initial_head="main", description=_DESCRIPTION)
    for key, value in _CONFIG.items():
        git.config[key] = value
    git.free()
    with contextlib.suppress(FileNotFoundError):
        folder.rmdir()
    making.rename(folder)


@lru_cache
def _configure_library() -> None:
    for level in (ConfigLevel.GLOBAL, ConfigLevel.XDG, ConfigLevel.SYSTEM, ConfigLevel.PROGRAMDATA):
        pygit2.settings.search_path[level] = ""
    pygit2.settings.owner_validation = False  # some disks know no owners
    pygit2.settings.mwindow_file_limit = MOST_OPEN


def _written_at(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:  # another process has packed it
        return 0


def _remove(file: Path) -> None:
    """Deletes an object's file, which git made read-only; what another program holds open stays."""
    with contextlib.suppress(OSError):
        if os.name == "nt":
            file.chmod(0o600)
        file.unlink()
