"""The agent's search in the search view, with threads and loop as in the window."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop.agent_index.question_vector import nobody_to_ask
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.view import SearchView

STATE = Path(__file__).parent.parent / "data" / "openclaw" / "state-2026.2"
QUESTION = "what did we decide about the rain gauge?"


@pytest.fixture
def bridge(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bridge]:
    """A bridge around a started engine on the workspace of an agent whose model nobody can ask."""
    state = tmp_path / "state"
    shutil.copytree(STATE, state)
    root = state / "workspace"
    agents = {"agents": {"list": [{"id": "main", "name": "Nimbus", "workspace": str(root)}]}}
    (state / "openclaw.json").write_text(json.dumps(agents), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))

    def engine(report: Callable[[Any], None]) -> Engine:
        return Engine(
            root,
            settings=Settings(),
            places=Places.of_user(),
            report=report,
            embedder=HashEmbedder,
            ask=nobody_to_ask,
        )

    made = Bridge(engine)
    made.engine.start()
    yield made
    run(made.close())


@pytest.fixture
def view(indexed_bridge: Bridge, qtbot: QtBot) -> SearchView:
    """The view, once the agent is known."""
    made = SearchView(indexed_bridge)
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    qtbot.waitUntil(lambda: made.tabs.isVisible() and made.ask.bar.beside.isVisible(), timeout=20_000)
    return made


def test_both_searches_answer_and_what_would_help_is_tried_and_proposed(
    view: SearchView, bridge: Bridge, qtbot: QtBot
) -> None:
    page = view.ask.beside
    view.ask.bar.beside.click()
    with qtbot.waitSignal(page.answered, timeout=20_000):
        view.focus_query(QUESTION)
    rows = [page.list.rows.row(page.list.rows.index(n)) for n in range(page.list.rows.rowCount())]
    wanted = next(
        row for row in rows if row and not row.agent and row.hit.candidate.path.startswith("memory/")
    )
    page.list.setCurrentIndex(page.list.rows.index_of(wanted))
    page.detail.help_button.click()
    advice = page.detail.advice
    qtbot.waitUntil(lambda: advice.trials.row() is not None, timeout=60_000)
    row = advice.trials.row()
    assert row is not None
    assert row.trial.helps
    advice.button.click()
    qtbot.waitUntil(lambda: "wait" in advice.notice.sentence, timeout=20_000)
    assert bridge.engine.desk.proposals(waiting=True)


def test_trying_ends_soon_after_it_is_stopped(view: SearchView, bridge: Bridge, qtbot: QtBot) -> None:
    page = view.ask.beside
    view.ask.bar.beside.click()
    with qtbot.waitSignal(page.answered, timeout=20_000):
        view.focus_query(QUESTION)
    assert page.comparison is not None
    page.advising.ask(page.comparison.agent.question, "memory/2026-02-11.md", 5)
    page.advising.stop()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=60_000)
    assert page.detail.advice.sentence.text() == "Stopped. Nothing was changed."


def test_the_index_is_looked_into_when_its_page_is_turned_to(view: SearchView, qtbot: QtBot) -> None:
    view.show_page(view.index_page)
    qtbot.waitUntil(lambda: view.index_page.state is not None, timeout=20_000)
    assert view.index_page.title.text() == "Nimbus's index"
