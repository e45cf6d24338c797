"""The two narrow rows that come and go in the panel: one asks for a name, one tells what happened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import theme

TOLD_MS = 8_000


class NameBar(QWidget):
    """Asks for a path; Enter takes it, Escape lets it be."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._then: Callable[[str], None] | None = None
        self._label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._label.setProperty("role", "meta")
        self.field = QLineEdit()
        self.field.returnPressed.connect(self._take)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP, 4, theme.GAP, theme.GAP)
        column.setSpacing(4)
        column.addWidget(self._label)
        column.addWidget(self.field)
        self.hide()

    def ask(self, question: str, start: str, then: Callable[[str], None], *, select: int = 0) -> None:
        """Shows the field with `start` in it, its last `select` characters selected."""
        self._then = then
        self._label.setText(question)
        self.field.setAccessibleName(question)
        self.field.setText(start)
        self.show()
        self.field.setFocus()
        self.field.setCursorPosition(len(start))
        if select:
            self.field.setSelection(len(start) - select, select)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def _take(self) -> None:
        path = self.field.text().strip().strip("/")
        then = self._then
        self._close()
        if path and then is not None:
            then(path)

    def _close(self) -> None:
        self._then = None
        self.hide()
        self.closed.emit()


class Toast(QFrame):
    """Says what was done and offers to take it back; goes by itself, or with Escape."""

    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._undo = QPushButton("Undo")
        self._undo.setProperty("flat", True)
        self._undo.clicked.connect(self.undo_requested)
        self._timer = QTimer(self, interval=TOLD_MS, singleShot=True)
        self._timer.timeout.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP + 4, 4, 4, 4)
        row.setSpacing(theme.GAP)
        row.addWidget(self._label, 1)
        row.addWidget(self._undo)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says now."""
        return self._label.text()

    def tell(self, sentence: str, undoable: bool = False) -> None:
        """Shows a sentence for a while."""
        self._undo.setVisible(undoable)
        self._label.setText(sentence)
        self.show()
        self._timer.start()

    def enterEvent(self, event: QEvent) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Stays as long as it is pointed at."""
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Goes a while after."""
        self._timer.start()
