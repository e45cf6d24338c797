"""The search view answers as the agent itself would, out of the agent's own index."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.search_view.searchers import AS_AGENT
from openclaw_desktop.ui.search_view.view import SearchView

DATA = Path(__file__).parent.parent / "data" / "openclaw"
NOW = datetime(2026, 2, 27, 9, 30, tzinfo=UTC)


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """An engine on the workspace of the agent Nimbus, whose state directory is a copy."""
    state = tmp_path / "state"
    shutil.copytree(DATA / "state-2026.2", state)
    root = state / "workspace"
    agents = {"agents": {"list": [{"id": "main", "name": "Nimbus", "workspace": str(root)}]}}
    (state / "openclaw.json").write_text(json.dumps(agents), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    made = Engine(
        root, settings=Settings(), places=Places.of_user(), report=lambda _: None, embedder=HashEmbedder
    )
    yield made
    made.close()


def choose_agent(view: SearchView) -> None:
    view.bar.choose(AS_AGENT)
    view.preset.activated.emit(view.preset.currentIndex())


def test_the_agents_own_search_is_offered_by_its_name(view: SearchView) -> None:
    assert view.preset.itemText(view.preset.count() - 1) == "Nimbus’s own search"
    assert view.bar.ranking == "Desktop"


def test_the_agent_answers_from_its_own_index_by_its_own_numbers(view: SearchView) -> None:
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


def test_sliders_rank_the_agents_own_candidates_again(view: SearchView) -> None:
    choose_agent(view)
    view.focus_query("HS-55172")
    view.panes.tuning.slider("min_score").setValue(100)
    answer = view.session.answer
    assert answer is not None
    assert answer.question.parameters.min_score == 1.0
    assert answer.question.parameters.preset == "OpenClaw 2026.2"


def test_going_back_to_this_programs_ranking_brings_its_filters_back(view: SearchView) -> None:
    choose_agent(view)
    view.focus_query("HS-55172")
    view.bar.choose("Desktop")
    view.preset.activated.emit(view.preset.currentIndex())
    assert view.filters.isEnabled()
    assert view.panes.tuning.save_button.isVisible()
    assert view.notice.sentence == "" or "Nimbus" not in view.notice.sentence


def test_an_index_that_is_gone_for_a_moment_is_said_and_asked_again(view: SearchView, engine: Engine) -> None:
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
