"""Which colour is what, and how much of it there is; as many lines as the width needs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from openclaw_desktop.context.outlook import Outlook
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.budget.slices import Painted, paint_slice
from openclaw_desktop.ui.context_view.swatches import (
    LINE,
    beside,
    height_of,
    paint_words,
    words_width,
    wrapped,
)
from openclaw_desktop.ui.search_view import lettering

SWATCH, GAP = 10, 16


@dataclass(frozen=True, slots=True)
class Item:
    """One part: how it is drawn, its name and its size in words."""

    kind: Painted
    name: str
    size: str
    known: bool


def items(outlook: Outlook) -> tuple[Item, ...]:
    """The parts in the order of the bar; all files are one."""
    found: list[Item] = []
    for part in outlook.slices:
        if part.kind == "bootstrap":
            if not any(item.kind == "bootstrap" for item in found):
                found.append(Item("bootstrap", "files", f"{outlook.tokens:,}", known=True))
        elif part.tokens is None:
            found.append(Item(None, part.name, "unknown", known=False))
        else:
            found.append(Item(part.kind, part.name, f"{part.tokens:,}", known=True))
    return tuple(found)


class Legend(QWidget):
    """Swatch, name and number of each part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[Item, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Parts of the window")

    def show_outlook(self, outlook: Outlook) -> None:
        """Lists the parts of another outlook."""
        self.items = items(outlook)
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
        """Every item in its place."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(lettering.font(theme.META))
        for item, place in self._places():
            swatch = QRectF(place.x(), place.y() + (LINE - SWATCH) / 2, SWATCH, SWATCH)
            paint_slice(painter, swatch, item.kind, look)
            if item.kind is None:
                painter.setPen(QPen(look.text_faint, 1))
                painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5))
            text = beside(swatch, place.y(), self.width())
            inks = look.text_dim, look.text if item.known else look.text_faint
            paint_words(painter, text, (item.name, item.size), inks)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)

    def _places(self) -> list[tuple[Item, QPointF]]:
        widths = [SWATCH + words_width(item.name, item.size) for item in self.items]
        return list(zip(self.items, wrapped(widths, between=GAP, room=self.width()), strict=True))

    def _fit(self) -> None:
        self.setFixedHeight(height_of([place for _, place in self._places()]))
