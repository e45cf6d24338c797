"""The result as text to be edited: what stands here is what is accepted."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor.codec import to_shown
from openclaw_desktop.ui.editor.loading import LARGEST_EDITED, LONGEST_EDITED
from openclaw_desktop.ui.editor.text_edit import TextEdit


class EditPage(QWidget):
    """Holds the text of the ticks until something is typed; then it holds what was typed."""

    edited = Signal()
    back_wished = Signal()  # to the ticks, giving up what was typed

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = TextEdit(settings)
        self.editor.setAccessibleName("The result")
        self._said = QLabel("What stands here is what is accepted.")
        self._said.setProperty("role", "meta")
        self.back_button = QPushButton("Discard my edits")
        self.back_button.setProperty("flat", True)
        self.back_button.setToolTip("Gives up what you typed here and goes back to the ticks")
        self.back_button.hide()
        self.back_button.clicked.connect(self.back_wished)
        row = QHBoxLayout()
        row.setContentsMargins(16, 4, 12, 4)
        row.setSpacing(theme.GAP)
        row.addWidget(self._said, 1)
        row.addWidget(self.back_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.editor, 1)
        self.editor.document().modificationChanged.connect(self._modified)

    @property
    def is_edited(self) -> bool:
        """Something was typed."""
        return self.editor.document().isModified()

    def text(self) -> str:
        """What is accepted."""
        return self.editor.text()

    def start_from(self, text: str, *, edited: bool = False) -> None:
        """Shows a text; `edited`: it counts as typed already."""
        shown, codec = to_shown(text)
        self.editor.set_text(shown, codec)
        self.editor.document().setModified(edited)

    def _modified(self, edited: bool) -> None:
        self.back_button.setVisible(edited)
        self.edited.emit()


@lru_cache(maxsize=4)
def why_not_edited(text: str) -> str:
    """Why a text is too large to be edited here; empty when it is not."""
    if len(text) > LARGEST_EDITED:
        return "The text is too large to be edited here."
    if max(map(len, text.split("\n"))) > LONGEST_EDITED:
        return "It has lines too long to be edited here."
    return ""
