"""The search view: ask, see why, try another ranking, open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import IndexDamagedError
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.search import presets
from openclaw_desktop.search.explain import decisive_factor, decisive_name
from openclaw_desktop.settings import SearchSettings
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.detail import Page
from openclaw_desktop.ui.search_view.rows import Divider, Row

NOTE = "memory/2026-09-03-stock-database.md"


def rows(view: AskPage) -> list[Row | Divider]:
    model = view.panes.results.rows
    found = (model.row(model.index(n)) for n in range(model.rowCount()))
    return [row for row in found if row is not None]


def paths(view: AskPage) -> list[str]:
    """The paths of what is shown above the line."""
    return [row.hit.candidate.path for row in rows(view) if isinstance(row, Row) and not row.below]


def select(view: AskPage, path: str) -> None:
    for number, row in enumerate(rows(view)):
        if isinstance(row, Row) and row.hit.candidate.path == path:
            view.panes.results.setCurrentIndex(view.panes.results.rows.index(number))
            return
    raise AssertionError(f"{path} is not in the list")


def empty_text(view: AskPage) -> str:
    return " ".join(label.text() for label in view.panes.empty.findChildren(QLabel))


def test_before_the_first_question_the_view_says_what_it_is_for_and_how_the_index_is(
    view: AskPage,
) -> None:
    assert not view.panes.shows_results
    assert "Ask this workspace" in empty_text(view)
    assert "up to date" in empty_text(view)


def test_enter_asks_shows_hits_and_selects_the_first(view: AskPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(view.field, "stock database")
    qtbot.keyClick(view.field, Qt.Key.Key_Return)
    assert view.panes.shows_results
    assert NOTE in paths(view)
    assert view.panes.results.currentIndex().row() == 0
    assert view.panes.detail.waterfall.sentences()


def test_each_bar_adds_up_to_its_score(view: AskPage) -> None:
    view.focus_query("stock database")
    for row in rows(view):
        if isinstance(row, Row) and not row.below:
            assert sum(part.amount for part in row.parts) == pytest.approx(row.hit.score, abs=1e-6)


def test_the_divider_counts_what_is_shown_and_what_is_below(view: AskPage) -> None:
    view.focus_query("stock database")
    answer = view.session.answer
    assert answer is not None
    dividers = [row for row in rows(view) if isinstance(row, Divider)]
    assert dividers == [Divider(len(answer.hits), len(answer.below))]


def test_typing_asks_after_a_pause_and_is_not_kept_in_the_history(
    view: AskPage, engine: Engine, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(view.session.answered, timeout=3000):
        qtbot.keyClicks(view.field, "roof")
    assert paths(view)[0] == "MEMORY.md"
    assert engine.history() == []


def test_chinese_is_found_and_marked(view: AskPage) -> None:
    view.focus_query("铁观音")
    assert paths(view)[0] == "memory/topics/铁观音.md"
    row = rows(view)[0]
    assert isinstance(row, Row)
    piece = view.panes.results.rows.snippet(row.hit)
    assert [piece.text[a:b] for a, b in piece.spans] == ["铁观音"]


def test_an_older_answer_never_replaces_a_newer_one(view: AskPage, bridge: Any) -> None:
    bridge.holding = True
    view.focus_query("roof")
    view.focus_query("铁观音")
    slow, bridge.held = list(bridge.held), []
    for held in slow:
        held.go()
    while bridge.held:
        bridge.held.pop().go()
    assert view.session.question is not None
    assert view.session.question.text == "铁观音"
    assert paths(view)[0] == "memory/topics/铁观音.md"


def test_enter_in_the_list_opens_the_chunk_at_its_lines(view: AskPage, qtbot: QtBot) -> None:
    view.focus_query("stock database")
    select(view, NOTE)
    with qtbot.waitSignal(view.open_requested, timeout=2000) as signal:
        qtbot.keyClick(view.panes.results, Qt.Key.Key_Return)
    row = view.panes.results.row()
    assert row is not None
    assert signal.args == [NOTE, row.hit.candidate.start_line, row.hit.candidate.end_line]


def test_a_double_click_opens_too(view: AskPage, qtbot: QtBot) -> None:
    view.focus_query("roof")
    results = view.panes.results
    where = results.visualRect(results.rows.index(0)).center()
    with qtbot.waitSignal(view.open_requested, timeout=2000):
        qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=where)
        qtbot.mouseDClick(results.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_the_list_is_reached_and_left_by_arrow_keys(view: AskPage, qtbot: QtBot) -> None:
    view.focus_query("stock database")
    qtbot.keyClick(view.field, Qt.Key.Key_Down)
    assert view.panes.results.hasFocus()
    qtbot.keyClick(view.panes.results, Qt.Key.Key_Down)
    assert view.panes.results.currentIndex().row() == 1
    for _ in range(2):
        qtbot.keyClick(view.panes.results, Qt.Key.Key_Up)
    assert view.field.hasFocus()


def test_the_divider_is_stepped_over_by_the_keyboard(view: AskPage, qtbot: QtBot) -> None:
    view.focus_query("stock database")
    view.panes.tuning.slider("min_score").setValue(30)
    kinds = [isinstance(row, Divider) for row in rows(view)]
    divider = kinds.index(True)
    assert divider + 1 < len(kinds)
    view.panes.results.setCurrentIndex(view.panes.results.rows.index(divider - 1))
    qtbot.keyClick(view.panes.results, Qt.Key.Key_Down)
    assert view.panes.results.currentIndex().row() == divider + 1


def test_a_slider_ranks_again_without_asking_the_index(view: AskPage, bridge: Any) -> None:
    view.focus_query("stock database")
    before = len(bridge.called)
    view.panes.tuning.slider("half_life_days").setValue(1)
    assert len(bridge.called) == before
    answer = view.session.answer
    assert answer is not None
    assert answer.question.parameters.half_life_days == 1.0


def test_a_slider_keeps_the_selected_hit_selected(view: AskPage) -> None:
    view.focus_query("stock database")
    select(view, NOTE)
    for value in (100, 0, 50):
        view.panes.tuning.slider("vector_weight").setValue(value)
        hit = view.panes.results.hit()
        assert hit is not None
        assert hit.candidate.path == NOTE


def test_what_moved_is_shown_with_arrows_and_reset_takes_it_back(view: AskPage) -> None:
    view.focus_query("stock database port 6432")
    order = paths(view)
    view.panes.tuning.slider("min_score").setValue(100)
    assert set(paths(view)) < set(order)
    assert view.panes.shows_results
    view.panes.tuning.slider("min_score").setValue(0)
    view.panes.tuning.slider("half_life_days").setValue(1)
    moved = [row.move.sign for row in rows(view) if isinstance(row, Row) and row.move]
    assert moved
    view.panes.tuning.reset()
    assert paths(view) == order
    assert not [row for row in rows(view) if isinstance(row, Row) and row.move]
    assert not view.panes.tuning.overrides()


def test_the_candidates_slider_asks_the_index_once_it_rests(view: AskPage, qtbot: QtBot) -> None:
    view.focus_query("stock database")
    with qtbot.waitSignal(view.session.answered, timeout=3000):
        for value in (6, 9, 12):
            view.panes.tuning.slider("candidate_multiplier").setValue(value)
    assert view.session.question is not None
    assert view.session.question.parameters.candidate_multiplier == 13


def test_saving_makes_the_tried_ranking_the_default_and_leaves_the_rest_to_the_preset(
    view: AskPage, engine: Engine
) -> None:
    view.focus_query("stock database")
    view.panes.tuning.slider("vector_weight").setValue(80)
    view.panes.tuning.save_button.click()
    assert engine.settings.search == SearchSettings(vector_weight=0.8)
    assert presets.parameters("Desktop", engine.settings.search).vector_weight == 0.8


def test_another_preset_asks_again_and_moves_the_sliders(view: AskPage) -> None:
    view.focus_query("stock database")
    view.preset.setCurrentText("OpenClaw 2026.2")
    view.preset.activated.emit(view.preset.currentIndex())
    answer = view.session.answer
    assert answer is not None
    assert answer.question.parameters.preset == "OpenClaw 2026.2"
    assert view.panes.tuning.slider("vector_weight").value() == 70


def test_a_filter_leaves_the_rest_out(view: AskPage) -> None:
    view.focus_query("stock database")
    view.filters.dates.setCurrentText("Last 90 days")
    view.filters.dates.activated.emit(view.filters.dates.currentIndex())
    assert NOTE in paths(view)
    view.filters.folder.setText("memory/topics")
    view.filters.folder.editingFinished.emit()
    assert NOTE not in paths(view)


def test_nothing_found_says_so_with_the_state_of_the_index(view: AskPage) -> None:
    view.filters.folder.setText("memory/nowhere")
    view.focus_query("stock database")
    assert not view.panes.shows_results
    assert "up to date" in empty_text(view)
    assert "filters" in empty_text(view)


def test_what_is_nearest_can_be_looked_at_though_nothing_is_relevant(view: AskPage) -> None:
    view.focus_query("quantum chromodynamics lagrangian")
    assert "No results" in empty_text(view)
    view.panes.empty.clicked.emit()
    assert view.panes.shows_results
    row = view.panes.results.row()
    assert row is not None
    assert row.below is not None
    assert view.panes.detail.waterfall.sentences()


def test_an_empty_question_goes_back_to_the_beginning(view: AskPage) -> None:
    view.focus_query("roof")
    view.field.set_question("")
    assert "Ask this workspace" in empty_text(view)
    assert not view.panes.shows_results


@pytest.mark.parametrize("text", ['"', "*", "NEAR(", "AND", "!!!", "a" * 100_000, "\x00", "-", "🦞"])
def test_any_question_is_answered_or_said_to_have_none(view: AskPage, text: str) -> None:
    view.focus_query(text)
    assert view.panes.shows_results or "No results" in empty_text(view)


def test_an_error_is_a_sentence_with_what_to_do(
    view: AskPage, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise IndexDamagedError("The index cannot be read; rebuild it from the menu.")

    with monkeypatch.context() as patch:
        patch.setattr(engine, "candidates", fail)
        view.focus_query("roof")
        assert "rebuild it" in empty_text(view)
    view.panes.empty.clicked.emit()
    assert paths(view)[0] == "MEMORY.md"
    with monkeypatch.context() as patch:
        patch.setattr(engine, "candidates", fail)
        view.focus_query("database")
        assert paths(view)[0] == "MEMORY.md"
        assert "rebuild it" in view.notice.sentence


def test_a_changed_file_changes_the_answer_quietly_and_keeps_the_selection(
    view: AskPage, engine: Engine, bridge: Any, qtbot: QtBot
) -> None:
    view.focus_query("stock database")
    select(view, NOTE)
    engine.save("memory/2026-11-30.md", "# Today\n\nThe stock database has a new disk.\n", seen=None)
    qtbot.waitUntil(lambda: "memory/2026-11-30.md" in engine.freshness(), timeout=10_000)
    with qtbot.waitSignal(view.session.answered, timeout=5000):
        bridge.files_indexed.emit(frozenset({"memory/2026-11-30.md"}))
    assert "memory/2026-11-30.md" in paths(view)
    hit = view.panes.results.hit()
    assert hit is not None
    assert hit.candidate.path == NOTE


def test_an_unchanged_answer_is_not_shown_again(view: AskPage, bridge: Any, qtbot: QtBot) -> None:
    view.focus_query("stock database")
    before = len(bridge.called)
    with qtbot.assertNotEmitted(view.session.answered, wait=100):
        bridge.files_indexed.emit(frozenset({"AGENTS.md"}))
        qtbot.waitUntil(lambda: len(bridge.called) > before, timeout=5000)


def test_keywords_only_is_said_and_the_model_can_be_tried_again(
    view: AskPage, engine: Engine, bridge: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = IndexState(IndexPhase.READY, keywords_only=True, problem="the model stopped three times")
    monkeypatch.setattr(type(engine), "index_state", state)
    view.focus_query("roof")
    assert view.notice.sentence == "Keywords only: the model stopped three times"
    tried: list[bool] = []
    monkeypatch.setattr(engine, "retry_model", lambda: tried.append(True))
    view.notice.clicked.emit()
    assert tried == [True]


def test_why_not_says_where_a_file_stands(view: AskPage) -> None:
    view.focus_query("roof")
    view.explain_path(NOTE, 3)
    panel = view.panes.detail.why_not
    assert view.panes.detail.page is Page.WHY_NOT
    assert panel.path.text() == NOTE
    assert panel.sentence.text().startswith("It is")
    assert any(text.startswith("By words it is") for text in panel.steps.sentences())


def test_why_not_of_a_file_that_is_not_indexed_says_so(view: AskPage, engine: Engine) -> None:
    view.focus_query("roof")
    view.explain_path("memory/unknown.md")
    assert "not in the index" in view.panes.detail.why_not.sentence.text()


def test_why_not_before_a_question_asks_for_one_and_then_answers(view: AskPage) -> None:
    view.explain_path(NOTE)
    sentence = view.panes.detail.why_not.sentence.text()
    assert "Ask a question first" in sentence
    assert view.panes.detail.isVisible()
    view.focus_query("stock database")
    assert view.panes.detail.why_not.sentence.text() != sentence


def test_files_are_offered_by_name_in_why_not(view: AskPage, qtbot: QtBot) -> None:
    completer = view.panes.detail.why_not.path.completer()
    completer.setCompletionPrefix("stock-data")
    assert completer.currentCompletion() == NOTE


def test_compare_sets_two_hits_side_by_side_and_names_what_decides(view: AskPage) -> None:
    view.focus_query("stock database")
    select(view, NOTE)
    view.panes.detail.compare_button.click()
    compare = view.panes.detail.compare
    assert view.panes.detail.page is Page.COMPARE
    first = compare.sentence.text()
    assert first
    others = [path for path in paths(view) if path != NOTE]
    select(view, others[-1])
    assert compare.sentence.text()
    assert view.panes.detail.page is Page.COMPARE


def test_one_that_scores_less_and_stands_before_owes_it_to_diversity(view: AskPage) -> None:
    view.focus_query("stock database")
    answer = view.session.answer
    assert answer is not None
    better, other = answer.hits[:2]
    assert decisive_factor(better, other).startswith(f"The {decisive_name(better, other)} part decides")
    moved = replace(better, score=other.score - 0.1)
    assert decisive_name(moved, other) == "diversity"
    assert decisive_factor(moved, other).startswith("Diversity decides: ")


def test_escape_leaves_compare(view: AskPage, qtbot: QtBot) -> None:
    view.focus_query("stock database")
    view.panes.detail.compare_button.click()
    qtbot.keyClick(view.panes.detail.compare, Qt.Key.Key_Escape)
    assert view.panes.detail.page is Page.WHY


@pytest.mark.parametrize("width", [900, 1600])
def test_narrow_and_wide_show_the_sliders_in_their_place(view: AskPage, width: int) -> None:
    view.focus_query("roof")
    view.resize(width, 800)
    assert view.panes.tuning.isVisible() == (width > 1000)
    assert view.panes.detail.isVisible()


def test_asked_questions_are_remembered(view: AskPage, engine: Engine, qtbot: QtBot) -> None:
    for text in ("roof", "铁观音"):
        view.focus_query(text)
    assert engine.history() == ["铁观音", "roof"]
    view.field.clear()
    qtbot.keyClick(view.field, Qt.Key.Key_Up)
    assert view.field.text() == "铁观音"


def test_the_workspace_is_not_written_to(view: AskPage, engine: Engine) -> None:
    def bytes_of(root: Path) -> dict[str, bytes]:
        return {str(p): p.read_bytes() for p in root.rglob("*") if p.is_file()}

    before = bytes_of(engine.root)
    view.focus_query("stock database")
    view.explain_path(NOTE)
    view.panes.tuning.slider("vector_weight").setValue(1)
    assert bytes_of(engine.root) == before
