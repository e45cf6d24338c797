"""The first window: agents as they really are, what was open before, and any folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.welcome import Known, Welcome, WorkspaceRow
from openclaw_desktop.workspace.agents import Agent, Candidate, Installation

HOME = Path("/home/ada")
STATE = HOME / ".openclaw"


def agent(name: str, state: Any, *candidates: Candidate) -> Agent:
    return Agent(name, name.title(), STATE / f"workspace-{name}", state, name == "main", candidates)


def known(*agents: Agent, problems: tuple[str, ...] = ()) -> Known:
    found = Installation(STATE, STATE / "openclaw.json", "2026.9", agents, problems=problems)
    return Known(found, "", (Path("/srv/notes"),))


def opened(what: Known, qtbot: QtBot) -> Welcome:
    window = Welcome(what, home=HOME)
    qtbot.addWidget(window)
    window.show()
    return window


def rows(window: Welcome) -> dict[str, WorkspaceRow]:
    return {row.text(): row for row in window.findChildren(WorkspaceRow)}


def words(window: Welcome) -> str:
    return "\n".join(label.text() for label in window.findChildren(QLabel))


def test_every_agent_is_listed_with_its_real_path_and_state(qtbot: QtBot) -> None:
    left_behind = Candidate(STATE / "main" / "workspace", True, 41, "the folder the upgrade left behind")
    window = opened(
        known(agent("main", "doubled", left_behind), agent("ops", "missing"), agent("lab", "empty")), qtbot
    )
    shown = rows(window)
    assert set(shown) == {"Main", "workspace", "Ops", "Lab", "notes"}
    assert str(STATE / "workspace-ops") in shown["Ops"].toolTip()
    assert "not there" in shown["Ops"].toolTip()
    assert not shown["Ops"].isEnabled()
    assert shown["Lab"].isEnabled()
    assert "the folder the upgrade left behind · 41 Markdown files" in shown["workspace"].toolTip()


def test_a_click_or_enter_opens_that_folder(qtbot: QtBot) -> None:
    window = opened(known(agent("main", "ok")), qtbot)
    with qtbot.waitSignal(window.decided, timeout=1000) as caught:
        qtbot.mouseClick(rows(window)["Main"], Qt.MouseButton.LeftButton)
    assert caught.args == [STATE / "workspace-main"]
    with qtbot.waitSignal(window.decided, timeout=1000) as caught:
        qtbot.keyClick(rows(window)["notes"], Qt.Key.Key_Return)
    assert caught.args == [Path("/srv/notes")]


def test_no_openclaw_and_a_config_that_cannot_be_read_are_said(qtbot: QtBot) -> None:
    assert "No OpenClaw was found" in words(opened(Known(None, "", ()), qtbot))
    broken = opened(Known(None, "openclaw.json cannot be read: line 3", ()), qtbot)
    assert "openclaw.json cannot be read: line 3" in words(broken)
    assert "One include is missing." in words(opened(known(problems=("One include is missing.",)), qtbot))


def test_closing_it_means_none(qtbot: QtBot, loop: Any) -> None:
    window = opened(known(), qtbot)
    answered = loop.create_task(window.answer())
    loop.call_soon(window.close)  # after the task's first step
    qtbot.waitUntil(answered.done, timeout=2000)
    assert answered.result() is None


def test_long_names_and_chinese_fit(qtbot: QtBot) -> None:
    window = opened(known(agent("记忆" * 40, "ok")), qtbot)
    window.resize(400, 500)
    assert window.grab().width() == 400
