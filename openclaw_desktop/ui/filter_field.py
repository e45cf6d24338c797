"""The field above a list that leaves only what matches."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

SHOWS_ALL = "Escape shows all again."
"""What helps where nothing matches."""


class FilterField(QLineEdit):
    """Escape takes the filter away; where there is none, it means what it means around the field."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is what the field says while it is empty: "Filter headings"."""
        super().__init__(parent)
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """All keys but Escape are for the text."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
