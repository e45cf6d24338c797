"""Asks for advice on a reader thread, lets it be stopped, and makes a proposal of what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.search.question import Question
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.advice_panel import AdvicePanel
from openclaw_desktop.ui.search_view.latest import Latest

if TYPE_CHECKING:
    from openclaw_desktop.agent_index.advice.advising import Advice, Trial

TELL_MS = 200


class StoppedError(DesktopError):
    """Nobody waits for this advice any more."""


@dataclass(slots=True)
class Errand:
    """What the reader thread and the window share: how much was tried, and whether to go on."""

    closing: Callable[[], bool]
    done: int = 0
    stopped: bool = False

    def progress(self, done: int) -> None:
        """So many changes were tried. Raises StoppedError once nobody waits any more."""
        self.done = done
        if self.stopped or self.closing():
            raise StoppedError("Stopped.")


class Advising(QObject):
    """One panel's questions: only the newest is answered."""

    proposed = Signal(str)  # the id of a proposal that a person wants to see

    def __init__(
        self, bridge: Bridge, panel: AdvicePanel, now: Callable[[], datetime], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge, self._panel, self._now = bridge, panel, now
        self._question: Question | None = None
        self._proposal = ""
        self._errand = Errand(lambda: bridge.closing)
        self._asking = Latest(bridge, self)
        self._asking.arrived.connect(self._on_advice)
        self._asking.failed.connect(self._on_failed)
        self._tell = QTimer(self, interval=TELL_MS)
        self._tell.timeout.connect(self._show_progress)
        bridge.settings_changed.connect(self._on_settings)
        panel.stopped.connect(self.stop)
        panel.proposed.connect(self._propose)
        panel.review_wanted.connect(lambda: self.proposed.emit(self._proposal))

    def ask(self, question: Question, path: str, line: int) -> None:
        """Tries what would make the agent find a line (from 1) with this question."""
        self._errand.stopped = True
        self._question, bridge = question, self._bridge
        errand = self._errand = Errand(lambda: bridge.closing)
        self._show_progress()
        self._tell.start()
        self._asking.ask(lambda: bridge.engine.advice.look(question, path, line, progress=errand.progress))

    def stop(self) -> None:
        """Ends the trying; what was measured so far is dropped."""
        self._errand.stopped = True
        self._asking.forget()
        self._tell.stop()
        self._panel.show_sentence("Stopped. Nothing was changed.")

    def _on_settings(self, settings: Settings) -> None:
        self._panel.apply(settings.editor)

    def _show_progress(self) -> None:
        done = self._errand.done
        tried = f" {done:,} tried so far." if done else ""
        self._panel.show_working(f"Trying changes on a copy of the agent's index.{tried}")

    def _on_advice(self, advice: Advice) -> None:
        self._tell.stop()
        self._panel.show_advice(advice)

    def _on_failed(self, error: DesktopError) -> None:
        self._tell.stop()
        self._panel.show_sentence(str(error))

    def _propose(self, trial: Trial) -> None:
        if self._question is not None:
            self._bridge.spawn(self._proposing(self._question, trial), name="propose advice")

    async def _proposing(self, question: Question, trial: Trial) -> None:
        engine = self._bridge.engine
        try:
            made = await self._bridge.call(engine.advice.propose, question, trial, now=self._now())
        except DesktopError as error:
            self._panel.show_problem(str(error))
            return
        self._proposal = made[0].id
        self._panel.show_proposed(made)
