"""The left side of the past searches: which there are, and which of them a person wants to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.past_view.choosing import Choosing
from openclaw_desktop.ui.past_view.model import PastModel
from openclaw_desktop.ui.past_view.rows import PastDelegate
from openclaw_desktop.ui.tree.names import count_of, shown

PAUSE_MS = 200
"""After so long without typing the words are looked for."""


class PastList(QWidget):
    """Keeps its selection across refreshes and filters; Down goes from the field into the list."""

    chosen = Signal(object)  # Past
    activated = Signal()  # Enter: the keyboard wants to go on to what is shown
    search_wanted = Signal(str)  # words to look for; "" for none any more

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = PastModel(now, self)
        self.view = RowsView("Past searches", self.rows)
        self.view.draw_with(PastDelegate(self.view))
        self.choosing = Choosing()
        self.count = QLabel()
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.nothing = EmptyState("filter", "", "", "Show all", primary=False)
        self._ids: frozenset[str] | None = None
        self._current = ""
        self._pause = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()

    # What is shown

    def show_calls(self, pasts: Sequence[Past], problems: Sequence[str]) -> None:
        """Another list, or the very same; what is selected stays so, and stays where it is."""
        if self.rows.all is not pasts:
            self._show(pasts)
        self.show_problems(problems)

    def show_problems(self, problems: Sequence[str]) -> None:
        """Says what is not in the list."""
        self.problem.setText("\n".join(shown(each) for each in problems))
        self.problem.setVisible(bool(problems))

    def show_found(self, ids: frozenset[str] | None) -> None:
        """Leaves the calls that have the words; None leaves all."""
        self._ids = ids
        self._show(self.rows.all)

    def select(self, past: Past) -> None:
        """Selects a call as if it was clicked; what hides it is cleared away."""
        if not self.choosing.wanted(self._ids).fits(past):
            self.choosing.reads.setChecked(self.choosing.reads.isChecked() or past.call.kind == "get")
            self.choosing.clear()
        self.view.setCurrentIndex(self.rows.index_of(past.id))
        self.view.scrollTo(self.view.currentIndex(), RowsView.ScrollHint.PositionAtCenter)

    @property
    def current(self) -> Past | None:
        """The call that is selected; None where a filter hides it."""
        return self.rows.past(self.view.currentIndex())

    def _show(self, pasts: Sequence[Past]) -> None:
        bar = self.view.verticalScrollBar()
        place, is_refresh = bar.value(), pasts is not self.rows.all
        blocked = self.view.selectionModel().blockSignals(True)
        self.rows.show(pasts, self.choosing.wanted(self._ids))
        index = self.rows.index_of(self._current)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect)
        self.view.selectionModel().blockSignals(blocked)
        if is_refresh:
            bar.setValue(place)
        elif index.isValid():
            self.view.scrollTo(index)
        if not index.isValid() and self.rows.rowCount():
            self.view.setCurrentIndex(self.rows.index(0))
        self.choosing.show_counts(self.rows)
        self._say()

    def _say(self) -> None:
        seen, all_ = self.rows.rowCount(), len(self.rows.of_kind)
        noun = "call" if self.rows.wanted.reads else "search"
        many = "calls" if self.rows.wanted.reads else "searches"
        self.count.setText(count_of(all_, noun, many) if seen == all_ else f"{seen:,} of {all_:,} {many}")
        said = f"None of the {count_of(all_, noun, many)} is like this."
        if not all_:
            said = "The agent only read files of its memory. Tick “Reads, too” to see them."
        self.nothing.set_texts("No such search", said, "Show all" if all_ else "")
        self._stack.setCurrentWidget(self.view if seen else self.nothing)

    # What the person does

    def _search(self) -> None:
        self._pause.stop()
        self.search_wanted.emit(self.choosing.text)

    def _choose(self) -> None:
        if not self.choosing.text:
            self._ids = None
        self._show(self.rows.all)

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        past = self.rows.past(index)
        if past is not None and past.id != self._current:
            self._current = past.id
            self.chosen.emit(past)

    # Building

    def _lay_out(self) -> None:
        self.count.setProperty("role", "meta")
        self.problem.setProperty("role", "wrong")
        self.problem.hide()
        top = QVBoxLayout()
        top.setContentsMargins(theme.GAP, theme.GAP, theme.GAP, 0)
        top.setSpacing(4)
        for part in (self.choosing, self.count, self.problem):
            top.addWidget(part)
        for part in (self.view, self.nothing):
            self._stack.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        self.choosing.typed.connect(self._pause.start)
        self.choosing.field.returnPressed.connect(self._search)
        self.choosing.changed.connect(self._choose)
        self._pause.timeout.connect(self._search)
        self.nothing.clicked.connect(self.choosing.clear)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.activated.connect(self.activated)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leads from the field into the list; Escape empties the field."""
        if event.key() == Qt.Key.Key_Down and self.choosing.field.hasFocus():
            self.view.setFocus()
        elif event.key() == Qt.Key.Key_Escape and self.choosing.field.text():
            self.choosing.field.clear()
        else:
            super().keyPressEvent(event)
