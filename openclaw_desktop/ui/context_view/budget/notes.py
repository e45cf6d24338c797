"""What is to be known about all of it: warnings first, then facts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from openclaw_desktop.context.outlook_words import Note
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.context_view.budget import margins


class Notes(QWidget):
    """An icon and a sentence a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notes: tuple[Note, ...] = ()
        self._signs: list[QLabel] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(margins.LEFT, 0, margins.RIGHT, 0)
        self._grid.setHorizontalSpacing(theme.GAP)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    def show_notes(self, notes: Sequence[Note]) -> None:
        """Shows these sentences."""
        if tuple(notes) == self.notes:
            return
        self.notes = tuple(notes)
        while item := self._grid.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self._signs = []
        for at, note in enumerate(self.notes):
            sign = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
            sentence = QLabel(note.sentence, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
            sentence.setProperty("role", "held" if note.loud else "dim")
            self._signs.append(sign)
            self._grid.addWidget(sign, at, 0)
            self._grid.addWidget(sentence, at, 1)
        self._draw_signs()

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the signs in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_signs()
        super().changeEvent(event)

    def _draw_signs(self) -> None:
        look = theme.colours(self)
        for sign, note in zip(self._signs, self.notes, strict=True):
            name, ink = ("warning", look.held) if note.loud else ("info", look.text_faint)
            sign.setPixmap(icons.pixmap(name, ink, 16, self.devicePixelRatioF()))
