"""Files are made, moved, copied and deleted, and each of it is taken back."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from send2trash import TrashPermissionError

from openclaw_desktop.errors import (
    ConflictError,
    DesktopError,
    FileExistsAlreadyError,
    FileGoneError,
    OutsideWorkspaceError,
    UsageError,
    WriteFailedError,
)
from openclaw_desktop.workspace import files, operations
from openclaw_desktop.workspace.operations import (
    create,
    create_folder,
    delete,
    duplicate,
    forget_deleted,
    move,
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory/a.md").write_bytes(b"\xef\xbb\xbfa\r\nb")
    return folder


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    return tmp_path / "kept copies"


@pytest.fixture(autouse=True)
def trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A trash of the test's own."""
    folder = tmp_path / "trash"
    folder.mkdir()
    monkeypatch.setattr(operations, "send2trash", lambda path: shutil.move(path, folder / Path(path).name))
    return folder


def tree(root: Path) -> dict[str, bytes | None]:
    """Everything on disk: files with their bytes, folders with None."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
    }


# Creating


def test_a_new_file_makes_its_folders_and_undo_takes_all_of_it_back(root: Path) -> None:
    before = tree(root)
    undo = create(root, "notes/2026/new.md", "hello\n")
    assert (root / "notes/2026/new.md").read_bytes() == b"hello\n"
    assert (undo.sentence, undo.paths) == ("New file notes/2026/new.md", ("notes/2026/new.md",))
    assert undo.undo() == ("notes/2026/new.md",)
    assert tree(root) == before


def test_a_new_file_that_was_written_into_is_not_taken_back(root: Path) -> None:
    undo = create(root, "new.md")
    (root / "new.md").write_text("precious", encoding="utf-8")
    with pytest.raises(ConflictError):
        undo.undo()
    assert (root / "new.md").read_bytes() == b"precious"
    (root / "new.md").unlink()
    with pytest.raises(FileGoneError):
        undo.undo()


def test_a_folder_made_on_the_way_stays_when_something_else_is_in_it(root: Path) -> None:
    undo = create(root, "notes/2026/new.md")
    (root / "notes/other.md").write_text("x", encoding="utf-8")
    undo.undo()
    assert tree(root)["notes/other.md"] == b"x"
    assert "notes/2026" not in tree(root)


def test_a_new_folder_comes_and_goes(root: Path) -> None:
    before = tree(root)
    undo = create_folder(root, "notes/deep")
    assert (root / "notes/deep").is_dir()
    undo.undo()
    assert tree(root) == before


def test_a_new_folder_that_was_filled_is_not_taken_back(root: Path) -> None:
    undo = create_folder(root, "notes")
    (root / "notes/a.md").write_text("x", encoding="utf-8")
    with pytest.raises(WriteFailedError):
        undo.undo()
    assert tree(root)["notes/a.md"] == b"x"


def test_a_taken_name_is_not_overwritten(root: Path) -> None:
    (root / "b.md").write_text("b", encoding="utf-8")
    (root / "dangling.md").symlink_to("nowhere.md")
    before = tree(root)
    attempts: list[Callable[[], object]] = [
        lambda: create(root, "memory/a.md"),
        lambda: create(root, "dangling.md"),
        lambda: create_folder(root, "memory"),
        lambda: create_folder(root, "b.md"),
        lambda: move(root, "b.md", "memory/a.md"),
        lambda: move(root, "b.md", "memory"),
        lambda: move(root, "memory", "b.md"),
        lambda: move(root, "b.md", "dangling.md"),
        lambda: move(root, "b.md", "b.md"),
    ]
    for attempt in attempts:
        with pytest.raises(FileExistsAlreadyError):
            attempt()
    assert tree(root) == before


@pytest.mark.parametrize(
    "name",
    [
        "",
        "CON",
        "nul.md",
        "Lpt1.txt",
        "a\\b.md",
        "a\nb.md",
        "a\0b",
        "end.",
        "end ",
        " start",
        ".openclaw-desktop-x",
    ],
)
def test_bad_names_are_refused_before_anything_happens(root: Path, name: str) -> None:
    before = tree(root)
    for attempt in (create, create_folder, lambda root, path: move(root, "memory/a.md", path)):
        with pytest.raises(UsageError):
            attempt(root, name)
        if name:
            with pytest.raises(UsageError):
                attempt(root, f"{name}/x.md")
    assert tree(root) == before


@pytest.mark.parametrize(
    "name", ["a: b?.md", 'say "hi".md', "日記 😀.md", "-", "#1.md", "console.md", "n" * 255]
)
def test_names_the_platform_allows_are_allowed(root: Path, name: str) -> None:
    create(root, name)
    assert name in tree(root)


@pytest.mark.parametrize("path", ["../x.md", "/tmp/x.md", "a/../../x.md", "out/x.md", "memory//x.md"])
def test_nothing_happens_outside_the_root(root: Path, tmp_path: Path, keep: Path, path: str) -> None:
    (root / "out").symlink_to(tmp_path)
    before = tree(tmp_path)
    attempts: list[Callable[[], object]] = [
        lambda: create(root, path),
        lambda: create_folder(root, path),
        lambda: move(root, "memory/a.md", path),
        lambda: move(root, path, "x.md"),
        lambda: duplicate(root, path),
        lambda: delete(root, path, keep=keep),
    ]
    for attempt in attempts:
        with pytest.raises(OutsideWorkspaceError):
            attempt()
    assert tree(tmp_path) == before


def test_a_workspace_that_is_gone_is_not_made_again(root: Path) -> None:
    shutil.rmtree(root)
    for attempt in (create, create_folder):
        with pytest.raises(WriteFailedError):
            attempt(root, "new")
    assert not root.exists()


# Moving


def test_a_file_is_renamed_and_back(root: Path) -> None:
    before = tree(root)
    undo = move(root, "memory/a.md", "memory/b.md")
    assert undo.sentence == "Rename memory/a.md to b.md"
    assert tree(root) == {"memory": None, "memory/b.md": before["memory/a.md"]}
    assert set(undo.undo()) == {"memory/a.md", "memory/b.md"}
    assert tree(root) == before


def test_a_file_moves_into_folders_that_are_made_for_it(root: Path) -> None:
    before = tree(root)
    undo = move(root, "memory/a.md", "archive/2026/a.md")
    assert undo.sentence == "Move memory/a.md to archive/2026/a.md"
    assert "archive/2026/a.md" in tree(root)
    undo.undo()
    assert tree(root) == before


def test_a_folder_moves_with_what_is_in_it_but_not_into_itself(root: Path) -> None:
    move(root, "memory", "notes")
    assert set(tree(root)) == {"notes", "notes/a.md"}
    with pytest.raises(WriteFailedError, match="itself"):
        move(root, "notes", "notes/deeper")


def test_a_rename_that_fails_leaves_no_folders_behind(root: Path) -> None:
    before = tree(root)
    with pytest.raises(FileGoneError):
        move(root, "gone.md", "new/gone.md")
    assert tree(root) == before


def test_undoing_a_rename_overwrites_nothing(root: Path) -> None:
    undo = move(root, "memory/a.md", "memory/b.md")
    (root / "memory/a.md").write_text("newer", encoding="utf-8")
    with pytest.raises(FileExistsAlreadyError):
        undo.undo()
    (root / "memory/a.md").unlink()
    (root / "memory/b.md").unlink()
    with pytest.raises(FileGoneError):
        undo.undo()


def test_a_hostile_name_may_be_moved_and_mended(root: Path) -> None:
    name = 'a\n"b" . '
    (root / name).write_text("x", encoding="utf-8")
    move(root, name, "memory/" + name)
    move(root, "memory/" + name, "memory/mended.md")
    assert tree(root)["memory/mended.md"] == b"x"


def test_only_the_case_of_a_name_may_change(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    move(root, "memory/a.md", "memory/A.md")
    assert "memory/A.md" in tree(root)


def test_a_link_itself_is_moved(root: Path) -> None:
    (root / "link.md").symlink_to("memory/a.md")
    move(root, "link.md", "other.md")
    assert (root / "other.md").readlink() == Path("memory/a.md")
    assert (root / "memory/a.md").exists()


# Duplicating


def test_a_copy_has_the_same_bytes_and_a_name_of_its_own(root: Path) -> None:
    before = tree(root)
    first, second = duplicate(root, "memory/a.md"), duplicate(root, "memory/a.md")
    assert (first.paths, second.paths) == (("memory/a copy.md",), ("memory/a copy 2.md",))
    assert tree(root)["memory/a copy.md"] == before["memory/a.md"]
    assert first.undo() + second.undo() == (*first.paths, *second.paths)
    assert tree(root) == before


def test_a_folder_is_copied_whole(root: Path) -> None:
    before = tree(root)
    undo = duplicate(root, "memory")
    assert tree(root)["memory copy/a.md"] == before["memory/a.md"]
    undo.undo()
    assert tree(root) == before


def test_a_changed_copy_is_not_taken_back(root: Path) -> None:
    file, folder = duplicate(root, "memory/a.md"), duplicate(root, "memory")
    (root / "memory/a copy.md").write_text("changed", encoding="utf-8")
    (root / "memory copy/new.md").write_text("new", encoding="utf-8")
    for undo in (file, folder):
        with pytest.raises(ConflictError):
            undo.undo()
    shutil.rmtree(root / "memory copy")
    with pytest.raises(FileGoneError):
        folder.undo()


def test_the_copy_of_a_link_is_a_file_and_the_longest_name_has_a_copy(root: Path) -> None:
    (root / "link.md").symlink_to("memory/a.md")
    duplicate(root, "link.md")
    assert not (root / "link copy.md").is_symlink()
    name = "é" * 126 + ".md"
    create(root, name, "x")
    copy = duplicate(root, name).paths[-1]
    assert copy.endswith(" copy.md")
    assert len(os.fsencode(copy)) <= 255
    with pytest.raises(FileGoneError):
        duplicate(root, "gone.md")


# Deleting


def test_a_deleted_file_is_in_the_trash_and_comes_back_byte_for_byte(
    root: Path, keep: Path, trash: Path
) -> None:
    before = tree(root)
    status = (root / "memory/a.md").stat()
    undo = delete(root, "memory/a.md", keep=keep)
    assert undo.sentence == "Delete memory/a.md"
    assert tree(root) == {"memory": None}
    assert tree(trash) == {"a.md": before["memory/a.md"]}
    assert undo.undo() == ("memory/a.md",)
    assert tree(root) == before
    assert (root / "memory/a.md").stat().st_mtime_ns == status.st_mtime_ns
    assert tree(keep) == {}


def test_a_deleted_folder_comes_back_whole(root: Path, keep: Path) -> None:
    (root / "memory/link.md").symlink_to("a.md")
    before = tree(root)
    undo = delete(root, "memory", keep=keep)
    assert tree(root) == {}
    undo.undo()
    assert tree(root) == before
    assert (root / "memory/link.md").is_symlink()


def test_a_deleted_link_leaves_its_target(root: Path, keep: Path, tmp_path: Path, trash: Path) -> None:
    for name, target in (("in.md", "memory/a.md"), ("out", str(tmp_path)), ("gone.md", "nowhere")):
        (root / name).symlink_to(target)
        undo = delete(root, name, keep=keep)
        assert not os.path.lexists(root / name)
        undo.undo()
        assert (root / name).readlink() == Path(target)
    assert (root / "memory/a.md").exists()
    assert tree(trash) == {}


def test_restoring_overwrites_nothing_and_makes_the_folder_again(root: Path, keep: Path) -> None:
    undo = delete(root, "memory/a.md", keep=keep)
    (root / "memory/a.md").write_text("newer", encoding="utf-8")
    with pytest.raises(FileExistsAlreadyError):
        undo.undo()
    shutil.rmtree(root / "memory")
    undo.undo()
    assert (root / "memory/a.md").read_bytes() == b"\xef\xbb\xbfa\r\nb"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (TrashPermissionError("/trash"), "no trash"),
        (OSError(30, "Read-only file system"), "read-only"),
        (OSError(36, "File name too long"), "Rename it first"),
        (None, "did not take it"),
    ],
)
def test_where_there_is_no_trash_nothing_is_deleted(
    root: Path, keep: Path, monkeypatch: pytest.MonkeyPatch, error: OSError | None, words: str
) -> None:
    def refuse(_: str) -> None:
        if error:
            raise error

    before = tree(root)
    monkeypatch.setattr(operations, "send2trash", refuse)
    with pytest.raises(WriteFailedError, match=words):
        delete(root, "memory/a.md", keep=keep)
    assert tree(root) == before
    assert tree(keep) == {}


def test_what_cannot_be_copied_is_not_deleted(root: Path, keep: Path, trash: Path) -> None:
    os.mkfifo(root / "memory/pipe")
    for path in ("memory", "memory/pipe"):
        with pytest.raises(WriteFailedError):
            delete(root, path, keep=keep)
    assert (root / "memory/a.md").exists()
    assert tree(trash) == tree(keep) == {}


def test_a_missing_file_cannot_be_deleted(root: Path, keep: Path) -> None:
    with pytest.raises(FileGoneError):
        delete(root, "gone.md", keep=keep)


def test_old_copies_are_forgotten_and_undo_then_points_to_the_trash(root: Path, keep: Path) -> None:
    now = datetime.now(UTC)
    forget_deleted(keep, now)
    undo = delete(root, "memory/a.md", keep=keep)
    forget_deleted(keep, now - timedelta(days=1))
    assert tree(keep) != {}
    forget_deleted(keep, now + timedelta(days=1))
    assert tree(keep) == {}
    with pytest.raises(FileGoneError, match="trash"):
        undo.undo()


def test_every_refusal_is_of_the_family(root: Path, monkeypatch: pytest.MonkeyPatch, keep: Path) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copy2", refuse)
    monkeypatch.setattr(Path, "rename", refuse)
    attempts: list[Callable[[], object]] = [
        lambda: duplicate(root, "memory/a.md"),
        lambda: delete(root, "memory/a.md", keep=keep),
        lambda: move(root, "memory/a.md", "b.md"),
    ]
    for attempt in attempts:
        with pytest.raises(DesktopError, match="disk is full"):
            attempt()
    assert set(tree(root)) == {"memory", "memory/a.md"}


def test_a_file_that_cannot_be_made_leaves_no_folders_behind(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write_atomically", full)
    with pytest.raises(WriteFailedError, match="the disk is full"):
        create(root, "new/folder/note.md", "text")
    assert not (root / "new").exists()
