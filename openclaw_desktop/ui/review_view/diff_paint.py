"""Draws the rows of a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTextCharFormat, QTextLayout

from openclaw_desktop.review.diff.difference import Row, Sign
from openclaw_desktop.review.risk.finding import Weight
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor.painting import veiled
from openclaw_desktop.ui.review_view import diff_words
from openclaw_desktop.ui.review_view.diff_geometry import Side
from openclaw_desktop.ui.review_view.diff_layout import Laid, Lettering, ranged
from openclaw_desktop.ui.review_view.diff_rows import STEP
from openclaw_desktop.ui.review_view.diff_text import Look
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT
from openclaw_desktop.ui.theme import Colours

BOX = 13.0
"""The side of a tick box."""

CHANGED_STRENGTH, LEFT_OUT_STRENGTH = 60, 90
"""Of 255: how much of its colour a changed word shows, and the ground of a line that is not taken."""


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a row as it is to be drawn. `ticked` is None where there is nothing to tick."""

    row: Row
    laid: Laid
    numbers: tuple[int | None, ...]  # as many as the side has
    ticked: bool | None
    weight: Weight | None  # of the loudest mark
    is_hovered: bool = False


def paint_line(
    painter: QPainter, side: Side, box: QRectF, line: Line, *, letters: Lettering, look: Colours
) -> None:
    """Ground, mark, tick, numbers, sign and text of one side."""
    ground, ink = grounds(line.row.sign, look)
    taken = line.ticked is not False
    if ground is not None:
        painter.fillRect(box, look.surface)
        painter.fillRect(box, ground if taken else veiled(ground, LEFT_OUT_STRENGTH))
    first = QRectF(box.left(), box.top(), box.width(), letters.line)
    if line.weight is not None:
        paint_mark(painter, QPointF(side.mark + 6, first.center().y()), line.weight, look)
    if line.ticked is not None:
        paint_box(painter, tick_box(side, first), line.ticked, ink, is_hovered=line.is_hovered, look=look)
    painter.setFont(letters.small)
    painter.setPen(look.text_faint)
    for number, edge in zip(line.numbers, side.numbers, strict=True):
        place = QRectF(side.left, first.top(), edge - side.left, letters.line)
        painter.drawText(place, RIGHT, "" if number is None else str(number))
    painter.setFont(letters.font)
    painter.setPen(ink if taken else look.text_faint)
    if line.row.sign is not Sign.SAME:
        painter.drawText(QRectF(side.sign, first.top(), letters.digit * 2, letters.line), LEFT, line.row.sign)
    painter.setPen(look.text if taken else look.text_faint)
    dressed = _dressed(line, ink, look)
    line.laid.layout.draw(painter, QPointF(side.text, box.top()), dressed, box)


def grounds(sign: Sign, look: Colours) -> tuple[QColor | None, QColor]:
    """Ground and ink of a sign."""
    if sign is Sign.ADDED:
        return look.added_ground, look.added
    if sign is Sign.REMOVED:
        return look.removed_ground, look.removed
    return None, look.text_faint


def _dressed(line: Line, ink: QColor, look: Colours) -> Sequence[QTextLayout.FormatRange]:
    """The colours of what is not plain."""
    taken = line.ticked is not False
    changed, blank, unseen, note = (QTextCharFormat() for _ in range(4))
    if taken:
        changed.setBackground(veiled(ink, CHANGED_STRENGTH))
        blank.setBackground(veiled(ink, CHANGED_STRENGTH))
    blank.setForeground(ink if taken else look.text_faint)
    unseen.setForeground(look.held)
    unseen.setBackground(look.held_ground)
    note.setForeground(look.text_faint)
    forms = {Look.CHANGED: changed, Look.BLANK: blank, Look.UNSEEN: unseen, Look.NOTE: note}
    return [ranged(start, count, forms[what]) for start, count, what in line.laid.written.runs]


def tick_box(side: Side, first: QRectF) -> QRectF:
    """Where the tick of a line or of a head is."""
    return QRectF(side.tick, round(first.center().y() - BOX / 2), BOX, BOX)


def paint_box(
    painter: QPainter, box: QRectF, ticked: bool | None, ink: QColor, *, is_hovered: bool, look: Colours
) -> None:
    """A tick box; None is ticked in part."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = ink if is_hovered else veiled(ink if ticked is not False else look.text_faint, 150)
    painter.setPen(QPen(edge, 1))
    painter.setBrush(look.surface)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setPen(QPen(ink, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    x, y = box.left(), box.top()
    if ticked:
        painter.drawPolyline([QPointF(x + 3.2, y + 6.8), QPointF(x + 5.7, y + 9.3), QPointF(x + 9.8, y + 4)])
    elif ticked is None:
        painter.drawLine(QLineF(x + 4, y + 6.5, x + 9, y + 6.5))
    painter.restore()


def paint_mark(painter: QPainter, middle: QPointF, weight: Weight, look: Colours) -> None:
    """A small sign for something to notice: louder is fuller."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = {Weight.LOUD: look.removed, Weight.NORMAL: look.held, Weight.QUIET: look.text_faint}[weight]
    x, y = middle.x(), middle.y()
    shape = QPolygonF([QPointF(x, y - 5), QPointF(x + 5.5, y + 4.5), QPointF(x - 5.5, y + 4.5)])
    painter.setPen(QPen(ink, 1.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush if weight is Weight.QUIET else ink)
    painter.drawPolygon(shape)
    painter.setPen(QPen(ink if weight is Weight.QUIET else look.surface, 1.3))
    painter.drawLine(QLineF(x, y - 1.5, x, y + 1.3))
    painter.drawPoint(QPointF(x, y + 3))
    painter.restore()


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a hunk as it is to be drawn. `ticked` is None for a part; `can_tick` is for all of it."""

    lines: str
    note: str
    added: int
    removed: int
    ticked: bool | None
    can_tick: bool
    is_hovered: bool


def paint_head(painter: QPainter, side: Side, box: QRectF, head: Head, look: Colours) -> None:
    """A hairline, the tick of the hunk, its lines and how many come and go."""
    painter.fillRect(box, look.current_line)
    painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), look.hairline)
    x = side.tick
    if head.can_tick:
        square = tick_box(side, box)
        paint_box(painter, square, head.ticked, look.text_dim, is_hovered=head.is_hovered, look=look)
        x = square.right() + 8
    painter.setFont(lettering.font(theme.META))
    metrics = lettering.metrics(theme.META)
    counts = [(f"+{head.added:,}", look.added)] if head.added else []
    counts += [(f"−{head.removed:,}", look.removed)] if head.removed else []
    for text, ink in ((head.lines, look.text_dim), *counts, (head.note, look.text_faint)):
        painter.setPen(ink)
        painter.drawText(QRectF(x, box.top(), box.right() - x, box.height()), LEFT, text)
        x += metrics.horizontalAdvance(text) + 10


def links(side: Side, box: QRectF, count: int) -> list[tuple[QRectF, str, bool]]:
    """What of a fold can be clicked: where, what it says, and whether it shows everything."""
    metrics = lettering.metrics(theme.META)
    x = side.tick + metrics.horizontalAdvance(_folded(count)) + 16
    found: list[tuple[QRectF, str, bool]] = []
    for text, everything in (
        ((f"Show {STEP}", False), ("Show all", True)) if count > STEP else (("Show", True),)
    ):
        width = metrics.horizontalAdvance(text)
        found.append((QRectF(x, box.top(), width, box.height()), text, everything))
        x += width + 12
    return found


def paint_fold(painter: QPainter, side: Side, box: QRectF, count: int, look: Colours) -> None:
    """How many lines stay the same, and that they can be shown."""
    painter.setFont(lettering.font(theme.META))
    painter.setPen(look.text_faint)
    painter.drawText(
        QRectF(side.tick, box.top(), box.width() - side.tick, box.height()), LEFT, _folded(count)
    )
    painter.setPen(look.link)
    for place, text, _ in links(side, box, count):
        painter.drawText(place, LEFT, text)


def _folded(count: int) -> str:
    return f"…  {diff_words.folded(count)}"
