"""Pages behind tabs: each is made when it is first wanted, and once."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.tabbed_view import TabbedView


class Three(TabbedView):
    """With a note of what was made."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge, name="Pages", help_page="search")
        self.made: list[str] = []
        self.gives = {
            name: self.add_page(name, partial(self._make, name), panes=lambda page: [page])
            for name in ("First", "Second", "Third")
        }

    def _make(self, name: str, parent: QWidget) -> QWidget:
        self.made.append(name)
        return QLineEdit(name, parent)


@pytest.fixture
def view(bridge: Bridge, qtbot: QtBot) -> Three:
    made = Three(bridge)
    qtbot.addWidget(made)
    made.show()
    return made


def test_only_the_first_page_is_made_with_the_view(view: Three) -> None:
    assert view.made == ["First"]
    assert view.page is view.gives["First"]()


def test_a_tab_makes_its_page_and_no_other(view: Three) -> None:
    view.tabs.setCurrentIndex(2)
    assert view.made == ["First", "Third"]
    assert view.page is view.gives["Third"]()
    assert view.page.isVisible()
    view.tabs.setCurrentIndex(0)
    view.tabs.setCurrentIndex(2)
    assert view.made == ["First", "Third"]


def test_a_page_made_out_of_turn_is_behind_its_own_tab(view: Three) -> None:
    third = view.gives["Third"]()
    assert view.page is view.gives["First"]()
    view.show_page(view.gives["Second"]())
    assert view.tabs.currentIndex() == 1
    view.show_page(third)
    assert view.tabs.currentIndex() == 2
    assert third.isVisible()


def test_f6_goes_through_the_tabs_and_the_page_in_front(view: Three) -> None:
    view.tabs.setCurrentIndex(1)
    assert view.panes() == [view.tabs, view.gives["Second"]()]
    view.strip.hide()
    assert view.panes() == [view.gives["Second"]()]
    assert view.focusProxy() is view.gives["Second"]()
