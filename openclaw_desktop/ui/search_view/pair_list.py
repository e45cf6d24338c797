"""The list of both searches' hits: the agent's on the left, this program's on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from openclaw_desktop.search.ranking import Hit
from openclaw_desktop.ui.search_view.pair_delegate import PairDelegate
from openclaw_desktop.ui.search_view.pairs import Pair
from openclaw_desktop.ui.search_view.snippet import Snippet, snippet

NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex


class PairModel(QAbstractListModel):
    """The rows; a snippet is made when its row is first shown, and kept as long as the words are the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Pair] = []
        self._terms: tuple[str, ...] = ()
        self._snippets: dict[str, Snippet] = {}

    def show(self, rows: Sequence[Pair], terms: tuple[str, ...]) -> None:
        """Shows other rows, with these words to mark."""
        self.beginResetModel()
        if terms != self._terms:
            self._snippets.clear()
        self._rows, self._terms = list(rows), terms
        self.endResetModel()

    def row(self, index: AnyIndex) -> Pair | None:
        """The row behind an index."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def snippet(self, hit: Hit) -> Snippet:
        """The piece of a hit's text that is shown."""
        text = hit.candidate.text
        if text not in self._snippets:
            self._snippets[text] = snippet(text, self._terms)
        return self._snippets[text]

    def index_of(self, pair: Pair) -> QModelIndex:
        """Where this passage is now."""
        same = (self.index(n) for n, row in enumerate(self._rows) if row.is_of(pair))
        return next(same, NOWHERE)

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Words for a screen reader, and the reasons in full as a tooltip."""
        row = self.row(index)
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.words
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join((row.hit.candidate.path, *row.reasons))
        return None


class PairList(QListView):
    """The rows on screen. Enter or a double click opens a passage."""

    selected = Signal(object)  # Pair | None
    opened = Signal(object)  # Hit
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = PairModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(PairDelegate(self.rows, self))
        self.setAccessibleName("Results of both searches")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._open)

    def show_rows(self, rows: Sequence[Pair], terms: tuple[str, ...]) -> None:
        """Shows other rows; the selected passage stays selected, else the first one is."""
        before = self.pair()
        blocked = self.selectionModel().blockSignals(True)
        self.rows.show(rows, terms)
        index = self.rows.index_of(before) if before else NOWHERE
        self.setCurrentIndex(index if index.isValid() else self.rows.index(0))
        self.selectionModel().blockSignals(blocked)
        self.selected.emit(self.pair())

    def pair(self) -> Pair | None:
        """The selected row."""
        return self.rows.row(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; Escape, or Up on the first row, goes back to the question."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        elif event.key() == Qt.Key.Key_Escape or (
            event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0
        ):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_current(self, *_: object) -> None:
        self.selected.emit(self.pair())

    def _open(self, *_: object) -> None:
        pair = self.pair()
        if pair:
            self.opened.emit(pair.hit)
