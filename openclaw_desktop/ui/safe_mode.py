"""Safe mode: the program with nothing of its own that could stand in its way, and a strip that says so."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from openclaw_desktop.ui import icons, theme

WORDS = (
    "Safe mode: default settings, no tabs of last time, nothing is indexed, and protected files are not "
    "guarded."
)
INDEXING = "Safe mode: default settings, no tabs of last time, and protected files are not guarded."


class SafeModeStrip(QWidget):
    """Stands above the views as long as the window does; it cannot be dismissed, so that nobody forgets."""

    index_wanted = Signal()  # once

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = QLabel()
        self._words = QLabel(WORDS, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.button = QPushButton("Index now")
        self.button.setProperty("flat", True)
        self.button.clicked.connect(self.begin)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(theme.GAP)
        row.addWidget(self._icon)
        row.addWidget(self._words, 1)
        row.addWidget(self.button)
        self._draw_icon()

    @property
    def sentence(self) -> str:
        """What it says."""
        return self._words.text()

    def begin(self) -> None:
        """The index is wanted after all; asked again, it is under way."""
        if self.button.isHidden():
            return
        self.button.hide()
        self._words.setText(INDEXING)
        self.index_wanted.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icon()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """An amber ground with a hairline below it."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.fillRect(event.rect(), look.held_ground)
        painter.fillRect(0, self.height() - 1, self.width(), 1, look.hairline)

    def _draw_icon(self) -> None:
        look = theme.colours(self)
        self._icon.setPixmap(icons.pixmap("warning", look.held, 16, self.devicePixelRatioF()))
