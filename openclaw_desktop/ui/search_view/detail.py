"""The pane below the results: why this hit, why not that file, and two hits compared."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedLabel
from openclaw_desktop.ui.search_view.advice_panel import AdvicePanel
from openclaw_desktop.ui.search_view.compare import Compare
from openclaw_desktop.ui.search_view.rows import Row, place
from openclaw_desktop.ui.search_view.waterfall import Waterfall, lines_of
from openclaw_desktop.ui.search_view.why_not import WhyNotPanel

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Page(IntEnum):
    """What the pane shows."""

    WHY = 0
    COMPARE = 1
    WHY_NOT = 2
    ADVICE = 3


class Detail(QWidget):
    """One page at a time; Escape goes back to the selected hit's waterfall."""

    page_changed = Signal(int)

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: Row | None = None
        self._answer: Answer | None = None
        self.waterfall = Waterfall()
        self.compare = Compare()
        self.why_not = WhyNotPanel()
        self._pages = QStackedWidget()
        self.advice = AdvicePanel(settings)
        for page in (self.waterfall, self.compare, self.why_not, self.advice):
            self._pages.addWidget(page)
        self._title = ElidedLabel()
        self._title.setProperty("role", "title")
        self._title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._place = ElidedLabel()
        self._place.setProperty("role", "dim")
        self.back_button = QPushButton("&Back")
        self.compare_button = QPushButton("&Compare")
        self.why_not_button = QPushButton("Why &not…?")
        self.back_button.clicked.connect(self.go_back)
        self.compare_button.clicked.connect(self.start_comparing)
        self.why_not_button.clicked.connect(self.start_why_not)
        self._lay_out()
        self.turn_to(Page.WHY)

    @property
    def page(self) -> Page:
        """What is shown."""
        return Page(self._pages.currentIndex())

    def show_row(self, answer: Answer | None, row: Row | None) -> None:
        """Explains the selected row, or sets it beside the hit that is being compared."""
        self._answer, self._row = answer, row
        if row is None or answer is None:
            self.waterfall.show_lines(())
        else:
            self.waterfall.show_lines(lines_of(answer, row.hit), floor=answer.floor)
        if self.page is Page.COMPARE and answer is not None:
            self.compare.refresh(answer)
            self.compare.show_against(row.hit if row else None)
        self._show_header()

    def turn_to(self, page: Page) -> None:
        """Shows a page."""
        self._pages.setCurrentIndex(page)
        self._show_header()
        self.page_changed.emit(int(page))

    def start_comparing(self) -> None:
        """Sets the selected hit beside the next one, and then beside whichever is selected."""
        if self._row is None or self._answer is None:
            return
        self.compare.start(self._answer, self._row.hit)
        self.turn_to(Page.COMPARE)

    def start_why_not(self) -> None:
        """Asks for a file."""
        self.turn_to(Page.WHY_NOT)
        self.why_not.path.setFocus()

    def go_back(self) -> None:
        """From advice to the question it is about, from anything else to the selected hit."""
        self.turn_to(Page.WHY_NOT if self.page is Page.ADVICE else Page.WHY)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back."""
        if event.key() == Qt.Key.Key_Escape and self.page is not Page.WHY:
            self.go_back()
        else:
            super().keyPressEvent(event)

    def _show_header(self) -> None:
        why = self.page is Page.WHY
        titles = {
            Page.COMPARE: "Compare",
            Page.WHY_NOT: "Why not?",
            Page.ADVICE: f"What would help the agent find {self.why_not.place}?",
        }
        self._title.setText(titles.get(self.page) or title_of(self._row))
        self._place.setText(place(self._row.hit.candidate) if why and self._row else "")
        self.back_button.setVisible(not why)
        self.compare_button.setVisible(why)
        self.compare_button.setEnabled(self._row is not None)
        self.why_not_button.setVisible(self.page not in (Page.WHY_NOT, Page.ADVICE))

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setSpacing(theme.GAP)
        header.addWidget(self._title)
        header.addWidget(self._place, 1)
        for button in (self.back_button, self.why_not_button, self.compare_button):
            header.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(theme.GAP)
        column.addLayout(header)
        column.addWidget(self._pages, 1)


def title_of(row: Row | None) -> str:
    """The question the waterfall answers: "Why is this first?"."""
    if row is None:
        return "Select a result to see why"
    if row.below:
        return "Why is this below the line?"
    if row.number <= len(ORDINALS):
        return f"Why is this {ORDINALS[row.number - 1]}?"
    return f"Why is this number {row.number}?"
