"""What moved, as a short list: an arrow and a path."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.lettering import LEFT
from openclaw_desktop.ui.search_view.moves import Move

LINE = 20
SIGN = 40


class MoveList(QWidget):
    """As many moves as fit, the rest as a number; or one sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = ""
        self._moves: Sequence[tuple[Move, str]] = ()
        self.setAccessibleName("What moved")
        self.setMinimumHeight(LINE * 2)

    def sizeHint(self) -> QSize:
        """Room for three moves."""
        return QSize(200, LINE * 3)

    def show_sentence(self, sentence: str) -> None:
        """Shows a sentence instead of moves."""
        self._sentence, self._moves = sentence, ()
        self.setAccessibleDescription(sentence)
        self.update()

    def show_moves(self, moved: Sequence[tuple[Move, str]]) -> None:
        """Shows moves with the path of each."""
        self._sentence, self._moves = "", moved
        self.setAccessibleDescription(", ".join(f"{move.sign} {path}" for move, path in moved))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws one line a move."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setFont(lettering.font(theme.BODY))
        if self._sentence:
            painter.setPen(look.text_faint)
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect(), int(flags), self._sentence)
            return
        room = max(1, self.height() // LINE)
        fits = len(self._moves) if len(self._moves) <= room else room - 1
        metrics = lettering.metrics(theme.BODY)
        for number, (move, path) in enumerate(self._moves[:fits]):
            line = QRectF(0, number * LINE, self.width(), LINE)
            signs = {"up": look.added, "new": look.added, "down": look.removed}
            painter.setPen(signs.get(move.kind, look.text_dim))
            painter.drawText(line, LEFT, move.sign)
            painter.setPen(look.text_dim if move.kind == "gone" else look.text)
            text = metrics.elidedText(path, Qt.TextElideMode.ElideMiddle, line.width() - SIGN)
            painter.drawText(line.adjusted(SIGN, 0, 0, 0), LEFT, text)
        if fits < len(self._moves):
            painter.setPen(look.text_faint)
            rest = QRectF(SIGN, fits * LINE, self.width() - SIGN, LINE)
            painter.drawText(rest, LEFT, f"and {len(self._moves) - fits} more")
