"""Creates, moves, duplicates and deletes files and folders; each of these can be undone."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from send2trash import TrashPermissionError, send2trash

from openclaw_desktop.errors import (
    ConflictError,
    FileError,
    FileExistsAlreadyError,
    FileGoneError,
    WriteFailedError,
    reason_of,
)
from openclaw_desktop.paths import is_folder, is_there
from openclaw_desktop.workspace.files import hash_of, save
from openclaw_desktop.workspace.layout import place, resolve
from openclaw_desktop.workspace.names import LONGEST_NAME, refuse_bad_names


@dataclass(frozen=True, slots=True)
class Undo:
    """How to take one operation back. `paths` are those it made or changed, the new one last."""

    sentence: str  # "Rename a.md to b.md"
    paths: tuple[str, ...]
    back: Callable[[], tuple[str, ...]]

    def undo(self) -> tuple[str, ...]:
        """Puts things back as they were and returns the paths that changed.

        Raises what the way back may meet: FileGoneError, FileExistsAlreadyError where a name was taken
        meanwhile, ConflictError where something new would be lost, WriteFailedError.
        """
        return self.back()


def create(root: Path, path: str, text: str = "") -> Undo:
    """Makes a new file with `text`, and the folders it needs.

    Raises FileExistsAlreadyError, UsageError for a name that no file should have, WriteFailedError,
    OutsideWorkspaceError.
    """
    refuse_bad_names(root, path)
    _refuse_taken(place(root, path), path)
    folders = _missing_folders(root, path)
    try:
        made = save(root, path, text, seen=None)
    except ConflictError as error:
        raise FileExistsAlreadyError(path, f"{path} exists already.") from error
    except WriteFailedError:
        _remove_empty(folders)
        raise

    def back() -> tuple[str, ...]:
        _refuse_changed(root, path, made.sha256)
        with _disk(path, "removed"):
            place(root, path).unlink()
        _remove_empty(folders)
        return (path,)

    return Undo(f"New file {path}", (path,), back)


def create_folder(root: Path, path: str) -> Undo:
    """Makes a new folder, and those above it. Raises like `create`."""
    refuse_bad_names(root, path)
    folder = place(root, path)
    _refuse_taken(folder, path)
    folders = [*_missing_folders(root, path), folder]
    with _disk(path, "created"):
        _make_folder(root, folder.parent)
        folder.mkdir()

    def back() -> tuple[str, ...]:
        with _disk(path, "removed"):
            folder.rmdir()
        _remove_empty(folders)
        return (path,)

    return Undo(f"New folder {path}", (path,), back)


def move(root: Path, path: str, new_path: str) -> Undo:
    """Renames or moves a file, a folder or a link itself; makes the folders it needs, overwrites nothing.

    Raises FileGoneError, FileExistsAlreadyError, UsageError for a bad name, WriteFailedError,
    OutsideWorkspaceError.
    """
    name, new_name = path.rpartition("/")[2], new_path.rpartition("/")[2]
    refuse_bad_names(root, new_path, but=name)
    if new_path.startswith(path + "/"):
        raise WriteFailedError(path, f"{path} cannot be moved into itself.")
    folders = _missing_folders(root, new_path)
    try:
        _rename(root, path, new_path)
    except FileError:
        _remove_empty(folders)
        raise

    def back() -> tuple[str, ...]:
        _rename(root, new_path, path)
        _remove_empty(folders)
        return (new_path, path)

    same_folder = path.rpartition("/")[0] == new_path.rpartition("/")[0]
    sentence = f"Rename {path} to {new_name}" if same_folder else f"Move {path} to {new_path}"
    return Undo(sentence, (path, new_path), back)


def duplicate(root: Path, path: str) -> Undo:
    """Copies a file or folder beside itself as "name copy"; a link becomes a file of its own.

    Raises FileGoneError, WriteFailedError, OutsideWorkspaceError.
    """
    source = resolve(root, path)
    if not is_there(source):
        raise FileGoneError(path, f"{path} is not there (any more).")
    folder, slash, name = path.rpartition("/")
    new_path = folder + slash + _free_copy_name(place(root, path).parent, name, is_folder=source.is_dir())
    target = place(root, new_path)
    with _disk(path, "duplicated"):
        _copy(source, target)
    made = _fingerprint(target)

    def back() -> tuple[str, ...]:
        if not os.path.lexists(target):
            raise FileGoneError(new_path, f"{new_path} is not there (any more).")
        if _fingerprint(target) != made:
            raise ConflictError(new_path, f"{new_path} was changed since; delete it instead.", None)
        with _disk(new_path, "removed"):
            _remove(target)
        return (new_path,)

    return Undo(f"Duplicate {path}", (new_path,), back)


def delete(root: Path, path: str, *, keep: Path) -> Undo:
    """Moves a file or folder to the system's trash, after copying it below `keep` for undo.

    A link is removed itself, not what it leads to. Raises FileGoneError, WriteFailedError (with nothing
    deleted, also where there is no trash), OutsideWorkspaceError.
    """
    doomed = place(root, path)
    if not os.path.lexists(doomed):
        raise FileGoneError(path, f"{path} is not there (any more).")
    with _disk(path, "deleted"):
        keep.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = Path(tempfile.mkdtemp(dir=keep)) / "kept"
    try:
        with _disk(path, "deleted"):
            _copy(doomed, kept)
            _trash(doomed, path)
        if os.path.lexists(doomed):
            raise WriteFailedError(path, f"{path} could not be deleted: the trash did not take it.")
    except WriteFailedError:
        shutil.rmtree(kept.parent, ignore_errors=True)
        raise

    def back() -> tuple[str, ...]:
        _refuse_taken(doomed, path)
        if not os.path.lexists(kept):
            raise FileGoneError(path, f"The copy of {path} is gone; look for it in the system's trash.")
        with _disk(path, "restored"):
            _make_folder(root, doomed.parent)
            _copy(kept, doomed)
        shutil.rmtree(kept.parent, ignore_errors=True)
        return (path,)

    return Undo(f"Delete {path}", (path,), back)


def forget_deleted(keep: Path, before: datetime) -> None:
    """Removes the copies that `delete` made before this time; what they hold can no longer be undone."""
    with contextlib.suppress(OSError):  # what cannot be cleared away now is cleared away another time
        for copy in keep.iterdir():
            if copy.stat().st_mtime < before.timestamp():
                shutil.rmtree(copy, ignore_errors=True)


@contextmanager
def _disk(path: str, done: str) -> Generator[None]:
    """What the disk refuses becomes a WriteFailedError with a sentence."""
    try:
        yield
    except TrashPermissionError as error:
        raise WriteFailedError(
            path, f"{path} could not be {done}: this disk has no trash, so it was left where it is."
        ) from error
    except shutil.Error as error:
        raise WriteFailedError(path, f"{path} could not be {done}: not all of it can be copied.") from error
    except OSError as error:
        raise WriteFailedError(path, f"{path} could not be {done}: {reason_of(error)}.") from error


def _refuse_taken(target: Path, path: str) -> None:
    if os.path.lexists(target):
        raise FileExistsAlreadyError(path, f"{path} exists already.")


def _refuse_changed(root: Path, path: str, sha256: str) -> None:
    """What was made empty or with a template may hold a person's text by now."""
    try:
        disk = resolve(root, path).read_bytes()
    except FileNotFoundError as error:
        raise FileGoneError(path, f"{path} is not there (any more).") from error
    except OSError as error:
        raise WriteFailedError(path, f"{path} could not be removed: {reason_of(error)}.") from error
    if hash_of(disk) != sha256:
        raise ConflictError(path, f"{path} was changed since; delete it instead.", disk)


def _rename(root: Path, path: str, new_path: str) -> None:
    source, target = place(root, path), place(root, new_path)
    if not os.path.lexists(source):
        raise FileGoneError(path, f"{path} is not there (any more).")
    if os.path.lexists(target) and not _is_respelled(source, target):
        raise FileExistsAlreadyError(new_path, f"{new_path} exists already.")
    with _disk(path, "moved"):
        _make_folder(root, target.parent)
        source.rename(target)


def _is_respelled(source: Path, target: Path) -> bool:
    """Whether both names are one entry, as "a.md" and "A.md" are on a disk that ignores case."""
    try:
        one = source.parent.samefile(target.parent) and source.samefile(target)
        return one and target.name not in {item.name for item in target.parent.iterdir()}
    except OSError:
        return False


def _missing_folders(root: Path, path: str) -> list[Path]:
    """The folders that are still to be made for `path`, outermost first."""
    names = path.split("/")[:-1]
    folders = [resolve(root, "/".join(names[: i + 1])) for i in range(len(names))]
    return [folder for folder in folders if not is_there(folder)]


def _make_folder(root: Path, folder: Path) -> None:
    """Makes a folder and those above it, but never a workspace that is gone."""
    if not is_folder(root):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    folder.mkdir(parents=True, exist_ok=True)


def _remove_empty(folders: list[Path]) -> None:
    """Takes back folders made on the way, innermost first, unless something was put there since."""
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            folder.rmdir()


def _free_copy_name(folder: Path, name: str, *, is_folder: bool) -> str:
    """ "a copy.md", "a copy 2.md" ... : the first that is not taken, cut where it would be too long."""
    stem, suffix = (name, "") if is_folder else os.path.splitext(name)  # noqa: PTH122 - "end." has no suffix
    number = 1
    while True:
        tail = f" copy{'' if number == 1 else f' {number}'}{suffix}"
        room = LONGEST_NAME - len(os.fsencode(tail))
        short = os.fsencode(stem)[:room].decode(errors="ignore") if len(os.fsencode(stem)) > room else stem
        if not os.path.lexists(folder / (short + tail)):
            return short + tail
        number += 1


def _copy(source: Path, target: Path) -> None:
    """Copies a file, a folder or a link as it is, with its times; leaves nothing half done."""
    try:
        if source.is_dir() and not source.is_symlink():
            shutil.copytree(source, target, symlinks=True)
        else:
            shutil.copy2(source, target, follow_symlinks=False)
    except BaseException:
        with contextlib.suppress(OSError):
            _remove(target)
        raise


def _remove(target: Path) -> None:
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    else:
        target.unlink()


def _trash(doomed: Path, path: str) -> None:
    """A link holds nothing of its own and would lead nowhere from the trash, so it is just removed."""
    if doomed.is_symlink():
        doomed.unlink()
        return
    try:
        send2trash(os.fspath(doomed))
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        # The trash keeps a note beside it, named like the file and ten bytes longer.
        sentence = f"{path} could not be deleted: its name is too long for the trash. Rename it first."
        raise WriteFailedError(path, sentence) from error


def _fingerprint(target: Path) -> frozenset[tuple[str, int, int]]:
    """The names, sizes and times of a file, or of everything in a folder."""
    everything = [target, *target.rglob("*")] if target.is_dir() else [target]
    states = [(str(item.relative_to(target)), item.lstat()) for item in everything]
    return frozenset((name, status.st_size, status.st_mtime_ns) for name, status in states)
