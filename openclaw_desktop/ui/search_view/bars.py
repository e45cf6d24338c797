"""What a score is made of, drawn: a stacked bar that ends at the score, and its legend.

Pure painting; the caller gives the parts, the axis and the colours. Gains stand side by side from 0. What was
taken away is laid back from their end, faded and hatched, so that the solid part ends exactly at the score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from openclaw_desktop.search.explain import BarPart
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.theme import Colours

HEIGHT = 10.0
SWATCH = 9.0
STRIPE = 4.0


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of a bar on the score axis; `lost` is drawn over the gains it takes away."""

    start: float
    end: float
    name: str
    lost: bool = False


def segments(parts: Sequence[BarPart]) -> tuple[Segment, ...]:
    """Where each part lies on the axis: gains from 0 upwards, then losses from the gains' end downwards."""
    placed: list[Segment] = []
    end = 0.0
    for part in parts:
        if part.amount > 0:
            placed.append(Segment(end, end + part.amount, part.name))
            end += part.amount
    for part in parts:
        if part.amount < 0 < end:
            start = max(0.0, end + part.amount)
            placed.append(Segment(start, end, part.name, lost=True))
            end = start
    return tuple(placed)


def hundredths(parts: Sequence[BarPart]) -> tuple[int, ...]:
    """The parts in hundredths, rounded so that they add up to the rounded score."""
    exact = [part.amount * 100 for part in parts]
    whole = [math.floor(value) for value in exact]
    missing = round(sum(exact)) - sum(whole)
    by_remainder = sorted(range(len(parts)), key=lambda i: exact[i] - whole[i], reverse=True)
    for index in by_remainder[:missing]:
        whole[index] += 1
    return tuple(whole)


def legend(parts: Sequence[BarPart]) -> tuple[tuple[BarPart, str], ...]:
    """Each part that shows, with its number: ".41", "+.05", "−.06"."""
    numbers = zip(parts, hundredths(parts), strict=True)
    return tuple((part, signed(value, plain=part.kind == "share")) for part, value in numbers if value)


def signed(value: int, *, plain: bool = False) -> str:
    """Hundredths as text without the leading zero; `plain` leaves the plus away."""
    sign = "−" if value < 0 else "" if plain else "+"
    whole, rest = divmod(abs(value), 100)
    return f"{sign}{whole or ''}.{rest:02d}"


def colour_of(name: str, look: Colours) -> QColor:
    """The one colour of a factor."""
    if name in ("importance", "path", "project"):
        return look.importance
    own = {"vector": look.vector, "keyword": look.keyword, "evidence": look.evidence, "diversity": look.mmr}
    return own.get(name, look.decay)


def paint_bar(
    painter: QPainter,
    area: QRectF,
    parts: Sequence[BarPart],
    *,
    axis: float,
    floor: float | None,
    look: Colours,
) -> None:
    """Draws the bar into `area`, whose width is `axis` long; `floor` is the noise floor on that axis."""
    scale = area.width() / axis
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.hover)
    painter.drawRoundedRect(area, 2, 2)
    placed = segments(parts)
    score = min((s.start for s in placed if s.lost), default=math.inf)
    for segment in placed:
        if not segment.lost:
            _gain(painter, area, scale, segment, score, look)
    for segment in placed:
        if segment.lost:
            span = _span(area, scale, segment.start, segment.end)
            paint_piece(painter, span, segment.name, lost=True, look=look)
    if floor is not None and 0 < floor <= axis:
        paint_floor(painter, area.adjusted(0, -3, 0, 3), floor * scale, look)
    painter.restore()


def _gain(
    painter: QPainter, area: QRectF, scale: float, segment: Segment, score: float, look: Colours
) -> None:
    """One gain: solid up to the score, faded where something was taken away again."""
    if segment.start < score:
        span = _span(area, scale, segment.start, min(segment.end, score))
        paint_piece(painter, span, segment.name, lost=False, look=look)
    if segment.end > score:
        faded = QColor(colour_of(segment.name, look))
        faded.setAlphaF(0.28)
        painter.fillRect(_span(area, scale, max(segment.start, score), segment.end), faded)


def _span(area: QRectF, scale: float, start: float, end: float) -> QRectF:
    left, right = area.left() + start * scale, area.left() + end * scale
    return QRectF(left, area.top(), max(right - left, 1.0), area.height()).intersected(area)


def paint_piece(painter: QPainter, span: QRectF, name: str, *, lost: bool, look: Colours) -> None:
    """A factor's own colour and pattern: solid, striped, lined, dotted; outlined for diversity; hatched
    if lost."""
    ink = colour_of(name, look)
    if lost or name == "diversity":
        if lost:
            stripes(painter, span, ink, rising=False)
        painter.setPen(QPen(ink, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(span.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(Qt.PenStyle.NoPen)
        return
    painter.fillRect(span, ink)
    over = QColor(look.surface)
    over.setAlphaF(0.55)
    if name == "keyword":
        stripes(painter, span, over, rising=True)
    elif name == "evidence":
        painter.fillRect(QRectF(span.left(), span.center().y() - 0.5, span.width(), 1), over)
    elif name != "vector":
        dots(painter, span, over)


def stripes(painter: QPainter, span: QRectF, ink: QColor, *, rising: bool) -> None:
    """Slanting lines."""
    painter.save()
    painter.setClipRect(span, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(ink, 1.2))
    height = span.height()
    first = math.floor((span.left() - height) / STRIPE) * STRIPE
    lines: list[QLineF] = []
    x = first
    while x < span.right():
        top, bottom = (x + height, x) if rising else (x, x + height)
        lines.append(QLineF(top, span.top(), bottom, span.bottom()))
        x += STRIPE
    painter.drawLines(lines)
    painter.restore()


def dots(painter: QPainter, span: QRectF, ink: QColor) -> None:
    """Two rows of dots."""
    painter.save()
    painter.setClipRect(span, Qt.ClipOperation.IntersectClip)
    pen = QPen(ink, 2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    columns = range(math.floor(span.left() / STRIPE), math.ceil(span.right() / STRIPE) + 1)
    rows = (span.top() + span.height() * 0.3, span.top() + span.height() * 0.7)
    painter.drawPoints([QPointF(c * STRIPE + (c % 2), rows[c % 2]) for c in columns])
    painter.restore()


def paint_floor(painter: QPainter, area: QRectF, x: float, look: Colours) -> None:
    """The noise floor: a thin dashed line `x` pixels into the axis, seen on any ground."""
    at = math.floor(area.left() + x) + 0.5
    line = QLineF(at, area.top(), at, area.bottom())
    painter.setPen(QPen(look.surface, 1))
    painter.drawLine(line)
    pen = QPen(look.text, 1)
    pen.setDashPattern([2, 2])
    painter.setPen(pen)
    painter.drawLine(line)
    painter.setPen(Qt.PenStyle.NoPen)


def paint_legend(painter: QPainter, area: QRectF, parts: Sequence[BarPart], look: Colours) -> None:
    """Draws swatch, name and number of each part from the left; what does not fit is left away."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(lettering.font(theme.META))
    metrics = lettering.metrics(theme.META)
    x = area.left()
    for part, number in legend(parts):
        name_width = metrics.horizontalAdvance(part.name)
        width = SWATCH + 4 + name_width + 4 + metrics.horizontalAdvance(number)
        if x + width > area.right():
            break
        swatch = QRectF(x, area.center().y() - SWATCH / 2, SWATCH, SWATCH)
        paint_piece(painter, swatch, part.name, lost=part.amount < 0, look=look)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(look.text_dim)
        painter.drawText(QRectF(x + SWATCH + 4, area.top(), name_width + 1, area.height()), left, part.name)
        painter.setPen(look.text)
        beside = QRectF(x + SWATCH + 8 + name_width, area.top(), area.width(), area.height())
        painter.drawText(beside, left, number)
        painter.setPen(Qt.PenStyle.NoPen)
        x += width + 12
    painter.restore()
