"""The strip in which one says which line to go to."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from openclaw_desktop.ui import theme


class LineBar(QWidget):
    """Asks for a line number; Enter goes there, Escape does not."""

    chosen = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._validator = QIntValidator(1, 1, self)
        self.field = QLineEdit()
        self.field.setValidator(self._validator)
        self.field.setFixedWidth(96)
        self.field.setAccessibleName("Go to line")
        self._of = QLabel()
        self._of.setProperty("role", "meta")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP, theme.GAP // 2, theme.GAP, theme.GAP // 2)
        row.addWidget(QLabel("Go to line"))
        row.addWidget(self.field)
        row.addWidget(self._of)
        row.addStretch(1)
        self.hide()

    def ask(self, current: int, last: int) -> None:
        """Shows itself with the current line, ready to be typed over."""
        self._validator.setTop(max(last, 10 ** len(str(last)) - 1))
        self._of.setText(f"of {last:,}")
        self.field.setText(str(current))
        self.show()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter or Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.field.text():
            self.hide()
            self.chosen.emit(int(self.field.text()))
        elif event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.closed.emit()
        else:
            super().keyPressEvent(event)
