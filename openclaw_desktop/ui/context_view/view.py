"""The context view: pages that a strip of tabs chooses from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QToolButton, QVBoxLayout, QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.budget.page import BudgetPage
from openclaw_desktop.ui.context_view.sessions_page import SessionsPage
from openclaw_desktop.ui.help_page import TITLES, HelpPage

HELP = TITLES["context"]


class ContextView(QWidget):
    """What the model is given, and what became of it."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    cut_requested = Signal(str, int, int)  # path, line and column (from 1) of the first character that is cut

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setAccessibleName("Pages of the context")
        self.help_button = QToolButton()
        self.help_button.setText("?")
        self.help_button.setToolTip(HELP)
        self.help_button.setAccessibleName(HELP)
        self.help_button.clicked.connect(self.show_help)
        self._pages = QStackedWidget()
        self._panes: dict[QWidget, Callable[[], Sequence[QWidget]]] = {}
        strip = QHBoxLayout()
        strip.setContentsMargins(4, 0, 8, 0)  # words of a tab begin where those below it do
        strip.addWidget(self.tabs)
        strip.addStretch(1)
        strip.addWidget(self.help_button)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(strip)
        whole.addWidget(line)
        whole.addWidget(self._pages, 1)
        self.budget = BudgetPage(bridge)
        self.budget.open_requested.connect(self.open_requested)
        self.budget.cut_requested.connect(self.cut_requested)
        self.add_page("Budget", self.budget, panes=self.budget.panes)
        self.sessions = SessionsPage(bridge)
        self.add_page("Sessions", self.sessions, panes=self.sessions.panes)
        self.tabs.currentChanged.connect(self._turn)
        self.setFocusProxy(self.budget)

    def add_page(
        self, title: str, page: QWidget, *, panes: Callable[[], Sequence[QWidget]] | None = None
    ) -> None:
        """One more page, after those there are; `panes` says what F6 goes through in it."""
        self._panes[page] = panes or (lambda: [page])
        self._pages.addWidget(page)
        self.tabs.addTab(title)

    def show_page(self, page: QWidget) -> None:
        """Turns to a page."""
        self.tabs.setCurrentIndex(self._pages.indexOf(page))

    def show_help(self) -> None:
        """Opens the page that says how to read all this, in a window of its own."""
        HelpPage(self._bridge, "context", self.window()).show()

    @property
    def page(self) -> QWidget:
        """The page that is seen."""
        return list(self._panes)[self.tabs.currentIndex()]

    def panes(self) -> list[QWidget]:
        """What F6 goes through: the tabs, and what is on the page."""
        return [self.tabs, *self._panes[self.page]()]

    def _turn(self, at: int) -> None:
        self._pages.setCurrentIndex(at)
        self.setFocusProxy(self.page)
