"""The program from outside: it starts, draws its pictures, and ends when told to, without a word."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

SCRIPT = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop import engine, settings
engine.Engine._llama = lambda self: HashEmbedder()
from openclaw_desktop.places import Places
from openclaw_desktop.ui.program import Program
places = Places.of_user()
program = Program(places, settings.load(places.settings_file))
def look():
    if program._window is not None and program._window.isVisible():
        {act}
    else:
        QTimer.singleShot(20, look)
QTimer.singleShot(0, look)
sys.exit(program.run(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
"""


def start(act: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", SCRIPT.format(act=act), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )


def silent(err: str) -> bool:
    return [line for line in err.split("\n") if line and "propagateSizeHints" not in line] == []


def test_closing_the_window_ends_the_program(workspace: Path) -> None:
    running = start("program._window.close()", str(workspace))
    _, err = running.communicate(timeout=60)
    assert running.returncode == 0, err
    assert silent(err), err


def test_closing_the_list_of_agents_ends_the_program() -> None:
    running = start("program._window.close()")
    _, err = running.communicate(timeout=60)
    assert running.returncode == 0, err
    assert silent(err), err


@pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
def test_ctrl_c_in_the_terminal_ends_it(workspace: Path) -> None:
    running = start("print('shown', flush=True)", str(workspace))
    assert running.stdout is not None
    assert running.stdout.readline() == "shown\n"
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert silent(err), err


def test_a_bug_is_told_and_the_program_goes_on(workspace: Path, own_places: Path) -> None:
    act = (
        "QTimer.singleShot(0, lambda: 1 / 0); "
        "QTimer.singleShot(50, lambda: print(program._window.notice.sentence, flush=True)); "
        "QTimer.singleShot(60, program._window.close)"
    )
    running = start(act, str(workspace))
    out, err = running.communicate(timeout=60)
    assert running.returncode == 0, err
    assert "Your files are as they were" in out
    assert "ZeroDivisionError" in err
    log = own_places / "state" / "openclaw-desktop.log"
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")


@pytest.mark.model
def test_pictures_are_taken_without_a_display(workspace: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [sys.executable, "-m", "openclaw_desktop", str(workspace), "--screenshot", str(folder)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    names = {
        f"{view}-{shade}.png" for view in ("workspace", "search", "settings") for shade in ("light", "dark")
    }
    assert {path.name for path in folder.iterdir()} == names
    for name in names:
        picture = QImage(str(folder / name))
        assert (picture.width(), picture.height()) == (1440, 900)
        dark = picture.pixelColor(700, 450).lightness() < 128
        assert dark is name.endswith("-dark.png")
