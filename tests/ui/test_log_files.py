"""What several windows write at once is all there: none takes the log of another away."""

from __future__ import annotations

import faulthandler
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from openclaw_desktop.ui import log_files

PART = log_files.LOG_BYTES // 3


class Window:
    """Writes into the log of a folder."""

    def __init__(self, folder: Path) -> None:
        self.log = log_files.handler(log_files.log_file(folder))

    def writes(self, letter: str) -> None:
        self.log.emit(logging.LogRecord("a", logging.ERROR, "a.py", 1, letter * PART, None, None))


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[tuple[Window, Window]]:
    both = Window(tmp_path), Window(tmp_path)
    yield both
    for window in both:
        window.log.close()


def test_a_log_that_another_window_turned_over_is_not_turned_over_once_more(
    windows: tuple[Window, Window], tmp_path: Path
) -> None:
    one, other = windows
    for writing, letter in ((one, "a"), (other, "b"), (one, "c"), (other, "d")):
        writing.writes(letter)
    logs = [log_files.log_file(tmp_path), log_files.log_file(tmp_path).with_suffix(".log.1")]
    found = [{letter for letter in "abcd" if letter * PART in log.read_text()} for log in logs]
    assert found == [{"c", "d"}, {"a", "b"}]
    assert len(list(tmp_path.iterdir())) == 2


def test_where_a_log_cannot_be_renamed_it_goes_on_growing(
    windows: tuple[Window, Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("another program has it open")

    monkeypatch.setattr("os.rename", refuse)
    for letter in "abcd":
        windows[0].writes(letter)
    text = log_files.log_file(tmp_path).read_text()
    assert all(letter * PART in text for letter in "abcd")


def test_the_crash_of_one_window_is_told_after_that_of_another_was(tmp_path: Path) -> None:
    first, second = log_files.crash_file(tmp_path), log_files.crash_file(tmp_path)
    assert first is not None
    assert second is not None
    with first, second:
        faulthandler.dump_traceback(first)
        assert "test_log_files" in log_files.crash_of_last_time(tmp_path)
        assert log_files.crash_of_last_time(tmp_path) == ""
        faulthandler.dump_traceback(second)
        assert "test_log_files" in log_files.crash_of_last_time(tmp_path)
