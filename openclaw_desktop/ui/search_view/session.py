"""One search as it goes on: asked once, ranked again and again, asked anew when the index moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.search.question import Parameters, Question
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.search_view.model_words import Asked
from openclaw_desktop.ui.search_view.searchers import Asking, Gathered, gather, tuned


class SearchSession(QObject):
    """Holds the candidates of the newest question and ranks them in the window's own thread."""

    answered = Signal(object)  # Answer
    failed = Signal(object)  # DesktopError

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._gathered: Gathered | None = None
        self.question: Question | None = None
        self.answer: Answer | None = None
        self.untuned: Answer | None = None
        """The answer with the ranking's own parameters: what moved, moved from there."""
        self._latest = Latest(bridge, self)
        self._latest.arrived.connect(self._on_arrived)
        self._latest.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._latest.busy

    @property
    def base(self) -> Parameters | None:
        """The parameters of the ranking that answered, when nothing is tried."""
        return self._gathered.base if self._gathered else None

    @property
    def asked(self) -> Asked | None:
        """Of the agent's own search: who gave the question its vector."""
        return self._gathered.asked if self._gathered else None

    @property
    def ranking(self) -> str:
        """The ranking that answered."""
        return self._gathered.asking.ranking if self._gathered else ""

    def ask(self, asking: Asking, now: datetime) -> None:
        """Gathers candidates on a reader thread; `answered` or `failed` follows unless a newer ask comes."""
        engine = self._bridge.engine
        self._latest.ask(lambda: gather(engine, asking, now))

    def forget(self) -> None:
        """There is no question any more."""
        self._latest.forget()
        self._gathered = self.question = self.answer = self.untuned = None

    def rerank(self, overrides: Mapping[str, float]) -> Answer | None:
        """Ranks the candidates at hand with other parameters; nothing is asked of the store."""
        if self._gathered is None or self.question is None:
            return None
        parameters = tuned(self._gathered.base, overrides)
        self.question = replace(self.question, parameters=parameters)
        self.answer = rank(self._gathered.candidates, parameters)
        return self.answer

    def _on_arrived(self, arrived: Gathered) -> None:
        asking, candidates = arrived.asking, arrived.candidates
        before = self.answer
        known = asking.same_search(self._gathered.asking if self._gathered else None) and not asking.quiet
        self._gathered, self.question = arrived, arrived.question
        self.answer = rank(candidates, arrived.question.parameters)
        if not asking.overrides:
            self.untuned = self.answer
        elif not known or self.untuned is None:
            self.untuned = rank(candidates, arrived.base)
        if not (asking.quiet and before is not None and alike(before, self.answer)):
            self.answered.emit(self.answer)


def alike(one: Answer, other: Answer) -> bool:
    """Whether two answers look the same on screen."""
    return _shape(one) == _shape(other)


def _shape(answer: Answer) -> tuple[object, ...]:
    hits = [*answer.hits, *(below.hit for below in answer.below)]
    rows = [
        (h.candidate.path, h.candidate.start_line, h.candidate.end_line, h.candidate.text, round(h.score, 4))
        for h in hits
    ]
    return (len(answer.hits), rows, answer.nothing_relevant, answer.keywords_only)
