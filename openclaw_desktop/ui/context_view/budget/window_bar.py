"""The window as one bar, and below it the same files over the whole width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.outlook import Outlook, Slice
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.budget.files_model import percent
from openclaw_desktop.ui.context_view.budget.layout import LEAST_SHOWN, Layout, Span, layout
from openclaw_desktop.ui.context_view.budget.slices import paint_slice
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.theme import Colours

BAR, BETWEEN, FILES = 22, 12, 22
PADDING = 6
EMPTY = Layout(1.0, (), ())


class WindowBar(QWidget):
    """Hover reads a part; a click on a file chooses it."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outlook: Outlook | None = None
        self._layout = EMPTY
        self._current = ""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("How the window is filled")

    def show_outlook(self, outlook: Outlook) -> None:
        """Draws another outlook."""
        self._outlook, self._layout = outlook, layout(outlook)
        self.setAccessibleDescription(spoken(outlook))
        self.updateGeometry()
        self.update()

    def show_current(self, name: str) -> None:
        """Underlines the file that is selected elsewhere."""
        self._current = name
        self.update()

    def sizeHint(self) -> QSize:
        """Two bars and what joins them; one where no file takes anything."""
        return QSize(400, BAR + (BETWEEN + FILES if self._layout.files else 0))

    def minimumSizeHint(self) -> QSize:
        """As high as it is."""
        return self.sizeHint()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Both bars."""
        outlook, look = self._outlook, theme.colours(self)
        if outlook is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(lettering.font(theme.META))
        upper = self._upper()
        painter.fillRect(upper, look.hover)
        if outlook.rest is None:
            paint_slice(painter, upper, None, look)
            _label(painter, upper, "The model's window is unknown: choose it above.", look, on_ground=True)
        self._paint_spans(painter, self._placed(self._layout.spans, upper), look)
        self._paint_limit(painter, upper, look)
        if self._layout.files:
            self._paint_lens(painter, look)
            self._paint_spans(painter, self._placed(self._layout.files, self._lower()), look, named=True)

    def _paint_spans(
        self, painter: QPainter, placed: Iterator[tuple[Span, QRectF]], look: Colours, *, named: bool = False
    ) -> None:
        faded = False
        for span, area in placed:
            part = span.part
            if part is None:
                self._paint_rest(painter, area, look)
                continue
            paint_slice(painter, area, part.kind, look, faded=faded)
            faded = part.kind == "bootstrap" and not faded
            if named:
                _label(painter, area, part.name, look)
                if part.name == self._current:
                    painter.fillRect(QRectF(area.left(), area.bottom() - 2, area.width(), 2), look.accent)
            elif part.kind == "reserve":
                _label(painter, area, part.name, look, on_ground=True)

    def _paint_rest(self, painter: QPainter, area: QRectF, look: Colours) -> None:
        outlook = self._outlook
        if outlook is None or outlook.rest is None:
            return
        if outlook.unknown:
            paint_slice(painter, area, None, look)
        _label(painter, area, rest_in_words(outlook), look, on_ground=True)

    def _paint_lens(self, painter: QPainter, look: Colours) -> None:
        """From the files on the bar of the window to the bar of the files."""
        upper, lower = self._upper(), self._lower()
        start, end = self._layout.files_span
        if not end:
            return
        scale = upper.width() / self._layout.axis
        shape = QPolygonF(
            [
                QPointF(upper.left() + start * scale, upper.bottom()),
                QPointF(upper.left() + max(end * scale, start * scale + LEAST_SHOWN), upper.bottom()),
                lower.topRight(),
                lower.topLeft(),
            ]
        )
        ground = QColor(look.bootstrap)
        ground.setAlphaF(0.10)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawPolygon(shape)

    def _paint_limit(self, painter: QPainter, area: QRectF, look: Colours) -> None:
        """Where the window ends, when it is too small."""
        if self._layout.limit is None:
            return
        x = area.left() + area.width() * self._layout.limit / self._layout.axis
        painter.setPen(QPen(look.removed, 2))
        painter.drawLine(QPointF(x, area.top() - 1), QPointF(x, area.bottom() + 1))

    # Places

    def _upper(self) -> QRectF:
        return QRectF(0, 0, self.width(), BAR)

    def _lower(self) -> QRectF:
        return QRectF(0, BAR + BETWEEN, self.width(), FILES)

    def _placed(self, spans: Sequence[Span], area: QRectF) -> Iterator[tuple[Span, QRectF]]:
        """Each span in pixels, with a hairline of ground between neighbours."""
        axis = self._layout.axis if spans is self._layout.spans else (spans[-1].end if spans else 1.0)
        scale = area.width() / axis
        for span in spans:
            left, right = area.left() + span.start * scale, area.left() + span.end * scale
            width = max(right - left - (1 if right - left > 3 else 0), LEAST_SHOWN)
            yield span, QRectF(left, area.top(), width, area.height())

    def _at(self, place: QPointF) -> Span | None:
        lower = place.y() >= BAR + BETWEEN
        spans, area = (self._layout.files, self._lower()) if lower else (self._layout.spans, self._upper())
        hit = (span for span, box in self._placed(spans, area) if box.adjusted(-1, 0, 1, 0).contains(place))
        return next(hit, None)

    # Events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses a file."""
        span = self._at(event.position())
        if span and span.part and span.part.kind == "bootstrap":
            self.chosen.emit(span.part.name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over what can be chosen."""
        span = self._at(event.position())
        leads = bool(span and span.part and span.part.kind == "bootstrap")
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        """Says what is under the pointer."""
        if isinstance(event, QHelpEvent) and self._outlook:
            span = self._at(QPointF(event.pos()))
            text = "" if span is None else tip(span.part, self._outlook)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)


def _label(painter: QPainter, area: QRectF, text: str, look: Colours, *, on_ground: bool = False) -> None:
    """Words where they fit; on a plate of ground where there is a pattern behind them."""
    width = lettering.metrics(theme.META).horizontalAdvance(text)
    if width + 2 * PADDING > area.width():
        return
    if on_ground:
        plate = QRectF(0, 0, width + 2 * PADDING, area.height() - 4)
        plate.moveCenter(area.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.hover)
        painter.drawRoundedRect(plate, 4, 4)
    painter.setPen(look.text if on_ground else look.surface)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)


def rest_in_words(outlook: Outlook) -> str:
    """What is left of the window, and for what."""
    rest = outlook.rest or 0
    if not outlook.unknown:
        return f"{rest:,} free"
    return f"{rest:,} for {', '.join(outlook.unknown)} (unknown) and what stays free"


def tip(part: Slice | None, outlook: Outlook) -> str:
    """What a part of the window is, how large, and how that is known."""
    if part is None:
        return rest_in_words(outlook)
    chars = "" if part.chars is None else f"{part.chars:,} characters, "
    window = outlook.terms.window
    share = f" · {percent((part.tokens or 0) / window)} of the window" if window else ""
    return (
        f"{part.name}\n{chars}{part.tokens or 0:,} tokens{share}\n{words.basis(part, outlook.terms.encoding)}"
    )


def spoken(outlook: Outlook) -> str:
    """All of it for a screen reader."""
    sizes = (
        f"{part.name} {'unknown' if part.tokens is None else f'{part.tokens:,} tokens'}"
        for part in outlook.slices
    )
    return "; ".join((*sizes, rest_in_words(outlook) if outlook.rest is not None else "window unknown"))
