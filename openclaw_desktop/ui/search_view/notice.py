"""One quiet line above the results: something to know, and at most one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from openclaw_desktop.ui import icons, theme


class Notice(QWidget):
    """An icon, a sentence and, if there is one, a button; hidden while there is nothing to say."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = "info"
        self._icon = QLabel()
        self._label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._label.setProperty("role", "dim")
        self._button = QPushButton()
        self._button.setProperty("flat", True)
        self._button.clicked.connect(self.clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(theme.GAP)
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        self.say("")

    @property
    def sentence(self) -> str:
        """What it says now."""
        return self._label.text()

    @property
    def button(self) -> str:
        """What the button offers; "" where there is none."""
        return self._button.text()

    def say(self, sentence: str, *, button: str = "", warning: bool = False) -> None:
        """Shows a sentence, or hides when it is empty."""
        self._label.setText(sentence)
        self._button.setText(button)
        self._button.setVisible(bool(button))
        self._icon_name = "warning" if warning else "info"
        self._paint_icon()
        self.setVisible(bool(sentence))

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_button"):
            self._paint_icon()
        super().changeEvent(event)

    def _paint_icon(self) -> None:
        look = theme.colours(self)
        ink = look.held if self._icon_name == "warning" else look.text_faint
        picture = icons.pixmap(self._icon_name, ink, ratio=self.devicePixelRatioF())
        self._icon.setPixmap(picture)
