"""The sample is copied whole, once, wherever the person's documents are."""

from __future__ import annotations

import errno
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from openclaw_desktop import demo, resources
from openclaw_desktop.errors import WriteFailedError


def files(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*")}


def test_many_starts_at_once_share_one_whole_copy(tmp_path: Path) -> None:
    documents = tmp_path / "Documents"
    with ThreadPoolExecutor(8) as starts:
        copies = set(starts.map(lambda _number: demo.sample_workspace(documents), range(8)))
    assert copies == {documents / demo.FOLDER_NAME}
    assert list(documents.iterdir()) == [*copies]
    assert files(documents / demo.FOLDER_NAME) == files(resources.path("sample-workspace"))


def test_a_full_disk_is_said_and_leaves_no_half_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = list[str]()

    def copy(source: str, target: str, **_options: Any) -> None:
        copied.append(source)
        if len(copied) > 3:
            raise OSError(errno.ENOSPC, "No space left on device", target)
        Path(target).touch()

    monkeypatch.setattr(shutil, "copyfile", copy)
    with pytest.raises(WriteFailedError, match=r"the sample cannot be copied to .*: the disk is full"):
        demo.sample_workspace(tmp_path)
    assert list(tmp_path.iterdir()) == []
