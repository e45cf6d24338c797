"""The page about the agent's own index: what it is, what it lacks, and how the agent is set."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.agent_index.drift import Change
from openclaw_desktop.desk.agent_state import AgentState
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui import focus, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.elided import ElidedText, shown_path
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.search_view import index_words
from openclaw_desktop.ui.search_view.drift_list import DriftPanel
from openclaw_desktop.ui.search_view.index_sections import Sections
from openclaw_desktop.ui.search_view.latest import Latest

AGAIN = "Look again"


class IndexPage(QWidget):
    """Looks when it is shown and when it is told to; what it shows stays until there is something newer."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    session_requested = Signal(str, int)  # a session's id, and a turn of it; 0: its end

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.state: AgentState | None = None
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.place = ElidedText()
        self.again_button = QPushButton(AGAIN)
        self.again_button.clicked.connect(self.look)
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.problem.setProperty("role", "held")
        self.sections = Sections()
        self.drift = DriftPanel()
        self.drift.opened.connect(self._open)
        self.empty = EmptyState("search", "Looking into the agent's index…", "", primary=False)
        self.empty.clicked.connect(self.look)
        self._pages = QStackedWidget()
        self._looking = Latest(bridge, self)
        self._looking.arrived.connect(self.show_state)
        self._looking.failed.connect(self._on_failed)
        self._lay_out()

    def panes(self) -> list[QWidget]:
        """What F6 goes through."""
        return [self.empty] if self.state is None else [self.sections.area, self.drift]

    def look(self) -> None:
        """Reads the configuration, counts and compares, on a reader thread."""
        self.again_button.setEnabled(False)
        self.again_button.setText("Looking…")
        engine = self._bridge.engine

        def look() -> AgentState:
            engine.desk.look_for_owner()
            return engine.agent.state()

        self._looking.ask(look)

    def show_state(self, state: AgentState) -> None:
        """Shows the index as it was a moment ago; the same again is left as it stands."""
        if state == self.state:
            self._done("")
            return
        self.state = state
        agent = state.place.agent
        self.title.setText(f"{agent.name or agent.id}'s index")
        path = state.place.path
        self.place.show_path(path, shown_path(path, Path.home()))
        self.sections.show_state(state)
        self.drift.show_changes(index_words.drift_sentence(state), state.drift.changes)
        self._pages.setCurrentIndex(1)
        if self.hasFocus():  # the keyboard came before there was anything for it
            focus.into(self)
        self._done("")

    def _on_failed(self, error: DesktopError) -> None:
        if self.state is None:
            self.empty.set_texts("The agent's index cannot be looked into", str(error), AGAIN)
        self._done("" if self.state is None else f"It cannot be looked into just now: {error}")

    def _done(self, problem: str) -> None:
        self.again_button.setEnabled(True)
        self.again_button.setText(AGAIN)
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _open(self, change: Change) -> None:
        if change.source == "sessions":
            self.session_requested.emit(change.path.rpartition("/")[2].removesuffix(".jsonl"), 0)
        elif change.kind != "gone":
            self.open_requested.emit(change.path, 0, 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Whoever looks at it sees it as it is now."""
        super().showEvent(event)
        self.look()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 12)
        head.setSpacing(theme.GAP)
        head.addWidget(self.title)
        head.addWidget(self.place)
        head.addStretch(1)
        head.addWidget(self.again_button)
        self.problem.setContentsMargins(16, 0, 16, 8)
        beside = QSplitter(Qt.Orientation.Horizontal)
        beside.addWidget(self.sections.area)
        beside.addWidget(self.drift)
        beside.setSizes([560, 440])
        beside.setChildrenCollapsible(False)
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.problem)
        column.addWidget(beside, 1)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(shown)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)
