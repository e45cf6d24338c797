"""What a person does in the Workspace panel, and what comes of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fake_bridge import FakeBridge
from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from openclaw_desktop import tokens
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.settings import changed
from openclaw_desktop.ui.tree.facts import Facts
from openclaw_desktop.ui.tree.grouping import Arrangement, folder_key
from openclaw_desktop.ui.tree.loader import TreeLoader
from openclaw_desktop.ui.tree.model import Address
from openclaw_desktop.ui.tree.panel import TreePanel

NET = "memory/topics/net.md"


@pytest.fixture
def panel(bridge: FakeBridge, qtbot: QtBot) -> TreePanel:
    return make_panel(bridge, qtbot)


def make_panel(bridge: FakeBridge, qtbot: QtBot) -> TreePanel:
    made = TreePanel(bridge)  # pyright: ignore[reportArgumentType]
    qtbot.addWidget(made)
    made.resize(300, 640)
    made.show()
    qtbot.waitExposed(made)
    return made


def text(index: QModelIndex) -> str:
    return str(index.data(Qt.ItemDataRole.DisplayRole))


def current(panel: TreePanel) -> str:
    return text(panel.view.currentIndex())


def click(qtbot: QtBot, panel: TreePanel, index: QModelIndex, *, at: str = "name") -> None:
    panel.view.scrollTo(index)
    rect = panel.view.visualRect(index)
    point = QPoint(rect.left() + 20 if at == "name" else rect.left() - 6, rect.center().y())
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def press(qtbot: QtBot, panel: TreePanel, key: Qt.Key, *, ctrl: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(panel.view, key, modifier)


def filter_by(panel: TreePanel, words: str) -> None:
    panel.header.filter.setText(words)
    panel.header.filter.returnPressed.emit()


# Seeing


def test_it_opens_on_the_identity_and_the_newest_month(panel: TreePanel) -> None:
    expanded = [text(index) for index in panel.model.opened() if panel.view.isExpanded(index)]
    assert expanded == ["Identity", "March 2026"]
    assert panel.header.count == "13 files"


def test_an_empty_workspace_offers_todays_note(tmp_path: Path, qapp: object, qtbot: QtBot) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    bridge = FakeBridge(root)
    panel = make_panel(bridge, qtbot)
    assert not panel.view.isVisible()
    with qtbot.waitSignal(panel.daily_requested):
        panel.empty.clicked.emit()
    assert list(root.iterdir()) == []
    (root / "a.md").write_text("a")
    bridge.files_changed.emit(frozenset({"a.md"}))
    assert panel.view.isVisible()


def test_a_workspace_that_is_gone_is_said(bridge: FakeBridge, panel: TreePanel, workspace: Path) -> None:
    workspace.rename(workspace.with_name("elsewhere"))
    bridge.files_changed.emit(frozenset({"memory"}))
    assert not panel.view.isVisible()
    workspace.with_name("elsewhere").rename(workspace)
    bridge.files_changed.emit(frozenset({"memory"}))
    assert panel.view.isVisible()


def test_expanding_a_file_shows_its_headings_with_a_lone_title_open(panel: TreePanel) -> None:
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    top = panel.model.index(0, 0, panel.model.index_of(NET))
    assert text(top) == "Network"
    assert panel.view.isExpanded(top)


def test_a_slow_file_says_that_it_is_being_read(bridge: FakeBridge, panel: TreePanel, qtbot: QtBot) -> None:
    panel.reveal(NET)
    bridge.held = True
    panel.view.expand(panel.model.index_of(NET))
    qtbot.waitUntil(lambda: panel.model.rowCount(panel.model.index_of(NET)) == 1)
    assert text(panel.model.index(0, 0, panel.model.index_of(NET))) == "reading…"
    bridge.release()
    assert text(panel.model.index(0, 0, panel.model.index_of(NET))) == "Network"


def test_tokens_are_counted_for_what_is_in_sight_only(
    bridge: FakeBridge, panel: TreePanel, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: "MEMORY.md" in panel.facts.tokens)
    assert panel.facts.tokens["MEMORY.md"].count > 10
    assert NET not in panel.facts.tokens
    panel.reveal(NET)
    qtbot.waitUntil(lambda: NET in panel.facts.tokens)
    assert "read data.json" not in bridge.engine.calls


def test_a_file_that_is_no_text_is_marked_when_it_was_read(
    bridge: FakeBridge, workspace: Path, qtbot: QtBot
) -> None:
    (workspace / "wide.md").write_bytes("# hi".encode("utf-16"))
    panel = make_panel(bridge, qtbot)
    qtbot.waitUntil(lambda: "wide.md" in panel.facts.no_text)
    assert "UTF-16" in str(panel.model.index_of("wide.md").data(Qt.ItemDataRole.ToolTipRole))
    (workspace / "wide.md").write_text("# now it is")
    bridge.files_changed.emit(frozenset({"wide.md"}))
    assert "UTF-16" not in str(panel.model.index_of("wide.md").data(Qt.ItemDataRole.ToolTipRole))


def test_freshness_follows_the_index(bridge: FakeBridge, panel: TreePanel, qtbot: QtBot) -> None:
    bridge.engine.fresh = {"MEMORY.md": "keywords"}
    bridge.files_indexed.emit(frozenset({"MEMORY.md"}))
    qtbot.waitUntil(lambda: panel.facts.freshness == {"MEMORY.md": "keywords"})
    bridge.engine.fresh = {"MEMORY.md": "indexed"}
    bridge.index_state_changed.emit(IndexState(IndexPhase.READY))
    qtbot.waitUntil(lambda: panel.facts.freshness == {"MEMORY.md": "indexed"})


def test_what_the_index_leaves_out_says_why(bridge: FakeBridge, panel: TreePanel, qtbot: QtBot) -> None:
    bridge.engine.left_out = {NET: "This file is larger than 1 MB, so it is not indexed."}
    bridge.files_indexed.emit(frozenset({NET}))
    qtbot.waitUntil(lambda: bool(panel.facts.not_indexed))
    assert "larger than 1 MB" in str(panel.model.index_of(NET).data(Qt.ItemDataRole.ToolTipRole))


def test_unsaved_text_is_marked(panel: TreePanel) -> None:
    panel.set_dirty("MEMORY.md", True)
    assert "Not saved yet." in str(panel.model.index_of("MEMORY.md").data(Qt.ItemDataRole.ToolTipRole))
    panel.set_dirty("MEMORY.md", False)
    assert "Not saved" not in str(panel.model.index_of("MEMORY.md").data(Qt.ItemDataRole.ToolTipRole))


# Opening


def test_a_click_on_a_name_opens_and_on_the_chevron_only_expands(panel: TreePanel, qtbot: QtBot) -> None:
    index = panel.model.index_of("MEMORY.md")
    with qtbot.waitSignal(panel.open_requested) as opened:
        click(qtbot, panel, index)
    assert opened.args == ["MEMORY.md", 0, 0]
    assert not panel.view.isExpanded(panel.model.index_of("MEMORY.md"))
    with qtbot.assertNotEmitted(panel.open_requested):
        click(qtbot, panel, panel.model.index_of("MEMORY.md"), at="chevron")
    assert panel.view.isExpanded(panel.model.index_of("MEMORY.md"))


def test_a_click_on_a_heading_goes_to_its_line(panel: TreePanel, qtbot: QtBot) -> None:
    panel.view.expand(panel.model.index_of("MEMORY.md"))
    decisions = panel.model.index_at_line("MEMORY.md", 8)
    assert text(decisions) == "Decisions"
    with qtbot.waitSignal(panel.open_requested) as opened:
        click(qtbot, panel, decisions)
    assert opened.args == ["MEMORY.md", 8, 10]


def test_arrows_move_and_enter_opens(panel: TreePanel, qtbot: QtBot) -> None:
    panel.reveal("AGENTS.md")
    with qtbot.assertNotEmitted(panel.open_requested):
        press(qtbot, panel, Qt.Key.Key_Down)
    assert current(panel) == "SOUL"
    with qtbot.waitSignal(panel.open_requested) as opened:
        press(qtbot, panel, Qt.Key.Key_Return)
    assert opened.args == ["SOUL.md", 0, 0]


def test_a_click_on_a_group_opens_and_shuts_it(panel: TreePanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.open_requested):
        click(qtbot, panel, panel.model.index(0))
    assert not panel.view.isExpanded(panel.model.index(0))
    press(qtbot, panel, Qt.Key.Key_Space)
    assert panel.view.isExpanded(panel.model.index(0))


def test_revealing_a_file_expands_what_it_lies_in(panel: TreePanel) -> None:
    panel.reveal(NET)
    assert current(panel) == "net"
    assert panel.view.isExpanded(panel.model.index_of("memory/topics"))


def test_revealing_a_line_selects_what_holds_it_when_the_outline_is_open(panel: TreePanel) -> None:
    panel.reveal("MEMORY.md", 8)
    assert current(panel) == "MEMORY"
    panel.view.expand(panel.model.index_of("MEMORY.md"))
    panel.reveal("MEMORY.md", 8)
    assert current(panel) == "Decisions"


def test_a_file_revealed_before_it_is_listed_is_selected_when_it_is(
    bridge: FakeBridge, panel: TreePanel, workspace: Path
) -> None:
    panel.reveal("memory/new.md")
    (workspace / "memory/new.md").write_text("new")
    bridge.files_changed.emit(frozenset({"memory/new.md"}))
    assert current(panel) == "new"


def test_why_not_asks_about_the_line(panel: TreePanel, qtbot: QtBot) -> None:
    panel.view.expand(panel.model.index_of("MEMORY.md"))
    panel.reveal("MEMORY.md", 8)
    with qtbot.waitSignal(panel.explain_requested) as asked:
        panel.file_actions.explain()
    assert asked.args == ["MEMORY.md", 8]


# Filtering and ordering


def test_the_filter_narrows_the_tree_and_says_how_many(panel: TreePanel) -> None:
    filter_by(panel, "gauge")
    assert panel.header.count == "1 of 13 files"
    assert panel.view.isExpanded(panel.model.index(0))
    assert text(panel.model.index(0, 0, panel.model.index(0))) == "01 rain gauge"


def test_typing_filters_by_itself(panel: TreePanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(panel.header.filter, "gauge")
    qtbot.waitUntil(lambda: panel.header.count == "1 of 13 files")


def test_clearing_the_filter_restores_what_was_expanded_and_selected(panel: TreePanel) -> None:
    panel.reveal(NET)
    panel.view.collapse(panel.model.index(0))
    before = [text(i) for i in panel.model.opened() if panel.view.isExpanded(i)]
    filter_by(panel, "gauge")
    filter_by(panel, "soul")
    filter_by(panel, "")
    assert sorted(text(i) for i in panel.model.opened() if panel.view.isExpanded(i)) == sorted(before)
    assert current(panel) == "net"


def test_what_was_chosen_while_filtering_stays_chosen(panel: TreePanel) -> None:
    panel.reveal("SOUL.md")
    filter_by(panel, "plan")
    panel.reveal("projects/plan.md")
    filter_by(panel, "")
    assert current(panel) == "plan"
    assert panel.view.isExpanded(panel.model.index_of("projects"))


def test_nothing_found_is_said_and_escape_shows_all_again(panel: TreePanel, qtbot: QtBot) -> None:
    filter_by(panel, "zzzzqqqq")
    assert panel.header.count == "0 of 13 files"
    qtbot.keyClick(panel.header.filter, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: panel.header.count == "13 files")


def test_an_older_filter_never_replaces_a_newer_one(bridge: FakeBridge, panel: TreePanel) -> None:
    bridge.held = True
    filter_by(panel, "gauge")
    filter_by(panel, "net")
    bridge.release()
    assert panel.header.count == "1 of 13 files"
    assert panel.model.index_of(NET).isValid()


def test_order_and_arrangement_keep_the_selection(panel: TreePanel) -> None:
    panel.reveal(NET)
    choices = {action.text(): action for action in panel.header.order_button.menu().actions()}
    choices["Largest first"].trigger()
    panel.header.arrangement_wished.emit(Arrangement.FOLDERS)
    assert current(panel) == "net"
    assert text(panel.model.index(0)) == "memory"
    assert panel.view.isExpanded(panel.model.index_of("memory/topics"))


# The disk changes


def test_outside_changes_keep_selection_expansion_and_scroll(
    bridge: FakeBridge, panel: TreePanel, workspace: Path
) -> None:
    panel.view.expand(panel.model.find(Address(folder_key("memory"))))
    panel.resize(300, 260)
    panel.reveal(NET)
    bar = panel.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    top = text(panel.view.first_visible())
    for number in range(30):
        (workspace / f"memory/2026-03-0{number % 9 + 1}-n{number}.md").write_text("x")
    bridge.files_changed.emit(frozenset(f"memory/2026-03-0{n % 9 + 1}-n{n}.md" for n in range(30)))
    assert current(panel) == "net"
    assert panel.view.isExpanded(panel.model.index_of("memory/topics"))
    assert text(panel.view.first_visible()) == top
    assert panel.header.count == "43 files"


def test_a_burst_of_changes_is_one_update(bridge: FakeBridge, panel: TreePanel, qtbot: QtBot) -> None:
    updates: list[object] = []
    panel.model.layoutChanged.connect(lambda: updates.append(1))
    bridge.held = True
    for number in range(50):
        bridge.files_changed.emit(frozenset({f"memory/x{number}.md"}))
    bridge.release()
    assert len(updates) <= 2


def test_an_edited_file_that_is_open_shows_its_new_headings(
    bridge: FakeBridge, panel: TreePanel, workspace: Path
) -> None:
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    panel.reveal(NET, 5)
    assert current(panel) == "Switch"
    (workspace / NET).write_text("# Network\n\n## Gate\n\n## Router\n\n## Switch\n")
    bridge.files_changed.emit(frozenset({NET}))
    assert current(panel) == "Switch"
    assert panel.model.rowCount(panel.model.index(0, 0, panel.model.index_of(NET))) == 3


def test_an_edited_file_that_is_shut_is_read_when_it_is_opened(
    bridge: FakeBridge, panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    panel.view.collapse(panel.model.index_of(NET))
    bridge.engine.calls.clear()
    (workspace / NET).write_text("# Other\n")
    bridge.files_changed.emit(frozenset({NET}))
    assert f"outline {NET}" not in bridge.engine.calls
    panel.view.expand(panel.model.index_of(NET))
    qtbot.waitUntil(lambda: panel.model.has_outline(NET))
    assert text(panel.model.index(0, 0, panel.model.index_of(NET))) == "Other"


def test_the_outline_of_a_text_being_typed_is_taken_over(panel: TreePanel) -> None:
    from openclaw_desktop.workspace.outline import outline

    panel.show_outline(NET, outline("# Unseen\n"))
    assert not panel.model.has_outline(NET)
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    panel.show_outline(NET, outline("# Being typed\n"))
    assert text(panel.model.index(0, 0, panel.model.index_of(NET))) == "Being typed"


def test_bold_lines_become_headings_when_the_setting_says(
    bridge: FakeBridge, panel: TreePanel, workspace: Path
) -> None:
    (workspace / NET).write_text("# Network\n\n**Bold**\n\ntext\n")
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    top = panel.model.index(0, 0, panel.model.index_of(NET))
    assert panel.model.rowCount(top) == 0
    bridge.engine.settings = changed(bridge.engine.settings, {"window.pseudo_headings": True})
    bridge.settings_changed.emit(bridge.engine.settings)
    assert panel.model.rowCount(panel.model.index(0, 0, panel.model.index_of(NET))) == 1


def test_another_encoding_counts_anew(bridge: FakeBridge, panel: TreePanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "MEMORY.md" in panel.facts.tokens)
    before = panel.facts.tokens["MEMORY.md"]
    bridge.engine.settings = replace(
        bridge.engine.settings, editor=replace(bridge.engine.settings.editor, encoding="cl100k_base")
    )
    bridge.settings_changed.emit(bridge.engine.settings)
    assert "MEMORY.md" not in panel.facts.tokens
    qtbot.waitUntil(lambda: "MEMORY.md" in panel.facts.tokens)
    assert panel.facts.tokens["MEMORY.md"] != before


def test_what_was_counted_in_another_encoding_meanwhile_is_counted_again(
    workspace: Path, bridge: FakeBridge
) -> None:
    facts, parent = Facts(), QObject()
    loader = TreeLoader(bridge, facts, parent)  # pyright: ignore[reportArgumentType]
    bridge.held = True
    loader.count(bridge.engine.scan)
    bridge.engine.settings = changed(bridge.engine.settings, {"editor.encoding": "cl100k_base"})
    loader.recount()
    bridge.release()
    text = (workspace / "MEMORY.md").read_text(encoding="utf-8")
    assert facts.tokens["MEMORY.md"].count == tokens.count(text, "cl100k_base") != tokens.count(text)


# File operations


def type_name(qtbot: QtBot, panel: TreePanel, ask: Callable[[], None], name: str) -> None:
    ask()
    panel.names.field.setText(name)
    qtbot.keyClick(panel.names.field, Qt.Key.Key_Return)


def test_a_new_note_is_made_beside_what_is_selected_and_opened(
    panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    panel.reveal(NET)
    panel.new_note()
    assert panel.names.field.text() == "memory/topics/"
    with qtbot.waitSignal(panel.open_requested) as opened:
        qtbot.keyClicks(panel.names.field, "wifi")
        qtbot.keyClick(panel.names.field, Qt.Key.Key_Return)
    assert opened.args == ["memory/topics/wifi.md", 0, 0]
    assert (workspace / "memory/topics/wifi.md").read_text() == ""
    assert current(panel) == "wifi"
    panel.undo_last()
    assert not (workspace / "memory/topics/wifi.md").exists()


def test_escape_makes_nothing(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    panel.new_note()
    qtbot.keyClicks(panel.names.field, "never")
    qtbot.keyClick(panel.names.field, Qt.Key.Key_Escape)
    assert not panel.names.isVisible()
    assert not (workspace / "never.md").exists()


def test_a_new_folder_is_selected(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    type_name(qtbot, panel, panel.new_folder, "memory/archive")
    assert (workspace / "memory/archive").is_dir()
    assert current(panel) == "archive"


def test_a_name_that_is_taken_is_said_and_nothing_happens(
    panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    type_name(qtbot, panel, panel.new_note, "MEMORY.md")
    assert panel.toast.sentence == "MEMORY.md is there already."
    assert (workspace / "MEMORY.md").read_text(encoding="utf-8").startswith("# Memory")


def test_f2_renames_in_place_and_what_was_open_stays_open(
    panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    press(qtbot, panel, Qt.Key.Key_F2)
    editor = panel.view.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "net.md"
    qtbot.waitUntil(lambda: editor.selectedText() == "net")
    with qtbot.waitSignal(panel.paths_moved) as moved:
        qtbot.keyClicks(editor, "lan")
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert moved.args == [{NET: "memory/topics/lan.md"}]
    assert (workspace / "memory/topics/lan.md").exists()
    assert current(panel) == "lan"
    assert panel.view.isExpanded(panel.model.index_of("memory/topics/lan.md"))


def test_what_is_being_typed_survives_a_refresh(
    bridge: FakeBridge, panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    panel.reveal(NET)
    press(qtbot, panel, Qt.Key.Key_F2)
    editor = panel.view.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    qtbot.waitUntil(lambda: editor.selectedText() == "net")
    qtbot.keyClicks(editor, "half a na")
    (workspace / "memory/aaa.md").write_text("x")
    bridge.files_changed.emit(frozenset({"memory/aaa.md"}))
    assert panel.view.findChild(QLineEdit) is editor
    assert editor.text() == "half a na.md"


def test_delete_goes_to_the_trash_and_ctrl_z_brings_it_back(
    panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    panel.reveal(NET)
    with qtbot.waitSignal(panel.paths_deleted) as deleted:
        press(qtbot, panel, Qt.Key.Key_Delete)
    assert deleted.args == [[NET]]
    assert panel.toast.sentence == "Moved net.md to the trash."
    assert not panel.model.index_of(NET).isValid()
    press(qtbot, panel, Qt.Key.Key_Z, ctrl=True)
    assert (workspace / NET).exists()
    assert panel.model.index_of(NET).isValid()
    assert panel.toast.sentence == "Taken back: Moved net.md to the trash."


def test_the_toast_offers_to_take_back(panel: TreePanel, workspace: Path) -> None:
    panel.reveal(NET)
    panel.delete()
    panel.toast.undo_requested.emit()
    assert (workspace / NET).exists()


def test_a_folder_and_what_is_in_it_are_deleted_once(panel: TreePanel, qtbot: QtBot, workspace: Path) -> None:
    panel.reveal(NET)
    panel.view.selectionModel().select(
        panel.model.index_of("memory/topics"), panel.view.selectionModel().SelectionFlag.Select
    )
    assert [entry.path for entry in panel.file_actions.selected()] == ["memory/topics"]
    panel.delete()
    assert not (workspace / "memory/topics").exists()
    panel.undo_last()
    assert (workspace / NET).exists()


def test_duplicating_selects_and_opens_the_copy(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    panel.reveal(NET)
    with qtbot.waitSignal(panel.open_requested) as opened:
        press(qtbot, panel, Qt.Key.Key_D, ctrl=True)
    assert opened.args == ["memory/topics/net copy.md", 0, 0]
    assert current(panel) == "net copy"


def test_dropping_moves_and_undo_moves_back(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.paths_moved):
        panel.model.move_wanted.emit([NET, "memory/topics/铁观音.md"], "projects")
    assert (workspace / "projects/net.md").exists()
    assert panel.toast.sentence == "Moved 2 files to projects."
    with qtbot.waitSignal(panel.paths_moved) as back:
        panel.undo_last()
    assert back.args is not None
    assert back.args[0]["projects/net.md"] == NET
    assert (workspace / NET).exists()


def test_moving_by_name(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    panel.reveal(NET)
    type_name(qtbot, panel, panel.move_selected, "archive/old/net.md")
    assert (workspace / "archive/old/net.md").exists()
    assert panel.toast.sentence == "Moved net.md to archive/old."


@pytest.mark.skipif(sys.platform == "win32", reason="names with such bytes are Linux's and macOS's")
def test_a_name_that_is_no_utf8_can_be_put_right_and_taken_back(
    bridge: FakeBridge, workspace: Path, qtbot: QtBot
) -> None:
    strange = os.fsdecode(b"caf\xe9.md")
    try:
        (workspace / strange).write_text("# Coffee")
    except OSError:
        pytest.skip("this file system refuses such a name")
    panel = make_panel(bridge, qtbot)
    panel.reveal(strange)
    assert current(panel) == "caf?"
    with qtbot.assertNotEmitted(panel.open_requested):
        press(qtbot, panel, Qt.Key.Key_Return)
    assert panel.toast.sentence.startswith("This file's name is not valid UTF-8.")
    panel.model.setData(panel.model.index_of(strange), "café.md")
    assert (workspace / "café.md").exists()
    panel.undo_last()
    assert (workspace / strange).exists()
    panel.reveal(strange)
    panel.delete()
    assert not (workspace / strange).exists()


def test_several_steps_are_taken_back_one_by_one(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    type_name(qtbot, panel, panel.new_note, "one")
    type_name(qtbot, panel, panel.new_note, "two")
    panel.undo_last()
    assert [(workspace / name).exists() for name in ("one.md", "two.md")] == [True, False]
    panel.undo_last()
    panel.undo_last()
    assert not (workspace / "one.md").exists()


def test_paths_are_copied(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    panel.reveal(NET)
    press(qtbot, panel, Qt.Key.Key_C, ctrl=True)
    assert QGuiApplication.clipboard().text() == NET
    panel.file_actions.copy_path()
    assert QGuiApplication.clipboard().text() == str(workspace / NET)


def test_the_context_menu_offers_what_is_possible(panel: TreePanel) -> None:
    panel.view.setCurrentIndex(panel.model.index(0))
    offered = {a.text(): a.isEnabled() for a in panel.file_actions.context_menu().actions() if a.text()}
    assert not offered["Move to Trash"]
    assert not offered["Undo File Change"]
    assert offered["New Note…"]
    panel.reveal(NET)
    offered = {a.text(): a.isEnabled() for a in panel.file_actions.context_menu().actions() if a.text()}
    assert offered["Move to Trash"]
    assert offered["Why Was This Not Found?"]
    panel.view.selectAll()
    offered = {a.text(): a.isEnabled() for a in panel.file_actions.context_menu().actions() if a.text()}
    assert not offered["Rename…"]


def test_a_row_in_a_focused_tree_is_seen_to_have_the_focus(panel: TreePanel, qtbot: QtBot) -> None:
    from openclaw_desktop.ui import theme

    def mark() -> QColor:
        index = panel.view.currentIndex()
        return panel.view.viewport().grab().toImage().pixelColor(1, panel.view.visualRect(index).center().y())

    panel.reveal("MEMORY.md")
    panel.activateWindow()
    panel.view.setFocus()
    qtbot.waitUntil(lambda: mark() == theme.colours(panel).accent, timeout=2000)
    panel.header.filter.setFocus()
    assert mark() != theme.colours(panel).accent


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.parametrize("width", [140, 260, 420])
def test_it_draws_at_every_width_in_both_themes(
    bridge: FakeBridge, workspace: Path, qtbot: QtBot, qapp: object, choice: str, width: int
) -> None:
    from openclaw_desktop.ui import theme

    (workspace / "memory/a\nvery “long” name with <signs> and a date at its end 2026.txt").write_text("x")
    (workspace / "loop").symlink_to("nowhere")
    theme.apply(qapp, choice)  # type: ignore[arg-type]
    panel = make_panel(bridge, qtbot)
    panel.resize(width, 900)
    panel.view.expandAll()
    panel.set_dirty("MEMORY.md", True)
    picture = panel.grab().toImage()
    assert picture.width() == width
    colours = {picture.pixel(x, y) for x in range(0, width, 3) for y in range(100, 500, 3)}
    assert len(colours) > 5
    theme.apply(qapp, "light")  # type: ignore[arg-type]
