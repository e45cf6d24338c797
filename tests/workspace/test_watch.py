"""Changes on disk are told once, quietly, and always."""

from __future__ import annotations

import errno
import os
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from watchdog.events import FileClosedEvent, FileCreatedEvent, FileModifiedEvent

from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.workspace import watch
from openclaw_desktop.workspace.watch import Watcher, is_noise

PATIENCE = 20.0


class Listener:
    """Collects what a watcher tells."""

    def __init__(self) -> None:
        self.told: queue.Queue[frozenset[str]] = queue.Queue()

    def __call__(self, paths: frozenset[str]) -> None:
        self.told.put(paths)

    def next(self) -> frozenset[str]:
        return self.told.get(timeout=PATIENCE)

    def until(self, *paths: str) -> set[str]:
        """Everything told until all of these were."""
        missing, seen = set(paths), set[str]()
        deadline = time.monotonic() + PATIENCE
        while missing:
            seen |= self.told.get(timeout=max(0.0, deadline - time.monotonic()))
            missing -= seen
        return seen


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory/old.md").write_text("old\n", encoding="utf-8")
    return folder


Begin = Callable[..., Watcher]


@pytest.fixture
def begin(root: Path, listener: Listener) -> Iterator[Begin]:
    """Starts watchers of the root, and ends them after the test."""
    started: list[Watcher] = []

    def begin_one(**options: float) -> Watcher:
        options = {"quiet_seconds": 0.05, "poll_seconds": 0.1} | options
        watcher = Watcher(root, listener, **options)
        watcher.start()
        started.append(watcher)
        return watcher

    yield begin_one
    for watcher in started:
        watcher.stop()


@pytest.fixture(params=["system", "polling"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of watching tell the same."""
    if request.param == "polling":
        monkeypatch.setattr(watch, "network_drive", lambda _: "nfs")
    return request.param


def write(root: Path, path: str, text: str = "new\n") -> None:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def test_writes_creations_and_deletions_are_told(
    root: Path, listener: Listener, begin: Begin, either: str
) -> None:
    begin()
    write(root, "memory/new.md")
    listener.until("memory/new.md")
    write(root, "memory/old.md", "changed")
    listener.until("memory/old.md")
    (root / "memory/old.md").unlink()
    listener.until("memory/old.md")


def test_both_names_of_a_rename_are_told(root: Path, listener: Listener, begin: Begin, either: str) -> None:
    begin()
    (root / "memory/old.md").rename(root / "memory/renamed.md")
    listener.until("memory/old.md", "memory/renamed.md")


def test_an_atomic_save_is_told_under_the_files_own_name(
    root: Path, listener: Listener, begin: Begin, either: str
) -> None:
    begin()
    write_atomically(root / "memory/old.md", b"saved, and longer\n")
    assert listener.until("memory/old.md") <= {"memory/old.md"}


def test_noise_is_not_told(root: Path, listener: Listener, begin: Begin, either: str) -> None:
    begin()
    for name in (".old.md.swp", "old.md~", ".#old.md", "node_modules/x.md", ".git/index", "a.tmp"):
        write(root, name)
    write(root, "memory/new.md")
    assert listener.until("memory/new.md") == {"memory/new.md"}


def test_reading_is_no_change(root: Path, listener: Listener, begin: Begin) -> None:
    begin()
    (root / "memory/old.md").read_bytes()
    write(root, "memory/new.md")
    assert listener.until("memory/new.md") == {"memory/new.md"}


def test_a_new_folder_is_told_with_everything_in_it(
    root: Path, listener: Listener, begin: Begin, either: str
) -> None:
    begin()
    write(root, "memory/2026/03/deep.md")
    seen = listener.until("memory/2026", "memory/2026/03", "memory/2026/03/deep.md")
    assert "memory/old.md" not in seen
    write(root, "memory/2026/03/later.md")
    listener.until("memory/2026/03/later.md")


def test_a_folder_that_leaves_is_told_with_everything_that_was_in_it(
    root: Path, listener: Listener, begin: Begin, either: str, tmp_path: Path
) -> None:
    begin()
    (root / "memory").rename(tmp_path / "elsewhere")
    listener.until("memory", "memory/old.md")
    (tmp_path / "elsewhere").rename(root / "back")
    listener.until("back", "back/old.md")
    write(root, "back/old.md", "changed again")
    listener.until("back/old.md")


def test_a_renamed_folder_is_told_under_both_names(
    root: Path, listener: Listener, begin: Begin, either: str
) -> None:
    begin()
    (root / "memory").rename(root / "notes")
    listener.until("memory", "memory/old.md", "notes", "notes/old.md")


def test_a_link_is_told_when_its_target_changes(
    root: Path, listener: Listener, begin: Begin, either: str
) -> None:
    write(root, "agents/main/SOUL.md")
    (root / "SOUL.md").symlink_to("agents/main/SOUL.md")
    begin()
    write(root, "agents/main/SOUL.md", "changed\n")
    listener.until("agents/main/SOUL.md", "SOUL.md")


def test_hostile_names_are_told_as_they_are(
    root: Path, listener: Listener, begin: Begin, either: str
) -> None:
    begin()
    names = ['a\n"b".md', "n" * 252 + ".md", "日記.md", "end.", "-", os.fsdecode(b"caf\xe9.md")]
    for name in names:
        write(root, name)
    listener.until(*names)


def test_five_thousand_changes_are_one_call(root: Path, listener: Listener, begin: Begin) -> None:
    watcher = begin(quiet_seconds=1.0)
    names = {f"memory/{number}.md" for number in range(5_000)}
    for name in names:
        for kind in (FileCreatedEvent, FileModifiedEvent, FileClosedEvent):
            watcher.hear(kind(str(root / name)))
    assert listener.next() == names


def test_dropped_events_are_made_up_for_by_looking(
    root: Path, listener: Listener, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = begin()
    real = watcher.hear

    def deaf_to_dropped(event: Any) -> None:
        if Path(event.src_path).name != "dropped.md":
            real(event)

    monkeypatch.setattr(watch, "MANY_EVENTS", 0)
    monkeypatch.setattr(watcher, "hear", deaf_to_dropped)
    write(root, "dropped.md")
    write(root, "heard.md")
    listener.until("dropped.md", "heard.md")


def test_a_root_that_was_deleted_and_made_again_is_watched_again(
    root: Path, listener: Listener, begin: Begin, either: str
) -> None:
    watcher = begin()
    shutil.rmtree(root)
    listener.until("memory/old.md")
    write(root, "memory/second.md")
    listener.until("memory/second.md")
    write(root, "memory/third.md")
    listener.until("memory/third.md")
    assert (watcher.trouble is None) == (either == "system")


def test_a_root_replaced_in_one_stroke_is_watched_again(
    root: Path, listener: Listener, begin: Begin, tmp_path: Path
) -> None:
    begin()
    write(tmp_path / "other", "memory/other.md")
    root.rename(tmp_path / "away")
    (tmp_path / "other").rename(root)
    listener.until("memory/other.md", "memory/old.md")
    write(root, "memory/other.md", "changed")
    listener.until("memory/other.md")


def test_a_root_that_is_not_there_yet_is_waited_for(root: Path, listener: Listener, begin: Begin) -> None:
    shutil.rmtree(root)
    watcher = begin()
    assert watcher.trouble is not None
    assert "not there" in watcher.trouble
    write(root, "a.md")
    listener.until("a.md")
    assert watcher.trouble is None


def test_a_root_that_is_a_link_is_watched(root: Path, listener: Listener, tmp_path: Path) -> None:
    (tmp_path / "door").symlink_to(root)
    watcher = Watcher(tmp_path / "door", listener, quiet_seconds=0.05)
    watcher.start()
    write(root, "memory/new.md")
    listener.until("memory/new.md")
    watcher.stop()


@pytest.mark.parametrize(
    ("code", "words"), [(errno.EMFILE, "limit of watchers"), (errno.ENOSYS, "did not start")]
)
def test_where_the_systems_watcher_cannot_start_it_polls_and_says_so(
    root: Path, listener: Listener, begin: Begin, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    def refuse() -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(watch, "Observer", refuse)
    watcher = begin()
    assert watcher.trouble is not None
    assert words in watcher.trouble
    assert "every 0.1 s" in watcher.trouble
    write(root, "memory/new.md")
    listener.until("memory/new.md")


def test_where_only_some_folders_can_be_watched_it_polls_and_says_so(
    root: Path, listener: Listener, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Limited(watch.Observer):  # type: ignore[misc, valid-type]
        def schedule(self, event_handler: Any, path: str, **options: Any) -> Any:
            if Path(path) != root.resolve():
                raise OSError(errno.ENOSPC, "inotify watch limit reached")
            return super().schedule(event_handler, path, **options)

    monkeypatch.setattr(watch, "Observer", Limited)
    watcher = begin()
    assert watcher.trouble is not None
    assert "limit of watched folders" in watcher.trouble
    write(root, "memory/new.md")
    listener.until("memory/new.md")


def test_stopping_ends_every_thread(begin: Begin, either: str) -> None:
    before = set(threading.enumerate())
    watcher = begin()
    assert set(threading.enumerate()) > before
    watcher.stop()
    watcher.stop()
    assert not [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]


def test_it_can_be_stopped_from_what_it_calls(root: Path) -> None:
    stopped = threading.Event()

    def stop(_: frozenset[str]) -> None:
        watcher.stop()
        stopped.set()

    watcher = Watcher(root, stop, quiet_seconds=0.05)
    watcher.start()
    write(root, "a.md")
    assert stopped.wait(PATIENCE)


@pytest.mark.parametrize(
    "path",
    [
        ".git",
        ".git/HEAD",
        "a/node_modules/b/c.md",
        ".openclaw-desktop-x1.tmp",
        "memory/.2026-03-01.md.swp",
        "memory/2026-03-01.md~",
        "memory/.#note.md",
        "memory/#note.md#",
        "~$letter.docx",
        ".~lock.table.csv#",
        "4913",
        "x.sqlite-wal",
    ],
)
def test_noise_is_known(path: str) -> None:
    assert is_noise(path)


@pytest.mark.parametrize(
    "path",
    ["MEMORY.md", "memory/#1234.md", ".github/a.md", "git/a.md", "4913.md", "-", "a.md.bak", ".openclaw"],
)
def test_what_people_write_is_no_noise(path: str) -> None:
    assert not is_noise(path)
