"""Folders for copies, which are gone with the program and not with anything else."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from openclaw_desktop.private_folder import PREFIX, private_folder

COPYING = f"""
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from {private_folder.__module__} import private_folder
with private_folder() as folder:
    (folder / "openclaw-agent.sqlite").write_bytes(b"x" * 1000)
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@contextmanager
def another_program(temporary: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """One that has a copy open."""
    command = [sys.executable, "-c", COPYING, str(temporary)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            yield program, Path(program.stdout.readline().strip())
        finally:
            program.kill()


def test_nothing_is_left_when_it_is_not_needed_any_more(temporary: Path) -> None:
    with private_folder() as folder:
        (folder / "copy.sqlite").write_bytes(b"x")
        assert [each.name.startswith(PREFIX) for each in temporary.iterdir()] == [True]
    assert not [*temporary.iterdir()]


def test_the_copy_of_a_killed_program_is_gone_with_the_next_one_and_that_of_a_living_one_stays(
    temporary: Path,
) -> None:
    with another_program(temporary) as (_, living), another_program(temporary) as (killed, lost):
        killed.kill()
        killed.wait()
        assert (lost / "openclaw-agent.sqlite").is_file()
        with private_folder() as own:
            assert not lost.parent.exists()
            assert (living / "openclaw-agent.sqlite").is_file()
            assert own.is_dir()


def test_a_folder_of_that_name_which_is_somebody_elses_stays(temporary: Path) -> None:
    elsewhere = temporary / "elsewhere"
    (elsewhere / "copy").mkdir(parents=True)
    (elsewhere / "copy" / "kept").write_bytes(b"x")
    (temporary / f"{PREFIX}link").symlink_to(elsewhere)
    (temporary / f"{PREFIX}other").mkdir()
    with private_folder():
        assert (elsewhere / "copy" / "kept").is_file()
        assert not (elsewhere / "lock").exists()
        assert (temporary / f"{PREFIX}other").is_dir()
