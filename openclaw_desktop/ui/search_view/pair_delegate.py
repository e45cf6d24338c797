"""Draws one row of both searches: a cell for each, joined where both found the passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.delegate import paint_path, paint_snippet
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT
from openclaw_desktop.ui.search_view.pairs import Pair, Placed
from openclaw_desktop.ui.search_view.snippet import Snippet
from openclaw_desktop.ui.theme import Colours

if TYPE_CHECKING:
    from openclaw_desktop.ui.search_view.pair_list import PairModel

AnyIndex = QModelIndex | QPersistentModelIndex
MARGIN, GUTTER, NUMBER, SCORE = 16, 40, 24, 44
HEAD, LINE, LINES = 22, 18, 2
REASON_LINES = 3
HEIGHT = 8 + HEAD + LINE * LINES + 10


def columns(width: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Left and right end of the agent's column and of this program's, in a list so wide."""
    middle = width / 2
    return (MARGIN, middle - GUTTER / 2), (middle + GUTTER / 2, width - MARGIN)


class PairDelegate(QStyledItemDelegate):
    """All rows are equally high, so that nothing is measured."""

    def __init__(self, rows: PairModel, view: QListView) -> None:
        super().__init__(view)
        self._rows = rows
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """A heading and two lines."""
        return QSize(0, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draws the row `index` into `option`'s rectangle."""
        row = self._rows.row(index)
        if row is None:
            return
        look = theme.colours(self._view)
        area = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        painter.save()
        self._paint_ground(painter, option, area, look)
        cells = [
            QRectF(area.left() + left, area.top() + 8, right - left, HEAD + LINE * LINES)
            for left, right in columns(area.width())
        ]
        for placed, cell in zip((row.agent, row.desktop), cells, strict=True):
            if placed:
                _paint_hit(painter, cell, placed, self._rows.snippet(placed.hit), look)
            else:
                _paint_reason(painter, cell, row, look)
        if row.agent and row.desktop:
            _paint_joint(painter, cells[0].right(), cells[1].left(), area.top() + 8 + HEAD / 2, look)
        painter.fillRect(QRectF(MARGIN, area.bottom() - 1, area.width() - 2 * MARGIN, 1), look.hairline)
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


def _paint_hit(painter: QPainter, cell: QRectF, placed: Placed, piece: Snippet, look: Colours) -> None:
    """Place, path and lines, score; below it the snippet."""
    head = QRectF(cell.left(), cell.top(), cell.width(), HEAD)
    painter.setFont(lettering.font(theme.BODY))
    painter.setPen(look.text_dim)
    painter.drawText(head, LEFT, str(placed.place))
    painter.setPen(look.text)
    painter.drawText(head, RIGHT, f"{placed.hit.score:.2f}")
    path = head.adjusted(NUMBER, 0, -SCORE, 0)
    paint_path(painter, path, placed.hit, look.text, look)
    below = QRectF(cell.left() + NUMBER, head.bottom() + 2, cell.width() - NUMBER, LINE * LINES)
    paint_snippet(painter, below, piece, LINES, look)


def _paint_reason(painter: QPainter, cell: QRectF, row: Pair, look: Colours) -> None:
    """Why this search lacks the passage, on as many lines as there are, the rest left to the detail."""
    painter.setPen(look.text_dim)
    layout = _laid_out(row.reason, cell.width() - NUMBER)
    layout.draw(painter, QPointF(cell.left() + NUMBER, cell.top() + 2))
    painter.setPen(look.text_faint)
    painter.setFont(lettering.font(theme.BODY))
    painter.drawText(QRectF(cell.left(), cell.top(), NUMBER, HEAD), LEFT, "–")


def _laid_out(text: str, width: float) -> QTextLayout:
    """The text on at most `REASON_LINES` lines; what does not fit ends in an ellipsis."""
    font = lettering.font(theme.BODY)
    lines = _broken(text, width)
    if len(lines) > REASON_LINES:
        kept = text[: lines[REASON_LINES - 1]]
        rest = text[lines[REASON_LINES - 1] :]
        text = kept + lettering.metrics(theme.BODY).elidedText(rest, Qt.TextElideMode.ElideRight, width)
    layout = QTextLayout(text, font)
    _break(layout, width + 2, REASON_LINES)
    return layout


def _broken(text: str, width: float) -> list[int]:
    """Where each line begins, in characters."""
    layout = QTextLayout(text, lettering.font(theme.BODY))
    _break(layout, width, REASON_LINES + 1)
    units = text.encode("utf-16-le")
    starts = [layout.lineAt(n).textStart() for n in range(layout.lineCount())]
    return [len(units[: 2 * start].decode("utf-16-le", "ignore")) for start in starts]


def _break(layout: QTextLayout, width: float, most: int) -> None:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    number = 0
    while number < most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * LINE))
        number += 1
    layout.endLayout()


def _paint_joint(painter: QPainter, left: float, right: float, y: float, look: Colours) -> None:
    """The line between two places of the same passage."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.text_faint, 1.5))
    painter.drawLine(QPointF(left + 8, y), QPointF(right - 8, y))
    painter.setBrush(look.text_faint)
    for x in (left + 8, right - 8):
        painter.drawEllipse(QPointF(x, y), 2.5, 2.5)
