"""The filters say which part of the workspace is searched."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from openclaw_desktop.index.store import Where
from openclaw_desktop.ui.search_view.filters import BETWEEN, Filters

TODAY = date(2026, 11, 30)


@pytest.fixture
def filters(qtbot: QtBot) -> Filters:
    made = Filters()
    qtbot.addWidget(made)
    made.show()
    return made


def test_at_first_everything_is_searched(filters: Filters) -> None:
    assert filters.where(TODAY) == Where()
    assert not filters.active


def test_source_folder_and_span_narrow_the_search(filters: Filters) -> None:
    filters.sources.setCurrentText("Memory")
    filters.folder.setText(" memory/topics/ ")
    filters.dates.setCurrentText("Last 30 days")
    assert filters.active
    assert filters.where(TODAY) == Where(
        sources=frozenset({"memory"}), folder="memory/topics", since=date(2026, 10, 31), until=None
    )


def test_a_span_between_two_days_is_typed_and_a_wrong_day_is_shown_as_wrong(
    filters: Filters, qtbot: QtBot
) -> None:
    filters.dates.setCurrentText(BETWEEN)
    filters.dates.activated.emit(filters.dates.currentIndex())
    assert filters.since.isVisible()
    qtbot.keyClicks(filters.since, "2026-09-01")
    qtbot.keyClicks(filters.until, "2026-02-30")
    assert filters.where(TODAY) == Where(since=date(2026, 9, 1))
    assert [filters.since.property("wrong"), filters.until.property("wrong")] == [False, True]


def test_a_typed_folder_is_told_once_it_is_finished(filters: Filters, qtbot: QtBot) -> None:
    told: list[str] = []
    filters.changed.connect(lambda: told.append(filters.folder.text()))
    qtbot.keyClicks(filters.folder, "memory")
    qtbot.keyClick(filters.folder, Qt.Key.Key_Return)
    filters.folder.clearFocus()
    assert told == ["memory"]


def test_clearing_searches_everything_again(filters: Filters, qtbot: QtBot) -> None:
    filters.sources.setCurrentIndex(1)
    with qtbot.waitSignal(filters.changed, timeout=2000):
        filters.clear()
    assert filters.where(TODAY) == Where()
