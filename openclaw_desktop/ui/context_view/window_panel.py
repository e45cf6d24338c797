"""What was in the window at the playhead: totals by category, then the texts in the model's order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.context_view.session_reading import Row
from openclaw_desktop.ui.context_view.text_pane import TextPane
from openclaw_desktop.ui.context_view.window_rows import WindowRowDelegate, WindowRows
from openclaw_desktop.ui.tree.names import count_of

FIND_MS = 150
FIND_WIDTH, LEAST = 200, 56


class WindowPanel(QWidget):
    """A list of texts beside the one that is selected; Enter in the field goes to the next place."""

    entry_chosen = Signal(int)  # an index of the chain: somebody wants the playhead there

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = WindowRows(self)
        self.view = RowsView("Texts in the window", self.rows)
        self.text = TextPane("Text")
        self.finder = QLineEdit(clearButtonEnabled=True)
        self.line = QLabel()
        self.found = QLabel()
        self._holding: list[int] = []
        self._entry = -1
        self._pause = QTimer(self, interval=FIND_MS, singleShot=True)
        self._lay_out()
        self._connect()

    def show_rows(self, rows: Sequence[Row], entry: int) -> None:
        """Shows the texts of a window; the last text of the entry at the playhead is selected."""
        if entry == self._entry and rows == self.rows.rows:
            return  # read again, and nothing is new: what is being read stays
        self._entry = entry
        self.rows.show(rows)
        estimated = sum(row.tokens or 0 for row in rows)
        missing = ", fixed parts unknown" if any(row.tokens is None for row in rows) else ""
        self.line.setText(f"{count_of(len(rows), 'text')} · {estimated:,} tokens estimated{missing}")
        index = self.rows.of_entry(entry)
        self._select(index if index.isValid() else self.rows.index(self.rows.rowCount() - 1))
        self._look_for(move=False)

    def look_for(self, text: str) -> None:
        """Looks for a text, as if it was typed."""
        self.finder.setText(text)
        self._pause.stop()
        self._look_for(move=False)

    def focus_text(self) -> None:
        """The keyboard goes to the texts."""
        self.view.setFocus()

    # Finding

    def _typed(self, _text: str) -> None:
        self._pause.start()

    def _look_for(self, *, move: bool = True) -> None:
        text = self.finder.text()
        self._holding = self.rows.holding(text)
        self.text.mark(text)
        self.found.setText(f"in {count_of(len(self._holding), 'text')}" if text else "")
        if move and self._holding and self.view.currentIndex().row() not in self._holding:
            self._next()

    def _next(self, step: int = 1) -> None:
        if self._pause.isActive():
            self._pause.stop()
            self._look_for(move=False)
        if not self._holding:
            return
        here = self.view.currentIndex().row()
        ahead = [row for row in self._holding[::step] if (row - here) * step > 0]
        row = ahead[0] if ahead else self._holding[::step][0]
        self._select(self.rows.index(row))
        self.text.mark(self.finder.text())
        self.found.setText(f"{self._holding.index(row) + 1:,} of {count_of(len(self._holding), 'text')}")

    # Selecting

    def _select(self, index: QModelIndex) -> None:
        flags = QItemSelectionModel.SelectionFlag
        self.view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect)
        self.view.scrollTo(index)
        self._show_current(index)

    def _show_current(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        row = self.rows.row(index)
        if row is None:
            self.text.show_text("")
            return
        empty = "An image; its data is not kept." if "image" in row.label else "It has no text."
        self.text.show_text(row.text or empty, cut=row.cut)

    def _activated(self, index: QModelIndex) -> None:
        row = self.rows.row(index)
        if row is not None and row.index >= 0:
            self.entry_chosen.emit(row.index)

    # Building

    def _lay_out(self) -> None:
        self.view.draw_with(WindowRowDelegate(self.view))
        self.view.on_key(Qt.Key.Key_Slash, self.finder.setFocus)
        for label in (self.line, self.found):
            label.setProperty("role", "meta")
            label.setMinimumWidth(0)
        self.finder.setPlaceholderText("Find in these texts")
        self.finder.setToolTip("Find in these texts (/), next (F3)")
        self.finder.setAccessibleName("Find in these texts")
        self.finder.setMaximumWidth(FIND_WIDTH)
        head = QHBoxLayout()
        head.setContentsMargins(12, 4, 8, 4)
        head.setSpacing(8)
        head.addWidget(self.line, 1)
        head.addWidget(self.found)
        head.addWidget(self.finder)
        sides = QSplitter(Qt.Orientation.Horizontal)
        for part in (self.view, self.text):
            sides.addWidget(part)
        sides.setChildrenCollapsible(False)
        sides.setSizes([520, 480])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(sides, 1)
        for part in (self.view, self.text):
            part.setMinimumHeight(LEAST)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        self.view.selectionModel().currentChanged.connect(self._show_current)
        self.view.activated.connect(self._activated)
        self.finder.textChanged.connect(self._typed)
        self._pause.timeout.connect(self._look_for)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the field, or F3, goes on; with Shift back."""
        in_field = self.finder.hasFocus()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and in_field
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if enter or event.key() == Qt.Key.Key_F3:
            self._next(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape and in_field and self.finder.text():
            self.finder.clear()
        else:
            super().keyPressEvent(event)
