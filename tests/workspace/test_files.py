"""The user's bytes are kept, and never overwritten unseen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openclaw_desktop import atomic
from openclaw_desktop.errors import (
    ConflictError,
    FileGoneError,
    NotTextError,
    OutsideWorkspaceError,
    WriteFailedError,
)
from openclaw_desktop.workspace import files
from openclaw_desktop.workspace.files import hash_of, read, read_lossy, save


@pytest.mark.parametrize(
    ("data", "bom", "newline"),
    [
        (b"", False, "none"),
        (b"no final newline", False, "none"),
        (b"a\nb\n", False, "LF"),
        (b"a\r\nb\r\n", False, "CRLF"),
        (b"a\r\nb\nc", False, "mixed"),
        (b"old mac\rline", False, "none"),
        (b"\xef\xbb\xbf# Title  \r\n\r\n", True, "CRLF"),
        (b"\xef\xbb\xbf\xef\xbb\xbfx", True, "none"),
        (b"\xef\xbb\xbf", True, "none"),
        ("trailing \t \n\u2028\x0b\x0c\x85\x1b[31m \x00 😀\n\n\n".encode(), False, "LF"),
    ],
)
def test_what_is_read_is_saved_byte_for_byte(tmp_path: Path, data: bytes, bom: bool, newline: str) -> None:
    target = tmp_path / "a.md"
    target.write_bytes(data)
    file = read(tmp_path, "a.md")
    assert (file.bom, file.newline, file.sha256, file.size) == (bom, newline, hash_of(data), len(data))
    save(tmp_path, "a.md", file.text + "more", seen=file.sha256, bom=file.bom)
    assert target.read_bytes() == data + b"more"


@given(data=st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_either_refused_or_come_back_the_same(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.md").write_bytes(data)
    try:
        file = read(tmp_path, "a.md")
    except NotTextError:
        read_lossy(tmp_path, "a.md")
        return
    (tmp_path / "b.md").unlink(missing_ok=True)
    save(tmp_path, "b.md", file.text, seen=None, bom=file.bom)
    assert (tmp_path / "b.md").read_bytes() == data


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("text".encode("utf-16"), "UTF-16"),
        ("a long enough line".encode("utf-16-le"), "NUL"),
        (b"abc\xffdef", "0xff at offset 3"),
        (b"\xef\xbb\xbfcaf\xe9", "0xe9 at offset 6"),
        (b"\x00" * 4096, "NUL"),
    ],
)
def test_what_is_not_utf8_is_refused_with_the_reason_and_can_still_be_looked_at(
    tmp_path: Path, data: bytes, sentence: str
) -> None:
    (tmp_path / "a.md").write_bytes(data)
    with pytest.raises(NotTextError, match=sentence):
        read(tmp_path, "a.md")
    shown = read_lossy(tmp_path, "a.md")
    assert not shown.writable
    assert shown.sha256 == hash_of(data)


def test_utf16_with_its_mark_is_shown_as_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes("grüße".encode("utf-16"))
    assert read_lossy(tmp_path, "a.md").text == "grüße"


def test_a_note_with_some_nul_bytes_is_text(tmp_path: Path) -> None:
    data = b"x" * 500_000 + b"\x00" * 18_000 + b"\n"
    (tmp_path / "backup.md").write_bytes(data)
    assert read(tmp_path, "backup.md").text.encode() == data


def test_a_file_above_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"x" * 11)
    assert read(tmp_path, "a.md", limit_bytes=11).size == 11
    with pytest.raises(NotTextError, match="larger"):
        read(tmp_path, "a.md", limit_bytes=10)


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "circle.md").symlink_to("circle.md")
    for name in ("pipe.md", "folder.md", "circle.md"):
        with pytest.raises(NotTextError):
            read(tmp_path, name)
        with pytest.raises(NotTextError):
            read_lossy(tmp_path, name)


@pytest.mark.parametrize("path", ["gone.md", "a.md/below.md", "nowhere/gone.md"])
def test_a_file_that_is_not_there_is_said(tmp_path: Path, path: str) -> None:
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    with pytest.raises(FileGoneError) as caught:
        read(tmp_path, path)
    assert caught.value.path == path


def test_a_changed_file_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    target.write_text("mine\n", encoding="utf-8")
    seen = read(tmp_path, "a.md").sha256
    target.write_text("theirs\n", encoding="utf-8")
    with pytest.raises(ConflictError) as caught:
        save(tmp_path, "a.md", "mine, edited\n", seen=seen)
    assert caught.value.disk == b"theirs\n"
    assert target.read_bytes() == b"theirs\n"


def test_a_change_in_the_last_moment_before_replacing_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a.md"
    target.write_text("seen\n", encoding="utf-8")
    seen = read(tmp_path, "a.md").sha256
    real = os.fsync

    def slow_disk(descriptor: int) -> None:
        real(descriptor)
        target.write_text("theirs\n", encoding="utf-8")

    monkeypatch.setattr(os, "fsync", slow_disk)
    with pytest.raises(ConflictError) as caught:
        save(tmp_path, "a.md", "mine\n", seen=seen)
    assert caught.value.disk == b"theirs\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
    assert target.read_bytes() == b"theirs\n"


def test_a_deleted_file_is_a_conflict_without_bytes(tmp_path: Path) -> None:
    with pytest.raises(ConflictError) as caught:
        save(tmp_path, "a.md", "mine\n", seen=hash_of(b"old"))
    assert caught.value.disk is None


def test_a_new_file_makes_its_folders_and_never_covers_another(tmp_path: Path) -> None:
    made = save(tmp_path, "memory/2026/a.md", "new\n", seen=None)
    assert (tmp_path / "memory/2026/a.md").read_bytes() == b"new\n"
    assert made == read(tmp_path, "memory/2026/a.md")
    with pytest.raises(ConflictError) as caught:
        save(tmp_path, "memory/2026/a.md", "new\n", seen=None)
    assert caught.value.disk == b"new\n"


def test_equal_bytes_are_not_written_again(tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    target.write_text("same\n", encoding="utf-8")
    before = target.stat()
    file = save(tmp_path, "a.md", "same\n", seen=hash_of(b"same\n"))
    after = target.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert file.sha256 == hash_of(b"same\n")


def test_a_link_inside_the_root_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents/SOUL.md").write_text("old\n", encoding="utf-8")
    (tmp_path / "SOUL.md").symlink_to("agents/SOUL.md")
    save(tmp_path, "SOUL.md", "new\n", seen=read(tmp_path, "SOUL.md").sha256)
    assert (tmp_path / "SOUL.md").is_symlink()
    assert (tmp_path / "agents/SOUL.md").read_bytes() == b"new\n"


def test_a_link_out_of_the_root_is_neither_read_nor_written(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    (root / "a.md").symlink_to("../secret.md")
    with pytest.raises(OutsideWorkspaceError):
        read(root, "a.md")
    with pytest.raises(OutsideWorkspaceError):
        save(root, "a.md", "x", seen=hash_of(b"secret"))
    assert (tmp_path / "secret.md").read_bytes() == b"secret"


def test_permissions_are_kept(tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    target.write_text("x", encoding="utf-8")
    target.chmod(0o640)
    save(tmp_path, "a.md", "y", seen=hash_of(b"x"))
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("code", "words"), [(28, "disk is full"), (30, "disk is read-only"), (13, "no permission")]
)
def test_a_disk_that_refuses_keeps_the_old_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    target = tmp_path / "a.md"
    target.write_text("old", encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(WriteFailedError, match=words):
        save(tmp_path, "a.md", "new", seen=hash_of(b"old"))
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


def test_a_file_made_read_only_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("old", encoding="utf-8")
    monkeypatch.setattr(files.os, "access", lambda *_: False)
    assert not read(tmp_path, "a.md").writable
    with pytest.raises(WriteFailedError, match="read-only"):
        save(tmp_path, "a.md", "new", seen=hash_of(b"old"))
    assert (tmp_path / "a.md").read_bytes() == b"old"


def test_half_a_character_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(WriteFailedError, match="line 2"):
        save(tmp_path, "a.md", "fine\nbroken \ud83d\n", seen=None)
    assert list(tmp_path.iterdir()) == []


def test_a_workspace_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(WriteFailedError, match="gone"):
        save(tmp_path / "root", "memory/a.md", "x", seen=None)
    assert not (tmp_path / "root").exists()


def test_a_name_of_255_bytes_can_be_saved(tmp_path: Path) -> None:
    name = "n" * 252 + ".md"
    save(tmp_path, name, "one", seen=None)
    save(tmp_path, name, "two", seen=hash_of(b"one"))
    assert (tmp_path / name).read_bytes() == b"two"


def test_a_name_that_is_too_long_is_said(tmp_path: Path) -> None:
    with pytest.raises(WriteFailedError, match="too long"):
        save(tmp_path, "n" * 300, "one", seen=None)


def test_a_disk_that_cannot_flush_folders_still_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def refuse_folders(path: object, flags: int, *rest: int) -> int:
        if Path(str(path)).is_dir():
            raise OSError(22, "Invalid argument")
        return real(str(path), flags, *rest)

    monkeypatch.setattr(atomic.os, "open", refuse_folders)
    assert save(tmp_path, "a.md", "x", seen=None).text == "x"
