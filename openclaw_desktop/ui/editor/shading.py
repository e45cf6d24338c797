"""Paints where the agent stops reading: a ground, a hatch in the gutter, a ruler at the very character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QTextBlock, QTextLine

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor.cut import Shade
from openclaw_desktop.ui.theme import Colours

Boxes = Sequence[tuple[QTextBlock, QRectF]]
"""Blocks and where they are in the viewport."""

HATCH_LEFT, HATCH_WIDTH, HATCH_STEP = 2, 7, 4
"""Pixels of the hatch in the gutter, and between its strokes."""

DASHES = [4.0, 3.0]
PAD, EDGE = 6, 12
"""Pixels round the words of a label, and between it and the right edge."""

LOOKED_AT = 8
"""Visual lines in which a place for a label is looked for that covers no text."""


def differ(one: Shade | None, other: Shade | None) -> bool:
    """Whether other characters are shaded."""
    return one is None or other is None or (one.starts, one.ends) != (other.starts, other.ends)


def sees_ruler(boxes: Iterable[tuple[QTextBlock, QRectF]], shade: Shade) -> bool:
    """Whether a ruler is in one of these blocks, or so near that its label may be."""
    blocks = [block for block, _ in boxes]
    if not blocks:
        return False
    first, last = blocks[0], blocks[-1]
    for _ in range(LOOKED_AT):
        first = first.previous() if first.previous().isValid() else first
        last = last.next() if last.next().isValid() else last
    return any(first.position() <= at < last.position() + last.length() for at, _, _ in _rulers(shade))


def paint_ground(painter: QPainter, boxes: Boxes, shade: Shade, *, width: float, look: Colours) -> None:
    """A grey ground behind what is dropped, from its very first character to its last."""
    for block, box in boxes:
        for line, start, end in _dropped(block, shade):
            place = _place(line, box)
            left = 0 if start is None else _x(line, start, box)
            right = width if end is None else _x(line, end, box)
            if block.textDirection() == Qt.LayoutDirection.RightToLeft:
                left = 0 if end is None else right
                right = width if start is None else _x(line, start, box)
            painter.fillRect(QRectF(left, place.top(), right - left, place.height()), look.hover)


def paint_stretch(painter: QPainter, start: QRectF, end: QRectF, *, width: float, look: Colours) -> None:
    """The ground and the hatch at the left edge of one stretch in a page with gaps between its paragraphs.

    `start` and `end` are where its first letter and the one after its last stand.
    """
    if end.top() < start.bottom():
        rows = [QRectF(start.left(), start.top(), end.left() - start.left(), start.height())]
    else:
        rows = [
            QRectF(start.left(), start.top(), width - start.left(), start.height()),
            QRectF(0, start.bottom(), width, end.top() - start.bottom()),
            QRectF(0, end.top(), end.left(), end.height()),
        ]
    for row in rows:
        painter.fillRect(row, look.hover)
    painter.save()
    _set_strokes(painter, look)
    bottom = end.bottom() if end.left() > 0 else end.top()
    _strokes(painter, start.top(), bottom)
    painter.restore()


def paint_hatch(painter: QPainter, boxes: Boxes, shade: Shade, *, look: Colours) -> None:
    """Slanting strokes at the left of the gutter, along each visual line with dropped text."""
    painter.save()
    _set_strokes(painter, look)
    for block, box in boxes:
        for line, _, _ in _dropped(block, shade):
            place = _place(line, box)
            _strokes(painter, place.top(), place.bottom())
    painter.restore()


def _set_strokes(painter: QPainter, look: Colours) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.decay, 1))


def _strokes(painter: QPainter, top: float, bottom: float) -> None:
    """The hatch from `top` to `bottom`, as far as that can be seen."""
    left, right = HATCH_LEFT, HATCH_LEFT + HATCH_WIDTH
    seen = painter.viewport()
    top, bottom = max(top, seen.top() - HATCH_STEP), min(bottom, seen.bottom() + HATCH_STEP)
    painter.setClipRect(QRectF(left, top, HATCH_WIDTH, bottom - top))
    y = top - top % HATCH_STEP
    while y <= bottom + HATCH_WIDTH:
        painter.drawLine(QPointF(left, y), QPointF(right, y - HATCH_WIDTH))
        y += HATCH_STEP


def paint_rulers(
    painter: QPainter, boxes: Boxes, shade: Shade, *, width: float, cursor: QRectF, look: Colours
) -> None:
    """A dashed line where reading stops and one where it goes on, each with its words.

    Where every place is full of text, the words cover some that is dropped, but not in the line of the
    cursor.
    """
    pen = QPen(look.text_dim, 1.2)
    pen.setDashPattern(DASHES)
    taken: list[QRectF] = []
    for at, words, way in _rulers(shade):
        found = next((b for b in boxes if b[0].position() <= at < b[0].position() + b[0].length()), None)
        if found is None:
            continue
        points = _steps(*found, at, width)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(points)
        taken = taken or [_text(line, box) for block, box in boxes for line in _lines(block)]
        y = next(point.y() for point in points if point.x() >= width)  # where it meets the right edge
        places = _places(y, words, way, width, step=cursor.height())
        free = (place for place in places if not any(map(place.intersects, taken)))
        rest = (
            place for place in places[1:] if place.bottom() < cursor.top() or place.top() > cursor.bottom()
        )
        label = next(free, None) or next(rest)
        taken.append(label)
        _paint_label(painter, label, words, look)


def _rulers(shade: Shade) -> list[tuple[int, str, int]]:
    """Where rulers are, their words, and on which side of them is what is dropped: 1 below, -1 above."""
    first = (shade.starts[0], shade.begins, 1)
    return [first, (shade.ends[-1], shade.goes_on, -1)] if shade.goes_on else [first]


def _lines(block: QTextBlock) -> Iterator[QTextLine]:
    layout = block.layout()
    return (layout.lineAt(index) for index in range(layout.lineCount()))


def _dropped(block: QTextBlock, shade: Shade) -> Iterator[tuple[QTextLine, int | None, int | None]]:
    """The visual lines with dropped text; where in the block it starts and ends, None at a line's end."""
    first, size = block.position(), block.length() - 1
    for start, end in shade.within(first, first + size + 1):
        start, end = start - first, end - first
        for line in _lines(block):
            begins, after = line.textStart(), line.textStart() + line.textLength()
            is_empty = begins == after and start <= begins < end
            if is_empty or (start < after and end > begins):
                yield line, start if start > begins else None, end if end < after else None


def _steps(block: QTextBlock, box: QRectF, at: int, width: float) -> list[QPointF]:
    """The ruler: straight between two lines, or with a step at its character, from left to right."""
    at -= block.position()
    if 0 < at >= block.length() - 1:  # only the end of the line is left
        return [QPointF(0, box.bottom()), QPointF(width, box.bottom())]
    line = block.layout().lineForTextPosition(at)
    place = _place(line, box) if line.isValid() else box
    if not line.isValid() or at <= line.textStart():
        return [QPointF(0, place.top()), QPointF(width, place.top())]
    x, near, far = _x(line, at, box), place.bottom(), place.top()
    if block.textDirection() == Qt.LayoutDirection.RightToLeft:
        near, far = far, near
    return [QPointF(0, near), QPointF(x, near), QPointF(x, far), QPointF(width, far)]


def _places(y: float, words: str, way: int, width: float, *, step: float) -> list[QRectF]:
    """Where a label at the right edge may be: on the ruler, then line by line into what is dropped."""
    metrics = QFontMetricsF(theme.font(theme.META, tabular=True))
    size = QSizeF(metrics.horizontalAdvance(words) + 2 * PAD, metrics.height() + 2)
    first = QRectF(QPointF(width - size.width() - EDGE, y - size.height() / 2), size)
    return [first, *(first.translated(0, way * step * (number + 0.5)) for number in range(LOOKED_AT))]


def _paint_label(painter: QPainter, place: QRectF, words: str, look: Colours) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.text_faint, 1))
    painter.setBrush(look.surface)
    painter.drawRoundedRect(place, 4, 4)
    painter.setPen(look.text)
    painter.setFont(theme.font(theme.META, tabular=True))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


def _place(line: QTextLine, box: QRectF) -> QRectF:
    """Where a visual line is in the viewport."""
    return QRectF(box.left(), box.top() + line.y(), box.width(), line.height())


def _text(line: QTextLine, box: QRectF) -> QRectF:
    """Where the letters of a visual line are; the height is the line's."""
    return line.naturalTextRect().translated(box.topLeft())


def _x(line: QTextLine, at: int, box: QRectF) -> float:
    return box.left() + cast("tuple[float, int]", line.cursorToX(at))[0]
