"""Text that is read, selected and copied, with the mouse as well as by keyboard, and not written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

Interaction = Qt.TextInteractionFlag


class ReadingText(QPlainTextEdit):
    """Lines as they are; a frame and a caret, which Qt's read-only text lacks, show where the keyboard is."""

    def __init__(self, name: str, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAccessibleName(name)
        self.setProperty("role", "reading")
        self.setReadOnly(True)
        self.setTextInteractionFlags(Interaction.TextSelectableByMouse | Interaction.TextSelectableByKeyboard)
