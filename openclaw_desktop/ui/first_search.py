"""The strip that suggests a first search in a workspace that was never open before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from openclaw_desktop.ui import icons, theme

PADDING = 26
"""What a chip needs beside its text, in pixels."""


class FirstSearch(QWidget):
    """One or two questions as buttons; a click asks one, and any that is answered puts the strip away."""

    asked = Signal(str)

    def __init__(self, questions: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = QLabel()
        self._close = QToolButton()
        self._close.setToolTip("Dismiss")
        self._close.setAccessibleName("Dismiss the suggested searches")
        self._close.clicked.connect(self.end)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(theme.GAP)
        row.addWidget(self._icon)
        row.addWidget(QLabel("Try a first search:"))
        for question in questions:
            chip = Chip(question)
            chip.clicked.connect(partial(self._ask, question))
            row.addWidget(chip, 100)
        row.addStretch(1)
        row.addWidget(self._close)
        self._draw_icons()

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A quiet ground with a hairline below it."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.fillRect(event.rect(), look.window)
        painter.fillRect(0, self.height() - 1, self.width(), 1, look.hairline)

    def _ask(self, question: str) -> None:
        self.end()
        self.asked.emit(question)

    def end(self) -> None:
        """Goes for good."""
        self.hide()
        self.deleteLater()

    def _draw_icons(self) -> None:
        ink = theme.colours(self).text_dim
        self._icon.setPixmap(icons.pixmap("search", ink, 16, self.devicePixelRatioF()))
        self._close.setIcon(icons.icon("close", self))


class Chip(QPushButton):
    """A button whose text gives way at its end; all of it is said on hover and to screen readers."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setToolTip(text)
        self.setAccessibleName(f"Search: {text}")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(self.fontMetrics().horizontalAdvance(text) + PADDING + 2)

    def sizeHint(self) -> QSize:
        """All of the text."""
        return QSize(self.maximumWidth(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        return QSize(min(96, self.maximumWidth()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows as much as there is room for."""
        super().resizeEvent(event)
        room = self.width() - PADDING
        self.setText(self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room))
