"""Paints what a plain text edit cannot: grounds behind lines and words, and marks of unseen characters."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextBlock, QTextLine

from openclaw_desktop.ui.editor.codec import label
from openclaw_desktop.ui.editor.formats import mark_font
from openclaw_desktop.ui.editor.units import Units
from openclaw_desktop.ui.theme import Colours

Boxes = Iterable[tuple[QTextBlock, QRectF]]
"""Blocks and where they are in the viewport."""


def rects(block: QTextBlock, box: QRectF, start: int, end: int) -> Iterator[QRectF]:
    """Where the units from `start` to `end` of a block are drawn: one rectangle a visual line."""
    layout = block.layout()
    for index in range(layout.lineCount()):
        line = layout.lineAt(index)
        first, after = line.textStart(), line.textStart() + line.textLength()
        if after > start and first < end:
            left, right = _x(line, max(start, first)), _x(line, min(end, after))
            place = QRectF(min(left, right), line.y(), max(abs(right - left), 2), line.height())
            yield place.translated(QPointF(box.left(), box.top()))


def paint_found(
    painter: QPainter, boxes: Boxes, starts: array[int], ends: array[int], colour: QColor
) -> None:
    """Grounds behind the stretches of text between sorted `starts` and `ends` (UTF-16 positions)."""
    if not starts:
        return
    for block, box in boxes:
        first, after = block.position(), block.position() + block.length()
        at = bisect_left(starts, first)
        at -= at > 0 and ends[at - 1] > first
        while at < len(starts) and starts[at] < after:
            for rect in rects(block, box, max(starts[at] - first, 0), ends[at] - first):
                painter.fillRect(rect, colour)
            at += 1


def paint_unseen(
    painter: QPainter, boxes: Boxes, stand_ins: dict[str, str], *, font: QFont, look: Colours
) -> None:
    """A small box with the name of the character, over each stand-in."""
    painter.setFont(mark_font(font))
    painter.setPen(look.text_faint)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pattern = re.compile(f"[{re.escape(''.join(stand_ins))}]")
    for block, box in boxes:
        line = block.text()
        units = Units(line)
        for match in pattern.finditer(line):
            for rect in rects(block, box, units.of(match.start()), units.of(match.end())):
                place = rect.adjusted(1.5, 2.5, -1.5, -2.5)
                painter.drawRoundedRect(place, 3, 3)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, label(stand_ins[match[0]]))


def veiled(colour: QColor, alpha: int) -> QColor:
    """`colour` with `alpha` of 255."""
    result = QColor(colour)
    result.setAlpha(alpha)
    return result


def mixed(colour: QColor, ground: QColor, share: float) -> QColor:
    """So much of `colour`, the rest of `ground`."""
    rest = 1 - share
    return QColor(
        round(share * colour.red() + rest * ground.red()),
        round(share * colour.green() + rest * ground.green()),
        round(share * colour.blue() + rest * ground.blue()),
    )


def _x(line: QTextLine, position: int) -> float:
    return cast("tuple[float, int]", line.cursorToX(position))[0]
