"""Reads text with its hash, and writes it only over what the writer saw."""

from __future__ import annotations

import codecs
import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.errors import ConflictError, FileGoneError, NotTextError, WriteFailedError, reason_of
from openclaw_desktop.paths import is_folder, is_there
from openclaw_desktop.workspace.layout import resolve

Newline = Literal["LF", "CRLF", "mixed", "none"]

LARGEST_READ = 50 * 2**20
FEW_NULS = 8
"""So many NUL bytes never make a file binary; above, one byte in ten does. Damaged notes have up to 4 %."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file as it is on disk.

    `text` is exactly the decoded bytes, with every newline as it stands and without a byte order mark.
    """

    path: str
    text: str
    sha256: str
    bom: bool
    newline: Newline
    size: int
    mtime_ns: int
    writable: bool


def hash_of(data: bytes) -> str:
    """The hash that tells one state of a file from another: SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def newline_of(text: str) -> Newline:
    """How the lines of `text` end; a lone carriage return ends none."""
    every, windows = text.count("\n"), text.count("\r\n")
    if not every:
        return "none"
    return "LF" if not windows else "CRLF" if windows == every else "mixed"


def read(root: Path, path: str, *, limit_bytes: int = LARGEST_READ) -> TextFile:
    """The text of `path`.

    Raises FileGoneError; NotTextError for what is larger than `limit_bytes`, no regular file, not readable,
    or not UTF-8; OutsideWorkspaceError.
    """
    target = resolve(root, path)
    data, status = _bytes(target, path, limit_bytes)
    if status.st_size > limit_bytes or len(data) > limit_bytes:
        raise NotTextError(path, f"{path} is larger than {limit_bytes // 2**20} MB.")
    if reason := not_text(data):
        raise NotTextError(path, f"{path} {reason}.")
    return _text_file(path, data, data.decode("utf-8-sig"), status, writable=_is_writable(target))


def read_lossy(root: Path, path: str) -> TextFile:
    """What `read` refuses, for looking at only: undecodable bytes are shown as U+FFFD, `writable` is False.

    Of a larger file only the first 50 MB are shown, and `sha256` is theirs. Raises FileGoneError,
    OutsideWorkspaceError, and NotTextError for what is no regular file or cannot be read.
    """
    data, status = _bytes(resolve(root, path), path, LARGEST_READ)
    data = data[:LARGEST_READ]
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if wide else "utf-8", errors="replace")
    return _text_file(path, data, text.removeprefix("\ufeff"), status, writable=False)


def not_text(data: bytes) -> str | None:
    """Why these bytes are not UTF-8 text ("is UTF-16, ..."), or None when they are."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "is UTF-16, not UTF-8"
    nuls = data.count(0)
    if nuls > FEW_NULS and nuls * 10 > len(data):
        return "is a binary file: more than a tenth of it is NUL bytes"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"is not valid UTF-8: byte {data[error.start]:#04x} at offset {error.start:,}"
    return None


def save(root: Path, path: str, text: str, *, seen: str | None, bom: bool = False) -> TextFile:
    """Replaces the file by `text`, provided the disk still holds what the writer saw, and returns it.

    `seen` is the hash of what was read, or None for a file that must not exist yet (folders on the way to
    it are made). A link is written through. Nothing is written when the bytes are there already. Raises
    ConflictError with what the disk holds now; WriteFailedError with the old bytes intact;
    OutsideWorkspaceError.
    """
    target = resolve(root, path)
    data = encoded(path, text, bom)
    disk = _on_disk(target, path)
    if seen is None or disk != data:
        _refuse_changed(path, disk, seen)
        _refuse_unwritable(root, target, path)
        try:
            if seen is None:
                target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(
                target, data, before_replacing=lambda: _refuse_changed(path, _on_disk(target, path), seen)
            )
        except OSError as error:
            raise WriteFailedError(path, f"{path} could not be saved: {reason_of(error)}.") from error
    try:
        status = target.stat()
    except OSError as error:
        raise FileGoneError(path, f"{path} vanished right after it was saved.") from error
    return _text_file(path, data, data.decode("utf-8-sig"), status, writable=_is_writable(target))


def _bytes(target: Path, path: str, limit: int) -> tuple[bytes, os.stat_result]:
    """At most one byte more than `limit` of the file, and its status as it was when opened."""
    try:
        if not stat.S_ISREG(target.stat().st_mode):  # opening a pipe would wait for its writer
            raise NotTextError(path, f"{path} is a folder, a pipe or a device, not a file.")
        with target.open("rb") as file:
            return file.read(limit + 1), os.fstat(file.fileno())
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileGoneError(path, f"{path} is not there (any more).") from error
    except OSError as error:
        raise NotTextError(path, f"{path} cannot be read: {reason_of(error)}.") from error


def _on_disk(target: Path, path: str) -> bytes | None:
    """Every byte of the file as it is now; None when there is none."""
    try:
        return target.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise WriteFailedError(path, f"{path} could not be saved: {reason_of(error)}.") from error


def _refuse_changed(path: str, disk: bytes | None, seen: str | None) -> None:
    if (None if disk is None else hash_of(disk)) == seen:
        return
    if seen is None:
        raise ConflictError(path, f"{path} exists already: somebody made it meanwhile.", disk)
    if disk is None:
        raise ConflictError(path, f"{path} was deleted or moved since it was opened.", None)
    raise ConflictError(path, f"{path} was changed by another program since it was opened.", disk)


def _refuse_unwritable(root: Path, target: Path, path: str) -> None:
    """A file its owner made read-only stays as it is, though its folder would let it be replaced."""
    if not is_folder(root):
        raise WriteFailedError(path, f"{path} could not be saved: the workspace {root} is gone.")
    if is_there(target) and not os.access(target, os.W_OK):
        raise WriteFailedError(path, f"{path} could not be saved: it is read-only.")


def encoded(path: str, text: str, bom: bool) -> bytes:
    """The bytes of a text. Raises WriteFailedError for half a character, which no file can hold."""
    try:
        return (codecs.BOM_UTF8 if bom else b"") + text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise WriteFailedError(
            path, f"{path} could not be saved: line {line} holds half a character (a lone surrogate)."
        ) from error


def _is_writable(target: Path) -> bool:
    return os.access(target, os.W_OK) and os.access(target.parent, os.W_OK)


def _text_file(path: str, data: bytes, text: str, status: os.stat_result, *, writable: bool) -> TextFile:
    return TextFile(
        path=path,
        text=text,
        sha256=hash_of(data),
        bom=data.startswith(codecs.BOM_UTF8),
        newline=newline_of(text),
        size=status.st_size,
        mtime_ns=status.st_mtime_ns,
        writable=writable,
    )
