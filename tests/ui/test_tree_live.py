"""The tree on a real engine: threads, watcher and index included."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.tree.panel import TreePanel

NET = "memory/topics/net.md"


@pytest.fixture
def panel(bridge: Bridge, qtbot: QtBot) -> TreePanel:
    made = TreePanel(bridge)
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    qtbot.waitUntil(lambda: made.header.count == "6 files")
    return made


def text(index: QModelIndex) -> str:
    return str(index.data(Qt.ItemDataRole.DisplayRole))


def test_headings_tokens_and_freshness_arrive(panel: TreePanel, qtbot: QtBot) -> None:
    panel.view.expand(panel.model.index_of("MEMORY.md"))
    qtbot.waitUntil(lambda: panel.model.has_outline("MEMORY.md"))
    assert text(panel.model.index_at_line("MEMORY.md", 6)) == "雨量計は屋根の上。"
    qtbot.waitUntil(lambda: "MEMORY.md" in panel.facts.tokens)
    assert panel.facts.tokens["MEMORY.md"].count > 20
    qtbot.waitUntil(lambda: panel.facts.freshness.get("MEMORY.md") == "indexed", timeout=20_000)


def test_a_file_written_outside_appears_by_itself(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    (workspace / "memory/2026-03-09-storm.md").write_text("# Storm\n", encoding="utf-8")
    qtbot.waitUntil(lambda: panel.header.count == "7 files", timeout=15_000)
    assert text(panel.model.index_of("memory/2026-03-09-storm.md")) == "09 storm"


def test_a_folder_is_renamed_and_taken_back_with_what_was_open(
    panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    qtbot.waitUntil(lambda: panel.model.has_outline(NET))
    panel.model.setData(panel.model.index_of("memory/topics"), "things")
    qtbot.waitUntil(lambda: panel.model.index_of("memory/things/net.md").isValid())
    assert panel.view.isExpanded(panel.model.index_of("memory/things/net.md"))
    assert text(panel.view.currentIndex()) == "net"
    panel.undo_last()
    qtbot.waitUntil(lambda: panel.model.index_of(NET).isValid())
    assert (workspace / NET).exists()
    assert panel.view.isExpanded(panel.model.index_of(NET))


def test_a_listing_made_before_a_rename_does_not_forget_it(
    panel: TreePanel, workspace: Path, qtbot: QtBot
) -> None:
    panel.reveal(NET)
    panel.view.expand(panel.model.index_of(NET))
    qtbot.waitUntil(lambda: panel.model.has_outline(NET))
    loader, web = panel._loader, "memory/topics/web.md"
    loader.rename({NET: web})
    with qtbot.waitSignal(loader.loaded):
        loader.refresh()
    (workspace / NET).rename(workspace / web)
    with qtbot.waitSignal(loader.loaded):
        loader.refresh()
    qtbot.waitUntil(lambda: panel.model.index_of(web).isValid())
    assert panel.view.isExpanded(panel.model.index_of(web))


def test_a_new_note_is_made_and_taken_back(panel: TreePanel, workspace: Path, qtbot: QtBot) -> None:
    panel.new_note()
    panel.names.field.setText("memory/new/idea")
    with qtbot.waitSignal(panel.open_requested, timeout=5_000) as opened:
        qtbot.keyClick(panel.names.field, Qt.Key.Key_Return)
    assert opened.args == ["memory/new/idea.md", 0, 0]
    panel.undo_last()
    qtbot.waitUntil(lambda: panel.toast.sentence.startswith("Taken back"))
    assert not (workspace / "memory/new").exists()
    qtbot.waitUntil(lambda: not panel.model.index_of("memory/new").isValid())


@pytest.mark.parametrize("name", ["MEMORY.md", "nul", "end."])
def test_a_name_that_cannot_be_is_said(panel: TreePanel, qtbot: QtBot, name: str) -> None:
    panel.model.setData(panel.model.index_of("SOUL.md"), name)
    qtbot.waitUntil(lambda: name in panel.toast.sentence)
    assert panel.model.index_of("SOUL.md").isValid()
