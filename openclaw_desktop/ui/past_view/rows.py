"""How a past call looks in the list."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.session_rows import left, right
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.past_view import words
from openclaw_desktop.ui.past_view.model import VALUE, WHEN, AnyIndex
from openclaw_desktop.ui.search_view import lettering

MARGIN, LINE, BETWEEN = 12, 18, 12


class PastDelegate(QStyledItemDelegate):
    """Three lines: the question and when; session and turn; what became of it and what was wrong with it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(160, 3 * LINE + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One call; a read is told by its first word."""
        past: Past | None = index.data(VALUE)
        if past is None:
            return
        look = theme.colours(option.widget)
        painter.save()
        ground(painter, option, look)
        area = QRectF(option.rect).adjusted(MARGIN, 5, -MARGIN, -5)
        first = QRectF(area.left(), area.top(), area.width(), LINE)
        second, third = first.translated(0, LINE), first.translated(0, 2 * LINE)
        first = right(painter, first, index.data(WHEN), look.text_faint)
        if past.call.kind == "get":
            left(painter, first, "read", look.text_faint)
            first.adjust(lettering.metrics(theme.META).horizontalAdvance("read") + 6, 0, 0, 0)
        ink = look.text if past.call.question else look.text_faint
        left(painter, first, words.question(past.call), ink, theme.BODY)
        second = right(painter, second, words.turn(past), look.text_faint)
        left(painter, second, words.session_name(past.session), look.text_faint)
        for text, colour in words.outcome(past):
            left(painter, third, text, getattr(look, colour))
            third.adjust(lettering.metrics(theme.META).horizontalAdvance(text) + BETWEEN, 0, 0, 0)
            if third.width() < MARGIN:
                break
        painter.restore()
