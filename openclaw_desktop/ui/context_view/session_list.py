"""The left side of the sessions: which there are, a filter, and a search in what was said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context.sessions.catalogue import Catalogue
from openclaw_desktop.context.sessions.session_search import Found
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.context_view.session_model import HitsModel, Identity, SessionsModel, identity
from openclaw_desktop.ui.context_view.session_order import Legend, OrderButton
from openclaw_desktop.ui.context_view.session_rows import HitDelegate, SessionDelegate
from openclaw_desktop.ui.context_view.session_sort import Order
from openclaw_desktop.ui.tree.names import count_of

PAUSE_MS = 300
"""After so long without typing the texts are searched."""


class SessionList(QWidget):
    """Keeps its selection across refreshes; Down goes from the field into the list."""

    chosen = Signal(object)  # Listed
    activated = Signal()  # Enter: the keyboard wants to go on to what is shown
    hit_chosen = Signal(object)  # Found
    sorted_by = Signal(str)  # Order.key
    search_wanted = Signal(str)  # "" for none any more

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows, self.hits = SessionsModel(now, self), HitsModel(now, self)
        self.view = RowsView("Sessions", self.rows)
        self.view.draw_with(SessionDelegate(self.view))
        self.hits_view = RowsView("Found in sessions", self.hits)
        self.hits_view.draw_with(HitDelegate(self.hits, self.hits_view))
        self.field = QLineEdit(clearButtonEnabled=True)
        self.in_texts = QToolButton()
        self.in_texts.setCheckable(True)
        self.count = QLabel()
        self.sort, self.legend = OrderButton(self.rows.order), Legend()
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._current: Identity | None = None
        self._searching = ""
        self._other = ""  # what stands in the field when it is used for the other purpose
        self._pause = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self._say_purpose()

    # What is shown

    def show_catalogue(self, found: Catalogue) -> None:
        """Another list; nothing moves when it is the same."""
        if tuple(self.rows.all) != found.rows:
            bar = self.view.verticalScrollBar()
            place = bar.value()
            blocked = self.view.selectionModel().blockSignals(True)
            self.rows.show(found.rows)
            self._mark_current()
            self.view.selectionModel().blockSignals(blocked)
            bar.setValue(place)
        self._show_legend()
        self.problem.setText(words.joined(found.problems))
        self.problem.setVisible(bool(found.problems))
        self._count()

    def select(self, session: Identity) -> None:
        """Selects a session, as if it was clicked, without telling anyone."""
        self._current = session
        blocked = self.view.selectionModel().blockSignals(True)
        self._mark_current()
        self.view.selectionModel().blockSignals(blocked)
        self.view.viewport().update()

    @property
    def current(self) -> Identity | None:
        """The session that is selected."""
        return self._current

    def begin_search(self) -> None:
        """Results of another search will come."""
        titles = {identity(row.session): words.title(row) for row in self.rows.all}
        self.hits.begin(titles)

    def add_hits(self, found: Sequence[Found], state: str) -> None:
        """More places; `state` says how far the search is."""
        self.hits.add(found)
        if self.hits.rowCount():
            number = count_of(self.hits.rowCount(), "place")
            said = f"{number} in {count_of(self.hits.sessions(), 'session')}"
        else:
            said = f"Nothing found in {count_of(len(self.rows.all), 'session')}" if not state else ""
        self.count.setText((said + state).removeprefix(" · "))

    def sort_by(self, order: Order) -> None:
        """Shows the sessions in another order; the selected one stays selected and in sight."""
        blocked = self.view.selectionModel().blockSignals(True)
        self.rows.sort_by(order)
        self._mark_current()
        self.view.selectionModel().blockSignals(blocked)
        self.view.scrollTo(self.view.currentIndex())
        self.sort.show_order(order)
        self.sorted_by.emit(order.key)

    # What the person does

    def _choose_order(self, order: Order) -> None:
        self.sort_by(order)
        self.view.setFocus()

    def _show_legend(self) -> None:
        """Explains letters where there are some."""
        lettered = any(words.counted(row) for row in self.rows.all)
        self.legend.setVisible(lettered and not self.in_texts.isChecked())

    def _show_orders(self) -> None:
        self.sort.showMenu()

    def _typed(self) -> None:
        if self.in_texts.isChecked():
            self._pause.start()
        else:
            self.rows.filter(self.field.text())
            self._mark_current()
            self._count()

    def _toggled(self) -> None:
        self._say_purpose()
        searching = self.in_texts.isChecked()
        text, self._other = self._other, self.field.text()
        self.field.setText(text)
        self._stack.setCurrentWidget(self.hits_view if searching else self.view)
        self.sort.setVisible(not searching)
        self._show_legend()
        self.rows.filter("" if searching else self.field.text())
        self._mark_current()
        self._search()
        self._count()
        self.field.setFocus()

    def _search(self) -> None:
        wanted = self.field.text().strip() if self.in_texts.isChecked() else ""
        if wanted != self._searching:
            self._searching = wanted
            self.begin_search()
            self.search_wanted.emit(wanted)
            if not wanted:
                self._count()

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        row = self.rows.row(index)
        if row is not None and identity(row.session) != self._current:
            self._current = identity(row.session)
            self.chosen.emit(row)

    def _on_hit(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        if (hit := self.hits.hit(index)) is not None:
            self.hit_chosen.emit(hit)

    def _mark_current(self) -> None:
        flags = QItemSelectionModel.SelectionFlag
        index = self.rows.index_of(self._current)
        if index.isValid():
            self.view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect)

    def _count(self) -> None:
        if self.in_texts.isChecked():
            if not self._searching:
                self.count.setText("")
            return
        seen, all_ = self.rows.rowCount(), len(self.rows.all)
        self.count.setText(count_of(all_, "session") if seen == all_ else f"{seen:,} of {all_:,} sessions")

    # Building

    def _lay_out(self) -> None:
        self.count.setProperty("role", "meta")
        self.legend.hide()
        self.problem.setProperty("role", "wrong")
        self.problem.hide()
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.field, 1)
        head.addWidget(self.in_texts)
        for view in (self.view, self.hits_view):
            self._stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        top = QVBoxLayout()
        top.setContentsMargins(theme.GAP, theme.GAP, theme.GAP, 0)
        top.setSpacing(4)
        top.addLayout(head)
        told = QHBoxLayout()
        told.addWidget(self.count, 1)
        told.addWidget(self.sort)
        top.addLayout(told)
        top.addWidget(self.problem)
        column.addLayout(top)
        column.addWidget(self._stack, 1)
        column.addWidget(self.legend)
        self.setFocusProxy(self.view)
        self._draw_icons()

    def _connect(self) -> None:
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._search)
        self.in_texts.toggled.connect(self._toggled)
        self._pause.timeout.connect(self._search)
        self.sort.order_chosen.connect(self._choose_order)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.activated.connect(self.activated)
        self.view.on_key(Qt.Key.Key_S, self._show_orders)
        self.hits_view.selectionModel().currentChanged.connect(self._on_hit)
        self.hits_view.activated.connect(self.activated)

    def _say_purpose(self) -> None:
        searching = self.in_texts.isChecked()
        text = "Search what was said" if searching else "Filter sessions"
        self.field.setPlaceholderText(text)
        self.field.setAccessibleName(text)
        tip = "Filter the list instead" if searching else "Search what was said in all sessions"
        self.in_texts.setToolTip(tip)
        self.in_texts.setAccessibleName("Search in the texts")

    def _draw_icons(self) -> None:
        self.in_texts.setIcon(icons.icon("search", self))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leads from the field into the list; Escape empties the field."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            view = self._stack.currentWidget()
            if isinstance(view, RowsView):
                view.setFocus()
                if not view.currentIndex().isValid() and view.model().rowCount():
                    view.setCurrentIndex(view.model().index(0, 0))
        elif event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icon in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)
