"""Places what a question is asked with: the bar, the quiet line, and one search's answer or two beside."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.ask_bar import AskBar
from openclaw_desktop.ui.search_view.notice import Notice
from openclaw_desktop.ui.search_view.panes import Panes
from openclaw_desktop.ui.search_view.side_by_side import SideBySide

NARROW = 1100
"""Below this width the filters stand under the question, and "why" and "try" take turns."""


class AskLayout(QWidget):
    """The question above, the answer below."""

    def __init__(self, bridge: Bridge, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = AskBar(bridge.engine.settings.search.preset, self)
        self.field, self.preset, self.filters = self.bar.field, self.bar.preset, self.bar.filters
        self.notice = Notice(self)
        self._answers = QStackedWidget(self)
        self.panes = Panes(bridge.engine.settings.editor, self._answers)
        self.beside = SideBySide(bridge, now, self._answers)
        self._lay_out()

    def stops(self) -> list[QWidget]:
        """What F6 goes through: the question, what is found, and what explains it."""
        if self.shows_beside:
            return [self.bar, self.beside.list, self.beside.detail]
        found = self.panes.results if self.panes.shows_results else self.panes.empty
        return [self.bar, found, self.panes.reasons]

    @property
    def shows_beside(self) -> bool:
        """Whether both searches are shown beside each other."""
        return self._answers.currentWidget() is self.beside

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the filters go below the question, and "why" and "try" take turns."""
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW
        self.bar.set_narrow(narrow)
        self.panes.set_narrow(narrow)

    def _show_beside(self, beside: bool) -> None:
        self.bar.beside.setChecked(beside)
        self._answers.setCurrentWidget(self.beside if beside else self.panes)
        self.bar.show_ranking(not beside)

    def _lay_out(self) -> None:
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(line)
        column.addWidget(self.notice)
        self._answers.addWidget(self.panes)
        self._answers.addWidget(self.beside)
        column.addWidget(self._answers, 1)
