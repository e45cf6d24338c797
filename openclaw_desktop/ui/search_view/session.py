"""One search as it goes on: asked once, ranked again and again, asked anew when the index moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.index.store import Where
from openclaw_desktop.search import presets
from openclaw_desktop.search.candidates import Candidates
from openclaw_desktop.search.question import Parameters, Question
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.latest import Latest

WHOLE = ("candidate_multiplier", "limit")
"""Parameters that are whole numbers."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What a person asked for; `overrides` are the parameters tried instead of their own."""

    text: str
    preset: str
    where: Where
    overrides: Mapping[str, float] = field(default_factory=dict[str, float])
    quiet: bool = False  # nobody pressed anything: only a changed answer is worth showing

    def same_search(self, other: Asking | None) -> bool:
        """Whether only the parameters or the index differ."""
        return other is not None and (self.text, self.preset, self.where) == (
            other.text,
            other.preset,
            other.where,
        )


class SearchSession(QObject):
    """Holds the candidates of the newest question and ranks them in the window's own thread."""

    answered = Signal(object)  # Answer
    failed = Signal(object)  # DesktopError

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._asked: Asking | None = None
        self._candidates: Candidates | None = None
        self.question: Question | None = None
        self.answer: Answer | None = None
        self.untuned: Answer | None = None
        """The answer with the person's own parameters: what moved, moved from there."""
        self._latest = Latest(bridge, self)
        self._latest.arrived.connect(self._on_arrived)
        self._latest.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._latest.busy

    def ask(self, asking: Asking, now: datetime) -> None:
        """Gathers candidates on a reader thread; `answered` or `failed` follows unless a newer ask comes."""
        engine = self._bridge.engine

        def gather() -> tuple[Asking, Question, Candidates]:
            question = engine.question(
                asking.text, now=now, preset=asking.preset, where=asking.where, **asking.overrides
            )
            return asking, question, engine.candidates(question)

        self._latest.ask(gather)

    def forget(self) -> None:
        """There is no question any more."""
        self._latest.forget()
        self._asked = self._candidates = self.question = self.answer = self.untuned = None

    def rerank(self, overrides: Mapping[str, float]) -> Answer | None:
        """Ranks the candidates at hand with other parameters; nothing is asked of the store."""
        if self._candidates is None or self._asked is None or self.question is None:
            return None
        parameters = tuned(self._base(self._asked.preset), overrides)
        self.question = replace(self.question, parameters=parameters)
        self.answer = rank(self._candidates, parameters)
        return self.answer

    def _base(self, preset: str) -> Parameters:
        return presets.parameters(preset, self._bridge.engine.settings.search)

    def _on_arrived(self, arrived: tuple[Asking, Question, Candidates]) -> None:
        asking, question, candidates = arrived
        before = self.answer
        known = asking.same_search(self._asked) and not asking.quiet
        self._asked, self.question, self._candidates = asking, question, candidates
        self.answer = rank(candidates, question.parameters)
        if not asking.overrides:
            self.untuned = self.answer
        elif not known or self.untuned is None:
            self.untuned = rank(candidates, self._base(asking.preset))
        if not (asking.quiet and before is not None and alike(before, self.answer)):
            self.answered.emit(self.answer)


def tuned(parameters: Parameters, overrides: Mapping[str, float]) -> Parameters:
    """Parameters with the tried values in place."""
    values: dict[str, Any] = {k: int(v) if k in WHOLE else v for k, v in overrides.items()}
    return replace(parameters, **values)


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
