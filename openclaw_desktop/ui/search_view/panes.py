"""Places results, detail and sliders: side by side where there is room, in turn where there is not."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.search_view.detail import Detail
from openclaw_desktop.ui.search_view.results import ResultsList
from openclaw_desktop.ui.search_view.tuning import Tuning

TUNING_WIDTH = 400


class Panes(QSplitter):
    """Results above, "why" and "try" below."""

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._upper, self.reasons = QStackedWidget(self), QWidget(self)
        self._beside = QSplitter(Qt.Orientation.Horizontal, self.reasons)
        self.results = ResultsList(self._upper)
        self.empty = EmptyState("search", "", "", primary=False, parent=self._upper)
        self.detail = Detail(settings, self._beside)
        self.tuning = Tuning(self._beside)
        self._upper.addWidget(self.empty)
        self._upper.addWidget(self.results)
        self._narrow = False
        self._tabs = QTabBar(expanding=False, drawBase=False)
        self._tabs.setAccessibleName("Below the results")
        self._tabs.addTab("Why")
        self._tabs.addTab("Try")
        self._tabs.currentChanged.connect(self._show_parts)
        self._beside.addWidget(self.detail)
        self._beside.addWidget(self.tuning)
        self._beside.setStretchFactor(0, 1)
        self._beside.setSizes([1000, TUNING_WIDTH])
        self._beside.setChildrenCollapsible(False)
        column = QVBoxLayout(self.reasons)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 8, 0)
        row.addWidget(self._tabs)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self._beside, 1)
        self.addWidget(self._upper)
        self.addWidget(self.reasons)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.setSizes([520, 320])
        self._show_parts()
        self.show_empty()

    def show_results(self) -> None:
        """The list, and below it what explains it."""
        self._upper.setCurrentWidget(self.results)
        self.reasons.setVisible(True)

    def show_empty(self, *, explained: bool = False) -> None:
        """The empty state instead of the list; `explained` keeps the lower panes."""
        self._upper.setCurrentWidget(self.empty)
        self.reasons.setVisible(explained)

    @property
    def shows_results(self) -> bool:
        """Whether the list is shown."""
        return self._upper.currentWidget() is self.results

    def set_narrow(self, narrow: bool) -> None:
        """With little width "why" and "try" take turns."""
        if narrow != self._narrow:
            self._narrow = narrow
            self._show_parts()

    def make_room(self) -> None:
        """Gives what explains at least half of the height."""
        half = self.height() // 2
        if self.sizes()[1] < half:
            self.setSizes([self.height() - half, half])

    def show_why(self) -> None:
        """Makes sure that the detail is what is seen."""
        self._tabs.setCurrentIndex(0)

    def _show_parts(self) -> None:
        trying = self._tabs.currentIndex() == 1
        self._tabs.setVisible(self._narrow)
        self.tuning.title.setVisible(not self._narrow)
        self.detail.setVisible(not (self._narrow and trying))
        self.tuning.setVisible(not self._narrow or trying)
