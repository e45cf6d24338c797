"""Stories of many files and many versions, which stay few files on the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from history_helpers import git, needs_git, record, texts_of

from openclaw_desktop.review.history import history as history_module
from openclaw_desktop.review.history.history import History
from openclaw_desktop.review.history.repository import MOST_OPEN


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "review" / "history.git"


@pytest.fixture
def history(folder: Path) -> History:
    return History(folder)


def test_many_files_at_once_are_one_pack_and_not_a_file_each(history: History, folder: Path) -> None:
    files: dict[str, bytes | None] = {f"memory/{n % 7}/{n}.md": b"%d" % n for n in range(500)}
    oid = record(history, files)
    assert len(history.paths()) == 500
    assert loose(folder) == 1
    assert history.bytes_at(oid, "memory/3/3.md") == b"3"
    assert history.check() == []
    again = History(folder)
    assert again.bytes_at(oid, "memory/6/6.md") == b"6"
    record(history, dict.fromkeys(list(files)[:400]), 1)
    assert len(history.paths()) == 100
    assert len(history.deleted()) == 400
    assert history.check() == []


def test_tidying_packs_and_loses_nothing(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "MANY_LOOSE", 30)
    reader = History(folder)
    texts: list[bytes] = []
    tidied: list[int] = []
    for number in range(80):
        texts.append(b"line\n" * number)
        record(history, {"memory/a.md": texts[-1]}, number)
        tidied.append(history.tidy())
        assert reader.bytes_at(reader.versions("memory/a.md")[-1].oid, "memory/a.md") == b""
    assert sum(count > 0 for count in tidied) == len(list((folder / "objects" / "pack").glob("*.pack"))) >= 8
    assert loose(folder) < 30
    for one in (history, reader, History(folder)):
        assert texts_of(one, "memory/a.md") == texts[::-1]
        assert one.check() == []


def test_what_killed_processes_left_half_written_goes_after_a_day(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "MANY_LOOSE", 1)
    record(history, {"a.md": b"1"})
    old, young = (
        folder / "objects" / "pack" / "pack_git2_old",
        folder / "objects" / "pack" / "pack_git2_young",
    )
    for file in (old, young):
        file.write_bytes(b"half")
    os.utime(old, (0, 0))
    history.tidy()
    assert (old.exists(), young.exists()) == (False, True)


@needs_git
def test_a_reader_survives_that_another_program_packs_everything_anew(history: History, folder: Path) -> None:
    for number in range(20):
        record(history, {"a.md": b"%d" % number})
    git(folder, "repack", "-q", "-a", "-d")
    reader = History(folder)
    oldest = reader.versions("a.md")[-1]
    assert reader.bytes_at(oldest.oid, "a.md") == b"0"
    record(history, {"a.md": b"new"})
    git(folder, "gc", "--prune=now", "--quiet")
    assert not (folder / "refs" / "heads" / "main").exists()
    assert texts_of(reader, "a.md") == [b"new", *(b"%d" % number for number in range(19, -1, -1))]
    record(history, {"a.md": b"newer"})
    assert texts_of(reader, "a.md")[:2] == [b"newer", b"new"]
    assert reader.check() == []


def loose(folder: Path) -> int:
    """How many objects are a file each."""
    return sum(len(child.name) == 38 for child in (folder / "objects").rglob("*"))


def test_one_file_among_thousands_changes_only_the_folders_on_its_way(history: History, folder: Path) -> None:
    record(history, {f"memory/{n // 100}/{n}.md": b"%d" % n for n in range(3000)})
    before = loose(folder)
    record(history, {"memory/7/700.md": b"changed"})
    assert loose(folder) - before == 5


def test_many_packs_become_one_while_others_read_and_write(
    history: History, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "MANY_PACKS", 20)
    reader, writer = History(folder), History(folder)
    packs = folder / "objects" / "pack"
    for number in range(60):
        one = history if number % 2 else writer
        record(one, {f"memory/{n}.md": b"%d %d" % (number, n) for n in range(10)}, number)
        assert reader.versions("memory/3.md")[0].sha256 is not None
        history.tidy()
        assert len(list(packs.glob("*.pack"))) < 21
        assert reader.bytes_at(reader.versions("memory/3.md")[-1].oid, "memory/3.md") == b"0 3"
    for each in (history, reader, writer, History(folder)):
        assert texts_of(each, "memory/7.md") == [b"%d 7" % number for number in range(59, -1, -1)]
        assert each.check() == []


@pytest.mark.skipif(os.name == "nt", reason="there is no such list of open files")
def test_packs_are_not_held_open_for_ever(history: History) -> None:
    record(history, {f"{n}.md": b"%d" % n for n in range(10)})
    before = len(list(Path("/dev/fd").iterdir()))
    for number in range(60):
        record(history, {f"{n}.md": b"%d %d" % (number, n) for n in range(10)}, number)
        assert len(history.versions("3.md")) == number + 2
    assert history.check() == []
    assert len(list(Path("/dev/fd").iterdir())) <= before + MOST_OPEN
