"""The stacked areas of a timeline, the measured line, and the limits, in the coordinates of their view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import categories, plot
from openclaw_desktop.ui.context_view.guides import Limit, Upright
from openclaw_desktop.ui.context_view.series import Axis, Band, Columns, Floats, Series, columns
from openclaw_desktop.ui.theme import Colours

HEAD = 8
"""Pixels kept free above the highest value."""

MEASURED = 2.4
"""How wide its line is: what a provider measured counts for more than what is estimated."""


class AreasItem(QGraphicsItem):
    """Drawn in pixels over the whole of the view box it lies in; nothing is kept between two paints."""

    def __init__(self, parent: QGraphicsItem, span: Callable[[], tuple[float, float, float, float]]) -> None:
        """`span` tells what is seen: lowest and highest x, lowest and highest y."""
        super().__init__(parent)
        self._span = span
        self._rect = QRectF()
        self.look: Colours = theme.LIGHT
        self.series: Series | None = None
        self.axis: Axis = "turns"
        self.limits: Sequence[Limit] = ()
        self.uprights: Sequence[Upright] = ()
        self.replayed: Floats | None = None  # tokens after each entry under other rules
        self.setZValue(-10)

    def set_rect(self, rect: QRectF) -> None:
        """The view box is this large now."""
        self.prepareGeometryChange()
        self._rect = rect

    def boundingRect(self) -> QRectF:
        """All of the view."""
        return self._rect

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The areas from the bottom up, the measured line over them, the limits over all."""
        low, high, bottom, top = self._span()
        width, height = self._rect.width(), self._rect.height()
        if self.series is None or not len(self.series) or width < 2 or high <= low or top <= bottom:
            return
        found = columns(self.series, self.axis, low=low, high=high, pixels=int(width))
        scale = height / (top - bottom)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._areas(painter, found, self.series.bands, height=height, scale=scale)
        self._measured(painter, found, height, scale)
        self._replayed(painter, found, height, scale)
        for upright in self.uprights:
            x = (upright.x - low) / (high - low) * width
            if 0 <= x <= width:
                painter.setPen(QPen(self._ink(upright), 1, upright.style))
                painter.drawLine(QPointF(x, 0), QPointF(x, height))
        self._limits(painter, bottom, scale)

    def _areas(
        self, painter: QPainter, found: Columns, bands: Sequence[Band], *, height: float, scale: float
    ) -> None:
        """From the top down, so that the edge of an area lies over those of empty ones above it."""
        if not len(found.entries):
            return
        x = np.empty(2 * len(found.lefts))
        x[0::2], x[1::2] = found.lefts, found.rights
        edges = np.repeat(height - found.tops * scale, 2, axis=1)
        for place, band in reversed(list(enumerate(bands))):
            edge = edges[place]
            below = edges[place - 1] if place else np.full_like(x, height)
            if not np.any(edge < below - 0.05):
                continue
            shape = plot.polygon(np.concatenate([x, x[::-1]]), np.concatenate([edge, below[::-1]]))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(categories.ground(band, self.look))
            painter.drawPolygon(shape)
            if over := categories.pattern(band, self.look):
                painter.setBrush(over)
                painter.drawPolygon(shape)
            painter.setPen(QPen(categories.LOOKS[band].ink(self.look), 1))
            painter.drawPolyline(plot.polygon(x, edge))
        whole = plot.polygon(x, edges[-1])  # one line over all of them, and dashed: an estimate
        # Where every pixel has an entry, a wider line under the dashes costs as much as all areas together.
        under = 1 if len(found.lefts) > self._rect.width() / 2 else 2
        for pen in (QPen(self.look.surface, under), QPen(self.look.text_dim, 1, Qt.PenStyle.DashLine)):
            painter.setPen(pen)
            painter.drawPolyline(whole)

    def _measured(self, painter: QPainter, found: Columns, height: float, scale: float) -> None:
        """A line with a dot at each call while there is room for dots; alone, a dot in any case."""
        if not len(found.line_x):
            return
        y = height - found.line_y * scale
        crowded = len(found.line_x) > self._rect.width() / 4
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not crowded)
        starts = [0, *(int(each) for each in found.breaks if 0 < each < len(y)), len(y)]
        lines = [plot.polygon(found.line_x[a:b], y[a:b]) for a, b in pairwise(starts)]
        for pen in (QPen(self.look.surface, 5), QPen(self.look.text, MEASURED)):
            if not (crowded and pen.width() > 3):
                painter.setPen(pen)
                for line in lines:
                    painter.drawPolyline(line)
        painter.setBrush(self.look.surface)
        roomy = len(found.line_x) < self._rect.width() / 12
        for line in lines:
            if roomy or line.size() == 1:
                for at in range(line.size()):
                    painter.drawEllipse(line.at(at), 3, 3)

    def _replayed(self, painter: QPainter, found: Columns, height: float, scale: float) -> None:
        """How full the window would have been: a line of dashes and dots in steps."""
        if self.replayed is None or not len(found.entries):
            return
        x = np.empty(2 * len(found.lefts))
        x[0::2], x[1::2] = found.lefts, found.rights
        line = plot.polygon(x, np.repeat(height - self.replayed[found.entries] * scale, 2))
        for pen in (QPen(self.look.surface, 3), QPen(self.look.text, 1.6, Qt.PenStyle.DashDotLine)):
            painter.setPen(pen)
            painter.drawPolyline(line)

    def _limits(self, painter: QPainter, bottom: float, scale: float) -> None:
        """Lines only: what they are called stands beside the plot, where it covers nothing."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for limit in self.limits:
            y = self._rect.height() - (limit.tokens - bottom) * scale
            painter.setPen(QPen(self._ink(limit), 1, limit.style))
            painter.drawLine(QPointF(0, y), QPointF(self._rect.width(), y))

    def _ink(self, line: Limit | Upright) -> QColor:
        ink: QColor = getattr(self.look, line.ink)
        return ink
