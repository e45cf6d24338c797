"""The outline beside the editor follows it, and leads through it."""

from __future__ import annotations

import pytest
from fake_bridge import FakeBridge
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.tree.outline import OutlinePanel
from openclaw_desktop.workspace.outline import outline

TEXT = "# A\n\n## One\n\n- first\n- second\n\n## Two\n\n### Deep\n\n# B\n"


@pytest.fixture
def panel(bridge: FakeBridge, qtbot: QtBot) -> OutlinePanel:
    made = OutlinePanel(bridge)  # pyright: ignore[reportArgumentType]
    qtbot.addWidget(made)
    made.resize(240, 500)
    made.show()
    qtbot.waitExposed(made)
    made.show_outline("a.md", outline(TEXT))
    return made


def shown(panel: OutlinePanel) -> list[str]:
    index, found = panel.model.index(0), list[str]()
    while index.isValid():
        found.append(text(index))
        index = panel.view.indexBelow(index)
    return found


def text(index: QModelIndex) -> str:
    return str(index.data(Qt.ItemDataRole.DisplayRole))


def test_all_headings_are_shown_and_entries_when_wished(
    panel: OutlinePanel, qtmodeltester: ModelTester
) -> None:
    assert shown(panel) == ["A", "One", "Two", "Deep", "B"]
    panel.entries_button.setChecked(True)
    assert shown(panel) == ["A", "One", "first", "second", "Two", "Deep", "B"]
    qtmodeltester.check(panel.model)


def test_it_follows_the_cursor_without_jumping(panel: OutlinePanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.open_requested):
        panel.follow(6)
    assert text(panel.view.currentIndex()) == "One"
    panel.follow(10)
    assert text(panel.view.currentIndex()) == "Deep"


def test_a_cursor_placed_before_the_outline_arrives_is_followed(panel: OutlinePanel) -> None:
    panel.follow(10)
    panel.show_outline("b.md", outline("# B\n\n" + TEXT.replace("Deep", "Deeper")))
    assert text(panel.view.currentIndex()) == "Two"  # line 10 of the other file
    panel.follow(12)
    assert text(panel.view.currentIndex()) == "Deeper"


def test_above_the_first_heading_nothing_is_selected(panel: OutlinePanel) -> None:
    panel.show_outline("a.md", outline("Some words first.\n\n" + TEXT))
    panel.follow(3)
    assert text(panel.view.currentIndex()) == "A"
    panel.follow(1)
    assert not panel.view.currentIndex().isValid()
    assert not panel.view.selectionModel().hasSelection()


def test_enter_and_click_jump(panel: OutlinePanel, qtbot: QtBot) -> None:
    panel.follow(8)
    with qtbot.waitSignal(panel.open_requested) as opened:
        qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert opened.args == ["a.md", 8, 11]
    centre = panel.view.visualRect(panel.model.index(1)).center()
    with qtbot.waitSignal(panel.open_requested) as opened:
        qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert opened.args == ["a.md", 12, 12]


def test_typing_in_the_file_keeps_what_was_shut(panel: OutlinePanel) -> None:
    panel.view.collapse(panel.model.index(1, 0, panel.model.index(0)))
    panel.follow(12)
    panel.show_outline("a.md", outline("# New\n\n" + TEXT))
    assert shown(panel) == ["New", "A", "One", "Two", "B"]


def test_another_file_starts_fresh(panel: OutlinePanel) -> None:
    panel.view.collapse(panel.model.index(0))
    panel.show_outline("b.md", outline(TEXT))
    assert shown(panel) == ["A", "One", "Two", "Deep", "B"]
    assert not panel.view.currentIndex().isValid()


def test_while_another_outline_is_on_its_way_nothing_is_said(panel: OutlinePanel) -> None:
    panel.expect()
    assert shown(panel) == []
    assert panel.says == ""
    panel.show_outline("a.md", outline(TEXT))
    assert shown(panel) == ["A", "One", "Two", "Deep", "B"]


def test_the_filter_shows_what_matches_and_where_it_lies(panel: OutlinePanel, qtbot: QtBot) -> None:
    panel.filter.setText("deep")
    qtbot.waitUntil(lambda: shown(panel) == ["A", "Two", "Deep"])
    panel.filter.setText("nothing like it")
    qtbot.waitUntil(lambda: not panel.view.isVisible())
    panel.filter.clear()
    qtbot.waitUntil(lambda: len(shown(panel)) == 5)


def test_without_headings_it_says_so(panel: OutlinePanel) -> None:
    panel.show_outline("c.md", ())
    assert not panel.view.isVisible()
    assert panel.says == "This file has no headings."
    panel.show_outline("", ())
    assert panel.says == "Open a file to see its headings."
