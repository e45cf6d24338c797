"""Answers why a file or line is not among the hits, and what would help it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.search.query import WhyNot
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.advising import Advising
from openclaw_desktop.ui.search_view.detail import Page
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.search_view.panes import Panes
from openclaw_desktop.ui.search_view.searchers import why_not
from openclaw_desktop.ui.search_view.session import SearchSession


class Explaining(QObject):
    """Asks about the newest question of a search; a late answer is let go."""

    question_wanted = Signal()  # nothing was asked yet

    def __init__(self, bridge: Bridge, session: SearchSession, panes: Panes, advising: Advising) -> None:
        super().__init__(panes)
        self._bridge, self._session, self._panes, self._advising = bridge, session, panes, advising
        self._panel = panes.detail.why_not
        self._asking = Latest(bridge, self)
        self._asking.arrived.connect(self._on_answer)
        self._asking.failed.connect(self._on_failed)
        self._panel.asked.connect(self._on_asked)
        self._panel.help_wanted.connect(self._on_help)

    def explain_path(self, path: str, line: int) -> None:
        """Says why a file, or one line of it (0: any), is not among the hits."""
        self._panes.show_why()
        self._panes.reasons.setVisible(True)
        self._panes.detail.turn_to(Page.WHY_NOT)
        self._panel.ask_about(path, line)

    def _on_asked(self, path: str, line: int) -> None:
        question = self._session.question
        if question is None:
            sentence = f"Ask a question first; then this says where {path} stands in its answer."
            self._panel.show_sentence(sentence)
            self.question_wanted.emit()
            return
        engine, ranking = self._bridge.engine, self._session.ranking
        self._asking.ask(lambda: why_not(engine, ranking, question, path, line or None))

    def _on_answer(self, answer: WhyNot) -> None:
        self._panel.show_answer(answer)

    def _on_failed(self, error: DesktopError) -> None:
        self._panel.show_sentence(str(error))

    def _on_help(self, path: str, line: int) -> None:
        question = self._session.question
        if question is None:
            return
        if line:
            self._panes.detail.turn_to(Page.ADVICE)
            self._panes.make_room()
            self._advising.ask(question, path, line)
        else:
            self._panel.line.setFocus()
            self._panel.show_sentence("Say which line the agent should find.")
