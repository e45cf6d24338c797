"""What tests of the search view stand on: a bridge moved by hand, an engine that is ready, a shown view."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event as Flag
from typing import Any

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from openclaw_desktop.agent_index.question_vector import Ask
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import Event, IndexPhase
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.searchers import AS_AGENT
from openclaw_desktop.ui.search_view.view import SearchView

STATE = Path(__file__).parent.parent / "data" / "openclaw" / "state-2026.2"
AGENTS_NOW = datetime(2026, 2, 27, 9, 30, tzinfo=UTC)


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


def shown(view: SearchView, qtbot: QtBot) -> SearchView:
    """The view on the screen."""
    qtbot.addWidget(view)
    view.resize(1400, 900)
    view.show()
    qtbot.waitExposed(view)
    return view


def choose_agent(page: AskPage) -> None:
    """Chooses the agent's own search."""
    page.bar.choose(AS_AGENT)
    page.preset.activated.emit(page.preset.currentIndex())
