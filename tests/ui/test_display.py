"""Where no window can be opened, one sentence says what to do, before Qt could abort."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from openclaw_desktop.errors import DisplayError
from openclaw_desktop.ui import display


def test_no_screen_is_said_in_a_sentence() -> None:
    with pytest.raises(DisplayError, match="--screenshot DIR"):
        display.require({}, platform="linux")


def test_other_platforms_and_chosen_plugins_are_not_asked() -> None:
    display.require({}, platform="darwin")
    display.require({}, platform="win32")
    display.require({"QT_QPA_PLATFORM": "offscreen"}, platform="linux")


def test_an_x_server_that_does_not_answer_is_named() -> None:
    if display.load_trouble(display.plugins_folder() / "libqxcb.so"):
        pytest.skip("the system lacks Qt's libraries for X11")
    with pytest.raises(DisplayError, match=":4711"):
        display.require({"DISPLAY": ":4711"}, platform="linux")


def test_a_missing_library_is_named_with_the_line_that_installs_it() -> None:
    def refuse(path: str) -> object:
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    trouble = display.load_trouble(Path("libqxcb.so"), refuse)
    assert trouble is not None
    sentence = display.missing_library(trouble)
    assert "libxcb-cursor.so.0 is missing" in sentence
    assert "sudo apt install" in sentence
    assert "libxcb-cursor0" in sentence


def test_the_door_to_the_window_opens_without_qt() -> None:
    script = "import sys; sys.modules['PySide6'] = None; import openclaw_desktop.ui.app"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
