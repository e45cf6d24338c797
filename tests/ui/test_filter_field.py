"""A filter goes with Escape, and says so where nothing matches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.filter_field import SHOWS_ALL, FilterField
from openclaw_desktop.ui.keys_page import KeysPage

pytestmark = pytest.mark.usefixtures("loop")  # in the colours of a theme


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[KeysPage]:
    parent = QMainWindow()
    qtbot.addWidget(parent)
    made = KeysPage(parent)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close()


def said(page: QWidget) -> set[str]:
    return {label.text() for label in page.findChildren(QLabel) if label.isVisible()}


def test_where_no_shortcut_matches_it_says_how_to_see_all_again(page: KeysPage, qtbot: QtBot) -> None:
    (field,) = page.findChildren(FilterField)
    before = said(page)
    qtbot.keyClicks(field, "zzzqq")
    assert said(page) == {f"No shortcut matches. {SHOWS_ALL}"}
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert page.isVisible()
    assert said(page) == before


def test_escape_in_an_empty_filter_means_what_it_means_around_it(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    field = FilterField("Filter headings", dialog)
    dialog.show()
    field.setText("station")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), dialog.isVisible()) == ("", True)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
