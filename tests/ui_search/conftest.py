"""A bridge whose answers arrive when a test lets them, around a real engine on a small workspace."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Coroutine, Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.agent_index.question_vector import Ask, nobody_to_ask
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import Event, IndexPhase
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.view import SearchView

STATE = Path(__file__).parent.parent / "data" / "openclaw" / "state-2026.2"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
AGENTS_NOW = datetime(2026, 2, 27, 9, 30, tzinfo=UTC)

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


class Held:
    """One call to the engine that waits until a test lets it go."""

    def __init__(self, verb: Callable[[], Any]) -> None:
        self._verb = verb
        self.go: Callable[[], None] = lambda: None

    def __await__(self) -> Generator[Held, None, Any]:
        yield self
        return self._verb()


class HandBridge(Bridge):
    """Answers at once, or, while `holding`, when a test calls `held[n].go()`."""

    def __init__(self, engine: Engine) -> None:
        QObject.__init__(self)
        self.engine = engine
        self.holding = False
        self._closed = False
        self.held: list[Held] = []
        self.called: list[str] = []

    async def call(self, verb: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self.called.append(getattr(verb, "__name__", ""))
        if not self.holding:
            return verb(*args, **kwargs)
        held = Held(lambda: verb(*args, **kwargs))
        self.held.append(held)
        return await held

    def spawn(self, coroutine: Coroutine[Any, Any, None], *, name: str) -> Any:
        def step() -> None:
            try:
                held: Held = coroutine.send(None)
            except StopIteration:
                return
            except DesktopError as error:
                self.failed.emit(error)
                return
            held.go = step

        step()


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


def started(root: Path, ask: Ask | None = None) -> Iterator[Engine]:
    """An engine that has indexed everything; its vectors come from the deterministic embedder."""
    ready = Flag()

    def report(event: Event) -> None:
        if getattr(event, "phase", None) is IndexPhase.READY:
            ready.set()

    made = Engine(
        root,
        settings=Settings(),
        places=Places.of_user(),
        report=report,
        embedder=HashEmbedder,
        ask=ask,
    )
    made.start(watch=False)
    assert ready.wait(20)
    yield made
    made.close()


@pytest.fixture
def agents_whole(agent_engine: Engine, qapp: QApplication, qtbot: QtBot) -> SearchView:
    """A search view on the workspace of Nimbus, shown, in the morning of 27 February 2026."""
    theme.apply(qapp, "light")
    return shown(SearchView(HandBridge(agent_engine), now=lambda: AGENTS_NOW), qtbot)


def shown(view: SearchView, qtbot: QtBot) -> SearchView:
    """The view on the screen."""
    qtbot.addWidget(view)
    view.resize(1400, 900)
    view.show()
    qtbot.waitExposed(view)
    return view


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
