"""About says what the program is made of, and looks for a newer version when it is told to and never else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabWidget, QWidget
from pytestqt.qtbot import QtBot
from reading_order import looks_focused, named, nameless, stops

from openclaw_desktop import __version__, about
from openclaw_desktop.errors import UpdatesUnknownError
from openclaw_desktop.ui.about_page import ASKED_ONLY, AboutPage
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.updates import Published

Open = Callable[[Callable[[], Published]], AboutPage]


def never() -> Published:
    raise AssertionError("nobody asked for it")


@pytest.fixture
def opened(bridge: Bridge, qtbot: QtBot) -> Open:
    parent = QWidget()  # kept by what is returned
    qtbot.addWidget(parent)

    def open_(look: Callable[[], Published]) -> AboutPage:
        page = AboutPage(bridge, parent, look=look)
        page.show()
        qtbot.waitUntil(lambda: bool(page.licences.toPlainText()))
        return page

    return open_


def test_every_part_is_named_with_version_and_licence_and_nothing_is_asked(opened: Open) -> None:
    page = opened(never)
    rows = [page.parts.topLevelItem(row) for row in range(page.parts.topLevelItemCount())]
    shown = [tuple(row.text(column) for column in range(3)) for row in rows if row is not None]
    assert shown == [(part.name, part.version, part.licence) for part in about.parts()]
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in page.licences.toPlainText()
    assert page.said.text() == ASKED_ONLY
    assert not page.page_button.isVisible()


def test_both_of_its_pages_are_read_by_keyboard(opened: Open, qtbot: QtBot) -> None:
    page = opened(never)
    (pages,) = page.findChildren(QTabWidget)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=2000)
    for number in range(pages.count()):
        pages.setCurrentIndex(number)
        assert nameless(page) == []
        assert [named(stop) for stop in stops(page) if not looks_focused(stop)] == []
    page.licences.setFocus()
    qtbot.keyClick(page.licences, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert page.licences.textCursor().hasSelection()


@pytest.mark.parametrize(
    ("published", "said", "is_offered"),
    [
        (Published("9.9", is_newer=True), f"Version 9.9 is published; this is {__version__}.", True),
        (Published(__version__, is_newer=False), f"{__version__} is the newest version.", False),
    ],
)
def test_a_newer_version_is_told_of_and_its_page_offered(
    opened: Open, qtbot: QtBot, published: Published, said: str, is_offered: bool
) -> None:
    page = opened(lambda: published)
    page.look_button.click()
    qtbot.waitUntil(lambda: page.said.text() == said)
    assert page.page_button.isVisible() is is_offered
    assert page.look_button.isEnabled()


def test_what_cannot_be_known_is_said_and_the_page_offered(opened: Open, qtbot: QtBot) -> None:
    def refused() -> Published:
        raise UpdatesUnknownError("api.example cannot be asked: no network")

    page = opened(refused)
    page.look_button.click()
    said = "A newer version cannot be looked for: api.example cannot be asked: no network."
    qtbot.waitUntil(lambda: page.said.text() == said)
    assert page.page_button.isVisible()
    assert page.look_button.isEnabled()
