"""Another window is another process; on macOS the system itself asks for one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QFileInfo, QObject, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui import app, starting
from openclaw_desktop.ui.instance import Answer


def test_an_installed_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert starting.command("a b") == [sys.executable, "-P", "-m", "openclaw_desktop", "a b"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert starting.command("a b") == [sys.executable, "a b"]


def test_a_file_the_system_asks_for_goes_the_way_of_a_second_start(qtbot: QtBot) -> None:
    app, started = QObject(), list[Sequence[str]]()
    starting.FileOpenings(app, started.append)
    path = QFileInfo("/tmp/雨 量計.md").absoluteFilePath()
    QApplication.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile(path)))
    QApplication.sendEvent(app, QEvent(QEvent.Type.User))
    assert started == [[path]]


def test_of_several_workspaces_each_gets_a_process(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, heard = list[Sequence[str]](), list[str]()
    monkeypatch.setattr(starting, "start_another", started.append)

    def taken(address: str, _wish: object) -> Answer:
        heard.append(address)
        return Answer.TAKEN

    monkeypatch.setattr("openclaw_desktop.ui.instance.hand_over", taken)
    from openclaw_desktop.places import Places
    from openclaw_desktop.settings import Settings

    one, two = tmp_path / "one", tmp_path / "two"
    wanted = {one: ("a.md",), two: ("memory/b.md",)}
    assert app.run_windows(wanted, places=Places.of_user(), settings=Settings()) == 0
    assert started == [[str(two), str(two / "memory" / "b.md")]]
    assert len(heard) == 1


def test_a_second_start_is_quick_because_it_loads_next_to_nothing() -> None:
    script = (
        "import sys; import openclaw_desktop.cli, openclaw_desktop.ui.app, openclaw_desktop.ui.instance; "
        "print([m for m in ('engine', 'search', 'review', 'index.store') "
        "if f'openclaw_desktop.{m}' in sys.modules], 'PySide6.QtWidgets' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "[] False\n", done.stderr
