"""How a hit then and now look beside one another, and below them what differs and why."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from openclaw_desktop.desk.again import Compared, Difference
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.session_rows import left
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.past_view import words
from openclaw_desktop.ui.past_view.compared_model import ComparedModel
from openclaw_desktop.ui.past_view.model import AnyIndex
from openclaw_desktop.ui.past_view.words import CHANGES
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.delegate import SNIPPET_LINE, paint_snippet
from openclaw_desktop.ui.theme import Colours
from openclaw_desktop.ui.tree.names import shown

MARGIN, BETWEEN, LINE, REASON, PADDING = 16, 32, 20, 17, 8
NUMBER, SCORE = 24, 48
WIDE = 900
"""From this width on a text needs one line only."""


@dataclass(frozen=True, slots=True)
class Side:
    """A hit then, or now: `place` counts from 1."""

    place: int
    path: str
    lines: str
    score: float | None
    text: str


class ComparedDelegate(QStyledItemDelegate):
    """Two halves with place, path, lines, score and text, then a line for each difference."""

    def __init__(self, rows: ComparedModel, view: QListView) -> None:
        super().__init__(view)
        self._rows = rows
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """As many lines as there are differences."""
        row = self._rows.row(index)
        reasons = len(row.differences) if row else 0
        texts = self._text_lines() * SNIPPET_LINE if row and _has_text(row) else 0
        return QSize(0, PADDING + LINE + texts + 2 + reasons * REASON + PADDING)

    def _text_lines(self) -> int:
        return 1 if self._view.viewport().width() >= WIDE else 2

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draws one comparison."""
        row = self._rows.row(index)
        if row is None:
            return
        look = theme.colours(self._view)
        painter.save()
        ground(painter, option, look)
        whole = QRectF(option.rect)
        area = whole.adjusted(MARGIN, PADDING, -MARGIN, -PADDING)
        half = (area.width() - BETWEEN) / 2
        texts = self._text_lines() * SNIPPET_LINE if _has_text(row) else 0
        first = QRectF(area.left(), area.top(), half, LINE + texts)
        second = first.translated(half + BETWEEN, 0)
        self._side(painter, first, then(row), "not among the hits then", look)
        self._side(painter, second, now(row), self._rows.instead(row), look)
        line = QRectF(area.left(), first.bottom() + 2, area.width(), REASON)
        for difference in row.differences:
            _reason(painter, line, difference, look)
            line.translate(0, REASON)
        painter.fillRect(QRectF(area.left(), whole.bottom() - 1, area.width(), 1), look.hairline)
        painter.restore()

    def _side(self, painter: QPainter, area: QRectF, side: Side | None, instead: str, look: Colours) -> None:
        line = QRectF(area.left(), area.top(), area.width(), LINE)
        if side is None:
            left(painter, line.adjusted(NUMBER, 0, 0, 0), instead, look.text_faint, theme.BODY)
            return
        left(painter, line, f"{side.place}" if side.place else "", look.text_faint, theme.BODY)
        score = words.score(side.score) if side.score is not None else ""
        painter.setFont(lettering.font(theme.BODY))
        painter.setPen(look.text)
        painter.drawText(line, lettering.RIGHT, score)
        _place(painter, line.adjusted(NUMBER, 0, -SCORE if score else 0, 0), side, look)
        text = area.adjusted(NUMBER, LINE, 0, 0)
        if side.text and text.height() >= SNIPPET_LINE:
            paint_snippet(painter, text, self._rows.snippet(side.text), self._text_lines(), look)


def then(row: Compared) -> Side | None:
    """What is on record; None for a hit that is new."""
    hit = row.recorded
    if hit is None:
        return None
    lines = words.lines(hit.start_line, hit.end_line)
    return Side(row.recorded_place or 0, hit.path, lines, hit.score, hit.snippet)


def now(row: Compared) -> Side | None:
    """What is found today; None for what is not among today's hits."""
    if row.hit is None:
        return None
    found = row.hit.candidate
    lines = words.lines(found.start_line, found.end_line)
    return Side(row.place or 0, found.path, lines, row.hit.score, found.text)


def _has_text(row: Compared) -> bool:
    return any(side is not None and bool(side.text) for side in (then(row), now(row)))


def _place(painter: QPainter, area: QRectF, side: Side, look: Colours) -> None:
    """Folder dimmed, name, lines; where there is no room for both, the folder goes first."""
    metrics = lettering.metrics(theme.BODY)
    where = f"  {side.lines}" if side.lines else ""
    room = max(0.0, area.width() - metrics.horizontalAdvance(where))
    folder, slash, name = shown(side.path).rpartition("/")
    before = folder + slash
    if metrics.horizontalAdvance(before + name) > room:
        before = "…/" if before else ""
        name = metrics.elidedText(
            name, Qt.TextElideMode.ElideMiddle, room - metrics.horizontalAdvance(before)
        )
    x = area.left()
    painter.setFont(lettering.font(theme.BODY))
    for text, ink in ((before, look.text_dim), (name, look.text), (where, look.text_dim)):
        painter.setPen(ink)
        painter.drawText(QRectF(x, area.top(), area.right() - x + 1, area.height()), lettering.LEFT, text)
        x += metrics.horizontalAdvance(text)


def _reason(painter: QPainter, line: QRectF, difference: Difference, look: Colours) -> None:
    """The sign of the change in its colour, then what differs and why, cut where it does not fit."""
    sign = CHANGES[difference.change]
    left(painter, line, sign.mark, getattr(look, sign.colour))
    left(painter, line.adjusted(NUMBER, 0, 0, 0), difference.sentence, look.text_dim)
