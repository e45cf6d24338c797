"""A search view around a real engine on a small workspace, and one on that of an agent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from search_stage import AGENTS_NOW, STATE, HandBridge, shown, started

from openclaw_desktop.agent_index.question_vector import nobody_to_ask
from openclaw_desktop.engine import Engine
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.view import SearchView

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)

FILES = {
    "AGENTS.md": "# Agents\n\nRead the notes before you answer.\n",
    "MEMORY.md": "# Memory\n\n- The stock database is on pantry-b, port 6432. <!-- importance: 9 -->\n"
    "- The roof is renewed in 2027.\n",
    "memory/2026-09-03-stock-database.md": "# Stock database\n\nThe stock database runs on pantry-a, "
    "port 5432.\nThe database is slow.\n",
    "memory/2026-10-09.md": "# Friday\n\nThe stock database moved to pantry-b. Its port is 6432.\n",
    "memory/2026-11-24.md": "# Tuesday\n\nThe mill is back in Uji.\nTea store at 47 %.\n",
    "memory/topics/铁观音.md": "# 铁观音\n\n浓香:炭焙三次。清香:冷藏。\n",
}


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """An engine whose index is complete; vectors come from the deterministic embedder."""
    root = tmp_path / "workspace"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")
    yield from started(root)


@pytest.fixture
def agent_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """An engine on the workspace of the agent Nimbus, of whose state directory this is a copy."""
    state = tmp_path / "state"
    shutil.copytree(STATE, state)
    root = state / "workspace"
    agents = {"agents": {"list": [{"id": "main", "name": "Nimbus", "workspace": str(root)}]}}
    (state / "openclaw.json").write_text(json.dumps(agents), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    yield from started(root, ask=nobody_to_ask)


@pytest.fixture
def agents_whole(agent_engine: Engine, qapp: QApplication, qtbot: QtBot) -> SearchView:
    """A search view on the workspace of Nimbus, shown, in the morning of 27 February 2026."""
    theme.apply(qapp, "light")
    return shown(SearchView(HandBridge(agent_engine), now=lambda: AGENTS_NOW), qtbot)


@pytest.fixture
def bridge(engine: Engine, qapp: QApplication) -> HandBridge:
    """A bridge that answers when the test wants it."""
    theme.apply(qapp, "light")
    return HandBridge(engine)


@pytest.fixture
def whole(bridge: HandBridge, qtbot: QtBot) -> SearchView:
    """A search view on the small workspace, shown, at noon of 30 November 2026."""
    return shown(SearchView(bridge, now=lambda: NOW), qtbot)


@pytest.fixture
def view(whole: SearchView) -> AskPage:
    """Its page where questions are asked."""
    return whole.ask
