"""What the limits of a timeline are called, in a margin beside it, so that no name covers a curve."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.guides import Limit
from openclaw_desktop.ui.search_view import lettering

LINE, BETWEEN, TICK = 14, 3, 6
"""Pixels: a line of text, what is free between two names, the stroke that leads to the limit."""


def spread(wanted: Sequence[float], high: float, bottom: float) -> list[float]:
    """Upper edges for boxes `high` pixels high in the middle of which `wanted` would like to be; pure.

    Their order is kept, none covers another, and none reaches below `bottom` while there is room.
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = [0.0] * len(wanted)
    free = 0.0
    for number, place in enumerate(order):
        below = (len(order) - number - 1) * (high + BETWEEN)
        latest = max(bottom - high - below, free)
        found[place] = min(max(wanted[place] - high / 2, free), latest)
        free = found[place] + high + BETWEEN
    return found


class LimitLabels(QWidget):
    """A name and its tokens for every limit; hovering says all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._limits: Sequence[Limit] = ()
        self._places: Sequence[float] = ()
        self._bottom = 0.0
        self.setAccessibleName("Limits of the window")
        self._fit()

    def show_limits(self, limits: Sequence[Limit]) -> None:
        """Names these; without any there is no margin."""
        self._limits = limits
        self.setAccessibleDescription(", ".join(limit.text for limit in limits))
        self._fit()

    def place(self, places: Sequence[float], bottom: float) -> None:
        """The limits are at these pixels from above; names stay above `bottom`."""
        self._places, self._bottom = places, bottom
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its names."""
        return QSize(self.width(), 100)

    @property
    def boxes(self) -> list[tuple[Limit, QRectF]]:
        """Where the name of each limit in sight stands."""
        if len(self._places) != len(self._limits):
            return []
        seen = [(limit, y) for limit, y in zip(self._limits, self._places, strict=True) if y >= -1]
        tops = spread([y for _, y in seen], 2 * LINE, self._bottom)
        wide = self.width() - TICK - 2
        return [
            (limit, QRectF(TICK + 2, top, wide, 2 * LINE)) for (limit, _), top in zip(seen, tops, strict=True)
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        """A stroke at the limit, and beside it the name over the number."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setFont(lettering.font(theme.META))
        places = dict(zip(self._limits, self._places, strict=False))
        for limit, box in self.boxes:
            ink: QColor = getattr(look, limit.ink)
            painter.setPen(QPen(ink, 1, limit.style))
            painter.drawLine(0, round(places[limit]), TICK, round(places[limit]))
            painter.setPen(ink)
            text = f"{limit.name}\n{limit.tokens:,}"
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def event(self, event: QEvent) -> bool:
        """Hovering over a name says all of it; another theme is followed."""
        if isinstance(event, QHelpEvent):
            said = next((limit.text for limit, box in self.boxes if box.contains(event.pos())), "")
            QToolTip.showText(event.globalPos(), said, self)
            return True
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        return super().event(event)

    def _fit(self) -> None:
        metrics = lettering.metrics(theme.META)
        texts = [text for limit in self._limits for text in (limit.name, f"{limit.tokens:,}")]
        widest = max((metrics.horizontalAdvance(text) for text in texts), default=-TICK - 6)
        self.setFixedWidth(max(round(widest) + TICK + 6, 0))
        self.update()
