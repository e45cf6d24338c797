"""Below both answers: how the selected passage came about in each, and what would help the agent find it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.agent_index.comparing import Comparison
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedLabel
from openclaw_desktop.ui.search_view.advice_panel import AdvicePanel
from openclaw_desktop.ui.search_view.pairs import Pair, Placed
from openclaw_desktop.ui.search_view.rows import place
from openclaw_desktop.ui.search_view.waterfall import Line, Waterfall, lines_of
from openclaw_desktop.ui.search_view.why_not import lines_of as lines_of_why

WHY, ADVICE = 0, 1


class PairDetail(QWidget):
    """Two waterfalls, or what would help; Escape goes back to the waterfalls."""

    help_wanted = Signal(object)  # Pair

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair: Pair | None = None
        self.title = ElidedLabel()
        self.title.setProperty("role", "title")
        self.back_button = QPushButton("&Back")
        self.back_button.clicked.connect(lambda: self._turn_to(WHY))
        self.help_button = QPushButton("What would &help?")
        self.help_button.clicked.connect(self._ask_help)
        self.open_button = QPushButton("&Open")
        self.agent_side, self.desktop_side = _Side(0), _Side(12)
        self.advice = AdvicePanel(settings)
        self._pages = QStackedWidget()
        self._lay_out()
        self._turn_to(WHY)

    def show_pair(self, comparison: Comparison, pair: Pair | None, agent: str) -> None:
        """Explains one passage in both searches."""
        same = pair is not None and self._pair is not None and pair.is_of(self._pair)
        self._pair = pair
        if pair is not None:
            self.agent_side.show_lines(agent, pair.agent, lines(comparison.agent, pair.agent, pair))
            desktop = lines(comparison.desktop, pair.desktop, pair)
            self.desktop_side.show_lines("This program", pair.desktop, desktop)
        if not same:
            self._turn_to(WHY)
        self._show_header()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back."""
        if event.key() == Qt.Key.Key_Escape and self._pages.currentIndex() == ADVICE:
            self._turn_to(WHY)
        else:
            super().keyPressEvent(event)

    def _ask_help(self) -> None:
        if self._pair is not None:
            self._turn_to(ADVICE)
            self.help_wanted.emit(self._pair)

    def _turn_to(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self._show_header()

    def _show_header(self) -> None:
        pair, why = self._pair, self._pages.currentIndex() == WHY
        where = place(pair.hit.candidate) if pair else ""
        self.title.setText(where if why else f"What would help the agent find {where}?")
        self.back_button.setVisible(not why)
        self.help_button.setVisible(why and pair is not None and pair.agent is None)
        self.open_button.setEnabled(pair is not None)

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setSpacing(theme.GAP)
        header.addWidget(self.title, 1)
        for button in (self.back_button, self.help_button, self.open_button):
            header.addWidget(button)
        beside = QSplitter(Qt.Orientation.Horizontal)
        beside.addWidget(self.agent_side)
        beside.addWidget(self.desktop_side)
        beside.setSizes([500, 500])
        beside.setChildrenCollapsible(False)
        self._pages.addWidget(beside)
        self._pages.addWidget(self.advice)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(theme.GAP)
        column.addLayout(header)
        column.addWidget(self._pages, 1)


class _Side(QWidget):
    """One search's account of the passage."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.head = QLabel()
        self.head.setProperty("role", "dim")
        self.waterfall = Waterfall()
        column = QVBoxLayout(self)
        column.setContentsMargins(left, 0, 12, 0)
        column.setSpacing(4)
        column.addWidget(self.head)
        column.addWidget(self.waterfall, 1)

    def show_lines(self, who: str, placed: Placed | None, shown: tuple[Line, ...]) -> None:
        self.head.setText(f"{who}: {placed.words}" if placed else f"{who} does not show it")
        self.waterfall.show_lines(shown)


def lines(answer: Answer, placed: Placed | None, pair: Pair) -> tuple[Line, ...]:
    """How a hit came about; where there is none, the reasons, and the steps that lost it."""
    if placed:
        return lines_of(answer, placed.hit)
    reasons = tuple(Line(sentence, None) for sentence in pair.reasons[:1])
    return (*reasons, *(lines_of_why(pair.why) if pair.why else ()))
