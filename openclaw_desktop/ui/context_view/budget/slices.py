"""How each part of a window is drawn: one colour and one pattern a kind."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from openclaw_desktop.context.outlook import SliceKind
from openclaw_desktop.ui.search_view import bars
from openclaw_desktop.ui.theme import Colours

FADED = 0.86
"""Still 4.5:1 behind the words on it."""

Painted = SliceKind | None
"""None is what nobody knows."""


def paint_slice(
    painter: QPainter, span: QRectF, kind: Painted, look: Colours, *, faded: bool = False
) -> None:
    """Fills `span`; every other file is `faded`, so that neighbours are told apart."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    over = _with_alpha(look.surface, 0.55)
    if kind is None:
        bars.stripes(painter, span, _with_alpha(look.decay, 0.6), rising=False)
    elif kind == "reserve":
        painter.setPen(QPen(look.text_faint, 1))
        painter.drawRect(span.adjusted(0.5, 0.5, -0.5, -0.5))
    elif kind == "history":
        painter.fillRect(span, look.user)
        bars.stripes(painter, span, look.assistant, rising=True)
    else:
        ink = look.bootstrap if kind == "bootstrap" else look.system
        painter.fillRect(span, _with_alpha(ink, FADED) if faded else ink)
        if kind == "skills":
            bars.stripes(painter, span, over, rising=True)
        elif kind == "tools":
            bars.dots(painter, span, over)
    painter.restore()


def _with_alpha(colour: QColor, alpha: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(alpha)
    return result
