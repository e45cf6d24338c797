"""Places what a session is looked at with: head, timeline, and the panels below it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.figures import Figures
from openclaw_desktop.ui.context_view.left_panel import LeftPanel
from openclaw_desktop.ui.context_view.remarks import Remarks
from openclaw_desktop.ui.context_view.replay_panel import ReplayPanel
from openclaw_desktop.ui.context_view.session_head import SessionHead
from openclaw_desktop.ui.context_view.timeline import Timeline
from openclaw_desktop.ui.context_view.window_panel import WindowPanel
from openclaw_desktop.ui.empty import EmptyState

INSIDE, LEFT, RULES = 0, 1, 2
"""The panels below the timeline, in the order of their tabs."""


class SessionPanes(QWidget):
    """Head and remarks above; below them the session, or why there is none yet."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head, self.remarks = SessionHead(), Remarks()
        self.readout = QLabel()
        self.timeline, self.figures = Timeline(), Figures()
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.window_panel, self.left_panel = WindowPanel(), LeftPanel()
        self.replay_panel = ReplayPanel(bridge)
        self.failure = EmptyState("warning", "", "", "Try again", primary=False)
        self.waiting = EmptyState("working", "", "", "Stop", primary=False)
        self.stack, self._panels = QStackedWidget(), QStackedWidget()
        self._lay_out()

    def panes(self) -> list[QWidget]:
        """What F6 goes through."""
        current = self._panels.currentWidget()
        return [self.head, self.timeline, *([current] if current else [])]

    def _lay_out(self) -> None:
        for label in ("In the window", "What left", "Other rules"):
            self.tabs.addTab(label)
        self.tabs.setTabEnabled(LEFT, False)
        self.tabs.setAccessibleName("At the playhead")
        self.readout.setProperty("role", "meta")
        self.readout.setContentsMargins(12, 0, 8, 0)
        self.readout.setMinimumWidth(0)
        upper = QWidget()
        top = QVBoxLayout(upper)
        top.setContentsMargins(0, 0, 0, 4)
        top.setSpacing(4)
        top.addWidget(self.readout)
        top.addWidget(self.timeline, 1)
        legend = QVBoxLayout()
        legend.setContentsMargins(12, 0, 8, 0)
        legend.addWidget(self.figures)
        top.addLayout(legend)
        lower = QWidget()
        for panel in (self.window_panel, self.left_panel, self.replay_panel):
            self._panels.addWidget(panel)
        bottom = QVBoxLayout(lower)
        bottom.setContentsMargins(0, 0, 0, 0)
        bottom.setSpacing(0)
        bottom.addWidget(self.tabs)
        bottom.addWidget(self._panels, 1)
        self.whole = QSplitter(Qt.Orientation.Vertical)
        self.whole.addWidget(upper)
        self.whole.addWidget(lower)
        self.whole.setChildrenCollapsible(False)
        self.whole.setSizes([480, 380])
        for widget in (self.waiting, self.whole, self.failure):
            self.stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.remarks):
            column.addWidget(part)
        column.addWidget(self.stack, 1)
        self.setFocusProxy(self.timeline)
        self.tabs.currentChanged.connect(self._panels.setCurrentIndex)
