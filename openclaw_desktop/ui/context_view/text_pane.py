"""A read-only text that stays quick however long it is: of a very long one the beginning is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from openclaw_desktop.ui import theme

MOST_CHARS = 300_000
MOST_MARKS = 300


class TextPane(QPlainTextEdit):
    """Text that can be selected and copied; what is looked for in it is marked."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._needle = ""
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.document().setDocumentMargin(8)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_text(self, text: str, *, cut: bool = False) -> None:
        """Shows a text from its beginning; `cut`: of a session so large that only this much is kept."""
        left_out = len(text) - MOST_CHARS
        if left_out > 0:
            text = f"{text[:MOST_CHARS]}\n\n… {left_out:,} more characters are not shown here."
        elif cut:
            text += "\n\n… The session is so large that only the beginning of this text is read."
        if text != self.toPlainText():
            self.setPlainText(text)
        self._mark()

    def mark(self, needle: str) -> None:
        """Marks every place where this stands, in any case, and shows the first."""
        self._needle = needle
        found = self._mark()
        if found:
            cursor = self.textCursor()
            cursor.setPosition(found[0].selectionStart())
            self.setTextCursor(cursor)
            self.centerCursor()

    def reveal(self, sentence: str) -> bool:
        """Shows and selects the first place of a sentence; False when it is not there."""
        line = next((part for part in sentence.split("\n") if part.strip()), "")
        found = self.document().find(line[:200]) if line else QTextCursor()
        if found.isNull():
            return False
        self.setTextCursor(found)
        self.centerCursor()
        return True

    def _mark(self) -> list[QTextCursor]:
        style = QTextCharFormat()
        style.setBackground(theme.colours(self).mark)
        found: list[QTextCursor] = []
        cursor = QTextCursor(self.document())
        while self._needle and len(found) < MOST_MARKS:
            cursor = self.document().find(self._needle, cursor, QTextDocument.FindFlag(0))
            if cursor.isNull():
                break
            found.append(cursor)
        selections: list[QTextEdit.ExtraSelection] = []
        for each in found:
            selection = QTextEdit.ExtraSelection()
            selection.cursor, selection.format = each, style  # pyright: ignore[reportAttributeAccessIssue]
            selections.append(selection)
        self.setExtraSelections(selections)
        return found

    def changeEvent(self, event: QEvent) -> None:
        """Marks in the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._mark()
