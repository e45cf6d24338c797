"""The tokens of each band at one place of a timeline: swatch, name, number; its legend too."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from openclaw_desktop.context.ledger import Point
from openclaw_desktop.context.sessions.fixed import Fixed, Group
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import categories
from openclaw_desktop.ui.context_view.series import Band, bands
from openclaw_desktop.ui.context_view.session_words import UNKNOWN, tokens
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.theme import Colours

LINE, SWATCH, BETWEEN = 20, 11, 16

INTRODUCTION = "Estimated tokens:"

FIXED = (Category.SYSTEM, Category.BOOTSTRAP)
"""What no transcript tells."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One entry of the legend; no band is the measured line."""

    band: Band | None
    name: str
    value: str


def figures(point: Point | None, fixed: Fixed | None) -> tuple[Figure, ...]:
    """Every band with its tokens, those of the fixed parts unknown where `fixed` is; pure."""
    by_category = point.by_category if point else {}
    by_group = fixed.by_group if fixed else {}

    def value(band: Band) -> str:
        if fixed is None and band in FIXED:
            return UNKNOWN
        tokens = by_group[band] if isinstance(band, Group) else by_category.get(band, 0)
        return f"{tokens:,}" if point else ""

    found = [Figure(band, categories.LOOKS[band].name, value(band)) for band in bands(fixed)]
    answered = point is not None and point.entry.role == "assistant"
    measured = tokens(point.measured) if point and answered else ""
    return (*found, Figure(None, "measured", measured))


class Figures(QWidget):
    """As many lines as the width needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures: tuple[Figure, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Tokens by category, estimated")
        self._fit()

    def show_point(self, point: Point | None, fixed: Fixed | None) -> None:
        """Shows the figures of another place; None leaves the names."""
        self.figures = figures(point, fixed)
        self.setAccessibleDescription(", ".join(f"{f.name} {f.value}" for f in self.figures))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:
        """As high as its lines."""
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need other lines."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Every figure in its place."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setFont(lettering.font(theme.META))
        metrics = lettering.metrics(theme.META)
        painter.setPen(look.text_faint)
        painter.drawText(QRectF(0, 0, self.width(), LINE), lettering.LEFT, INTRODUCTION)
        for figure, place in self._places():
            swatch = QRectF(place.x(), place.y() + (LINE - SWATCH) // 2, SWATCH, SWATCH)
            self._swatch(painter, swatch, figure, look)
            text = QRectF(swatch.right() + 6, place.y(), self.width(), LINE)
            painter.setPen(look.text_dim)
            painter.drawText(text, lettering.LEFT, figure.name)
            text.translate(metrics.horizontalAdvance(figure.name) + 5, 0)
            painter.setPen(look.text_faint if figure.value in ("0", UNKNOWN) else look.text)
            painter.drawText(text, lettering.LEFT, figure.value)

    def _swatch(self, painter: QPainter, swatch: QRectF, figure: Figure, look: Colours) -> None:
        if figure.band is not None:
            categories.paint_swatch(painter, swatch, figure.band, look)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.text, 1.6))
        painter.drawLine(swatch.bottomLeft() - QPointF(0, 3), swatch.topRight() + QPointF(0, 3))
        painter.setBrush(look.surface)
        painter.drawEllipse(swatch.center(), 2.5, 2.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)

    def _places(self) -> list[tuple[Figure, QPointF]]:
        """A number has room for six digits, so that nothing jumps while the mouse moves."""
        metrics = lettering.metrics(theme.META)
        least = metrics.horizontalAdvance("000,000")
        places: list[tuple[Figure, QPointF]] = []
        x, y = metrics.horizontalAdvance(INTRODUCTION) + BETWEEN, 0.0
        for figure in self.figures:
            width = SWATCH + 11 + metrics.horizontalAdvance(figure.name)
            width += max(metrics.horizontalAdvance(figure.value), least)
            if x and x + width > self.width():
                x, y = 0.0, y + LINE
            places.append((figure, QPointF(x, y)))
            x += width + BETWEEN
        return places

    def _fit(self) -> None:
        places = self._places()
        self.setFixedHeight(round(places[-1][1].y()) + LINE if places else LINE)
