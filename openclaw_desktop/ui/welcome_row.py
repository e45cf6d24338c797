"""One thing that can be opened, as a row that is a button."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.elided import shown_path

LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class ChoiceRow(QAbstractButton):
    """A name with a line below it; at the right how much there is, or in amber what is to be known first."""

    HEIGHT = 44

    def __init__(
        self, icon: str, name: str, below: str, *, amount: str = "", alert: str = "", indent: int = 0
    ) -> None:
        super().__init__()
        self._icon, self._indent, self._below = icon, indent, below
        self._amount, self._alert = amount, alert
        self.setText(name)
        self.setToolTip("\n".join(filter(None, (name, below, alert, amount))))
        self.setAccessibleName(", ".join(filter(None, (name, below, alert, amount))))
        self.setFixedHeight(self.HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, as a click does; arrows go from row to row as in every group of buttons."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two lines beside an icon."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.rect().adjusted(self._indent, 1, 0, -1)
        if self.isEnabled() and (self.underMouse() or self.hasFocus()):
            painter.setPen(look.accent if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(look.hover)
            ring = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)  # along the middle of its pixels
            painter.drawRoundedRect(ring, theme.RADIUS, theme.RADIUS)
        picture = icons.pixmap(self._icon, look.text_dim, 20, self.devicePixelRatioF())
        painter.drawPixmap(area.left() + 8, area.top() + (area.height() - 20) // 2, picture)
        words = area.adjusted(40, 3, -8, -3)
        top = QRect(words.left(), words.top(), words.width(), words.height() // 2)
        self._paint_first(painter, top)
        painter.setFont(theme.font(theme.META))
        painter.setPen(look.text_dim)
        self._write(painter, top.translated(0, top.height()), self._below, Qt.TextElideMode.ElideMiddle)

    def _paint_first(self, painter: QPainter, line: QRect) -> None:
        """The name, which gives way to what stands at the right."""
        look = theme.colours(self)
        note = self._alert or self._amount
        painter.setFont(theme.font(theme.META, tabular=True))
        width = painter.fontMetrics().horizontalAdvance(note)
        painter.setPen(look.held if self._alert else look.text_dim)
        painter.drawText(line, RIGHT, note)
        painter.setFont(theme.font(theme.BODY))
        painter.setPen(look.text if self.isEnabled() else look.text_faint)
        room = line.adjusted(0, 0, -width - theme.GAP if note else 0, 0)
        self._write(painter, room, self.text(), Qt.TextElideMode.ElideRight)

    def _write(self, painter: QPainter, line: QRect, text: str, elide: Qt.TextElideMode) -> None:
        painter.drawText(line, LEFT, painter.fontMetrics().elidedText(text, elide, line.width()))


class WorkspaceRow(ChoiceRow):
    """One folder: its name, and its real path, which is whole on hover."""

    def __init__(
        self,
        icon: str,
        name: str,
        path: Path,
        home: Path,
        *,
        amount: str = "",
        alert: str = "",
        indent: int = 0,
    ) -> None:
        super().__init__(icon, name, shown_path(path, home), amount=amount, alert=alert, indent=indent)
        self.path = path
        self.setToolTip("\n".join(filter(None, (name, str(path), alert, amount))))
        self.setAccessibleName(", ".join(filter(None, (name, str(path), alert, amount))))
