"""The question: asked on Enter, or after a short pause in typing, with the earlier ones at hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, Qt
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from openclaw_desktop.ui import icons

PAUSE_MS = 220
LONGEST = 100_000
IN_MENU = 20
LONGEST_IN_MENU = 80


class QueryField(QLineEdit):
    """A line to ask in. Up goes back through earlier questions, Down forward and then to the results."""

    asked = Signal(str)  # Enter, or chosen from the history
    typed = Signal(str)  # a pause in typing
    left = Signal()  # Down, and there is no newer question

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self.setPlaceholderText("Ask this workspace…")
        self.setAccessibleName("Question")
        self.setMinimumHeight(32)
        self._history: list[str] = []
        self._at = -1
        self._draft = ""
        self._search = QAction(self)
        self.addAction(self._search, QLineEdit.ActionPosition.LeadingPosition)
        self._earlier = QAction("Earlier questions", self)
        self._earlier.triggered.connect(self.show_history)
        self.addAction(self._earlier, QLineEdit.ActionPosition.TrailingPosition)
        self._pause = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._pause.timeout.connect(lambda: self.typed.emit(self.text()))
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(self._ask)
        self._paint_icons()

    def set_history(self, queries: Sequence[str]) -> None:
        """The earlier questions, newest first."""
        self._history = list(queries)
        self._at = -1
        self._earlier.setEnabled(bool(self._history))

    def set_question(self, text: str) -> None:
        """Puts `text` in and asks it."""
        self.setText(text)
        self._ask()

    def show_history(self) -> None:
        """Opens a menu of the earlier questions."""
        menu = self.history_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def history_menu(self) -> QMenu:
        """The newest of the earlier questions; choosing one asks it."""
        menu = QMenu(self)
        for query in self._history[:IN_MENU]:
            text = query if len(query) <= LONGEST_IN_MENU else f"{query[:LONGEST_IN_MENU]}…"
            action = menu.addAction(text.replace("&", "&&"))
            action.triggered.connect(lambda _=False, query=query: self.set_question(query))
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down walk through the history."""
        if event.key() == Qt.Key.Key_Up:
            self._walk(1)
        elif event.key() == Qt.Key.Key_Down and self._at < 0:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Down:
            self._walk(-1)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icons()
        super().changeEvent(event)

    def _walk(self, step: int) -> None:
        at = self._at + step
        if at >= len(self._history):
            return
        if self._at < 0:
            self._draft = self.text()
        self._at = at
        self.setText(self._history[at] if at >= 0 else self._draft)
        self._pause.start()

    def _on_edited(self) -> None:
        self._at = -1
        self._pause.start()

    def _ask(self) -> None:
        self._pause.stop()
        self._at = -1
        self.asked.emit(self.text())

    def _paint_icons(self) -> None:
        if hasattr(self, "_earlier"):
            self._search.setIcon(icons.icon("search", self))
            self._earlier.setIcon(icons.icon("history", self))
