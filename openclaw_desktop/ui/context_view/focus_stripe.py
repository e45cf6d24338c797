"""A stripe of the accent along a slider that has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider

from openclaw_desktop.ui import theme


class FocusStripe(QAbstractSlider):
    """A surface with room for the stripe at its left; a screen reader hears of a slider and its value."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows where the keyboard is."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard is elsewhere."""
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turning the wheel is no way to move it."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The surface, and the stripe where the keyboard is."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), look.surface)
        if self.hasFocus():
            painter.setPen(QPen(look.accent, 2))
            painter.drawLine(QPointF(1, 0), QPointF(1, self.height()))
