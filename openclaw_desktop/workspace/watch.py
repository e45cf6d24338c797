"""Turns the system's noise about files into one quiet "these paths changed"."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import logging
import os
import re
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from openclaw_desktop.atomic import TEMPORARY_PREFIX
from openclaw_desktop.errors import NoWorkspaceError
from openclaw_desktop.paths import identity, reachable
from openclaw_desktop.workspace.drives import network_drive
from openclaw_desktop.workspace.layout import CLOSED_FOLDERS, scan
from openclaw_desktop.workspace.quiet import Quiet

logging.getLogger("watchdog").addHandler(logging.NullHandler())  # what matters of it becomes `trouble`

HEARD: list[type[FileSystemEvent]] = [
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]
"""Not opening and reading, of which indexing itself does much."""

MANY_EVENTS = 2_000
"""After so many the system may have dropped some (Linux keeps 16,384), so the disk itself is asked."""

POLL_SHARE = 5
"""Polling rests this many times as long as looking took."""

STOP_SECONDS = 5.0

_NOISE = re.compile(
    "|".join(
        fnmatch.translate(pattern)
        for pattern in [
            TEMPORARY_PREFIX + "*",
            ".#*",  # Emacs: lock
            "#*#",  # Emacs: autosave
            "*~",
            ".*.sw[a-z]",  # Vim: swap
            ".*.sw[a-z]x",
            "4913",  # Vim: may it write here?
            "*.tmp",
            "~$*",  # Office: lock
            ".~lock.*#",  # LibreOffice: lock
            ".goutputstream-*",
            ".*.kate-swp",
            "*___jb_???___",  # JetBrains: safe write
            "*.sqlite*-wal",
            "*.sqlite*-shm",
            "*.sqlite*-journal",
            ".DS_Store",
        ]
    )
)

_FOLDER = -1


def is_noise(path: str) -> bool:
    """Whether changes of `path` concern nobody: version control, packages, temporary and lock files."""
    *folders, name = path.split("/")
    return name in CLOSED_FOLDERS or not CLOSED_FOLDERS.isdisjoint(folders) or _NOISE.match(name) is not None


class Watcher:
    """Reports the changed paths below `root`, each once it was quiet for `quiet_seconds`.

    A write, a creation, a deletion and either name of a rename count; with a folder that comes or goes all
    that is in it, and with a file the links inside the root that lead to it. `on_change` is called from a
    thread of the watcher's own. Where the system's watcher cannot run, the disk is looked at every
    `poll_seconds`, or less often when that takes long, and `trouble` says why. A root that goes away and
    comes back is watched again.
    """

    def __init__(
        self,
        root: Path,
        on_change: Callable[[frozenset[str]], None],
        *,
        quiet_seconds: float,
        poll_seconds: float = 5.0,
    ) -> None:
        self.trouble: str | None = None
        self._root = Path(os.path.realpath(root))
        self._on_change = on_change
        self._poll_seconds = poll_seconds
        self._wake = threading.Condition()
        self._quiet = Quiet(quiet_seconds)
        self._events = 0
        self._folders: set[str] = set()  # of the paths that wait, those that are or were folders
        self._root_changed = False
        self._stopping = False
        self._known = _Snapshot()
        self._root_identity: tuple[int, int] | None = None
        self._observer: BaseObserver | None = None
        self._next_look = 0.0
        self._thread = threading.Thread(target=self._run, name="workspace watcher", daemon=True)

    def start(self) -> None:
        """Returns when every later change will be seen; a tree of 100,000 files takes about a second."""
        self._root_identity = identity(self._root)
        self._observe()
        self._known = _snapshot(self._root)
        self._next_look = time.monotonic() + self._poll_seconds
        self._thread.start()

    def change_quiet(self, seconds: float) -> None:
        """From now on a path is told of after so many quiet seconds, also one that waits already."""
        with self._wake:
            self._quiet.seconds = seconds
            self._wake.notify()

    def stop(self) -> None:
        """Ends all threads; nothing is reported any more. May be called twice, and from `on_change`."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(STOP_SECONDS)
        self._end_observer()

    # What the system's watcher calls, from its own thread

    def hear(self, event: FileSystemEvent) -> None:
        """Takes one event of the system's watcher."""
        now = time.monotonic()
        with self._wake:
            self._events += 1
            for name in (event.src_path, event.dest_path):
                path = self._relative(os.fsdecode(name)) if name else None
                if path == "":
                    self._root_changed = True
                    self._wake.notify()
                elif path is not None and not is_noise(path):
                    if event.is_directory or self._known.stamps.get(path) == _FOLDER:
                        self._folders.add(path)
                    if not len(self._quiet):
                        self._wake.notify()
                    self._quiet.add(path, now)

    def _relative(self, name: str) -> str | None:
        """The workspace's path of an absolute one; "" for the root, None for what is not in it."""
        root = str(self._root)
        if name == root:
            return ""
        prefix = root.rstrip(os.sep) + os.sep
        return name[len(prefix) :].replace(os.sep, "/") if name.startswith(prefix) else None

    # The watcher's own thread

    def _run(self) -> None:
        while True:
            with self._wake:
                if not self._stopping and not self._root_changed:
                    self._wake.wait(self._seconds_to_wait())
                if self._stopping:
                    return
                due = self._quiet.take(time.monotonic())
                look = self._root_changed or time.monotonic() >= self._next_look
            if due:
                self._report(due)
            if look and not self._stopping:
                self._look()

    def _seconds_to_wait(self) -> float:
        quiet = self._quiet.next_time()
        until = self._next_look if quiet is None else min(quiet, self._next_look)
        return max(0.0, until - time.monotonic())

    def _report(self, paths: frozenset[str]) -> None:
        """Tells of quiet paths, and of what the disk shows besides where events alone do not tell all."""
        with self._wake:
            ask_disk = self._events > MANY_EVENTS or not self._folders.isdisjoint(paths)
            self._folders -= paths
            self._events = 0
        paths = paths.union(*(self._known.links.get(path, ()) for path in paths))
        if ask_disk:
            paths |= self._changes_on_disk()
            if self._observer is not None:
                self._poll_if_limited(self._observer)
        else:
            self._known.refresh(self._root, paths)
        self._tell(paths)

    def _changes_on_disk(self) -> frozenset[str]:
        """The paths that differ from what was known; those still busy are left for later."""
        now = _snapshot(self._root)
        before = self._known
        changed = {path for path, stamp in now.stamps.items() if before.stamps.get(path) != stamp}
        changed |= before.stamps.keys() - now.stamps.keys()
        self._known = now
        with self._wake:
            return frozenset(path for path in changed if path not in self._quiet)

    def _tell(self, paths: frozenset[str]) -> None:
        if paths and not self._stopping:
            self._on_change(paths)

    def _look(self) -> None:
        """Looks whether the root is still the same folder and still watched, or polls."""
        with self._wake:
            moved, self._root_changed = self._root_changed, False
        began = time.monotonic()
        which = identity(self._root)
        if moved or which != self._root_identity:
            self._root_identity = which
            self._observe()
            self._tell(self._changes_on_disk())
        elif self._observer is None:
            changed = self._changes_on_disk()
            with self._wake:
                for path in changed:
                    self._quiet.add(path, began)
        elif not all(emitter.is_alive() for emitter in self._observer.emitters):
            self._observe()
            self._tell(self._changes_on_disk())
        now = time.monotonic()
        self._next_look = now + max(self._poll_seconds, POLL_SHARE * (now - began))

    # The system's watcher

    def _observe(self) -> None:
        """Starts the system's watcher anew, or says why it is polled instead."""
        self._end_observer()
        self.trouble = None
        if self._root_identity is None:
            self.trouble = "The workspace's folder is not there" + self._polled()
        elif kind := network_drive(self._root):
            self.trouble = f"The workspace is on a network drive ({kind})" + self._polled()
        else:
            try:
                self._observer = _observer(self._root, self)
            except OSError as error:
                self.trouble = _sentence(error) + self._polled()
            else:
                self._poll_if_limited(self._observer)

    def _poll_if_limited(self, observer: BaseObserver) -> None:
        """watchdog keeps silent about folders below the root that the system would not watch any more."""
        if sys.platform != "linux":
            return
        try:
            one_more = observer.schedule(_Handler(self), self._root.anchor, event_filter=[])
            observer.unschedule(one_more)
        except OSError as error:
            self.trouble = _sentence(error) + self._polled()
            self._end_observer()

    def _polled(self) -> str:
        return f", so changes are looked for every {self._poll_seconds:g} s."

    def _end_observer(self) -> None:
        observer, self._observer = self._observer, None
        if observer is not None:
            _end(observer)


class _Handler(FileSystemEventHandler):
    """Hands every event on."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._watcher.hear(event)


def _observer(root: Path, watcher: Watcher) -> BaseObserver:
    """The system's watcher, running. Raises OSError when it cannot."""
    # watchdog warns of a folder it meets twice (made and filled at once, or back from elsewhere), which is
    # harmless, but where warnings are errors its thread would die of it.
    warnings.filterwarnings("ignore", message="Callback with id", category=RuntimeWarning)
    observer = Observer()
    try:
        observer.schedule(_Handler(watcher), str(root), recursive=True, event_filter=HEARD)
        observer.start()
    except OSError:
        _end(observer)
        raise
    return observer


def _end(observer: BaseObserver) -> None:
    observer.stop()
    with contextlib.suppress(RuntimeError):  # it never started
        observer.join(STOP_SECONDS)


def _sentence(error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return "The system's limit of watched folders (fs.inotify.max_user_watches) is used up"
    if error.errno == errno.EMFILE:
        return "The system's limit of watchers or open files is used up"
    return f"The system's watcher did not start ({error.strerror or error})"


class _Snapshot:
    """What was on disk: a stamp per path that changes with the file, and the links to each file."""

    def __init__(self) -> None:
        self.stamps: dict[str, int] = {}
        self.links: dict[str, list[str]] = {}

    def refresh(self, root: Path, paths: frozenset[str]) -> None:
        """Looks at these files again."""
        for path in paths:
            try:
                status = os.stat(reachable(str(root / path)))  # noqa: PTH116 - see reachable
            except OSError:
                self.stamps.pop(path, None)
            else:
                self.stamps[path] = hash((status.st_mtime_ns, status.st_size))


def _snapshot(root: Path) -> _Snapshot:
    snapshot = _Snapshot()
    with contextlib.suppress(NoWorkspaceError):  # a root that is gone holds nothing
        for entry in scan(root):
            if not is_noise(entry.path):
                stamp = _FOLDER if entry.is_folder else hash((entry.mtime_ns, entry.size))
                snapshot.stamps[entry.path] = stamp
                if entry.target is not None:
                    snapshot.links.setdefault(entry.target, []).append(entry.path)
    return snapshot
