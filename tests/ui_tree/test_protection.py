"""How the tree shows protection, and how a person changes it there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from fake_bridge import FakeBridge
from proposals import RULES, proposal, standing_of
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from openclaw_desktop.review.policy import Policy, Rules
from openclaw_desktop.ui.tree import describe
from openclaw_desktop.ui.tree.panel import TreePanel
from openclaw_desktop.ui.tree.row import RowPainter


@pytest.fixture
def panel(bridge: FakeBridge, qtbot: QtBot) -> TreePanel:
    made = TreePanel(bridge)  # pyright: ignore[reportArgumentType]
    qtbot.addWidget(made)
    made.resize(300, 640)
    made.show()
    qtbot.waitExposed(made)
    made.show_standing(standing_of(proposal(), proposal(number=18)))
    return made


def entries(panel: TreePanel, path: str) -> dict[str, QAction]:
    panel.reveal(path)
    menu = panel.file_actions.context_menu()
    inner = next(a.menu() for a in menu.actions() if a.text() == "Protection")
    assert isinstance(inner, QMenu)
    return {action.text(): action for action in inner.actions() if not action.isSeparator()}


def test_hovering_says_how_a_file_is_protected_and_what_waits(panel: TreePanel) -> None:
    index = panel.model.index_of("MEMORY.md")
    tip = str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "Changes by others take effect only after you approve them." in tip
    assert "2 changes wait for your review." in tip
    entry = panel.model.entry(panel.model.index_of("README.md"))
    assert entry is not None
    assert "wait" not in str(describe.tooltip(entry, entry, panel.facts, datetime.now(UTC)))


def test_the_five_policies_are_offered_and_the_present_one_is_ticked(panel: TreePanel) -> None:
    offered = entries(panel, "MEMORY.md")
    assert list(offered) == [
        "Free",
        "Review",
        "Hold",
        "Locked (read-only on disk)",
        "Append only",
        "As the rules say (hold)",
    ]
    assert [text for text, action in offered.items() if action.isChecked()] == ["Hold"]
    assert not offered["As the rules say (hold)"].isEnabled()


def test_choosing_a_policy_sets_it_and_says_what_it_means(panel: TreePanel, bridge: FakeBridge) -> None:
    entries(panel, "README.md")["Locked (read-only on disk)"].trigger()
    assert "set_policy README.md locked" in bridge.engine.calls
    assert panel.toast.sentence.startswith("README.md: locked. The file is read-only;")


def test_a_policy_of_its_own_can_be_given_back_to_the_rules(panel: TreePanel, bridge: FakeBridge) -> None:
    panel.show_standing(standing_of(rules=Rules(RULES.general, {"MEMORY.md": Policy.FREE})))
    offered = entries(panel, "MEMORY.md")
    assert offered["Free"].isChecked()
    offered["As the rules say (hold)"].trigger()
    assert "set_policy MEMORY.md None" in bridge.engine.calls


def test_while_protection_is_off_nothing_can_be_chosen(panel: TreePanel) -> None:
    panel.show_standing(standing_of(rules=Rules(RULES.general, protect=False)))
    offered = entries(panel, "MEMORY.md")
    assert not offered["Hold"].isEnabled()
    assert "Protection is off in the settings" in offered


def test_a_folder_has_no_policy(panel: TreePanel) -> None:
    panel.view.select(panel.model.index_of("projects"))
    menu = panel.file_actions.context_menu()
    assert not next(a for a in menu.actions() if a.text() == "Protection").isEnabled()


def test_a_file_leads_to_its_history(panel: TreePanel, qtbot: QtBot) -> None:
    panel.reveal("README.md")
    with qtbot.waitSignal(panel.history_requested, timeout=1000) as caught:
        panel.file_actions.show_history()
    assert caught.args == ["README.md"]


def test_a_group_tells_what_waits_in_it(panel: TreePanel) -> None:
    panel.show_standing(standing_of(proposal("memory/topics/net.md"), proposal("memory/2026-02-11.md", 18)))
    topics = panel.model.index_of("memory/topics")
    assert "1 change in it waits for your review." in str(topics.data(Qt.ItemDataRole.ToolTipRole))
    within = panel.facts.waiting_within
    assert within["/folder/memory/topics"] == 1
    assert within["/folder/memory"] == 1, "dated notes lie in their month"
    assert sum(within.values()) == 3
    panel.show_standing(standing_of())
    assert panel.facts.waiting_within == {}


@pytest.mark.parametrize("width", [176, 232, 300])
def test_tokens_give_way_before_the_letters_of_a_name_and_its_signs_do(
    panel: TreePanel, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    names, numbers = list[str](), list[str]()

    def elided(metrics: QFontMetrics, text: str, _mode: object, room: int) -> str:
        names.append(text if metrics.horizontalAdvance(text) <= room else f"{text} is cut")
        return text

    monkeypatch.setattr(QFontMetrics, "elidedText", elided)
    monkeypatch.setattr(RowPainter, "number", lambda _row, text, _colour: numbers.append(text))
    panel.resize(width, 640)
    panel.grab()
    assert "MEMORY" in names
    assert "SOUL" in names
    if width == 300:
        assert any(number.isdigit() for number in numbers)
