"""What a view shows when it has nothing to show: what it is for, what to do first, and the button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import icons, theme

WIDEST_SENTENCE = 420


class EmptyState(QWidget):
    """An icon, a title, one sentence and, when `button` is given, the one thing to do."""

    clicked = Signal()

    def __init__(
        self,
        icon: str,
        title: str,
        sentence: str,
        button: str = "",
        *,
        primary: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self._picture = QLabel(alignment=Qt.AlignmentFlag.AlignHCenter)
        self._title = QLabel(
            title, alignment=Qt.AlignmentFlag.AlignHCenter, wordWrap=True, textFormat=Qt.TextFormat.PlainText
        )
        self._title.setProperty("role", "empty")
        self._sentence = QLabel(
            sentence,
            alignment=Qt.AlignmentFlag.AlignHCenter,
            wordWrap=True,
            textFormat=Qt.TextFormat.PlainText,
        )
        self._sentence.setProperty("role", "dim")
        self._sentence.setMaximumWidth(WIDEST_SENTENCE)
        self._button = QPushButton(button)
        self._button.setProperty("primary", primary)
        self._button.clicked.connect(self.clicked)
        self._lay_out()
        self._button.setVisible(bool(button))  # before it had its place it would be a window
        self._paint_icon()

    def set_texts(self, title: str, sentence: str, button: str = "") -> None:
        """Says something else with the same icon."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._button.setText(button)
        self._button.setVisible(bool(button))

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(theme.GAP)
        column.addStretch(2)
        column.addWidget(self._picture)
        column.addSpacing(theme.GAP)
        column.addWidget(self._title)
        for widget in (self._sentence, self._button):
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(widget, 1000 if widget is self._sentence else 0)
            row.addStretch(1)
            column.addLayout(row)
            column.addSpacing(theme.GAP)
        column.addStretch(3)

    def _paint_icon(self) -> None:
        ink = theme.colours(self).text_dim
        self._picture.setPixmap(icons.pixmap(self._icon, ink, 32, self.devicePixelRatioF()))
