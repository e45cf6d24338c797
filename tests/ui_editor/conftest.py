"""What the editor's tests get: a small workspace, and a bridge around plain files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from editor_window import Files, Window
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop.engine import Engine
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.tabs import EditorTabs


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Three notes, one of them of the same name as another."""
    root = tmp_path / "workspace"
    for path, text in {
        "MEMORY.md": "# Memory\n\n- The port is 8123.\n- 雨量計は屋根の上。\n",
        "memory/net.md": "# Network\n\nSee [[memory]] and [the station](../MEMORY.md).\n",
        "topics/net.md": "# Net\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    return root


@pytest.fixture
def engine(workspace: Path) -> Files:
    """What the bridge asks."""
    return Files(workspace)


@pytest.fixture
def widgets(qapp: QApplication) -> Iterator[list[QWidget]]:
    """Widgets of a test, deleted after the bridge is closed, as in the program."""
    made: list[QWidget] = []
    yield made
    for widget in made:
        widget.close()
        widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def bridge(run: Run[Any], engine: Files, widgets: list[QWidget]) -> Iterator[Bridge]:
    """A real bridge around the files of the workspace."""
    made = Bridge(lambda _report: cast(Engine, engine))
    yield made
    run(made.close())


@pytest.fixture
def window(bridge: Bridge, workspace: Path, qtbot: QtBot, widgets: list[QWidget]) -> Window:
    """An editor that is shown, and everything one does with it."""
    tabs = EditorTabs(bridge)
    widgets.append(tabs)
    tabs.resize(900, 600)
    tabs.show()
    return Window(tabs, bridge, workspace, qtbot)
