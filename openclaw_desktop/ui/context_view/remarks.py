"""A quiet strip of sentences about what is odd in a session; one line until it is opened."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.context_view.session_words import joined
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.tree.names import count_of, shown


class Remarks(QWidget):
    """Not there at all when there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentences: tuple[str, ...] = ()
        self._icon = QLabel()
        self._line = ElidedText(narrowest=80)
        self._all = QLabel(wordWrap=True)
        self._all.setProperty("role", "meta")
        self.button = QPushButton()
        self.button.setProperty("role", "status")
        self.button.clicked.connect(self._toggle)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP)
        row.addWidget(self._icon)
        row.addWidget(self._line, 1)
        row.addStretch(0)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 0, 8, 4)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self._all)
        self._all.hide()
        self.hide()
        self._draw_icon()

    def show_sentences(self, sentences: Sequence[str]) -> None:
        """Says these, each once."""
        self.sentences = tuple(dict.fromkeys(sentences))
        self._line.show_text(joined(self.sentences), hover="\n".join(self.sentences))
        self._all.setText("\n".join(shown(each) for each in self.sentences))
        self.setVisible(bool(self.sentences))
        self._say()

    def _toggle(self) -> None:
        self._all.setVisible(self._all.isHidden())
        self._say()

    def _say(self) -> None:
        opened = not self._all.isHidden()
        self._line.setVisible(not opened)
        self.button.setText("Less" if opened else count_of(len(self.sentences), "remark"))

    def _draw_icon(self) -> None:
        ink = theme.colours(self).text_dim
        self._icon.setPixmap(icons.pixmap("info", ink, 16, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icon()
        super().changeEvent(event)
