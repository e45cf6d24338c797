"""The tour: one sentence about each real part, in nobody's way, and never twice unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from reading_order import looks_focused, named, out_of_order, unnamed

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.tour import STEPS, first_time
from openclaw_desktop.ui.tour_bubble import placed

ROOM = QRect(0, 0, 900, 700)
BUBBLE = QSize(320, 140)


@pytest.fixture
def window(bridge: Bridge, qtbot: QtBot, run: Any) -> MainWindow:
    made = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(made, before_close_func=lambda _window: run(bridge.close()))
    made.resize(1000, 700)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=2000)
    return made


def on(window: MainWindow, steps: int = 1) -> None:
    for _ in range(steps):
        window.tour.bubble.next.click()


def area(window: MainWindow, part: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


# The way through


def test_each_step_outlines_a_real_part_of_its_view_and_stays_in_the_window(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert 5 <= len(STEPS) <= 6
    window.tour.begin()
    for number, step in enumerate(STEPS, start=1):
        assert window.view == step.view
        part = step.part(window)
        assert part.isVisible()
        qtbot.waitUntil(lambda part=part: window.tour.spot.geometry() == area(window, part), timeout=2000)
        assert window.rect().contains(window.tour.bubble.geometry())
        assert f"{number} of {len(STEPS)}: {step.title}" in window.tour.bubble.accessibleName()
        assert step.sentence in window.tour.bubble.next.accessibleDescription()
        on(window)
    assert not window.tour.is_shown


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_a_step_is_one_sentence(step: Any) -> None:
    assert step.sentence.count(".") == 1
    assert step.sentence.endswith(".")
    assert len(step.sentence) < 110


def test_one_can_go_back(window: MainWindow) -> None:
    window.tour.begin()
    assert not window.tour.bubble.back.isEnabled()
    on(window, 2)
    window.tour.bubble.back.click()
    assert (window.view, window.tour.spot.geometry().size()) == ("workspace", window.workspace.editor.size())


def test_the_last_step_leads_back_to_where_it_began(window: MainWindow) -> None:
    window.show_view("history")
    window.tour.begin()
    on(window, len(STEPS) - 1)
    assert window.tour.bubble.next.text() == "Done"
    assert not window.tour.bubble.end.isVisible()
    on(window)
    assert window.view == "history"
    assert not window.tour.bubble.isVisible()
    assert not window.tour.spot.isVisible()


def test_the_step_about_the_editor_brings_the_cut_into_sight_and_leaves_the_cursor(
    window: MainWindow, bridge: Bridge, qtbot: QtBot
) -> None:
    lines = "".join(f"- {number}: something that is worth to be kept\n" for number in range(800))
    (bridge.engine.root / "MEMORY.md").write_text(f"# Memory\n\n{lines}", encoding="utf-8")
    window.open("MEMORY.md")
    editor = window.workspace.editor
    qtbot.waitUntil(lambda: editor.page is not None and editor.page.edit.shade is not None, timeout=10_000)
    assert editor.page is not None
    edit = editor.page.edit
    assert edit.shade is not None
    cut = edit.document().findBlock(edit.shade.starts[0]).blockNumber()
    window.tour.begin()
    assert cut not in [block.blockNumber() for block, _box in edit.blocks_in_view()]
    on(window)
    place = next(box for block, box in edit.blocks_in_view() if block.blockNumber() == cut)
    assert place.bottom() < edit.viewport().height() / 2  # above the bubble
    assert edit.textCursor().blockNumber() == 0


# In nobody's way


@pytest.mark.parametrize("steps", range(len(STEPS)))
def test_escape_ends_it_at_any_step(window: MainWindow, qtbot: QtBot, steps: int) -> None:
    window.tour.begin()
    on(window, steps)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not window.tour.is_shown
    assert not window.tour.bubble.isVisible()
    assert window.view == "workspace"


def test_escape_ends_it_from_the_editor_too(window: MainWindow, qtbot: QtBot) -> None:
    window.open("SOUL.md")
    qtbot.waitUntil(lambda: window.workspace.editor.text() != "", timeout=5000)
    window.tour.begin()
    window.workspace.editor.setFocus()
    assert not window.tour.bubble.next.hasFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not window.tour.is_shown


def test_going_elsewhere_ends_it_there(window: MainWindow, qtbot: QtBot) -> None:
    window.tour.begin()
    window.show_view("settings")
    qtbot.waitUntil(lambda: not window.tour.is_shown, timeout=2000)
    assert not window.tour.bubble.isVisible()
    assert window.view == "settings"


def test_the_outline_lets_the_mouse_through(window: MainWindow) -> None:
    window.tour.begin()
    middle = area(window, window.workspace.tree).center()
    beneath = window.childAt(middle)
    assert beneath is not None
    assert window.workspace.tree.isAncestorOf(beneath)


def test_it_follows_when_the_window_or_a_column_changes(window: MainWindow, qtbot: QtBot) -> None:
    window.tour.begin()
    on(window)
    window.resize(1500, 900)
    editor = window.workspace.editor
    qtbot.waitUntil(lambda: editor.width() > 900, timeout=2000)
    qtbot.waitUntil(lambda: window.tour.spot.geometry() == area(window, editor), timeout=2000)
    window.suggest(["What do we know about the house?"])
    qtbot.waitUntil(lambda: area(window, editor).top() > 60, timeout=2000)
    qtbot.waitUntil(lambda: window.tour.spot.geometry() == area(window, editor), timeout=2000)


def test_a_part_that_is_hidden_gives_way_to_the_button_of_its_view(window: MainWindow) -> None:
    window.workspace.show_side_panel(False)
    window.tour.begin()
    assert window.tour.spot.size() == window.rail.button("workspace").size()


def test_begun_again_it_starts_over(window: MainWindow) -> None:
    window.actions_["help.tour"].trigger()
    on(window, 3)
    window.actions_["help.tour"].trigger()
    assert window.view == "workspace"
    assert window.tour.bubble.accessibleName().startswith("Tour, 1 of")
    window.tour.end()
    assert window.view == "workspace"


def test_its_buttons_have_names_an_order_and_a_focus_that_is_seen(window: MainWindow) -> None:
    window.tour.begin()
    on(window)
    bubble = window.tour.bubble
    assert bubble.next.hasFocus()
    assert unnamed(bubble) == []
    assert out_of_order(bubble) == []
    assert [named(b) for b in (bubble.end, bubble.back, bubble.next) if not looks_focused(b)] == []


# Where it stands


@pytest.mark.parametrize(
    ("part", "side"),
    [
        (QRect(0, 0, 250, 700), "right"),
        (QRect(650, 0, 250, 700), "left"),
        (QRect(0, 0, 900, 200), "below"),
        (QRect(0, 500, 900, 200), "above"),
        (QRect(0, 0, 900, 700), "inside"),
        (QRect(0, 690, 48, 10), "right"),
        (QRect(0, 0, 48, 10), "right"),
    ],
)
def test_the_bubble_stands_beside_its_part_and_within_the_window(part: QRect, side: str) -> None:
    corner, found = placed(part, BUBBLE, ROOM)
    bubble = QRect(corner, BUBBLE)
    assert found == side
    assert ROOM.contains(bubble)
    assert bubble.intersects(part) is (side == "inside")


# Once by itself


def test_it_is_shown_by_itself_once(tmp_path: Path) -> None:
    assert [first_time(tmp_path / "state") for _ in range(3)] == [True, False, False]


def test_where_that_cannot_be_remembered_it_is_not_shown_by_itself(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    assert not first_time(tmp_path / "state")
