"""The search view: the page where questions are asked, and what else is known of an agent's searching."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QToolButton, QVBoxLayout, QWidget

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.desk.sessions_desk import Opened
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.help_page import TITLES, HelpPage
from openclaw_desktop.ui.past_view.page import PastPage
from openclaw_desktop.ui.search_view import searchers
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.index_page import IndexPage
from openclaw_desktop.ui.search_view.latest import Latest

HELP = TITLES["search"]


class SearchView(QWidget):
    """Pages that a strip of tabs chooses from; without an agent there is one page and no strip."""

    open_requested = Signal(str, int, int)  # path, first and last line
    session_requested = Signal(str, int)  # a session's id, and a turn of it; 0: its end
    review_requested = Signal(str)  # the id of a proposal
    call_requested = Signal(object)  # Past: its place in the timeline of its session

    def __init__(
        self,
        bridge: Bridge,
        parent: QWidget | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setAccessibleName("Pages of the search")
        self.help_button = QToolButton()
        self.help_button.setText("?")
        self.help_button.setToolTip(HELP)
        self.help_button.setAccessibleName(HELP)
        self.help_button.clicked.connect(self.show_help)
        self._strip = QWidget()
        self._pages = QStackedWidget()
        self._panes: dict[QWidget, Callable[[], Sequence[QWidget]]] = {}
        self._looking = Latest(bridge, self)
        self._looking.arrived.connect(self._show_strip)
        self._lay_out()
        self.ask = AskPage(bridge, now=now)
        self.ask.open_requested.connect(self.open_requested)
        self.ask.session_requested.connect(self.session_requested)
        self.ask.review_requested.connect(self.review_requested)
        self.add_page("Ask", self.ask, panes=self.ask.stops)
        self.past = PastPage(bridge, now=lambda: now().astimezone())
        self.past.open_requested.connect(self.open_requested)
        self.past.session_requested.connect(self.session_requested)
        self.past.call_requested.connect(self.call_requested)
        self.past.ask_requested.connect(self.ask_as_agent)
        self.add_page("Past searches", self.past, panes=self.past.panes)
        self.index_page = IndexPage(bridge)
        self.index_page.open_requested.connect(self.open_requested)
        self.index_page.session_requested.connect(self.session_requested)
        self.add_page("Agent's index", self.index_page, panes=self.index_page.panes)
        self.tabs.currentChanged.connect(self._turn)
        self._show_strip(False)
        self._turn(0)

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
        HelpPage(self._bridge, "search", self.window()).show()

    @property
    def page(self) -> QWidget:
        """The page that is seen."""
        return list(self._panes)[self.tabs.currentIndex()]

    def panes(self) -> list[QWidget]:
        """What F6 goes through: the tabs, where there are any, and what is on the page."""
        strip = [self.tabs] if self._strip.isVisibleTo(self) else []
        return [*strip, *self._panes[self.page]()]

    def focus_query(self, text: str = "") -> None:
        """Puts the cursor into the question; a `text` is asked at once."""
        self.show_page(self.ask)
        self.ask.focus_query(text)

    def come_back(self) -> None:
        """Goes on where the person left: in the question, or on another page."""
        if self.page is self.ask:
            self.ask.focus_query()
        else:
            self.page.setFocus()

    def ask_as_agent(self, agent: str, text: str) -> None:
        """Asks the agent of that name now."""
        self.show_page(self.ask)
        self.ask.ask_as_agent(agent, text)

    def show_past(self, opened: Opened, mark: Mark) -> None:
        """Shows the past search that a mark of a session's timeline stands for."""
        self.show_page(self.past)
        self.past.show_mark(opened, mark)

    def explain_path(self, path: str, line: int = 0) -> None:
        """Says why a file, or one line of it (0: any), is not among the hits."""
        self.show_page(self.ask)
        self.ask.explain_path(path, line)

    def showEvent(self, event: QShowEvent) -> None:
        """Looks whether there is an agent by now."""
        super().showEvent(event)
        engine = self._bridge.engine
        self._looking.ask(lambda: searchers.has_agent(engine))

    def _show_strip(self, has_agent: bool) -> None:
        self._strip.setVisible(has_agent)
        if not has_agent:
            self.tabs.setCurrentIndex(0)

    def _turn(self, at: int) -> None:
        self._pages.setCurrentIndex(at)
        self.setFocusProxy(self.page)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 8, 0)  # words of a tab begin where those below it do
        row.addWidget(self.tabs)
        row.addStretch(1)
        row.addWidget(self.help_button)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        strip = QVBoxLayout(self._strip)
        strip.setContentsMargins(0, 0, 0, 0)
        strip.setSpacing(0)
        strip.addLayout(row)
        strip.addWidget(line)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._strip)
        whole.addWidget(self._pages, 1)
