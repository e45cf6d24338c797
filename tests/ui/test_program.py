"""The program from outside: it starts, draws its pictures, and ends when told to, without a word."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from openclaw_desktop.ui.rail import PLACES

SCRIPT = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop import engine, settings_file
engine.Engine._llama = lambda self: HashEmbedder()
from openclaw_desktop.places import Places
from openclaw_desktop.ui.program import Program
places = Places.of_user()
program = Program(places, settings_file.load(places.settings_file))
def look():
    if program._window is not None and program._window.isVisible():
        {act}
    else:
        QTimer.singleShot(20, look)
QTimer.singleShot(0, look)
{more}
sys.exit(program.run(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
"""


TOUR = """
import asyncio, sys
from openclaw_desktop.ui.welcome import Welcome
from openclaw_desktop.ui.main_window import MainWindow
from pathlib import Path

seen = []
def step():
    window = program._window
    if window is None or not window.isVisible() or window in seen:
        return
    seen.append(window)
    print(type(window).__name__, flush=True)
    if isinstance(window, Welcome):
        window.decided.emit(Path(sys.argv[1]))
    elif len(seen) == 1:
        window.actions_["file.workspaces"].trigger()
    elif len(seen) == 3:
        asyncio.ensure_future(window.leave(Path(sys.argv[2])))
    else:
        window.close()

timer = QTimer(interval=20)
timer.timeout.connect(step)
timer.start()
"""


def command(script: str, *arguments: str) -> list[str]:
    return [sys.executable, "-X", "dev", "-W", "error", "-c", script, *arguments]


def ended(act: str, *arguments: str, more: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the program until it ends by itself; `act` is done once its first window is shown."""
    script = SCRIPT.format(act=act, more=more)
    return subprocess.run(
        command(script, *arguments), capture_output=True, text=True, check=False, timeout=60
    )


def silent(err: str) -> bool:
    return [line for line in err.split("\n") if line and "propagateSizeHints" not in line] == []


def test_closing_the_window_ends_the_program(workspace: Path) -> None:
    done = ended("program._window.close()", str(workspace))
    assert done.returncode == 0, done.stderr
    assert silent(done.stderr), done.stderr


def test_closing_the_list_of_agents_ends_the_program() -> None:
    done = ended("program._window.close()")
    assert done.returncode == 0, done.stderr
    assert silent(done.stderr), done.stderr


def test_one_goes_from_workspace_to_workspace(workspace: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    done = ended("pass", str(workspace), str(other), more=TOUR)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["MainWindow", "Welcome", "MainWindow", "MainWindow"]
    assert silent(done.stderr), done.stderr


def test_a_folder_that_is_gone_leads_to_the_list(tmp_path: Path) -> None:
    act = "print(program._window.notice.sentence, flush=True); program._window.close()"
    done = ended(act, str(tmp_path / "gone"))
    assert done.returncode == 0, done.stderr
    assert "is not a folder that can be opened" in done.stdout


def test_a_bug_is_told_and_the_program_goes_on(workspace: Path, own_places: Path) -> None:
    act = (
        "QTimer.singleShot(0, lambda: 1 / 0); "
        "QTimer.singleShot(50, lambda: print(program._window.notice.sentence, flush=True)); "
        "QTimer.singleShot(60, program._window.close)"
    )
    done = ended(act, str(workspace))
    assert done.returncode == 0, done.stderr
    assert "Your files are as they were" in done.stdout
    assert "ZeroDivisionError" in done.stderr
    log = own_places / "state" / "openclaw-desktop.log"
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")


def test_a_bug_in_opening_a_workspace_is_told_beside_the_list(workspace: Path) -> None:
    act = "print(type(program._window).__name__, program._window.notice.sentence); program._window.close()"
    more = "from openclaw_desktop.ui import visit; visit.MainWindow = lambda *given, **named: 1 / 0"
    done = ended(act, str(workspace), more=more)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Welcome Something went wrong inside the program.")
    assert "ZeroDivisionError" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
def test_ctrl_c_in_the_terminal_ends_it(workspace: Path) -> None:
    script = SCRIPT.format(act="print('shown', flush=True)", more="")
    running = subprocess.Popen(
        command(script, str(workspace)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "shown\n"
            running.send_signal(signal.SIGINT)
            _, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130, err
    assert silent(err), err


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is of Unix")
def test_a_killed_program_has_kept_its_tabs(workspace: Path, own_places: Path) -> None:
    def kept() -> list[str]:
        found = list((own_places / "data").rglob("window.json"))
        return json.loads(found[0].read_text(encoding="utf-8"))["tabs"] if found else []

    wait = (
        "from openclaw_desktop.ui import session; save = session.save; "
        "session.save = lambda *given: (save(*given), print('kept', flush=True))"
    )
    script = SCRIPT.format(act="program._window.open('SOUL.md')", more=wait)
    running = subprocess.Popen(command(script, str(workspace)), stdout=subprocess.PIPE, text=True)
    with running:
        assert running.stdout is not None
        while "SOUL.md" not in kept():
            assert running.stdout.readline() == "kept\n"
        running.kill()
    assert "SOUL.md" in kept()


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
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    views = [place.name for place in PLACES]
    scenes = ["welcome", *views, "context-sessions", "tour"]
    names = {f"{scene}-{shade}.png" for scene in scenes for shade in ("light", "dark")}
    assert {path.name for path in folder.iterdir()} == names
    for name in names:
        picture = QImage(str(folder / name))
        if not name.startswith("welcome"):
            assert (picture.width(), picture.height()) == (1440, 900)
        dark = picture.pixelColor(40, 600).lightness() < 128  # the ground of the rail
        assert dark is name.endswith("-dark.png")
