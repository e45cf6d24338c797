"""Places what a session is looked at with: head, timeline, and the panels below it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.figures import Figures
from openclaw_desktop.ui.context_view.left_panel import LeftPanel
from openclaw_desktop.ui.context_view.remarks import Remarks
from openclaw_desktop.ui.context_view.replay_panel import ReplayPanel
from openclaw_desktop.ui.context_view.session_head import SessionHead
from openclaw_desktop.ui.context_view.timeline import Timeline
from openclaw_desktop.ui.context_view.window_panel import WindowPanel
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.empty import EmptyState

INSIDE, LEFT, RULES = 0, 1, 2
"""The panels below the timeline, in the order of their tabs."""

END = Qt.TextElideMode.ElideRight

SHARE, LOWER_LEAST = 0.56, 150
"""How much of the height is the timeline's where there is plenty; pixels of the panels where there is not."""


LOW = 400
"""Pixels of height below which there is no legend."""


class Halves(QSplitter):
    """Gives the upper part what it asks for before its share is larger; where a person put it, it stays."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._put = False
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._moved)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares another height."""
        super().resizeEvent(event)
        self.share()

    def share(self) -> None:
        """Shares the height, unless a person did."""
        upper = self.widget(0)
        if not self._put and upper is not None:
            room = self.height() - self.handleWidth()
            wished = min(upper.sizeHint().height(), room - LOWER_LEAST)
            high = max(wished, round(SHARE * room))
            self.setSizes([high, room - high])

    def _moved(self) -> None:
        self._put = True


class Pages(QStackedWidget):
    """Needs no more height than the page that is seen."""

    def minimumSizeHint(self) -> QSize:
        """What the page that is seen needs."""
        page = self.currentWidget()
        return page.minimumSizeHint() if page is not None else super().minimumSizeHint()


class SessionPanes(QWidget):
    """Head and remarks above; below them the session, or why there is none yet."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head, self.remarks = SessionHead(), Remarks()
        self.readout = ElidedText(narrowest=80, elide=END)
        self.compared = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.why_button = QPushButton("Why these hits?")
        self.timeline, self.figures = Timeline(), Figures()
        self._legend = QWidget()
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.window_panel, self.left_panel = WindowPanel(), LeftPanel()
        self.replay_panel = ReplayPanel(bridge)
        self.failure = EmptyState("warning", "", "", "Try again", primary=False)
        self.waiting = EmptyState("working", "", "", "Stop", primary=False)
        self.stack, self._panels = QStackedWidget(), Pages()
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is low the legend, which explains, makes room for what it explains."""
        super().resizeEvent(event)
        self._legend.setVisible(event.size().height() >= LOW)

    def panes(self) -> list[QWidget]:
        """What F6 goes through."""
        current = self._panels.currentWidget()
        return [self.head, self.timeline, *([current] if current else [])]

    def _lay_out(self) -> None:
        for label in ("In the window", "What left", "Other rules"):
            self.tabs.addTab(label)
        self.tabs.setTabEnabled(LEFT, False)
        self.tabs.setAccessibleName("At the playhead")
        self.compared.setProperty("role", "meta")
        upper = QWidget()
        top = QVBoxLayout(upper)
        top.setContentsMargins(0, 0, 0, 2)
        top.setSpacing(2)
        line = QHBoxLayout()
        line.setContentsMargins(12, 0, 8, 0)
        line.addWidget(self.readout, 1, Qt.AlignmentFlag.AlignLeft)
        self.why_button.setProperty("role", "status")
        self.why_button.setToolTip("This search of the memory, and what it finds today  S")
        self.why_button.hide()
        line.addWidget(self.why_button)
        line.addWidget(self.remarks.button)
        top.addLayout(line)
        top.addWidget(self.timeline, 1)
        legend = QVBoxLayout(self._legend)
        legend.setContentsMargins(12, 0, 8, 0)
        legend.setSpacing(0)
        legend.addWidget(self.figures)
        legend.addWidget(self.compared)
        top.addWidget(self._legend)
        lower = QWidget()
        for panel in (self.window_panel, self.left_panel, self.replay_panel):
            self._panels.addWidget(panel)
        bottom = QVBoxLayout(lower)
        bottom.setContentsMargins(0, 0, 0, 0)
        bottom.setSpacing(0)
        bottom.addWidget(self.tabs)
        bottom.addWidget(self._panels, 1)
        self.whole = Halves()
        self.whole.addWidget(upper)
        self.whole.addWidget(lower)
        for widget in (self.waiting, self.whole, self.failure):
            self.stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.remarks):
            column.addWidget(part)
        column.addWidget(self.stack, 1)
        self.setFocusProxy(self.timeline)
        self.tabs.currentChanged.connect(self._turn_to)

    def _turn_to(self, panel: int) -> None:
        """Another panel may need another height."""
        self._panels.setCurrentIndex(panel)
        self._panels.updateGeometry()
        self.whole.share()
