"""The model keeps Qt's contract, is lazy, and keeps what is held through every change."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.tree.facts import Facts, Tokens, stamp_of
from openclaw_desktop.ui.tree.grouping import Arrangement, arrange
from openclaw_desktop.ui.tree.model import TreeModel
from openclaw_desktop.workspace import layout
from openclaw_desktop.workspace.layout import Entry, FileKind, LinkKind
from openclaw_desktop.workspace.outline import outline

NOW = datetime(2026, 3, 12, 9, 0, tzinfo=UTC)
NET = "# Network\n\n## Router\n\n- ten\n- eleven\n\n## Switch\n"


@pytest.fixture
def model(qapp: object, workspace: Path) -> TreeModel:
    made = TreeModel(Facts(), now=lambda: NOW)
    made.set_tree(arrange(layout.scan(workspace)))
    return made


def text(index: QModelIndex | QPersistentModelIndex) -> str:
    return str(index.data(Qt.ItemDataRole.DisplayRole))


def below(model: TreeModel, index: QModelIndex) -> list[str]:
    return [text(model.index(row, 0, index)) for row in range(model.rowCount(index))]


def test_qt_finds_nothing_to_complain_about(
    model: TreeModel, workspace: Path, qtmodeltester: ModelTester
) -> None:
    qtmodeltester.check(model)
    model.set_outline("memory/topics/net.md", outline(NET))
    model.set_tree(arrange(layout.scan(workspace), Arrangement.FOLDERS))
    model.set_outline("memory/topics/net.md", ())
    model.set_tree(arrange([]))
    model.set_tree(arrange(layout.scan(workspace)))
    qtmodeltester.check(model)


def test_rows_say_what_a_person_reads(model: TreeModel) -> None:
    assert below(model, QModelIndex()) == [
        *("Identity", "March 2026", "February 2026", "memory", "projects"),
        *("data.json", "photo.png", "README"),
    ]
    assert below(model, model.index(0)) == ["AGENTS", "SOUL", "MEMORY"]
    assert below(model, model.index(1)) == ["02 09:30", "01", "01 rain gauge"]


def test_an_outline_is_asked_for_once_when_its_file_is_opened(model: TreeModel, qtbot: QtBot) -> None:
    index = model.index_of("memory/topics/net.md")
    assert model.hasChildren(index)
    assert model.rowCount(index) == 0
    with qtbot.waitSignal(model.outline_wanted) as asked:
        model.fetchMore(index)
    assert asked.args == ["memory/topics/net.md"]
    assert not model.canFetchMore(index)
    model.set_outline("memory/topics/net.md", outline(NET))
    index = model.index_of("memory/topics/net.md")
    assert below(model, index) == ["Network"]
    assert below(model, model.index(0, 0, index)) == ["Router", "Switch"]


def test_a_file_that_takes_long_says_so_until_it_is_there(model: TreeModel) -> None:
    model.set_reading("SOUL.md")
    index = model.index_of("SOUL.md")
    assert below(model, index) == ["reading…"]
    assert not model.has_outline("SOUL.md")
    model.set_outline("SOUL.md", outline("# Soul\n"))
    model.set_reading("SOUL.md")
    assert below(model, model.index_of("SOUL.md")) == ["Soul"]


def test_a_file_without_headings_cannot_be_opened_further(model: TreeModel) -> None:
    model.set_outline("SOUL.md", ())
    index = model.index_of("SOUL.md")
    assert not model.hasChildren(index)
    assert model.flags(index) & Qt.ItemFlag.ItemNeverHasChildren


def test_what_is_held_stays_through_a_refresh(model: TreeModel, workspace: Path) -> None:
    model.set_outline("memory/topics/net.md", outline(NET))
    net = model.index_of("memory/topics/net.md")
    router = QPersistentModelIndex(model.index(0, 0, model.index(0, 0, net)))
    month = QPersistentModelIndex(model.index_of("memory/2026-03-01.md").parent())
    gone = QPersistentModelIndex(model.index_of("README.md"))
    (workspace / "README.md").unlink()
    for number in range(5):
        (workspace / f"memory/2026-03-01-a{number}.md").write_text("x")
    (workspace / "memory/abc.md").write_text("x")
    model.set_tree(arrange(layout.scan(workspace)))
    assert text(router) == "Router"
    assert text(month) == "March 2026"
    assert not gone.isValid()


def test_a_heading_is_found_again_after_edits_around_it(model: TreeModel) -> None:
    model.set_outline("memory/topics/net.md", outline(NET))
    net = model.index_of("memory/topics/net.md")
    top = model.index(0, 0, net)
    held = QPersistentModelIndex(model.index(1, 0, model.index(0, 0, top)))
    assert text(held) == "eleven"
    model.set_outline("memory/topics/net.md", outline("# New\n\n" + NET.replace("- ten", "- nine\n- ten")))
    assert text(held) == "eleven"
    assert model.place(held) == ("memory/topics/net.md", 9, 9)


def test_what_is_held_follows_a_rename_of_its_file_or_folder(model: TreeModel, workspace: Path) -> None:
    model.set_outline("memory/topics/net.md", outline(NET))
    node = QPersistentModelIndex(model.index(0, 0, model.index_of("memory/topics/net.md")))
    folder = QPersistentModelIndex(model.index_of("memory/topics"))
    (workspace / "memory/topics").rename(workspace / "memory/things")
    model.set_tree(arrange(layout.scan(workspace)), moved={"memory/topics": "memory/things"})
    assert text(folder) == "things"
    assert text(node) == "Network"
    assert model.has_outline("memory/things/net.md")


def test_an_outline_let_go_is_asked_for_again(model: TreeModel) -> None:
    model.set_outline("SOUL.md", outline("# Soul\n"))
    model.forget_outlines(frozenset({"SOUL.md", "AGENTS.md"}))
    assert model.canFetchMore(model.index_of("SOUL.md"))


def test_a_row_knows_what_it_opens(model: TreeModel) -> None:
    model.set_outline("memory/topics/net.md", outline(NET))
    net = model.index_of("memory/topics/net.md")
    assert model.place(net) == ("memory/topics/net.md", 0, 0)
    assert model.place(model.index(0, 0, model.index(0, 0, net))) == ("memory/topics/net.md", 3, 7)
    assert model.place(model.index_of("memory/topics")) is None
    assert model.place(model.index(0)) is None


def test_the_row_of_a_line_is_the_innermost(model: TreeModel) -> None:
    model.set_outline("memory/topics/net.md", outline(NET))
    assert text(model.index_at_line("memory/topics/net.md", 6)) == "eleven"
    assert text(model.index_at_line("memory/topics/net.md", 99)) == "net"
    assert not model.index_at_line("nowhere.md", 1).isValid()


def test_something_new_belongs_where_one_is(model: TreeModel) -> None:
    assert model.folder(model.index_of("memory/topics/net.md")) == "memory/topics"
    assert model.folder(model.index_of("memory/topics")) == "memory/topics"
    assert model.folder(model.index(0)) == ""
    assert model.folder(model.index(1)) == "memory"
    assert model.folder(QModelIndex()) == ""


def test_a_name_typed_is_a_wish_not_a_change(model: TreeModel, qtbot: QtBot) -> None:
    index = model.index_of("memory/topics/net.md")
    assert index.data(Qt.ItemDataRole.EditRole) == "net.md"
    with qtbot.waitSignal(model.rename_wanted) as wished:
        model.setData(index, "lan.md")
    assert wished.args == ["memory/topics/net.md", "memory/topics/lan.md"]
    assert text(index) == "net"
    with qtbot.assertNotEmitted(model.rename_wanted):
        assert not model.setData(index, "net.md")
        assert not model.setData(index, "")


def test_files_are_dropped_into_folders_and_nowhere_else(model: TreeModel, qtbot: QtBot) -> None:
    net, topics = model.index_of("memory/topics/net.md"), model.index_of("memory/topics")
    projects = model.index_of("projects")
    data = model.mimeData([net, model.index_of("projects/plan.md")])
    action = Qt.DropAction.MoveAction
    assert not model.canDropMimeData(data, action, -1, -1, model.index(0))
    assert not model.canDropMimeData(data, action, -1, -1, net)
    assert not model.canDropMimeData(model.mimeData([net]), action, -1, -1, topics)
    assert not model.canDropMimeData(model.mimeData([topics]), action, -1, -1, topics)
    assert model.canDropMimeData(data, action, -1, -1, projects)
    with qtbot.waitSignal(model.move_wanted) as moved:
        assert model.dropMimeData(data, action, -1, -1, projects)
    assert moved.args == [["memory/topics/net.md"], "projects"]


def test_a_folder_is_not_dropped_into_itself(model: TreeModel) -> None:
    data = model.mimeData([model.index_of("memory")])
    assert not model.canDropMimeData(data, Qt.DropAction.MoveAction, -1, -1, model.index_of("memory/topics"))


def test_hovering_tells_place_size_time_tokens_and_freshness(model: TreeModel, workspace: Path) -> None:
    entry = model.entry(model.index_of("memory/topics/net.md"))
    assert entry is not None
    model.facts.tokens[entry.path] = Tokens(1240, False, stamp_of(entry))
    model.facts.freshness[entry.path] = "keywords"
    model.facts.unsaved.add(entry.path)
    told = str(model.index_of(entry.path).data(Qt.ItemDataRole.ToolTipRole))
    for part in ("memory/topics/net.md", "1,240 tokens", "bytes", "Found by words", "Not saved yet."):
        assert part in told


def test_hovering_shows_a_hostile_name_as_it_is(qapp: object) -> None:
    model = TreeModel(Facts(), now=lambda: NOW)
    model.set_tree(arrange([Entry("<b>a\n&.md", FileKind.OTHER_MARKDOWN, False, 1, 1)]))
    assert "&lt;b&gt;a↵&amp;.md" in str(model.index(0).data(Qt.ItemDataRole.ToolTipRole))


def test_what_cannot_be_shown_says_why(qapp: object) -> None:
    model = TreeModel(Facts(), now=lambda: NOW)
    reason = "This link leads outside the workspace, so it is not followed."
    model.set_tree(
        arrange(
            [
                Entry("out.md", FileKind.OTHER_MARKDOWN, False, 1, 1, LinkKind.OUTSIDE, None, reason),
                Entry("in.md", FileKind.OTHER_MARKDOWN, False, 1, 1, LinkKind.INSIDE, "agents/in.md"),
                Entry("wide.md", FileKind.OTHER_MARKDOWN, False, 9, 1),
            ]
        )
    )
    assert reason in str(model.index_of("out.md").data(Qt.ItemDataRole.ToolTipRole))
    assert not model.hasChildren(model.index_of("out.md"))
    assert "A link to agents/in.md." in str(model.index_of("in.md").data(Qt.ItemDataRole.ToolTipRole))
    model.set_no_text("wide.md", "wide.md is UTF-16, not UTF-8.")
    assert "UTF-16" in str(model.index_of("wide.md").data(Qt.ItemDataRole.ToolTipRole))
    assert not model.hasChildren(model.index_of("wide.md"))


def test_outdated_indexes_are_nobody(model: TreeModel) -> None:
    stale = model.index(0, 0, model.index_of("memory/topics"))
    model.set_tree(arrange([]))
    assert model.item(stale) is None
    assert not model.parent(stale).isValid()
    assert model.data(stale) == ""
    assert model.rowCount(stale) == 0
    assert not model.hasChildren(stale)


def test_a_huge_folder_costs_no_objects_until_it_is_opened(qapp: object) -> None:
    files = [Entry(f"big/{n:06d}.json", FileKind.OTHER, False, 1, 1) for n in range(20_000)]
    model = TreeModel(Facts(), now=lambda: NOW)
    model.set_tree(arrange([Entry("big", FileKind.OTHER, True, 0, 0), *files]))
    big = model.index_of("big")
    assert model.rowCount(big) == 20
    assert len(model.opened()) == 1
    assert text(model.index_of("big/019999.json")) == "019999.json"
