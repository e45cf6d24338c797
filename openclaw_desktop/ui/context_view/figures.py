"""The tokens at one place of a timeline, measured, estimated, and of each band: its legend too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from openclaw_desktop.context.ledger import Point
from openclaw_desktop.context.sessions.fixed import Fixed, Group
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import categories
from openclaw_desktop.ui.context_view.last_call import LastCall
from openclaw_desktop.ui.context_view.series import Band, Series, bands
from openclaw_desktop.ui.context_view.session_words import UNKNOWN
from openclaw_desktop.ui.context_view.swatches import (
    LINE,
    beside,
    height_of,
    paint_words,
    words_width,
    wrapped,
)
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.theme import Colours

SWATCH, STROKE, BETWEEN = 11, 20, 14

FIXED = (Category.SYSTEM, Category.BOOTSTRAP)
"""What no transcript tells."""


class Line(Enum):
    """The lines of a timeline, which are no bands."""

    MEASURED = "measured"
    ESTIMATED = "estimated"
    REPLAYED = "by these rules"


@dataclass(frozen=True, slots=True)
class Figure:
    """One entry of the legend."""

    band: Band | Line
    name: str
    value: str


def figures(
    point: Point | None, fixed: Fixed | None, call: LastCall | None = None, replayed: int | None = None
) -> tuple[Figure, ...]:
    """First the lines, then every band with its tokens; pure.

    What was measured is that of the last `call`. The fixed parts are unknown where `fixed` is. `replayed` is
    how full the window would have been under other rules; None: none are tried.
    """
    by_category = point.by_category if point else {}
    by_group = fixed.by_group if fixed else {}

    def value(band: Band) -> str:
        if fixed is None and band in FIXED:
            return UNKNOWN
        tokens = by_group[band] if isinstance(band, Group) else by_category.get(band, 0)
        return f"{tokens:,}" if point else ""

    here = call is None or point is None or call.index == point.index
    lines = [
        Figure(
            Line.MEASURED,
            "measured" if here else "measured before",
            f"{call.measured:,}" if call else UNKNOWN,
        ),
        Figure(Line.ESTIMATED, "estimated", f"{point.estimated:,}" if point else ""),
    ]
    if replayed is not None:
        lines.append(Figure(Line.REPLAYED, "by these rules", f"{replayed:,}"))
    return (*lines, *(Figure(band, categories.LOOKS[band].name, value(band)) for band in bands(fixed)))


def weights(series: Series) -> dict[Band, int]:
    """How many tokens each band has at most along a session; pure."""
    below = [0 * series.tops[0], *series.tops[:-1]] if len(series.tops) else []
    return {
        band: int((top - under).max(initial=0))
        for band, top, under in zip(series.bands, series.tops, below, strict=True)
    }


class Figures(QWidget):
    """One line of the most telling ones, the rest behind a button; `whole`: all, and no button."""

    def __init__(self, *, whole: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figures: tuple[Figure, ...] = ()
        self._weights: Mapping[Band, int] = {}
        self._whole = whole
        self.more = QPushButton(self)
        self.more.setCheckable(True)
        self.more.setProperty("role", "status")
        self.more.setFixedHeight(LINE)
        self.more.setVisible(not whole)
        self.more.toggled.connect(self._fit)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Tokens measured and estimated, and estimated by category")
        self._fit()

    def weigh(self, series: Series) -> None:
        """Of a session's bands the heaviest are shown first, those that nothing is in not at all."""
        self._weights = weights(series)
        self._fit()

    def show_point(
        self,
        point: Point | None,
        fixed: Fixed | None,
        call: LastCall | None = None,
        replayed: int | None = None,
    ) -> None:
        """Shows the figures of another place; None leaves the names."""
        self.figures = figures(point, fixed, call, replayed)
        self.setAccessibleDescription(", ".join(f"{f.name} {f.value}" for f in self.figures))
        self._fit()

    def sizeHint(self) -> QSize:
        """As high as its lines."""
        return QSize(200, self.height())

    @property
    def seen(self) -> list[Figure]:
        """Those that are shown."""
        return [figure for figure, _ in self._places()]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need other lines."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Every figure in its place."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setFont(lettering.font(theme.META))
        for figure, place in self._places():
            wide = _wide(figure)
            swatch = QRectF(place.x(), place.y() + (LINE - SWATCH) // 2, wide, SWATCH)
            self._swatch(painter, swatch, figure, look)
            text = beside(swatch, place.y(), self.width())
            ink = look.text if figure.band is Line.MEASURED else look.text_dim
            number = look.text_faint if figure.value in ("0", UNKNOWN) else look.text
            paint_words(painter, text, (figure.name, figure.value), (ink, number))

    def _swatch(self, painter: QPainter, swatch: QRectF, figure: Figure, look: Colours) -> None:
        """A field of the band, or a piece of the line."""
        if not isinstance(figure.band, Line):
            categories.paint_swatch(painter, swatch, figure.band, look)
            return
        pens = {
            Line.MEASURED: QPen(look.text, 2.4),
            Line.ESTIMATED: QPen(look.text_dim, 1, Qt.PenStyle.DashLine),
            Line.REPLAYED: QPen(look.text, 1.6, Qt.PenStyle.DashDotLine),
        }
        middle = QPointF(0, swatch.height() / 2)
        painter.setPen(pens[figure.band])
        painter.drawLine(swatch.topLeft() + middle, swatch.topRight() + middle)
        if figure.band is Line.MEASURED:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(look.surface)
            painter.drawEllipse(swatch.center(), 3, 3)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)

    def _ranked(self) -> list[Figure]:
        """All of them as they stand in the stack; in one line the heaviest bands first."""
        if self._whole or self.more.isChecked():
            return list(self.figures)
        lines = [figure for figure in self.figures if isinstance(figure.band, Line)]
        held = [(self._weights.get(f.band, 0), f) for f in self.figures if not isinstance(f.band, Line)]
        return lines + [figure for weight, figure in sorted(held, key=lambda pair: -pair[0]) if weight]

    def _places(self) -> list[tuple[Figure, QPointF]]:
        """A number has room for five digits, so that nothing jumps while the mouse moves."""
        least = lettering.metrics(theme.META).horizontalAdvance("00,000")
        room = self.width() - (0 if self._whole else self.more.sizeHint().width() + BETWEEN)
        ranked = self._ranked()
        widths = [_wide(figure) + words_width(figure.name, figure.value, least=least) for figure in ranked]
        places = list(zip(ranked, wrapped(widths, between=BETWEEN, room=room), strict=True))
        if self._whole or self.more.isChecked():
            return places
        return [(figure, place) for figure, place in places if not place.y()]

    def _fit(self) -> None:
        """The button says how many are behind it; as high as the lines."""
        self.more.setText("Fewer" if self.more.isChecked() else "99 more")  # room for any number
        places = self._places()
        hidden = len(self.figures) - len(places)
        if not self.more.isChecked():
            self.more.setText(f"{hidden:,} more")
            self.more.setToolTip("Show the tokens of every category, and what each pattern stands for")
            self.more.setVisible(not self._whole and hidden > 0)
        self.more.adjustSize()
        self.more.setFixedHeight(LINE)
        self.more.move(self.width() - self.more.width(), 0)
        self.setFixedHeight(height_of([place for _, place in places]))
        self.update()


def _wide(figure: Figure) -> int:
    """Pixels for its swatch: a piece of a line needs more."""
    return STROKE if isinstance(figure.band, Line) else SWATCH
