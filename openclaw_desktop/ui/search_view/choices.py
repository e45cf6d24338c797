"""What can be chosen for a question: files, folders, earlier questions, and an agent to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.engine import Engine
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.latest import Latest

LONGEST_REMEMBERED = 500


@dataclass(frozen=True, slots=True)
class Offered:
    """Paths of Markdown files, questions from the newest on, and the agent's name; None: there is none."""

    paths: Sequence[str]
    history: list[str]
    agent: str | None

    @property
    def folders(self) -> list[str]:
        """Every folder that holds one of the files, at any depth."""
        parted = [path.split("/") for path in self.paths]
        return sorted({"/".join(parts[:n]) for parts in parted for n in range(1, len(parts))})


class Choices(QObject):
    """Reads them when they are needed and have changed."""

    arrived = Signal(object)  # Offered
    history_changed = Signal(list)  # of str

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._stale = True
        self._reading = Latest(bridge, self)
        self._reading.arrived.connect(self.arrived)
        bridge.files_changed.connect(self._on_files_changed)

    def load(self) -> None:
        """Reads them, unless nothing changed since."""
        if self._stale:
            self._stale = False
            engine = self._bridge.engine
            self._reading.ask(lambda: offered(engine))

    def remember(self, text: str) -> None:
        """Keeps a question for the next time, unless it is very long."""
        if 0 < len(text.strip()) <= LONGEST_REMEMBERED:
            self._bridge.spawn(self._remember(text.strip()), name="remember query")

    async def _remember(self, text: str) -> None:
        await self._bridge.call(self._bridge.engine.remember_query, text)
        self.history_changed.emit(await self._bridge.call(self._bridge.engine.history))

    def _on_files_changed(self, _: frozenset[str]) -> None:
        self._stale = True


def offered(engine: Engine) -> Offered:
    """What there is now; blocks."""
    paths = [e.path for e in engine.scan() if not e.is_folder and e.path.lower().endswith(".md")]
    return Offered(sorted(paths), engine.history(), engine.agent.name())
