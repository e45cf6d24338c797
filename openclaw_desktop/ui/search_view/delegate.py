"""Draws one row of the results."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from openclaw_desktop.search.ranking import Hit
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.bars import HEIGHT, paint_bar, paint_floor, paint_legend, signed
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT
from openclaw_desktop.ui.search_view.rows import Divider, Row, lines
from openclaw_desktop.ui.search_view.snippet import Snippet
from openclaw_desktop.ui.theme import Colours

if TYPE_CHECKING:
    from openclaw_desktop.ui.search_view.results import ResultsModel

AnyIndex = QModelIndex | QPersistentModelIndex
MARGIN, NUMBER, SCORE = 16, 28, 56
LINE, BAR_LINE, SNIPPET_LINE = 22, 18, 18
WIDE = 1000
"""From this width on a snippet needs one line only."""


class ResultDelegate(QStyledItemDelegate):
    """Hits with bar and snippet, a divider, and dimmed one-line rows below it."""

    def __init__(self, rows: ResultsModel, view: QListView) -> None:
        super().__init__(view)
        self._rows = rows
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """A height by the kind of row, so that nothing is measured."""
        row = self._rows.row(index)
        if isinstance(row, Divider):
            return QSize(0, 36)
        if row is None or row.below:
            return QSize(0, theme.ROW)
        return QSize(0, 8 + LINE + BAR_LINE + SNIPPET_LINE * self._snippet_lines() + 10)

    def _snippet_lines(self) -> int:
        return 1 if self._view.viewport().width() >= WIDE else 2

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draws the row `index` into `option`'s rectangle."""
        row = self._rows.row(index)
        look = theme.colours(self._view)
        area = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        painter.save()
        if isinstance(row, Divider):
            _paint_divider(painter, area, row, self._rows.floor, look)
        elif row is not None:
            self._paint_ground(painter, option, area, look)
            inner = area.adjusted(MARGIN, 0, -MARGIN, 0)
            if row.below:
                _paint_below(painter, inner, row, look)
            else:
                self._paint_hit(painter, inner.adjusted(0, 8, 0, 0), row, look)
                painter.fillRect(QRectF(inner.left(), area.bottom() - 1, inner.width(), 1), look.hairline)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRectF, look: Colours
    ) -> None:
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, look.selection)
            ink = look.accent if self._view.hasFocus() else look.text_faint
            painter.fillRect(QRectF(area.left(), area.top(), 3, area.height()), ink)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, look.current_line)

    def _paint_hit(self, painter: QPainter, area: QRectF, row: Row, look: Colours) -> None:
        line = QRectF(area.left(), area.top(), area.width(), LINE)
        _paint_heading(painter, line, row, look)
        left = area.left() + NUMBER
        width = area.width() - NUMBER
        bar_width = min(360.0, width * 0.42)
        bar = QRectF(left, line.bottom() + (BAR_LINE - HEIGHT) / 2, bar_width, HEIGHT)
        paint_bar(painter, bar, row.parts, axis=self._rows.axis, floor=self._rows.floor, look=look)
        beside = QRectF(bar.right() + 16, line.bottom(), width - bar_width - 16, BAR_LINE)
        paint_legend(painter, beside, row.parts, look)
        count = self._snippet_lines()
        below = QRectF(left, line.bottom() + BAR_LINE + 2, width, SNIPPET_LINE * count)
        paint_snippet(painter, below, self._rows.snippet(row.hit), count, look)


def _paint_heading(painter: QPainter, line: QRectF, row: Row, look: Colours) -> None:
    """Number, path and lines, the date used for decay, what moved, and the score."""
    painter.setFont(lettering.font(theme.BODY))
    painter.setPen(look.text_faint)
    painter.drawText(QRectF(line.left(), line.top(), NUMBER - 8, line.height()), LEFT, str(row.number))
    painter.setFont(lettering.font(theme.TITLE))
    painter.setPen(look.text)
    score = QRectF(line.right() - SCORE, line.top(), SCORE, line.height())
    painter.drawText(score, RIGHT, f"{row.hit.score:.2f}")
    right = score.left() - 8
    right = _paint_move(painter, QRectF(line.left(), line.top(), right - line.left(), LINE), row, look)
    right = _paint_date(painter, QRectF(line.left(), line.top(), right - line.left(), LINE), row.hit, look)
    path = QRectF(line.left() + NUMBER, line.top(), right - line.left() - NUMBER - 8, LINE)
    paint_path(painter, path, row.hit, look.text, look)


def _paint_move(painter: QPainter, area: QRectF, row: Row, look: Colours) -> float:
    """The arrow at the right end of `area`; returns where it begins."""
    if row.move is None:
        return area.right()
    painter.setFont(lettering.font(theme.META))
    ink = {"up": look.added, "new": look.added, "down": look.removed}.get(row.move.kind, look.text_dim)
    painter.setPen(ink)
    painter.drawText(area, RIGHT, row.move.sign)
    return area.right() - lettering.metrics(theme.META).horizontalAdvance(row.move.sign) - 12


def _paint_date(painter: QPainter, area: QRectF, hit: Hit, look: Colours) -> float:
    """The date decay counts from at the right end of `area`; returns where it begins."""
    if hit.date is None:
        return area.right()
    text = f"{hit.date.day} {hit.date:%b %Y}"
    painter.setFont(lettering.font(theme.META))
    painter.setPen(look.text_dim)
    painter.drawText(area, RIGHT, text)
    return area.right() - lettering.metrics(theme.META).horizontalAdvance(text) - 12


def paint_path(painter: QPainter, area: QRectF, hit: Hit, ink: QColor, look: Colours) -> float:
    """Folder dimmed, name, lines; a path too long loses its middle. Returns where it ends."""
    painter.setFont(lettering.font(theme.BODY))
    metrics = lettering.metrics(theme.BODY)
    where = f"  {lines(hit.candidate)}"
    room = max(0.0, area.width() - metrics.horizontalAdvance(where))
    whole = metrics.elidedText(hit.candidate.path, Qt.TextElideMode.ElideMiddle, room)
    folder, slash, name = whole.rpartition("/")
    x = area.left()
    for text, colour in ((folder + slash, look.text_dim), (name, ink), (where, look.text_dim)):
        painter.setPen(colour)
        painter.drawText(QRectF(x, area.top(), area.right() - x + 1, area.height()), LEFT, text)
        x += metrics.horizontalAdvance(text)
    return x


def _paint_below(painter: QPainter, area: QRectF, row: Row, look: Colours) -> None:
    """One dimmed line: number, path, the reason it is below, score."""
    painter.setFont(lettering.font(theme.BODY))
    painter.setPen(look.text_faint)
    painter.drawText(QRectF(area.left(), area.top(), NUMBER - 8, area.height()), LEFT, str(row.number))
    painter.drawText(area, RIGHT, f"{row.hit.score:.2f}")
    width = area.width() - NUMBER - SCORE - 8
    path = QRectF(area.left() + NUMBER, area.top(), width * 0.5, area.height())
    faint = replace(look, text_dim=look.text_faint)
    end = paint_path(painter, path, row.hit, look.text_dim, faint)
    painter.setFont(lettering.font(theme.META))
    painter.setPen(look.text_faint)
    left = max(end + 16, area.left() + NUMBER + width * 0.36)
    room = area.left() + NUMBER + width - left
    reason = row.below.reason if row.below else ""
    text = lettering.metrics(theme.META).elidedText(reason, Qt.TextElideMode.ElideRight, room)
    painter.drawText(QRectF(left, area.top(), room, area.height()), LEFT, text)


def _paint_divider(
    painter: QPainter, area: QRectF, divider: Divider, floor: float | None, look: Colours
) -> None:
    """Both counts, a hairline, and at its end what the dashed line on the bars is."""
    painter.setFont(lettering.font(theme.META))
    painter.setPen(look.text_dim)
    inner = area.adjusted(MARGIN, 0, -MARGIN, 0)
    metrics = lettering.metrics(theme.META)
    painter.drawText(inner, LEFT, divider.words)
    left, right = inner.left() + metrics.horizontalAdvance(divider.words) + 12, inner.right()
    if floor is not None:
        words = f"noise floor {signed(round(floor * 100), plain=True)}"
        painter.drawText(inner, RIGHT, words)
        right -= metrics.horizontalAdvance(words) + 8
        paint_floor(painter, QRectF(right, area.center().y() - 7, 1, 14), 0.5, look)
        right -= 12
    painter.fillRect(QRectF(left, round(area.center().y()), right - left, 1), look.hairline)


def paint_snippet(painter: QPainter, area: QRectF, piece: Snippet, count: int, look: Colours) -> None:
    """The snippet on `count` lines, its matching words marked, "…" where it does not fit."""
    painter.setPen(look.text_dim)
    layout = _fitted(piece, int(area.width()), count, look.dark)
    layout.draw(painter, area.topLeft(), [], area.adjusted(0, -2, 0, 2))


@lru_cache(maxsize=64)
def _fitted(piece: Snippet, width: int, count: int, dark: bool) -> QTextLayout:
    """The snippet broken into lines; kept, since sliders paint the same rows again and again."""
    look = theme.DARK if dark else theme.LIGHT
    layout, end = _laid_out(piece.text, piece, width, count, look)
    if end < len(piece.text.encode("utf-16-le")) // 2:
        start = layout.lineAt(layout.lineCount() - 1).textStart()
        units = piece.text.encode("utf-16-le")
        kept, rest = (u.decode("utf-16-le", "ignore") for u in (units[: 2 * start], units[2 * start :]))
        short = kept + lettering.metrics(theme.BODY).elidedText(rest, Qt.TextElideMode.ElideRight, width)
        layout, _ = _laid_out(short, piece, width + 2, count, look)
    return layout


def _laid_out(text: str, piece: Snippet, width: float, count: int, look: Colours) -> tuple[QTextLayout, int]:
    """`text` broken into at most `count` lines, and the UTF-16 offset up to which it fitted."""
    layout = QTextLayout(text, lettering.font(theme.BODY))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.setFormats([_marked(text, start, end, look) for start, end in piece.spans if end <= len(text)])
    layout.beginLayout()
    end = 0
    for number in range(count):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * SNIPPET_LINE))
        end = line.textStart() + line.textLength()
    layout.endLayout()
    return layout, end


def _marked(text: str, start: int, end: int, look: Colours) -> QTextLayout.FormatRange:
    marked = QTextLayout.FormatRange()
    first = len(text[:start].encode("utf-16-le")) // 2
    marked.start = first  # pyright: ignore[reportAttributeAccessIssue]
    marked.length = len(text[start:end].encode("utf-16-le")) // 2  # pyright: ignore[reportAttributeAccessIssue]
    form = QTextCharFormat()
    form.setBackground(look.mark)
    form.setForeground(look.text)
    marked.format = form  # pyright: ignore[reportAttributeAccessIssue]
    return marked
