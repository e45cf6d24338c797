"""What left the window: the lost facts first, what may be proposed, and room for the texts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from session_values import NOW, conversation

from openclaw_desktop.context.lost.facts import facts
from openclaw_desktop.context.lost.losses import Left, LostFact, Source
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.ui.context_view.left_panel import LeftPanel
from openclaw_desktop.ui.context_view.left_parts import Part
from openclaw_desktop.ui.context_view.left_rows import said

PHONE, PORT = "My phone is +351 912 345 678.", "端口改成18790。"
MARK = Mark(MarkKind.COMPACTION, 4, 2, NOW, "Compaction.")


def lost(sentence: str, entry: int) -> LostFact:
    return LostFact(tuple(facts(sentence)), sentence, entry, "user", 0.9)


@pytest.fixture
def chain() -> list[Entry]:
    return conversation(2).chain()


@pytest.fixture
def panel(qtbot: QtBot, chain: list[Entry]) -> LeftPanel:
    """A compaction at which two sentences were lost, in a panel as narrow as a small window has it."""
    made = LeftPanel()
    qtbot.addWidget(made)
    made.resize(580, 300)
    made.show()
    qtbot.waitExposed(made)
    made.show_left(MARK, Left((Source(0, "user", PHONE), Source(2, "user", PORT * 200)), "所以。" * 300))
    found = [lost(PHONE, 0), lost(PORT, 2)]
    made.show_lost(found, {}, said(found, chain, NOW))
    return made


def test_a_row_says_who_said_it_in_which_turn_and_which_note_it_would_go_into(panel: LeftPanel) -> None:
    index = panel.facts.index(1)
    assert "said by the user in turn 2, 24 February 2026, 08:00:21" in index.data()
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert PORT in tip
    assert "today's note, whenever it was said" in tip.replace("&#x27;", "'")


def test_an_entry_without_a_time_has_a_turn_all_the_same(chain: list[Entry]) -> None:
    [place] = said([lost(PHONE, 0)], [replace(chain[0], at=None)], NOW.astimezone(UTC))
    assert (place.short, place.full) == ("turn 1", "said by the user in turn 1")


def test_all_that_nobody_proposed_is_proposed_at_once(panel: LeftPanel, qtbot: QtBot) -> None:
    assert panel.all.text() == "All 2 (A)"
    with qtbot.waitSignal(panel.propose_wanted) as heard:
        qtbot.keyClick(panel.view, Qt.Key.Key_A)
    assert heard.args == [list(panel.facts.facts)]
    panel.show_states({PHONE: "waiting for review"})
    assert not panel.all.isVisible()  # one is left, for which there is a button
    with qtbot.assertNotEmitted(panel.propose_wanted):
        qtbot.keyClick(panel.view, Qt.Key.Key_A)
    panel.show_states({PHONE: "rejected", PORT: "withdrawn"})
    assert panel.all.isVisible()


def test_a_small_panel_shows_the_facts_above_and_both_texts_side_by_side(panel: LeftPanel) -> None:
    texts = (panel.replaced, panel.summary)
    assert (
        panel.view.mapTo(panel, panel.view.rect().bottomLeft()).y()
        < panel.replaced.mapTo(panel, panel.replaced.rect().topLeft()).y()
    )
    assert panel.view.height() >= panel.view.sizeHintForRow(0)
    for text in texts:
        assert text.isVisible()
        assert text.height() >= 3 * text.fontMetrics().lineSpacing()
        assert not text.horizontalScrollBar().isVisible()  # long Chinese lines wrap
    assert abs(texts[0].width() - texts[1].width()) < 120


def test_a_large_panel_shows_the_facts_beside_the_texts(panel: LeftPanel) -> None:
    panel.resize(1200, 400)
    assert (
        panel.view.mapTo(panel, panel.view.rect().topRight()).x()
        < panel.replaced.mapTo(panel, panel.replaced.rect().topLeft()).x()
    )
    for button in (panel.button, panel.all, panel.jump):
        assert button.width() >= button.sizeHint().width()


def test_where_nothing_is_lost_the_texts_have_all_the_room(panel: LeftPanel) -> None:
    before = panel.replaced.height()
    panel.show_lost((), {}, ())
    assert panel.count.text().startswith("Nothing is lost")
    assert not panel.view.isVisible()
    assert not panel.button.isVisible()
    assert panel.replaced.height() > before + 60


def test_where_the_height_is_small_each_part_has_all_of_it_behind_a_tab(
    panel: LeftPanel, qtbot: QtBot
) -> None:
    panel.resize(620, 160)
    parts = panel.parts
    assert [parts.tabs.tabText(at) for at in range(parts.tabs.count())] == ["Lost: 2", "Left", "Summary"]
    assert panel.view.isVisible()
    assert panel.button.isVisible()
    assert panel.view.height() >= 1.5 * panel.view.sizeHintForRow(0)
    assert not panel.replaced.isVisible()
    parts.turn_to(Part.LEFT)
    assert panel.replaced.isVisible()
    line = panel.replaced.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: panel.replaced.height() >= 4 * line)
    assert panel.replaced.width() == panel.width()
    for hidden in (panel.view, panel.button, panel.summary):
        assert not hidden.isVisible()
    parts.turn_to(Part.SUMMARY)
    assert panel.summary.isVisible()
    assert not panel.replaced.isVisible()


def test_with_height_again_all_three_parts_are_seen_at_once(panel: LeftPanel) -> None:
    panel.resize(620, 160)
    panel.parts.turn_to(Part.SUMMARY)
    panel.resize(620, 320)
    assert not panel.parts.tabs.isVisible()
    for part in (panel.view, panel.button, panel.replaced, panel.summary):
        assert part.isVisible()
    assert panel.button.mapTo(panel, panel.button.rect().topLeft()).y() > panel.view.height()


def test_a_small_panel_turns_to_the_texts_where_no_facts_are_looked_for(panel: LeftPanel) -> None:
    panel.resize(620, 160)
    panel.show_left(replace(MARK, kind=MarkKind.PRUNING), Left((Source(0, "user", PHONE),), ""))
    assert panel.replaced.isVisible()
    panel.show_left(MARK, Left((Source(0, "user", PHONE),), "A summary."))
    assert panel.count.isVisible()
    assert not panel.replaced.isVisible()


def test_the_panel_asks_for_so_little_that_the_timeline_above_keeps_its_height(panel: LeftPanel) -> None:
    assert panel.minimumSizeHint().height() <= 120
