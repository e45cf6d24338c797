"""The search view: the page where questions are asked, and what else is known of an agent's searching."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view import searchers
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.tabbed_view import TabbedView

if TYPE_CHECKING:
    from openclaw_desktop.context.marks import Mark
    from openclaw_desktop.desk.sessions_desk import Opened
    from openclaw_desktop.ui.past_view.page import PastPage
    from openclaw_desktop.ui.search_view.index_page import IndexPage


class SearchView(TabbedView):
    """Without an agent there is one page and no strip of tabs."""

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
        super().__init__(bridge, name="Pages of the search", help_page="search", parent=parent)
        self._now = now
        self._looking = Latest(bridge, self)
        self._looking.arrived.connect(self._show_strip)
        self._ask = self.add_page("Ask", self._new_ask, panes=AskPage.stops)
        self._past = self.add_page("Past searches", self._new_past, panes=lambda page: page.panes())
        self._index = self.add_page("Agent's index", self._new_index, panes=lambda page: page.panes())
        self._show_strip(False)

    @property
    def ask(self) -> AskPage:
        """The page where questions are asked."""
        return self._ask()

    @property
    def past(self) -> PastPage:
        """What the agent asked, and what became of it."""
        return self._past()

    @property
    def index_page(self) -> IndexPage:
        """The agent's own index."""
        return self._index()

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
        self.strip.setVisible(has_agent)
        if not has_agent:
            self.tabs.setCurrentIndex(0)

    def _new_ask(self, parent: QWidget) -> AskPage:
        page = AskPage(self._bridge, parent, now=self._now)
        page.open_requested.connect(self.open_requested)
        page.session_requested.connect(self.session_requested)
        page.review_requested.connect(self.review_requested)
        return page

    def _new_past(self, parent: QWidget) -> PastPage:
        from openclaw_desktop.ui.past_view.page import PastPage

        page = PastPage(self._bridge, now=lambda: self._now().astimezone(), parent=parent)
        page.open_requested.connect(self.open_requested)
        page.session_requested.connect(self.session_requested)
        page.call_requested.connect(self.call_requested)
        page.ask_requested.connect(self.ask_as_agent)
        return page

    def _new_index(self, parent: QWidget) -> IndexPage:
        from openclaw_desktop.ui.search_view.index_page import IndexPage

        page = IndexPage(self._bridge, parent)
        page.open_requested.connect(self.open_requested)
        page.session_requested.connect(self.session_requested)
        return page
