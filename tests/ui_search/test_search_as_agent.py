"""The search view answers as the agent itself would, out of the agent's own index."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from search_stage import choose_agent

from openclaw_desktop.engine import Engine
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.view import SearchView


@pytest.fixture
def engine(agent_engine: Engine) -> Engine:
    """That of the agent Nimbus."""
    return agent_engine


@pytest.fixture
def view(agents_whole: SearchView) -> AskPage:
    """The page where its questions are asked."""
    return agents_whole.ask


def test_the_agents_own_search_is_offered_by_its_name(view: AskPage) -> None:
    assert view.preset.itemText(view.preset.count() - 1) == "Nimbus's own search"
    assert view.bar.ranking == "Desktop"


def test_the_agent_answers_from_its_own_index_by_its_own_numbers(view: AskPage) -> None:
    choose_agent(view)
    view.focus_query("HS-55172")
    answer = view.session.answer
    assert answer is not None
    assert answer.question.parameters.preset == "OpenClaw 2026.2"
    assert [hit.candidate.path for hit in answer.hits] == ["memory/2026-02-26.md", "memory/2026-02-11.md"]
    assert view.panes.shows_results
    assert "Keywords only: " in view.notice.sentence
    assert view.panes.tuning.overrides() == {}
    assert not view.panes.tuning.save_button.isVisible()
    assert not view.filters.isEnabled()


def test_sliders_rank_the_agents_own_candidates_again(view: AskPage) -> None:
    choose_agent(view)
    view.focus_query("HS-55172")
    view.panes.tuning.slider("min_score").setValue(100)
    answer = view.session.answer
    assert answer is not None
    assert answer.question.parameters.min_score == 1.0
    assert answer.question.parameters.preset == "OpenClaw 2026.2"


def test_going_back_to_this_programs_ranking_brings_its_filters_back(view: AskPage) -> None:
    choose_agent(view)
    view.focus_query("HS-55172")
    view.bar.choose("Desktop")
    view.preset.activated.emit(view.preset.currentIndex())
    assert view.filters.isEnabled()
    assert view.panes.tuning.save_button.isVisible()
    assert view.notice.sentence == "" or "Nimbus" not in view.notice.sentence


def test_an_index_that_is_gone_for_a_moment_is_said_and_asked_again(view: AskPage, engine: Engine) -> None:
    choose_agent(view)
    index = engine.root.parent / "memory" / "main.sqlite"
    away = index.rename(index.with_name("away.sqlite"))
    view.focus_query("HS-55172")
    assert not view.panes.shows_results
    said = " ".join(label.text() for label in view.panes.empty.findChildren(QLabel))
    assert "Nimbus has no index" in said
    away.rename(index)
    view.panes.empty.clicked.emit()
    assert view.panes.shows_results


def test_a_hit_of_words_alone_says_that_meaning_was_not_asked(view: AskPage) -> None:
    choose_agent(view)
    view.focus_query("HS-55172")
    first = view.panes.detail.waterfall.sentences()[0]
    assert first.startswith("vector: not asked")
    assert "nearest" not in first
