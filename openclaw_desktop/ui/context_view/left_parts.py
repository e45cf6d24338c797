"""Places what is lost, the text that left and its summary: all at once, or as tabs where height is short."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QTabBar, QVBoxLayout, QWidget

from openclaw_desktop.ui.context_view.left_rows import ROW
from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.context_view.text_pane import TextPane

ROOMY = 900
"""Below this width the facts stand above the texts, else beside them."""

HIGH, HIGH_ROOMY = 300, 180
"""Below these heights there are tabs: pixels with the facts above the texts, and beside them."""

LEAST = 112
"""Pixels of height below which nothing of it can be read."""

LEAST_TEXT = 84
"""Pixels: four lines of a text are seen where it is not behind a tab."""

MOST_ROWS = 3
"""So many facts are seen above the texts unless the person gives them more room."""

MOST_PIXELS = 16_777_215
"""Qt's own bound of a widget's height: none."""


class Part(IntEnum):
    """What is behind each tab."""

    LOST = 0
    LEFT = 1
    SUMMARY = 2


class LeftParts(QWidget):
    """The facts below `count`, with the buttons `acts`; the texts below their titles."""

    def __init__(
        self,
        count: QLabel,
        facts: RowsView,
        acts: QWidget,
        left: tuple[QLabel, TextPane],
        summary: tuple[QLabel, TextPane],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._count, self._view, self._acts = count, facts, acts
        self._focus: tuple[QWidget, ...] = (facts, left[1], summary[1])
        self._any_facts = False
        self._divided = False  # by the person
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self._facts, self._texts = QWidget(), QSplitter(Qt.Orientation.Horizontal)
        self._parts = (self._facts, _titled(*left), _titled(*summary))
        self._whole = QSplitter(Qt.Orientation.Vertical)
        self._lay_out()
        self.tabs.currentChanged.connect(self._fit)
        self._whole.splitterMoved.connect(self._on_divided)

    def show_facts(self, *, any_facts: bool) -> None:
        """Gives the facts the room they need; without any only a line says so."""
        self._any_facts = any_facts
        rows = self._view.model().rowCount()
        self.tabs.setTabText(Part.LOST, f"Lost: {rows:,}" if rows else "Lost")
        self._fit()

    def turn_to(self, part: Part) -> None:
        """Shows this part where only one has room."""
        self.tabs.setCurrentIndex(part)

    @property
    def is_tabbed(self) -> bool:
        """Only one part has room."""
        return self.height() < (HIGH_ROOMY if self._is_wide else HIGH)

    def minimumSizeHint(self) -> QSize:
        """What the tabs need: the timeline above does not give way to more."""
        return QSize(super().minimumSizeHint().width(), LEAST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size may need another layout."""
        super().resizeEvent(event)
        self._fit()

    @property
    def _is_wide(self) -> bool:
        return self._any_facts and self.width() >= ROOMY

    def _fit(self) -> None:
        tabbed = self.is_tabbed
        shown = self.tabs.currentIndex()
        self.tabs.setVisible(tabbed)
        for part, widget in enumerate(self._parts):
            widget.setVisible(not tabbed or part == shown)
        self._texts.setVisible(not tabbed or shown != Part.LOST)
        home = self._head if tabbed else self._column
        if home.indexOf(self._acts) < 0:
            home.addWidget(self._acts)
        self._view.setVisible(self._any_facts)
        self._acts.setVisible(self._any_facts and (not tabbed or shown == Part.LOST))
        self.setFocusProxy(self._focus[shown] if tabbed else self._view)
        self._facts.setMaximumHeight(MOST_PIXELS if tabbed or self._any_facts else self._line)
        if not tabbed:
            self._divide()

    def _divide(self) -> None:
        """Above or beside each other: the facts what they need, the texts all else."""
        wanted = Qt.Orientation.Horizontal if self._is_wide else Qt.Orientation.Vertical
        if self._whole.orientation() != wanted:
            self._whole.setOrientation(wanted)
            self._divided = False
        if self._divided:
            return
        if self._is_wide:
            self._whole.setSizes([self.width() * 2 // 5, self.width() * 3 // 5])
            return
        rows = min(max(self._view.model().rowCount(), 1), MOST_ROWS)
        needed = self._line + (rows * ROW + self._acts.sizeHint().height() + 2 if self._any_facts else 0)
        least = LEAST_TEXT + 2 * self._line
        facts = max(min(needed, self.height() - least), 0)
        self._whole.setSizes([facts, max(self.height() - facts, least)])

    @property
    def _line(self) -> int:
        """The height of what is said above the facts."""
        return self._count.sizeHint().height()

    def _on_divided(self) -> None:
        self._divided = True

    def _lay_out(self) -> None:
        for label in ("Lost", "Left", "Summary"):
            self.tabs.addTab(label)
        self.tabs.setAccessibleName("What left the window")
        self._head = QHBoxLayout()
        self._head.addWidget(self.tabs)
        self._head.addStretch(1)
        self._column = QVBoxLayout(self._facts)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(_padded(self._count))
        self._column.addWidget(self._view, 1)
        for part in self._parts[Part.LEFT :]:
            self._texts.addWidget(part)
        for part in (self._facts, self._texts):
            self._whole.addWidget(part)
        for splitter in (self._texts, self._whole):
            splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self._whole, 1)


def _titled(title: QLabel, pane: TextPane) -> QWidget:
    whole = QWidget()
    title.setProperty("role", "meta")
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(_padded(title))
    column.addWidget(pane, 1)
    return whole


def _padded(label: QLabel) -> QLabel:
    label.setContentsMargins(12, 6, 8, 2)
    label.setMinimumWidth(0)
    return label
