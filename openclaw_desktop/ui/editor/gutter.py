"""Line numbers, and a bar along lines that something points at."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextBlock

from openclaw_desktop.ui.theme import Colours

LEFT, RIGHT, BAR = 12, 12, 3
"""Pixels before and after the numbers, and the width of the bar at the right edge."""


def width(blocks: int, font: QFont) -> int:
    """As wide as the largest number needs; at least three digits, so it seldom moves."""
    return LEFT + round(QFontMetricsF(font).horizontalAdvance("0" * max(3, len(str(blocks))))) + RIGHT


def paint_numbers(
    painter: QPainter,
    rect: QRect,
    boxes: Iterable[tuple[QTextBlock, QRectF]],
    *,
    right: int,
    current: int,
    look: Colours,
) -> None:
    """The numbers of blocks in `rect`, at their first visual line, up to `right`; the current brighter."""
    align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for block, box in boxes:
        if box.bottom() >= rect.top() and box.top() <= rect.bottom():
            lines = block.layout()
            height = lines.lineAt(0).height() if lines.lineCount() else box.height()
            painter.setPen(look.text if block.blockNumber() == current else look.text_faint)
            painter.drawText(QRectF(0, box.top(), right, height), align, str(block.blockNumber() + 1))


def paint_bar(
    painter: QPainter,
    boxes: Iterable[tuple[QTextBlock, QRectF]],
    is_marked: Callable[[int], bool],
    *,
    right: int,
    look: Colours,
) -> None:
    """A bar at the right edge, along the lines (1-based) that are marked."""
    for block, box in boxes:
        if is_marked(block.blockNumber() + 1):
            painter.fillRect(QRectF(right - BAR, box.top(), BAR, box.height()), look.keyword)
