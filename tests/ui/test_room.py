"""Where there is little room: lines give way and say all of themselves, rows go on below."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui.context_view.outcome import Sentences
from openclaw_desktop.ui.elided import ElidedLabel
from openclaw_desktop.ui.flow import Flow
from openclaw_desktop.ui.lines import Lines
from openclaw_desktop.ui.scrolling import HeadsOf, centred
from openclaw_desktop.ui.search_view.filters import BETWEEN, Filters
from openclaw_desktop.ui.status_bar import Facts, StatusBar

PLACE = "memory/projects/lark-station/2026-overhaul/电源改造与冬季运行方案.md · 1-18"
FACTS = ("Ln 1,214, Col 3", "UTF-8", "LF", "6,449 tokens")


def hover(label: QWidget) -> None:
    QApplication.sendEvent(
        label, QHelpEvent(QEvent.Type.ToolTip, QPoint(2, 2), label.mapToGlobal(QPoint(2, 2)))
    )


def test_a_label_without_room_is_elided_and_says_all_of_itself_on_hover(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: told.append(text))
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText(PLACE)
    label.resize(160, 20)
    label.show()
    assert label.shown.startswith("memory/")
    assert label.shown.endswith("1-18")
    assert "…" in label.shown
    assert label.minimumSizeHint().width() < 160
    hover(label)
    label.resize(label.sizeHint())
    assert label.shown == PLACE
    hover(label)
    assert told == [PLACE, ""]


def test_a_label_of_markup_is_shown_as_it_is_written(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("<b>not bold</b> & plain")
    label.resize(label.sizeHint())
    assert label.shown == "<b>not bold</b> & plain"


def test_the_status_bar_leaves_out_whole_facts_and_never_a_part_of_a_number(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_workspace(Path("/home/ada/.openclaw/workspace"), "Nimbus")
    bar.show_state(IndexState(IndexPhase.STOPPED, problem="the disk is full"))
    bar.show_count("19,889 of 22,488 characters read · 2,599 cut", "", alert=True)
    bar.show_file(FACTS, "")
    bar.show()
    (facts,) = bar.findChildren(Facts)
    for width in range(1600, 560, -40):
        bar.resize(width, bar.height())
        shown = facts.text().split("   ")
        assert set(shown) <= set(FACTS)
        assert shown[0] == FACTS[0]
        if len(shown) < len(FACTS):
            assert all(fact in facts.toolTip() for fact in FACTS)
    bar.resize(1600, bar.height())
    assert facts.text().split("   ") == list(FACTS)


def test_a_row_goes_on_in_the_next_line(qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    row = Flow(whole, spacing=8)
    parts = [QPushButton(f"A button {number}") for number in range(6)]
    for part in parts:
        row.addWidget(part)
    parts[2].hide()
    whole.show()
    seen = [part for part in parts if part is not parts[2]]
    assert row.heightForWidth(row.sizeHint().width()) == row.sizeHint().height()
    for width in (row.sizeHint().width(), 300, row.minimumSize().width()):
        whole.resize(width, row.heightForWidth(width))
        assert all(whole.rect().contains(part.geometry()) for part in seen)
        assert not any(a.geometry().intersects(b.geometry()) for a in seen for b in seen if a is not b)


def test_parts_of_lines_stand_under_one_another_and_a_long_line_says_all_of_itself(qtbot: QtBot) -> None:
    lines = Lines()
    qtbot.addWidget(lines)
    lines.resize(300, 200)
    rules = ["SOUL.md   Hold", "IDENTITY.md   Locked", f"{PLACE}   Hold, set for this file"]
    lines.show_lines(rules)
    lines.show()
    assert lines.lines() == rules
    for row, rule in enumerate(rules):
        assert lines.model().index(row, 0).data(Qt.ItemDataRole.ToolTipRole) == rule
    picture = lines.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    begins: set[int] = set()
    for row in range(2):  # the second part begins behind the last gap
        area = lines.visualRect(lines.model().index(row, 0))
        ground = picture.pixelColor(2, 2)
        inked = [
            x
            for x in range(area.left(), area.right())
            if any(
                picture.pixelColor(round(x * ratio), round(y * ratio)) != ground
                for y in range(area.top() + 4, area.bottom() - 4)
            )
        ]
        gaps = [after for before, after in pairwise(inked) if after - before > 12]
        begins.add(gaps[-1])
    assert max(begins) - min(begins) <= 2


def test_a_page_stays_where_it_is_when_its_scroll_bar_comes(qtbot: QtBot) -> None:
    page = QWidget()
    page.setMaximumWidth(300)
    area = centred(page)
    qtbot.addWidget(area)
    area.resize(600, 200)
    area.show()

    def left() -> int:
        return page.mapTo(area, QPoint(0, 0)).x()

    page.setMinimumHeight(100)
    qtbot.waitUntil(lambda: not area.verticalScrollBar().isVisible(), timeout=2000)
    alone = left()
    page.setMinimumHeight(900)
    qtbot.waitUntil(area.verticalScrollBar().isVisible, timeout=2000)
    assert left() == alone
    page.setMinimumHeight(100)
    qtbot.waitUntil(lambda: not area.verticalScrollBar().isVisible(), timeout=2000)
    assert left() == alone


def test_no_filter_lies_over_another_where_it_is_narrow(qtbot: QtBot) -> None:
    filters = Filters()
    qtbot.addWidget(filters)
    filters.dates.setCurrentText(BETWEEN)
    filters.dates.activated.emit(filters.dates.currentIndex())
    filters.show()
    filters.resize(480, filters.heightForWidth(480))
    parts = [filters.sources, filters.folder, filters.dates, filters.since, filters.until]
    places = [part.rect().translated(part.mapTo(filters, QPoint(0, 0))) for part in parts]
    assert all(filters.rect().contains(place) for place in places)
    assert not any(a.intersects(b) for a in places for b in places if a is not b)
    assert all(part.width() >= part.sizeHint().width() for part in (filters.sources, filters.dates))
    assert filters.findChild(QLabel) is not None


def test_heads_end_where_their_rows_do_whether_there_is_a_scroll_bar_or_not(qtbot: QtBot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    heads, rows = QHBoxLayout(), QListWidget()
    rows.setFrameShape(QFrame.Shape.NoFrame)
    heads.setContentsMargins(16, 4, 16, 4)
    head = QPushButton("All of the width")
    heads.addWidget(head)
    HeadsOf(rows, heads)
    column = QVBoxLayout(whole)
    column.addLayout(heads)
    column.addWidget(rows)
    whole.resize(300, 200)
    whole.show()

    def beyond() -> int:
        """Pixels from where the head ends to where the rows do."""
        return rows.viewport().mapTo(whole, rows.viewport().rect().topRight()).x() - head.geometry().right()

    qtbot.waitUntil(lambda: beyond() == 16, timeout=2000)
    rows.addItems([str(number) for number in range(100)])
    qtbot.waitUntil(rows.verticalScrollBar().isVisible, timeout=2000)
    qtbot.waitUntil(lambda: beyond() == 16, timeout=2000)


def test_a_list_as_high_as_its_sentences_is_so_at_any_width(qtbot: QtBot) -> None:
    sentences = Sentences()
    whole = QWidget()
    qtbot.addWidget(whole)
    column = QVBoxLayout(whole)
    column.addWidget(sentences)
    column.addStretch(1)
    sentences.addItems([f"{PLACE} was written before turn {number}." for number in range(5)])
    whole.show()

    def shows_the_last() -> bool:
        return sentences.viewport().rect().contains(sentences.visualItemRect(sentences.item(4)))

    for width in (900, 320, 560, 400):
        whole.resize(width, 600)
        qtbot.waitUntil(shows_the_last, timeout=2000)
