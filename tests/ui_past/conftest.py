"""The page of past searches around a real engine, on a copy of a state directory of OpenClaw."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from past_asked import DATA, TOLD, Asked, HandBridge, answered
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.desk.agent_desk import AgentDesk
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.past_view.page import PastPage

NOW = datetime(2026, 10, 2, 12, tzinfo=UTC)


@pytest.fixture
def era() -> str:
    """Whose state directory it is."""
    return "2026.9"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, era: str) -> Path:
    """OpenClaw with the agent Nimbus; its model answers as it did when the program was asked."""
    folder = tmp_path / "state"
    shutil.copytree(DATA / f"state-{era}", folder)
    config = folder / "openclaw.json"
    text = config.read_text(encoding="utf-8").replace("/home/sam/.openclaw", str(folder))
    config.write_text(text, encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(folder))
    vectors = {query: search["queryVector"] for query, search in answered(era).items()}

    def asked(_desk: AgentDesk, text: str, _search: object) -> QuestionVector:
        if text not in vectors:
            return QuestionVector(None, "nobody knows the model")
        return QuestionVector(np.array(vectors[text], dtype=np.float32))

    monkeypatch.setattr(AgentDesk, "asked", asked)
    return folder


@pytest.fixture
def told(state: Path) -> Asked:
    """A session with six searches and a read: answered as ever, with a trouble each, and two with none."""
    runs = answered()
    session = Asked(state, "told-6f0c2b1e", TOLD)
    session.search("气压", runs["气压"]["answer"])
    session.read(runs["气压"]["answer"]["results"][0]["path"])
    session.search("rain gauge", runs["rain gauge"]["answer"])
    session.search("rain gauge", runs["rain gauge"]["answer"])
    session.search("where is the old barn key", {"results": []})
    session.search("broker port", {"results": [], "disabled": True, "error": "node:sqlite is missing"})
    session.get("MEMORY.md", "# Memory", lines=1)
    session.search("HS-55172", runs["HS-55172"]["answer"], maxResults=6)
    session.read(runs["HS-55172"]["answer"]["results"][0]["path"])
    return session


@pytest.fixture
def engine(state: Path) -> Iterator[Engine]:
    """An engine on the agent's workspace; nothing is indexed by this program."""
    made = Engine(
        state / "workspace",
        settings=Settings(),
        places=Places.of_user(),
        report=lambda _: None,
        embedder=HashEmbedder,
    )
    yield made
    made.close()


@pytest.fixture
def bridge(engine: Engine) -> HandBridge:
    """A bridge that answers when the test wants it."""
    return HandBridge(engine)


@pytest.fixture
def show(bridge: HandBridge, qapp: QApplication, qtbot: QtBot) -> Callable[[], PastPage]:
    """Shows the page as it is when everything is read."""
    theme.apply(qapp, "light")

    def made() -> PastPage:
        page = PastPage(bridge, now=lambda: NOW)
        qtbot.addWidget(page)
        page.resize(1100, 800)
        page.show()
        qtbot.waitExposed(page)
        if not bridge.holding:
            qtbot.waitUntil(lambda: not page.busy, timeout=30_000)
        return page

    return made


@pytest.fixture
def page(told: Asked, show: Callable[[], PastPage]) -> PastPage:
    """The page with the session that was told."""
    return show()
