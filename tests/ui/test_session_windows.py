"""A window that a person closes is gone; one that was taken away comes back, with its unsaved text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from openclaw_desktop.ui import session_texts
from openclaw_desktop.ui.session_texts import UnsavedText
from openclaw_desktop.ui.session_windows import OpenWindow, left_open, open_now

KILLED = """
import os, sys
from pathlib import Path
from openclaw_desktop.ui import session_texts
from openclaw_desktop.ui.session_windows import OpenWindow
window = OpenWindow(Path(sys.argv[1]), Path(sys.argv[2]))
for text in sys.argv[3:]:
    session_texts.keep(window.texts, session_texts.UnsavedText("MEMORY.md", text, None))
os._exit(9)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "work 工作"
    made.mkdir()
    return made


def killed(state: Path, root: Path, *texts: str) -> None:
    """A window on `root` in a process of its own, which ends without a farewell."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(state), str(root), *texts], check=False)
    assert done.returncode == 9


def texts(window: OpenWindow) -> list[str]:
    return [each.text for each in session_texts.kept(window.texts)]


def test_an_open_window_is_open_and_not_left(tmp_path: Path, root: Path) -> None:
    window = OpenWindow(tmp_path, root)
    assert open_now(tmp_path) == [root]
    assert left_open(tmp_path) == []
    window.close()
    assert open_now(tmp_path) == left_open(tmp_path) == []


def test_a_window_the_session_took_away_comes_back(tmp_path: Path, root: Path) -> None:
    OpenWindow(tmp_path, root).leave()
    assert left_open(tmp_path) == [root]
    again = OpenWindow(tmp_path, root)
    assert left_open(tmp_path) == []
    again.close()
    assert list((tmp_path / "windows").iterdir()) == []


def test_a_killed_window_comes_back_with_its_text(tmp_path: Path, root: Path) -> None:
    killed(tmp_path, root, "typed 雨")
    assert left_open(tmp_path) == [root]
    window = OpenWindow(tmp_path, root)
    assert texts(window) == ["typed 雨"]
    assert left_open(tmp_path) == []
    window.leave()


def test_two_texts_of_one_file_are_both_kept(tmp_path: Path, root: Path) -> None:
    for text in ("first", "second"):
        killed(tmp_path / text, root, text)
    (tmp_path / "windows").mkdir()
    for text in ("first", "second"):
        (folder,) = (tmp_path / text / "windows").iterdir()
        folder.rename(tmp_path / "windows" / folder.name)
    window = OpenWindow(tmp_path, root)
    found = texts(window)
    for path in window.texts.glob("*.json"):
        path.unlink()
    window.close()
    later = OpenWindow(tmp_path, root)
    assert sorted(found + texts(later)) == ["first", "second"]
    later.leave()


def test_a_window_of_another_workspace_takes_nothing(tmp_path: Path, root: Path) -> None:
    killed(tmp_path, root, "typed")
    other = tmp_path / "other"
    other.mkdir()
    window = OpenWindow(tmp_path, other)
    assert texts(window) == []
    assert left_open(tmp_path) == [root]
    window.close()


def test_a_text_that_could_not_be_put_back_outlives_its_window(tmp_path: Path, root: Path) -> None:
    window = OpenWindow(tmp_path, root)
    session_texts.keep(window.texts, UnsavedText("read-only.md", "typed", None))
    window.close()
    assert texts(OpenWindow(tmp_path, root)) == ["typed"]


def test_in_safe_mode_nothing_is_taken_over(tmp_path: Path, root: Path) -> None:
    killed(tmp_path, root, "typed")
    window = OpenWindow(tmp_path, root, adopt=False)
    assert texts(window) == []
    window.close()
    assert left_open(tmp_path) == [root]


def test_a_workspace_that_is_gone_is_not_opened_again(tmp_path: Path, root: Path) -> None:
    OpenWindow(tmp_path, root).leave()
    root.rmdir()
    assert left_open(tmp_path) == []
