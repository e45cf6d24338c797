"""Swatches with a name and a number, one after the other, on as many lines as the width needs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering

LINE, AFTER_SWATCH, AFTER_NAME = 20, 6, 5
"""Pixels: the height of a line, and what is free between a swatch, its name and its number."""


def wrapped(widths: Sequence[float], *, between: float, room: float) -> list[QPointF]:
    """Where entries of these widths begin, so many pixels between them; one that has no room goes below."""
    places: list[QPointF] = []
    x = y = 0.0
    for width in widths:
        if x and x + width > room:
            x, y = 0.0, y + LINE
        places.append(QPointF(x, y))
        x += width + between
    return places


def height_of(places: Sequence[QPointF]) -> int:
    """Pixels of all the lines, one of them at least."""
    return round(places[-1].y()) + LINE if places else LINE


def beside(swatch: QRectF, top: float, room: float) -> QRectF:
    """The field for the words after a swatch, in the line that begins at `top`."""
    return QRectF(swatch.right() + AFTER_SWATCH, top, room, LINE)


def words_width(name: str, number: str, *, least: float = 0.0) -> float:
    """Pixels from a swatch's right edge to where its number ends, which has `least` at least."""
    advance = lettering.metrics(theme.META).horizontalAdvance
    return AFTER_SWATCH + advance(name) + AFTER_NAME + max(advance(number), least)


def paint_words(painter: QPainter, text: QRectF, words: tuple[str, str], inks: tuple[QColor, QColor]) -> None:
    """Name and number, each in its ink, from the left of a field on."""
    for word, ink in zip(words, inks, strict=True):
        painter.setPen(ink)
        painter.drawText(text, lettering.LEFT, word)
        text.translate(lettering.metrics(theme.META).horizontalAdvance(word) + AFTER_NAME, 0)
