"""Sentences about what is odd in a session, behind a quiet button; what must be seen is open at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.tree.names import count_of, shown


class Remarks(QWidget):
    """The sentences; `button`, which opens and closes them, stands wherever the owner puts it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentences: tuple[str, ...] = ()
        self._icon = QLabel()
        self._all = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._all.setProperty("role", "meta")
        self.button = QPushButton()
        self.button.setProperty("role", "status")
        self.button.clicked.connect(self._toggle)
        self.button.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 4)
        row.setSpacing(theme.GAP)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._all, 1)
        self.hide()
        self._draw_icon()

    def show_sentences(self, sentences: Sequence[str], *, loud: bool = False) -> None:
        """Says these, each once; `loud`: without being asked."""
        self.sentences = tuple(dict.fromkeys(sentences))
        self._all.setText("\n".join(shown(each) for each in self.sentences))
        self.button.setToolTip("\n".join(self.sentences))
        self.button.setVisible(bool(self.sentences))
        self.setVisible(bool(self.sentences) and (loud or not self.isHidden()))
        self._say()

    def _toggle(self) -> None:
        self.setVisible(self.isHidden())
        self._say()

    def _say(self) -> None:
        number = count_of(len(self.sentences), "remark")
        self.button.setText(number if self.isHidden() else f"Hide {number}")

    def _draw_icon(self) -> None:
        ink = theme.colours(self).text_dim
        self._icon.setPixmap(icons.pixmap("info", ink, 16, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icon()
        super().changeEvent(event)
