"""The first window: agents as they really are, any folder, the demo, and what opening one means."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from reading_order import looks_focused, named, out_of_order, stops, unnamed

from openclaw_desktop import demo
from openclaw_desktop.settings import ReviewSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.welcome import MOST_AGENTS, TWO_COLUMNS, UNREAD, Known, Welcome
from openclaw_desktop.ui.welcome_facts import protected
from openclaw_desktop.ui.welcome_row import ChoiceRow, WorkspaceRow
from openclaw_desktop.workspace.agents import Agent, Candidate, Installation

pytestmark = pytest.mark.usefixtures("loop")  # in the colours of a theme

HOME = Path("/home/ada")
STATE = HOME / ".openclaw"
INDEX = HOME / ".local/share/openclaw-desktop/workspaces"
NOWHERE = Known(None, "", (), STATE)


def agent(name: str, state: Any, *others: Candidate, notes: int = 12, folder: Path | None = None) -> Agent:
    path = folder or STATE / f"workspace-{name}"
    own = Candidate(path, state != "missing", notes, "the workspace this version uses")
    return Agent(name, name.title(), path, state, name == "main", (own, *others))


def known(*agents: Agent, problems: tuple[str, ...] = ()) -> Known:
    found = Installation(STATE, STATE / "openclaw.json", "2026.9", agents, problems=problems)
    return Known(found, "", (Path("/srv/notes"),), STATE)


def opened(what: Known, qtbot: QtBot, review: ReviewSettings | None = None) -> Welcome:
    window = Welcome(what, home=HOME, index_folder=INDEX, review=review or ReviewSettings())
    qtbot.addWidget(window)
    window.show()
    return window


def rows(window: Welcome) -> dict[str, ChoiceRow]:
    return {row.text(): row for row in window.findChildren(ChoiceRow) if row.isVisible()}


def words(window: Welcome) -> str:
    return "\n".join(label.text() for label in window.findChildren(QLabel))


# What can be chosen


def test_every_agent_is_listed_with_its_real_path_its_notes_and_its_state(qtbot: QtBot) -> None:
    left_behind = Candidate(STATE / "main" / "workspace", True, 41, "the folder the upgrade left behind")
    window = opened(
        known(
            agent("main", "doubled", left_behind, notes=3),
            agent("ops", "missing"),
            agent("lab", "empty", notes=0),
            agent("kit", "ok", notes=1214),
        ),
        qtbot,
    )
    said = {name: named(row) for name, row in rows(window).items()}
    assert said["Main"] == f"Main, {STATE}/workspace-main, doubled: 3 notes here, more below"
    assert said["workspace"].endswith("main/workspace, the folder the upgrade left behind · 41 notes")
    assert said["Ops"] == f"Ops, {STATE}/workspace-ops, missing: this folder is not there"
    assert said["Lab"] == f"Lab, {STATE}/workspace-lab, empty: no notes yet"
    assert said["Kit"] == f"Kit, {STATE}/workspace-kit, 1,214 notes"
    assert {name for name, row in rows(window).items() if not row.isEnabled()} == {"Ops"}


def test_there_are_three_choices_though_no_openclaw_is_here(qtbot: QtBot) -> None:
    window = opened(NOWHERE, qtbot)
    assert "Welcome to OpenClaw Desktop" in words(window)
    assert "No OpenClaw was found in ~/.openclaw." in words(window)
    assert list(rows(window)) == ["Open a folder…", "Try the demo"]
    assert str(demo.place()) in named(window.sample_button)


def test_a_config_that_cannot_be_read_is_said_and_what_helps(qtbot: QtBot) -> None:
    broken = opened(Known(None, "openclaw.json cannot be read: line 3.", (), STATE), qtbot)
    assert f"openclaw.json cannot be read: line 3. {UNREAD}" in words(broken)
    assert "One include is missing." in words(opened(known(problems=("One include is missing.",)), qtbot))


def test_a_click_or_enter_opens_that_folder(qtbot: QtBot) -> None:
    window = opened(known(agent("main", "ok")), qtbot)
    with qtbot.waitSignal(window.decided, timeout=1000) as caught:
        qtbot.mouseClick(rows(window)["Main"], Qt.MouseButton.LeftButton)
    assert caught.args == [STATE / "workspace-main"]
    with qtbot.waitSignal(window.decided, timeout=1000) as caught:
        qtbot.keyClick(rows(window)["notes"], Qt.Key.Key_Return)
    assert caught.args == [Path("/srv/notes")]


def test_of_many_agents_the_rest_waits_so_that_the_other_choices_are_seen(qtbot: QtBot) -> None:
    window = opened(known(*(agent(f"a{n}", "ok") for n in range(12))), qtbot)
    window.resize(900, 700)
    agents = [name for name in rows(window) if name.startswith("A")]
    assert agents == [f"A{n}" for n in range(MOST_AGENTS)]
    low = window.sample_button.mapTo(window, QPoint(0, window.sample_button.height()))
    assert low.y() <= 700
    more = rows(window)["6 more agents"]
    assert "A11" in named(more)
    qtbot.keyClick(more, Qt.Key.Key_Return)
    assert len([name for name in rows(window) if name.startswith("A")]) == 12
    assert window.focusWidget() is rows(window)[f"A{MOST_AGENTS}"]
    assert not more.isVisible()


def test_closing_it_means_none(qtbot: QtBot, loop: Any) -> None:
    window = opened(known(), qtbot)
    answered = loop.create_task(window.answer())
    loop.call_soon(window.close)  # after the task's first step
    qtbot.waitUntil(answered.done, timeout=2000)
    assert answered.result() is None


# What opening one means


def test_where_the_index_lies_is_said_in_full_and_can_be_copied(qtbot: QtBot) -> None:
    window = opened(NOWHERE, qtbot)
    path = next(text for text in window.findChildren(ElidedText) if str(INDEX) in text.toolTip())
    qtbot.keyClick(path, Qt.Key.Key_Space)
    assert QApplication.clipboard().text() == str(INDEX)


def test_what_is_protected_is_said_in_at_most_three_lines() -> None:
    assert protected(ReviewSettings()) == [
        "Waits for your approval: SOUL.md, POLICY.md, IDENTITY.md, AGENTS.md, MEMORY.md, USER.md.",
        "May only grow: dated notes in memory/.",
        "All else is free, and what you write yourself is approved by that.",
    ]
    every = tuple(f"{name}.md = {name}" for name in ("free", "review", "hold", "locked", "append-only"))
    assert len(protected(ReviewSettings(policies=every))) == 3
    assert protected(ReviewSettings(policies=())) == [protected(ReviewSettings())[-1]]
    assert len(protected(ReviewSettings(protect=False))) == 1


def test_what_the_settings_protect_stands_on_the_page(qtbot: QtBot) -> None:
    window = opened(NOWHERE, qtbot, ReviewSettings(policies=("记忆.md = locked",)))
    assert "Read-only, and waits for your approval: 记忆.md." in words(window)


# In any width, by keyboard alone


@pytest.mark.parametrize("width", [480, 640, 900, 1600])
def test_nothing_is_wider_than_the_window(qtbot: QtBot, width: int) -> None:
    deep = Path("/home/ada") / "/".join(["很长的文件夹"] * 30)
    window = opened(known(agent("记忆" * 40, "ok", folder=deep)), qtbot)
    window.resize(width, 700)
    shown = [w for w in (*window.findChildren(ChoiceRow), *window.findChildren(QLabel)) if w.isVisible()]

    def ends() -> list[int]:
        return [widget.mapTo(window, QPoint(widget.width(), 0)).x() for widget in shown]

    qtbot.waitUntil(lambda: max(ends()) <= width, timeout=2000)
    row = next(row for row in window.findChildren(WorkspaceRow) if row.path == deep)
    assert str(deep) in row.toolTip()


def test_the_first_choice_that_can_be_opened_has_the_focus_and_arrows_go_on(qtbot: QtBot) -> None:
    window = opened(known(agent("ops", "missing"), agent("main", "ok"), agent("lab", "ok")), qtbot)
    assert window.focusWidget() is rows(window)["Main"]
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Down)
    assert window.focusWidget() is rows(window)["Lab"]
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Up)
    assert window.focusWidget() is rows(window)["Main"]


@pytest.mark.parametrize("width", [640, 1000])
def test_tab_follows_the_reading_order_and_every_stop_has_a_name(qtbot: QtBot, width: int) -> None:
    window = opened(known(*(agent(f"a{n}", "ok") for n in range(12))), qtbot)
    window.resize(width, 1400)
    qtbot.waitUntil(lambda: len(stops(window)) >= MOST_AGENTS + 4, timeout=2000)
    assert unnamed(window) == []
    column = [stop for stop in stops(window) if isinstance(stop, ChoiceRow)]
    assert [row.text() for row in column] == list(rows(window))
    if width < TWO_COLUMNS:
        qtbot.waitUntil(lambda: out_of_order(window) == [], timeout=2000)


def test_where_the_focus_is_can_be_seen(qtbot: QtBot) -> None:
    window = opened(known(agent("main", "ok")), qtbot)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=2000)
    assert [named(stop) for stop in stops(window) if not looks_focused(stop)] == []


def test_the_ring_round_a_choice_is_as_strong_on_every_side(qtbot: QtBot, loop: object) -> None:
    window = opened(known(agent("main", "ok")), qtbot)
    window.activateWindow()
    row = next(row for row in window.findChildren(ChoiceRow) if row.isEnabled())
    qtbot.waitUntil(row.hasFocus)
    picture = row.grab().toImage()
    right, middle = picture.width() - 1, picture.height() // 2
    sides = [
        picture.pixelColor(0, middle),
        picture.pixelColor(right, middle),
        picture.pixelColor(right // 2, 1),
    ]
    assert {side.name() for side in sides} == {theme.colours(row).accent.name()}
