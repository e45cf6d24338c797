"""Lines of text that give way where there is no room for them, and show all of themselves on hover."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QGuiApplication, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QToolTip, QWidget

from openclaw_desktop.ui import theme

COPIED_MS = 1200

LEAST = 40
"""Pixels below which a line does not give way."""


class ElidedLabel(QLabel):
    """A label of one line that looks as its role says, and takes whatever width is left to it."""

    def __init__(
        self, *, elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._elide = elide
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def shown(self) -> str:
        """As much of the text as there is room for."""
        return self.fontMetrics().elidedText(self.text(), self._elide, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        return QSize(min(LEAST, self.sizeHint().width()), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """On hover what is cut is shown in full, unless it is explained."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and not self.toolTip():
            QToolTip.showText(event.globalPos(), self.text() if self.shown != self.text() else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """What there is room for, in the colour and size of its role."""
        painter = QPainter(self)
        role = self.foregroundRole()
        self.style().drawItemText(
            painter, self.contentsRect(), self.alignment(), self.palette(), self.isEnabled(), self.shown, role
        )


class ElidedText(QAbstractButton):
    """Small text, elided in its middle unless said otherwise; a click copies `copies` when it is given."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        narrowest: int = LEAST,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__(parent)
        self._narrowest, self._align, self._elide = narrowest, align, elide
        self._copies = ""
        self._alert = False
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(self.update)
        self.setFont(theme.font(theme.META, tabular=True))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.clicked.connect(self._copy)
        self.show_text("")

    def show_text(self, text: str, *, copies: str = "", hover: str = "", alert: bool = False) -> None:
        """Shows `text`, in amber for an `alert`; a click copies `copies`; `hover` explains it."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(hover)
        self._copies, self._alert = copies, alert
        self.setCursor(Qt.CursorShape.PointingHandCursor if copies else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if copies else Qt.FocusPolicy.NoFocus)
        self.updateGeometry()
        self.update()

    def show_path(self, path: Path, text: str) -> None:
        """Shows `text`, which names a folder or a file; a click copies its path."""
        self.show_text(text, copies=str(path), hover=f"{path}\nClick to copy the path")

    def sizeHint(self) -> QSize:
        """All of the text, and a pixel against rounding."""
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + 2, metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        return QSize(min(self._narrowest, self.sizeHint().width()), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """One line in the quiet colour; brighter under the mouse or with the focus when it can be copied."""
        look = theme.colours(self)
        painter = QPainter(self)
        lively = bool(self._copies) and (self.underMouse() or self.hasFocus())
        painter.setPen(look.held if self._alert else look.text if lively else look.text_dim)
        text = "Copied" if self._copied.isActive() else self.text()
        shown = QFontMetrics(self.font()).elidedText(text, self._elide, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | self._align, shown)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)

    def _copy(self) -> None:
        if self._copies:
            QGuiApplication.clipboard().setText(self._copies)
            self._copied.start()
            self.update()


def shown_path(path: Path, home: Path) -> str:
    """A path with the home folder as "~"."""
    try:
        return str(Path("~") / path.relative_to(home))
    except ValueError:
        return str(path)
