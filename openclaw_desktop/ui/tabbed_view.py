"""A view of several pages, each made when it is first turned to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QToolButton, QVBoxLayout, QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.help_page import TITLES, HelpPage

P = TypeVar("P", bound=QWidget)


class TabbedView(QWidget):
    """A strip of tabs chooses among the pages; at its end stands the help about them all.

    To load and make every page would take several times as long as the first one, which is all that most
    people look at.
    """

    def __init__(self, bridge: Bridge, *, name: str, help_page: str, parent: QWidget | None = None) -> None:
        """`name` is what a screen reader says of the tabs; `help_page` one of help_page.TITLES."""
        super().__init__(parent)
        self._bridge, self._help_page = bridge, help_page
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setAccessibleName(name)
        self.help_button = QToolButton()
        self.help_button.setText("?")
        self.help_button.setToolTip(TITLES[help_page])
        self.help_button.setAccessibleName(TITLES[help_page])
        self.help_button.clicked.connect(self.show_help)
        self.strip = QWidget()
        self._stack = QStackedWidget()
        self._made: dict[QWidget, int] = {}  # with the place of its tab
        self._pages: list[Callable[[], QWidget]] = []
        self._stops: list[Callable[[], Sequence[QWidget]]] = []  # of each page, what F6 goes through
        self._lay_out()
        self.tabs.currentChanged.connect(self._turn)

    def add_page(
        self, title: str, make: Callable[[QWidget], P], *, panes: Callable[[P], Sequence[QWidget]]
    ) -> Callable[[], P]:
        """One more page, after those there are; the first one is made at once.

        `make` is given its parent, `panes` says what F6 goes through in it. Returns what gives the page, made
        if it was not.
        """

        @cache
        def page() -> P:
            made = make(self._stack)
            self._stack.addWidget(made)
            self._made[made] = at
            return made

        at = len(self._pages)
        self._pages.append(page)
        self._stops.append(lambda: panes(page()))
        self.tabs.addTab(title)
        return page

    def show_page(self, page: QWidget) -> None:
        """Turns to a page."""
        self.tabs.setCurrentIndex(self._made[page])

    def show_help(self) -> None:
        """Opens the page that says how to read all this, in a window of its own."""
        HelpPage(self._bridge, self._help_page, self.window()).show()

    @property
    def page(self) -> QWidget:
        """The page that is seen."""
        return self._pages[self.tabs.currentIndex()]()

    def panes(self) -> list[QWidget]:
        """What F6 goes through: the tabs, where there are any, and what is on the page."""
        strip = [self.tabs] if self.strip.isVisibleTo(self) else []
        return [*strip, *self._stops[self.tabs.currentIndex()]()]

    def _turn(self, at: int) -> None:
        page = self._pages[at]()
        self._stack.setCurrentWidget(page)
        self.setFocusProxy(page)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(4, 0, 8, 0)  # words of a tab begin where those below it do
        row.addWidget(self.tabs)
        row.addStretch(1)
        row.addWidget(self.help_button)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self.strip)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(line)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.strip)
        whole.addWidget(self._stack, 1)
