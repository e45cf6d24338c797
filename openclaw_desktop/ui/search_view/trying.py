"""Tries another ranking: what the sliders do to the answer, and saving them as the person's own."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.search import presets
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.settings import SearchSettings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.ask_bar import AskBar
from openclaw_desktop.ui.search_view.moves import moves
from openclaw_desktop.ui.search_view.panes import Panes
from openclaw_desktop.ui.search_view.rows import place
from openclaw_desktop.ui.search_view.searchers import AS_AGENT
from openclaw_desktop.ui.search_view.session import SearchSession
from openclaw_desktop.ui.search_view.tuning import KNOBS

GATHER_MS = 200
"""How long a slider must rest before other candidates are gathered for it."""


class Trying(QObject):
    """Ranks again at once what is at hand; only other candidates are asked for."""

    candidates_wanted = Signal()

    def __init__(self, bridge: Bridge, bar: AskBar, session: SearchSession, panes: Panes) -> None:
        super().__init__(panes)
        self._bridge, self._bar, self._session, self._panes = bridge, bar, session, panes
        self._gather_later = QTimer(self, interval=GATHER_MS, singleShot=True)
        self._gather_later.timeout.connect(self.candidates_wanted)
        panes.tuning.changed.connect(self._on_tuned)
        panes.tuning.saved.connect(self._save_as_default)

    def start(self) -> None:
        """From the ranking that is chosen; the agent's own numbers are known with its first answer."""
        ranking, settings = self._bar.ranking, self._bridge.engine.settings.search
        self._panes.tuning.start_from(
            presets.PRESETS[settings.preset].defaults
            if ranking == AS_AGENT
            else presets.parameters(ranking, settings)
        )
        self._panes.tuning.show_moves({}, {})
        self._panes.tuning.save_button.setVisible(ranking != AS_AGENT)
        self._bar.show_filters(ranking != AS_AGENT)

    def start_as_agent(self) -> None:
        """From the agent's own numbers, unless something is tried already."""
        base = self._session.base
        if base is not None and self._session.ranking == AS_AGENT and not self._panes.tuning.overrides():
            self._panes.tuning.start_from(base)

    def show(self, answer: Answer) -> None:
        """The list, its explanation, and what moved against the person's own ranking."""
        untuned = self._session.untuned or answer
        moved = moves(
            [hit.candidate.chunk_id for hit in untuned.hits], [hit.candidate.chunk_id for hit in answer.hits]
        )
        names = {hit.candidate.chunk_id: place(hit.candidate) for hit in (*untuned.hits, *answer.hits)}
        self._panes.results.show_answer(answer, moved)
        self._panes.tuning.show_moves(moved, names)

    def _on_tuned(self, gathers: bool) -> None:
        if gathers:
            self._gather_later.start()
            return
        answer = self._session.rerank(self._panes.tuning.overrides())
        if answer is not None:
            self._panes.show_results()
            self.show(answer)

    def _save_as_default(self) -> None:
        """Saves what is tried; a value the preset has anyway is left to the preset."""
        preset = self._bar.ranking
        settings = self._bridge.engine.settings.search
        own = presets.parameters(preset, settings)
        plain = presets.parameters(preset, SearchSettings())
        tried = self._panes.tuning.overrides()
        values: dict[str, object] = {"search.preset": preset}
        for knob in KNOBS:
            value = tried.get(knob.parameter, getattr(own, knob.parameter))
            kept = None if value == getattr(plain, knob.parameter) else value
            values[f"search.{knob.parameter}"] = kept
        self._bridge.spawn(self._bridge.change_settings(values), name="save ranking")
