"""A file is replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from openclaw_desktop.atomic import TEMPORARY_PREFIX, write_atomically


def test_new_bytes_replace_old_ones_and_leave_nothing_beside(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_bytes(b"old")
    write_atomically(file, b"new\r\n")
    assert file.read_bytes() == b"new\r\n"
    assert [p.name for p in tmp_path.iterdir()] == ["note.md"]


def test_a_failed_write_leaves_the_old_bytes_and_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "note.md"
    file.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert not list(tmp_path.glob(TEMPORARY_PREFIX + "*"))


@pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX")
def test_permissions_stay_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "MEMORY.md"
    file.write_bytes(b"old")
    file.chmod(0o640)
    write_atomically(file, b"new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX")
def test_a_new_file_has_the_permissions_any_new_file_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(mask: int) -> int:
        raise AssertionError("other threads would make files without a mask meanwhile")

    monkeypatch.setattr(os, "umask", asked)
    write_atomically(tmp_path / "MEMORY.md", b"new")
    (tmp_path / "plain.md").write_bytes(b"new")
    assert (tmp_path / "MEMORY.md").stat().st_mode == (tmp_path / "plain.md").stat().st_mode


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    target = tmp_path / "agents" / "SOUL.md"
    target.parent.mkdir()
    target.write_bytes(b"old")
    link = tmp_path / "SOUL.md"
    link.symlink_to("agents/SOUL.md")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a file"):
        write_atomically(pipe, b"new")
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
