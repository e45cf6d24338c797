"""The window as a whole: what one panel asks for, another does; nothing is lost on the way out."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from openclaw_desktop.errors import FileGoneError
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui import focus
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.commands import COMMANDS, menu_named
from openclaw_desktop.ui.context_view.session_sort import Order, SortBy
from openclaw_desktop.ui.first_search import FirstSearch
from openclaw_desktop.ui.main_window import MainWindow


def opened(bridge: Bridge, qtbot: QtBot, run: Any) -> MainWindow:
    window = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(window, before_close_func=lambda _window: run(bridge.close()))
    window.resize(1280, 800)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


@pytest.fixture
def window(bridge: Bridge, qtbot: QtBot, run: Any) -> MainWindow:
    return opened(bridge, qtbot, run)


def wait_for_text(window: MainWindow, path: str, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.workspace.editor.current_path == path, timeout=5000)
    qtbot.waitUntil(lambda: window.workspace.editor.text() != "", timeout=5000)


def press(window: MainWindow, key: Qt.Key, qtbot: QtBot, *, shift: bool = False) -> None:
    held = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window, key, held | Qt.KeyboardModifier.ShiftModifier if shift else held)


def question_box(qtbot: QtBot) -> QMessageBox:
    def boxes() -> list[QMessageBox]:
        return [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()]

    qtbot.waitUntil(lambda: bool(boxes()), timeout=5000)
    return boxes()[0]


def answer(box: QMessageBox, text: str) -> None:
    next(button for button in box.buttons() if button.text() == text).click()


def test_a_file_chosen_in_the_tree_opens_and_names_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.workspace.tree.open_requested.emit("memory/2026-03-01.md", 0, 0)
    wait_for_text(window, "memory/2026-03-01.md", qtbot)
    assert window.windowTitle() == "2026-03-01.md[*] — workspace — OpenClaw Desktop"
    assert not window.isWindowModified()


def test_a_hit_opens_in_the_workspace_view(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Qt.Key.Key_2, qtbot)
    assert window.view == "search"
    window.views.search.open_requested.emit("MEMORY.md", 5, 6)
    assert window.view == "workspace"
    wait_for_text(window, "MEMORY.md", qtbot)


def test_the_outline_shows_where_a_hit_was_opened(window: MainWindow, qtbot: QtBot) -> None:
    outline = window.workspace.outline
    window.views.search.open_requested.emit("MEMORY.md", 10, 10)
    wait_for_text(window, "MEMORY.md", qtbot)
    qtbot.waitUntil(lambda: outline.view.currentIndex().data() == "Decisions", timeout=5000)


def test_todays_note_begins_from_the_tree_as_well(window: MainWindow, qtbot: QtBot) -> None:
    button = window.workspace.tree.header.new_button
    button.menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: window.workspace.editor.text().startswith("# "), timeout=5000)
    assert window.workspace.editor.current_path.startswith("memory/")
    assert window.notice.sentence == ""


def test_the_menu_ticks_what_is_shown(window: MainWindow, qtbot: QtBot) -> None:
    window.open("MEMORY.md")
    wait_for_text(window, "MEMORY.md", qtbot)
    window.actions_["view.preview"].trigger()
    menu_named(window.menuBar(), "View").aboutToShow.emit()
    assert window.actions_["view.preview"].isChecked()
    assert window.actions_["view.wrap"].isChecked()
    window.actions_["view.side_panel"].trigger()
    menu_named(window.menuBar(), "View").aboutToShow.emit()
    assert not window.actions_["view.side_panel"].isChecked()


def test_every_command_of_the_tree_has_its_entry_in_the_menu_bar(window: MainWindow) -> None:
    titles = {command.title for command in COMMANDS}
    offered = {a.text() for a in window.workspace.tree.file_actions.context_menu().actions()} - {""}
    # Enter, of a line in the Go menu, and a choice of five
    assert offered - titles == {"Open", "Why Was This Not Found?", "Protection"}


def test_the_menu_goes_from_tab_to_tab_as_they_were_used(window: MainWindow, qtbot: QtBot) -> None:
    for path in ("SOUL.md", "AGENTS.md", "MEMORY.md"):
        window.open(path)
        wait_for_text(window, path, qtbot)
    visited: list[str] = []
    for command in ("go.last_tab", "go.last_tab", "go.first_tab"):
        window.actions_[command].trigger()
        visited.append(window.workspace.editor.current_path)
    assert visited == ["AGENTS.md", "MEMORY.md", "SOUL.md"]


def test_f6_into_the_editor_goes_into_the_text(window: MainWindow, qtbot: QtBot) -> None:
    window.open("MEMORY.md")
    wait_for_text(window, "MEMORY.md", qtbot)
    window.workspace.tree.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    page = window.workspace.editor.page
    assert page is not None
    assert page.edit.hasFocus()


def test_keys_go_to_the_views(window: MainWindow, qtbot: QtBot) -> None:
    for key, name in ((Qt.Key.Key_2, "search"), (Qt.Key.Key_Comma, "settings"), (Qt.Key.Key_1, "workspace")):
        press(window, key, qtbot)
        assert window.view == name
    press(window, Qt.Key.Key_F, qtbot, shift=True)
    assert window.view == "search"
    assert window.views.search.ask.field.hasFocus()


@pytest.mark.parametrize(
    ("key", "view"), [(Qt.Key.Key_1, "workspace"), (Qt.Key.Key_2, "search"), (Qt.Key.Key_5, "history")]
)
def test_the_key_of_the_view_that_is_shown_leads_from_the_rail_into_it(
    window: MainWindow, qtbot: QtBot, key: Qt.Key, view: str
) -> None:
    qtbot.waitUntil(window.isActiveWindow, timeout=5000)
    window.show_view(view)
    window.rail.setFocus()
    assert focus.holds(window.rail)
    press(window, key, qtbot)
    assert window.view == view
    assert focus.holds(window.views.named(view))


def test_suggested_searches_go_once_the_person_has_asked_something_else(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.suggest(["What do we know about the station?"])
    (strip,) = window.findChildren(FirstSearch)
    with qtbot.waitSignal(strip.destroyed, timeout=10_000):
        window.ask("router")


def test_f6_goes_round_the_panes(window: MainWindow, qtbot: QtBot) -> None:
    window.workspace.tree.setFocus()
    visited: list[str] = []
    for _ in range(8):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        focused = QApplication.focusWidget()
        assert focused is not None
        panes = {"rail": window.rail, "tree": window.workspace.tree, "editor": window.workspace.editor}
        visited += [name for name, pane in panes.items() if pane.isAncestorOf(focused)]
    assert {"rail", "tree", "editor"} <= set(visited)


def test_a_tab_closed_before_its_text_arrives_leaves_nothing(
    window: MainWindow, bridge: Bridge, qtbot: QtBot
) -> None:
    for path in ("MEMORY.md", "memory/2026-03-01.md"):
        window.open(path)
    window.workspace.editor.close_current()
    window.workspace.editor.close_current()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=5000)
    assert window.workspace.editor.open_paths() == []
    assert window.windowTitle() == "Workspace[*] — workspace — OpenClaw Desktop"


def test_every_command_can_be_called_without_a_file(window: MainWindow, qtbot: QtBot) -> None:
    never = {"file.quit", "file.open_folder", "file.show", "file.workspaces", "help.log", "view.full_screen"}
    for command in COMMANDS:
        if command.id not in never and window.actions_[command.id].isEnabled():
            window.actions_[command.id].trigger()


def test_in_a_narrow_window_the_right_panel_closes_and_the_tree_narrows_first(
    window: MainWindow, qtbot: QtBot
) -> None:
    workspace = window.workspace
    wide = workspace.tree.width()
    assert workspace.outline.isVisible()
    window.resize(900, 700)
    qtbot.waitUntil(lambda: not workspace.outline.isVisible(), timeout=2000)
    assert workspace.tree.width() <= wide
    assert workspace.editor.width() >= 560
    window.resize(1280, 800)
    qtbot.waitUntil(workspace.outline.isVisible, timeout=2000)
    assert workspace.tree.width() == wide


def test_a_panel_the_person_closed_stays_closed_when_there_is_room(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_["view.right_panel"].trigger()
    assert not window.workspace.outline.isVisible()
    window.resize(1600, 900)
    assert not window.workspace.outline.isVisible()
    window.actions_["view.right_panel"].trigger()
    assert window.workspace.outline.isVisible()


def test_an_error_for_a_person_is_told_quietly(window: MainWindow, bridge: Bridge) -> None:
    bridge.failed.emit(FileGoneError("a.md", "a.md is not there any more"))
    assert window.notice.sentence == "a.md is not there any more."
    bridge.problem.emit("the watcher stopped")
    assert window.notice.sentence == "The watcher stopped."


def test_what_makes_sense_follows_the_index(window: MainWindow, bridge: Bridge) -> None:
    bridge.index_state_changed.emit(IndexState(IndexPhase.EMBEDDING, vectors_done=1, vectors_total=2))
    assert window.actions_["index.pause"].isEnabled()
    bridge.index_state_changed.emit(IndexState(IndexPhase.PAUSED, vectors_done=1, vectors_total=2))
    assert not window.actions_["index.pause"].isEnabled()
    assert window.actions_["index.resume"].isEnabled()


def test_a_clean_window_leaves_at_once(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.left, timeout=5000) as caught:
        window.close()
    assert caught.args == [None, False]


@pytest.mark.parametrize("text", ["Cancel", "Discard", "Save"])
def test_unsaved_text_is_asked_about(window: MainWindow, workspace: Path, qtbot: QtBot, text: str) -> None:
    window.open("MEMORY.md")
    wait_for_text(window, "MEMORY.md", qtbot)
    window.workspace.editor.insert_text("A new first line.\n")
    qtbot.waitUntil(window.isWindowModified, timeout=2000)
    left: list[Any] = []
    window.left.connect(lambda *args: left.append(args))
    window.close()
    box = question_box(qtbot)
    with qtbot.waitSignal(window.stayed if text == "Cancel" else window.left, timeout=5000):
        answer(box, text)
    assert bool(left) is (text != "Cancel")
    saved = (workspace / "MEMORY.md").read_text(encoding="utf-8").startswith("A new first line.\n")
    assert saved is (text == "Save")


def test_a_window_comes_back_as_it_was_left(
    window: MainWindow, bridge: Bridge, qtbot: QtBot, run: Any
) -> None:
    for path in ("MEMORY.md", "memory/2026-03-01.md"):
        window.open(path)
        wait_for_text(window, path, qtbot)
    window.resize(760, 600)  # the offscreen plugin's screen is small
    window.workspace.show_side_panel(False)
    window.show_view("search")
    window.views.context.sessions.list.sort_by(Order(SortBy.TURNS, turned=True))
    state = window.state()
    again = opened(bridge, qtbot, run)
    again.restore(state)
    qtbot.waitUntil(lambda: len(again.workspace.editor.open_paths()) == 2, timeout=5000)
    assert again.view == "search"
    assert again.state().tabs == ("MEMORY.md", "memory/2026-03-01.md")
    assert not again.workspace.tree.isVisible()
    assert again.size() == window.size()
    assert again.views.context.sessions.list.sort.text() == "Turns ↑"


def test_nothing_is_kept_of_files_that_are_closed_together(window: MainWindow, qtbot: QtBot) -> None:
    editor = window.workspace.editor
    paths = ["AGENTS.md", "SOUL.md", "MEMORY.md", "memory/topics/net.md"]
    for path in paths:
        window.open(path)
        wait_for_text(window, path, qtbot)
    pages = [weakref.ref(editor.page_of(path)) for path in paths]
    editor.paths_deleted(paths)

    def gone() -> bool:
        gc.collect()
        return not any(page() for page in pages)

    qtbot.waitUntil(gone)
