"""What lies where a file of the program's own should neither holds it up nor fills its memory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from openclaw_desktop import recent, small_file


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_bytes(b"{}\r\n\x1a")
    assert small_file.read(tmp_path / "own.json") == b"{}\r\n\x1a"


def test_one_that_a_link_leads_to_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_bytes(b"{}")
    (tmp_path / "link.json").symlink_to("own.json")
    assert small_file.read(tmp_path / "link.json") == b"{}"


def test_one_that_is_far_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_bytes(b"12345")
    assert small_file.read(tmp_path / "own.json", largest=5) == b"12345"
    with pytest.raises(OSError, match="own"):
        small_file.read(tmp_path / "own.json", largest=4)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises((IsADirectoryError, PermissionError)):  # the latter on Windows
        small_file.read(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices as on Unix")
def test_a_pipe_is_not_waited_for_and_a_device_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "device.json").symlink_to("/dev/zero")
    for name in ("pipe.json", "device.json"):
        with pytest.raises(OSError, match="not a file"):
            small_file.read(tmp_path / name)
        assert recent.entries(tmp_path / name) == []
