"""The list of results: what made it, the line, and what did not. The selection outlives re-ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from openclaw_desktop.search.explain import BarPart, bars
from openclaw_desktop.search.ranking import Answer, Below, Hit
from openclaw_desktop.ui.search_view.delegate import ResultDelegate
from openclaw_desktop.ui.search_view.moves import Move
from openclaw_desktop.ui.search_view.rows import Divider, Row
from openclaw_desktop.ui.search_view.snippet import Snippet, snippet

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex


class ResultsModel(QAbstractListModel):
    """An answer as rows. Snippets and bars are made when a row is first shown, and kept for the query."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row | Divider] = []
        self._terms: tuple[str, ...] = ()
        self._snippets: dict[int, Snippet] = {}
        self.axis = 1.0
        self.floor: float | None = None

    def show(self, rows: Sequence[Row | Divider], answer: Answer | None) -> None:
        """Shows other rows; snippets stay known as long as the words to mark are the same."""
        terms = answer.terms if answer else ()
        self.beginResetModel()
        if terms != self._terms:
            self._snippets.clear()
        self._terms = terms
        self._rows = list(rows)
        self.floor = answer.floor if answer else None
        self.axis = axis_of([row.parts for row in self._rows if isinstance(row, Row)])
        self.endResetModel()

    def row(self, index: AnyIndex) -> Row | Divider | None:
        """The row behind an index."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def snippet(self, hit: Hit) -> Snippet:
        """The piece of a hit's text that is shown."""
        key = hit.candidate.chunk_id
        if key not in self._snippets:
            self._snippets[key] = snippet(hit.candidate.text, self._terms)
        return self._snippets[key]

    def index_of(self, hit: Hit) -> QModelIndex:
        """Where this chunk is now, or, when its file was cut anew, the same place of the same file."""
        found = hit.candidate
        alike = NOWHERE
        for number, row in enumerate(self._rows):
            if isinstance(row, Row):
                other = row.hit.candidate
                if other.chunk_id == found.chunk_id:
                    return self.index(number)
                if (other.path, other.start_line) == (found.path, found.start_line):
                    alike = self.index(number)
        return alike

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """The divider cannot be selected."""
        if isinstance(self.row(index), Divider):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The row itself for the delegate; words for a screen reader and a tooltip."""
        row = self.row(index)
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.words if row else None
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Row):
            return row.tooltip
        return None


def axis_of(parts: Sequence[Sequence[BarPart]]) -> float:
    """The length of the score axis that all bars share: 1, or more where gains pass it."""
    return max([1.0, *(sum(p.amount for p in some if p.amount > 0) for some in parts)])


def rows_of(answer: Answer, moved: Mapping[int, Move]) -> list[Row | Divider]:
    """The hits in order, the divider with both counts, and what is below the line."""
    shown: list[Row | Divider] = [
        Row(number, hit, bars(hit), moved.get(hit.candidate.chunk_id), None)
        for number, hit in enumerate(answer.hits, 1)
    ]
    if not answer.hits and not answer.below:
        return []
    shown.append(Divider(len(answer.hits), len(answer.below)))
    first = len(answer.hits) + 1
    shown.extend(_below(number, item) for number, item in enumerate(answer.below, first))
    return shown


def _below(number: int, below: Below) -> Row:
    return Row(number, below.hit, (), None, below)


class ResultsList(QListView):
    """The rows on screen. Enter or a double click opens a hit."""

    hit_selected = Signal(object)  # Hit | None
    opened = Signal(object)  # Hit
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ResultsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(ResultDelegate(self.rows, self))
        self.setAccessibleName("Results")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._open)

    def show_answer(self, answer: Answer, moved: Mapping[int, Move]) -> None:
        """Shows another ranking and keeps the selected chunk selected and where it is on screen."""
        selected = self.hit()
        scrolled = self.verticalScrollBar().value()
        blocked = self.selectionModel().blockSignals(True)
        self.rows.show(rows_of(answer, moved), answer)
        index = self.rows.index_of(selected) if selected else NOWHERE
        kept = index.isValid()
        if not kept and self.rows.rowCount():
            index = self.rows.index(0 if answer.hits else 1)
        self.setCurrentIndex(index)
        self.selectionModel().blockSignals(blocked)
        if kept:
            self.verticalScrollBar().setValue(scrolled)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        else:
            self.scrollToTop()
        self.hit_selected.emit(self.hit())

    def clear(self) -> None:
        """Shows nothing."""
        self.rows.show([], None)

    def row(self) -> Row | None:
        """The selected row."""
        found = self.rows.row(self.currentIndex())
        return found if isinstance(found, Row) else None

    def hit(self) -> Hit | None:
        """The selected hit."""
        row = self.row()
        return row.hit if row else None

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

    def _open(self, *_: object) -> None:
        hit = self.hit()
        if hit:
            self.opened.emit(hit)

    def _on_current(self, *_: object) -> None:
        self.hit_selected.emit(self.hit())
