"""A view is made when it is first wanted, and is then as connected and as current as if it had been there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.session import WindowState
from openclaw_desktop.ui.views import NAMES


@pytest.fixture
def window(bridge: Bridge, qtbot: QtBot, run: Any) -> MainWindow:
    window = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(window, before_close_func=lambda _window: run(bridge.close()))
    with qtbot.waitExposed(window):
        window.show()
    return window


def test_at_first_there_is_the_workspace_alone(window: MainWindow) -> None:
    assert [name for name in NAMES if window.views.is_made(name)] == ["workspace"]
    assert window.view == "workspace"


@pytest.mark.parametrize("name", NAMES)
def test_a_view_that_is_shown_is_made_once_and_in_front(window: MainWindow, name: str) -> None:
    window.show_view(name)
    view = window.views.named(name)
    assert view.isVisible()
    window.show_view("workspace")
    window.show_view(name)
    assert window.views.named(name) is view
    assert window.views.count() == (1 if name == "workspace" else 2)


def test_every_view_leads_to_files_from_the_moment_it_is_made(window: MainWindow, qtbot: QtBot) -> None:
    for view in (window.views.search, window.views.context, window.views.review, window.views.history):
        window.show_view("settings")
        view.open_requested.emit("MEMORY.md", 1, 1)
        assert window.view == "workspace"
        qtbot.waitUntil(lambda: window.workspace.editor.current_path == "MEMORY.md", timeout=5000)


def test_leaving_a_window_makes_no_view_and_forgets_no_order_of_the_sessions(window: MainWindow) -> None:
    window.restore(WindowState(sessions_order="cost"))
    assert window.state().sessions_order == "cost"
    assert not window.views.is_made("context")
    window.show_view("context")
    assert window.state().sessions_order == "cost"
    assert window.views.context.sessions.list.rows.order.key == "cost"
    assert window.state().sessions_order == "cost"


def test_no_command_makes_a_view_before_it_is_given(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert [name for name in NAMES if window.views.is_made(name)] == ["workspace"]
    window.actions_["go.search"].trigger()
    assert window.views.is_made("search")


def test_the_code_of_the_other_views_is_not_loaded_with_the_window() -> None:
    rooms = (
        "search_view.view",
        "context_view.view",
        "review_view.view",
        "history_view.view",
        "settings_view",
    )
    names = [f"openclaw_desktop.ui.{room}" for room in rooms]
    code = f"import sys, openclaw_desktop.ui.program; print([n for n in {names!r} if n in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
