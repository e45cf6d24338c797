"""How a session, and a place where a text was found, look in their lists."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.context.sessions.session_search import Found
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.session_model import VALUE, WHEN, AnyIndex, HitsModel
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.theme import Colours
from openclaw_desktop.ui.tree.names import shown

MARGIN, LINE = 12, 18
SIGNS = {"C": "summary", "F": "importance", "!": "held"}
"""The colour of a letter that tells how often something happened."""


class SessionDelegate(QStyledItemDelegate):
    """Three lines: the name and when; kind, channel and model; turns, length, peak and cost."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(160, 3 * LINE + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One session; faint when nothing of it can be read."""
        row: Listed | None = index.data(VALUE)
        if row is None:
            return
        look = theme.colours(option.widget)
        painter.save()
        ground(painter, option, look)
        gone = row.summary is None
        area = QRectF(option.rect).adjusted(MARGIN, 5, -MARGIN, -5)
        first = QRectF(area.left(), area.top(), area.width(), LINE)
        second, third = first.translated(0, LINE), first.translated(0, 2 * LINE)
        first = right(painter, first, index.data(WHEN), look.text_faint)
        left(painter, first, words.title(row), look.text_faint if gone else look.text, theme.BODY)
        for text, _ in reversed(words.counted(row)):
            second = right(painter, second, text, getattr(look, SIGNS[text[0]]))
        left(painter, second, words.second_line(row), look.text_faint if gone else look.text_dim)
        left(painter, third, words.third_line(row), look.text_faint if gone else look.text_dim)
        painter.restore()


class HitDelegate(QStyledItemDelegate):
    """Two lines: where, and the words around what was found, which is marked."""

    def __init__(self, model: HitsModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(160, 2 * LINE + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One place."""
        hit: Found | None = index.data(VALUE)
        if hit is None:
            return
        look = theme.colours(option.widget)
        painter.save()
        ground(painter, option, look)
        area = QRectF(option.rect).adjusted(MARGIN, 5, -MARGIN, -5)
        first = QRectF(area.left(), area.top(), area.width(), LINE)
        line = right(painter, first, self._model.when(hit), look.text_faint)
        left(painter, line, self._model.where(hit), look.text_dim)
        _excerpt(painter, first.translated(0, LINE), hit, look)
        painter.restore()


def _excerpt(painter: QPainter, rect: QRectF, hit: Found, look: Colours) -> None:
    """So much before the match that the match is seen."""
    metrics = lettering.metrics(theme.BODY)
    before = shown(hit.excerpt[: hit.start])
    match = shown(hit.excerpt[hit.start : hit.end])
    room = max(rect.width() * 0.4, 24)
    before = metrics.elidedText(before, Qt.TextElideMode.ElideLeft, room)
    painter.setFont(lettering.font(theme.BODY))
    painter.setPen(look.text)
    painter.setClipRect(rect)
    painter.drawText(rect, lettering.LEFT, before)
    x = rect.left() + metrics.horizontalAdvance(before)
    wide = metrics.horizontalAdvance(match)
    painter.fillRect(QRectF(x, rect.top() + 1, wide, rect.height() - 2), look.mark)
    painter.drawText(QRectF(x, rect.top(), wide + 1, rect.height()), lettering.LEFT, match)
    rest = QRectF(x + wide, rect.top(), max(rect.right() - x - wide, 0), rect.height())
    left(painter, rest, shown(hit.excerpt[hit.end :]), look.text, theme.BODY)


def left(painter: QPainter, rect: QRectF, text: str, ink: QColor, size: int = theme.META) -> None:
    """Writes at the left, elided at its end."""
    painter.setFont(lettering.font(size))
    painter.setPen(ink)
    fitting = lettering.metrics(size).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, lettering.LEFT, fitting)


def right(painter: QPainter, rect: QRectF, text: str, ink: QColor) -> QRectF:
    """Writes small at the right edge; returns what is left of `rect`."""
    painter.setFont(lettering.font(theme.META))
    painter.setPen(ink)
    painter.drawText(rect, lettering.RIGHT, text)
    return rect.adjusted(0, 0, -lettering.metrics(theme.META).horizontalAdvance(text) - 8, 0)
