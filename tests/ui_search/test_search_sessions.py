"""A hit out of a session leads to the session, where it begins."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from search_stage import AGENTS_NOW, STATE, HandBridge, choose_agent, shown, started

from openclaw_desktop.agent_index.question_vector import nobody_to_ask
from openclaw_desktop.engine import Engine
from openclaw_desktop.search.candidates import Candidate
from openclaw_desktop.ui.search_view.searchers import session_place
from openclaw_desktop.ui.search_view.view import SearchView

SESSION = "607e1078-d27f-475e-9a46-0141606ab8a7"


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """On the workspace of an agent whose sessions are indexed too."""
    state = tmp_path / "state"
    shutil.copytree(STATE.with_name("state-2026.9"), state)
    entry = {"name": "Nimbus", "workspace": str(state / "workspace")}
    (state / "openclaw.json").write_text(
        json.dumps({"agents": {"entries": {"main": entry}}}), encoding="utf-8"
    )
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    yield from started(state / "workspace", ask=nobody_to_ask)


def hit(first: int, last: int, session: str = SESSION) -> Candidate:
    return Candidate(1, f"sessions/main/{session}.jsonl", "sessions", first, last, "User: Good morning.")


def test_the_turn_of_a_hit_is_that_of_its_first_record(engine: Engine) -> None:
    session, early = session_place(engine, hit(4, 44))
    _, late = session_place(engine, hit(38, 50))
    assert session == SESSION
    assert early == 1
    assert late > early


def test_a_session_that_is_gone_is_asked_for_all_the_same(engine: Engine) -> None:
    assert session_place(engine, hit(4, 9, "gone")) == ("gone", 0)


def test_enter_on_a_hit_of_a_session_leads_there(engine: Engine, qapp: QApplication, qtbot: QtBot) -> None:
    view = shown(SearchView(HandBridge(engine), now=lambda: AGENTS_NOW), qtbot)
    with qtbot.waitSignal(view.session_requested, timeout=5000) as signal:
        view.ask.opening.open(hit(4, 44))
    assert signal.args == [SESSION, 1]
    choose_agent(view.ask)
    view.focus_query("battery")
    with qtbot.waitSignal(view.open_requested, timeout=5000):
        qtbot.keyClick(view.ask.panes.results, Qt.Key.Key_Return)
