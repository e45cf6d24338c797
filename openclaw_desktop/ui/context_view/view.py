"""The context view: what the agent is given before it is asked, and what became of it in its sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.budget.page import BudgetPage
from openclaw_desktop.ui.tabbed_view import TabbedView

if TYPE_CHECKING:
    from openclaw_desktop.ui.context_view.sessions_page import SessionsPage


class ContextView(TabbedView):
    """What the model is given, and what became of it."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    cut_requested = Signal(str, int, int)  # path, line and column (from 1) of the first character that is cut
    review_requested = Signal(str)  # the id of a proposal
    search_requested = Signal(object, object)  # Opened, Mark: why a search of the memory found what it found

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, name="Pages of the context", help_page="context", parent=parent)
        self.sessions_order = ""  # as they are sorted, or will be: `Order.key`
        self._budget = self.add_page("Budget", self._new_budget, panes=BudgetPage.panes)
        self._sessions = self.add_page("Sessions", self._new_sessions, panes=lambda page: page.panes())

    @property
    def budget(self) -> BudgetPage:
        """What the model is given before it is asked."""
        return self._budget()

    @property
    def sessions(self) -> SessionsPage:
        """The agent's sessions, and what became of their windows."""
        return self._sessions()

    def _new_budget(self, parent: QWidget) -> BudgetPage:
        page = BudgetPage(self._bridge, parent=parent)
        page.open_requested.connect(self.open_requested)
        page.cut_requested.connect(self.cut_requested)
        return page

    def _new_sessions(self, parent: QWidget) -> SessionsPage:
        from openclaw_desktop.ui.context_view.session_sort import order_of
        from openclaw_desktop.ui.context_view.sessions_page import SessionsPage

        page = SessionsPage(self._bridge, parent=parent)
        page.review_requested.connect(self.review_requested)
        page.search_requested.connect(self.search_requested)
        page.list.sorted_by.connect(self._sessions_sorted)
        page.list.sort_by(order_of(self.sessions_order))
        return page

    def _sessions_sorted(self, order: str) -> None:
        self.sessions_order = order
