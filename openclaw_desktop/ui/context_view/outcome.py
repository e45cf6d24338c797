"""What other rules would have done, in numbers and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.desk.sessions_desk import Played
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import rule_values

KINDS = {
    MarkKind.FLUSH: "Flushes",
    MarkKind.COMPACTION: "Compactions",
    MarkKind.PRUNING: "Prunings",
}
COLUMNS = ("Happened", "By the agent's rules", "By the tried rules")
PLACE = Qt.ItemDataRole.UserRole
NOWHERE = -1


class Sentences(QListWidget):
    """A list as high as its rows, each of which takes as many lines as it needs."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setSpacing(2)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("What the rules would have done")

    def doItemsLayout(self) -> None:
        """Takes the height that its rows need, whatever they were laid out for."""
        super().doItemsLayout()
        last = self.visualItemRect(self.item(self.count() - 1)) if self.count() else self.rect()
        needed = last.bottom() + self.verticalOffset() + 2 * self.spacing() + 2 if self.count() else 0
        self.setFixedHeight(needed)


class Outcome(QScrollArea):
    """A small table, and sentences of which some lead to a place of the timeline."""

    entry_wanted = Signal(int)  # an index of the chain

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells = {(kind, column): QLabel() for kind in KINDS for column in range(len(COLUMNS))}
        self.limits = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.limits.setProperty("role", "meta")
        self.sentences = Sentences()
        self.sentences.itemClicked.connect(self._go)
        self.sentences.itemActivated.connect(self._go)
        self._heads = [QLabel(name) for name in COLUMNS]
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(12, 4, 8, 4)
        column.setSpacing(theme.GAP)
        column.addLayout(self._grid())
        column.addWidget(self.sentences)
        column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inner)

    def show_played(self, own: Played, tried: Played | None, happened: Sequence[Mark]) -> None:
        """Shows both beside what happened; `happened` has the missed flushes too."""
        self.limits.setText(rule_values.limits((tried or own).rules))
        for kind in KINDS:
            recorded = [mark for mark in happened if mark.recorded]
            for column, marks in enumerate((recorded, own.marks, tried.marks if tried else ())):
                found = [mark.turn for mark in marks if mark.kind is kind]
                self.cells[kind, column].setText(rule_values.turns(found))
        for label in (self._heads[2], *(self.cells[kind, 2] for kind in KINDS)):
            label.setVisible(tried is not None)
        missed = [mark for mark in happened if mark.kind is MarkKind.MISSED_FLUSH]
        self._show_sentences(tried or own, missed)

    def say(self, sentence: str) -> None:
        """One sentence instead."""
        self.limits.setText(sentence)
        for label in self.cells.values():
            label.clear()
        self.sentences.clear()
        self.sentences.doItemsLayout()

    def _show_sentences(self, played: Played, missed: Sequence[Mark]) -> None:
        self.sentences.clear()
        for rescue in played.rescues:
            self._add(f"✓  {rescue.sentence}", rescue.flush)
        for mark in missed:
            self._add(f"!  Turn {mark.turn:,}: {mark.sentence}", mark.index)
        for sentence in played.replayed.assumptions:
            self._add(f"≈  {sentence}", NOWHERE)
        self.sentences.doItemsLayout()

    def _add(self, sentence: str, place: int) -> None:
        item = QListWidgetItem(sentence)
        item.setData(PLACE, place)
        item.setToolTip("Go there" if place >= 0 else "What is taken for granted")
        self.sentences.addItem(item)

    def _go(self, item: QListWidgetItem) -> None:
        place: int = item.data(PLACE)
        if place >= 0:
            self.entry_wanted.emit(place)

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        for column, head in enumerate(self._heads, 1):
            head.setProperty("role", "meta")
            grid.addWidget(head, 0, column)
            grid.setColumnStretch(column, 1)
        for row, (kind, name) in enumerate(KINDS.items(), 1):
            title = QLabel(name)
            title.setProperty("role", "dim")
            grid.addWidget(title, row, 0)
            for column in range(len(COLUMNS)):
                cell = self.cells[kind, column]
                cell.setTextFormat(Qt.TextFormat.PlainText)
                cell.setWordWrap(True)
                cell.setAccessibleName(f"{name}: {COLUMNS[column]}")
                grid.addWidget(cell, row, column + 1)
        return grid
