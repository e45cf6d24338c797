"""A bridge whose answers arrive when a test lets them, around a real engine on a small workspace."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import Event, IndexPhase
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
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
    from threading import Event as Flag

    root = tmp_path / "workspace"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")
    ready = Flag()

    def report(event: Event) -> None:
        if getattr(event, "phase", None) is IndexPhase.READY:
            ready.set()

    made = Engine(root, settings=Settings(), places=Places.of_user(), report=report, embedder=HashEmbedder)
    made.start(watch=False)
    assert ready.wait(20)
    yield made
    made.close()


@pytest.fixture
def bridge(engine: Engine, qapp: QApplication) -> HandBridge:
    """A bridge that answers when the test wants it."""
    theme.apply(qapp, "light")
    return HandBridge(engine)


@pytest.fixture
def view(bridge: HandBridge, qtbot: QtBot) -> SearchView:
    """A search view on the small workspace, shown, at noon of 30 November 2026."""
    made = SearchView(bridge, now=lambda: NOW)
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    qtbot.waitExposed(made)
    return made
