"""The list of proposals on screen. Its selection outlives refreshes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import cast

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.review_view.marks import Mark
from openclaw_desktop.ui.review_view.queue import Group
from openclaw_desktop.ui.review_view.queue_delegate import ICON, MARGIN, QueueDelegate
from openclaw_desktop.ui.review_view.queue_model import AnyIndex, Header, QueueModel

SEEN_MS = 60
"""How long the list must stand still before its rows count as seen."""

Flag = QItemSelectionModel.SelectionFlag


class QueueList(QListView):
    """Shift and Ctrl select several; a header selects its group, its chevron or Left and Right fold it."""

    chosen_changed = Signal(object)  # list[Proposal]: what is selected
    seen_changed = Signal(object)  # list[Proposal]: what is in sight
    undo_wished = Signal()
    accept_wished = Signal()

    def __init__(
        self,
        mark_of: Callable[[Proposal], Mark | None],
        now: Callable[[], datetime],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.rows = QueueModel(mark_of, now, self)
        self.delegate = QueueDelegate(self.rows, self)
        self.setModel(self.rows)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName("Changes")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self._told: list[Proposal] = []
        self._look_soon = QTimer(self, interval=SEEN_MS, singleShot=True)
        self._look_soon.timeout.connect(lambda: self.seen_changed.emit(self.seen()))
        self.minute = QTimer(self, interval=30_000)
        self.minute.timeout.connect(self.viewport().update)
        self.minute.start()
        self.verticalScrollBar().valueChanged.connect(self._moved)
        self.selectionModel().selectionChanged.connect(self._selected)

    # What is shown

    def show_groups(self, groups: Sequence[Group], *, wanted: str | None = None) -> None:
        """Shows other groups, with the same proposals selected, or `wanted`, or else the first."""
        kept = [p.id for p in self.chosen()]
        header = self._header_chosen()
        scrolled = self.verticalScrollBar().value()
        blocked = self.selectionModel().blockSignals(True)
        self.rows.show(groups)
        if wanted is not None:
            self.select_ids([wanted])
        elif not (header and self._select_header(header)) and not self.select_ids(kept):
            self.select_ids(self.rows.ids[:1])
        self.selectionModel().blockSignals(blocked)
        self.verticalScrollBar().setValue(scrolled)
        self.scrollTo(self.currentIndex())
        self._look_soon.start()
        self._tell(always=True)

    def select_ids(self, ids: Iterable[str]) -> bool:
        """Selects these proposals as far as they have a row; says whether any has."""
        places = sorted(index.row() for index in map(self.rows.index_of, ids) if index.isValid())
        if not places:
            self.selectionModel().clear()
            return False
        selection = QItemSelection()
        start = before = places[0]
        for place in (*places[1:], None):
            if place is None or place != before + 1:
                selection.select(self.rows.index(start), self.rows.index(before))
                start = place if place is not None else start
            before = place if place is not None else before
        model = self.selectionModel()
        model.setCurrentIndex(self.rows.index(places[0]), Flag.NoUpdate)
        model.select(selection, Flag.ClearAndSelect)
        return True

    def reveal(self, ids: Sequence[str]) -> None:
        """Selects these; a closed group is opened for one, and selected as a whole for several."""
        groups = {group.key: group for group in map(self.rows.group_of, ids) if group is not None}
        for group in groups.values():
            if not self.rows.is_open(group):
                if len(ids) > 1 and len(groups) == 1 and len(ids) == len(group.proposals):
                    self._select_header(group.key)
                    return
                self.rows.turn(group, True)
        self.select_ids(ids)
        self.scrollTo(self.currentIndex())

    def chosen(self) -> list[Proposal]:
        """What is selected."""
        return self.rows.chosen(self._selected_places())

    def seen(self) -> list[Proposal]:
        """The proposals in sight, from the top."""
        found: list[Proposal] = []
        at, bottom = self.indexAt(QPoint(1, 1)).row(), self.viewport().height()
        while 0 <= at < self.rows.rowCount() and self.visualRect(self.rows.index(at)).top() < bottom:
            row = self.rows.rows[at]
            if isinstance(row, Proposal):
                found.append(row)
            at += 1
        return found

    def step(self, by: int) -> None:
        """Selects the next row, or the one before, whatever keys are held; open headers are passed over."""
        at = self.currentIndex().row() + by
        while 0 <= at < self.rows.rowCount():
            row = self.rows.rows[at]
            if isinstance(row, Proposal) or not row.is_open:
                self.selectionModel().setCurrentIndex(self.rows.index(at), Flag.ClearAndSelect)
                return
            at += by

    def show_marks(self) -> None:
        """What rows tell may be another now. Not told as changed data, which would lay out all rows again."""
        self.viewport().update()

    def undo(self) -> None:
        """What the Edit menu's Undo means while the list has the focus."""
        self.undo_wished.emit()

    # Events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """On a chevron a press opens or closes the group and selects nothing."""
        index = self.indexAt(event.position().toPoint())
        row = self.rows.row(index)
        if isinstance(row, Header) and self._chevron(index).contains(event.position().toPoint()):
            self._turn(row)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click on a header opens or closes its group."""
        row = self.rows.row(self.indexAt(event.position().toPoint()))
        if isinstance(row, Header):
            self._turn(row)
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left closes the group, Right opens it, Enter accepts; the rest is as in any list."""
        row = self.rows.row(self.currentIndex())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and row is not None:
            self._fold(row, opened=event.key() == Qt.Key.Key_Right)
        elif plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept_wished.emit()
        elif event.text().isprintable() and event.text() and plain:
            event.ignore()  # letters are the view's commands, not the beginning of a name
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other rows may be in sight."""
        super().resizeEvent(event)
        self._look_soon.start()

    def _moved(self, _: int) -> None:
        self._look_soon.start()

    def _selected(self, *_: object) -> None:
        self._tell()

    def _fold(self, row: Header | Proposal, *, opened: bool) -> None:
        if isinstance(row, Header):
            if row.is_open != opened:
                self._turn(row)
        elif not opened and (group := self.rows.group_of(row.id)) is not None:
            self._turn(Header(group, True))

    def _turn(self, header: Header) -> None:
        scrolled = self.verticalScrollBar().value()
        chosen = self.chosen()
        blocked = self.selectionModel().blockSignals(True)
        self.rows.turn(header.group, not header.is_open)
        hidden = header.is_open and bool({p.id for p in chosen} & {p.id for p in header.group.proposals})
        if hidden or not self.select_ids(p.id for p in chosen):
            self._select_header(header.group.key)
        self.selectionModel().blockSignals(blocked)
        self.verticalScrollBar().setValue(scrolled)
        self._look_soon.start()
        self._tell()

    def _select_header(self, key: str) -> bool:
        index = self.rows.index_of_group(key)
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, Flag.ClearAndSelect)
        return index.isValid()

    def _header_chosen(self) -> str | None:
        """The key of the one header that is selected alone."""
        rows = [self.rows.rows[place] for place in self._selected_places()[:2]]
        return rows[0].group.key if len(rows) == 1 and isinstance(rows[0], Header) else None

    def _selected_places(self) -> list[int]:
        """The numbers of the selected rows; ranges, since thousands of indexes take long to make."""
        ranges = cast(Sequence[QItemSelectionRange], self.selectionModel().selection())
        return [place for some in ranges for place in range(some.top(), some.bottom() + 1)]

    def _chevron(self, index: AnyIndex) -> QRect:
        place = self.visualRect(index)  # pyright: ignore[reportArgumentType]
        return QRect(place.left(), place.top(), MARGIN + ICON + 8, place.height())

    def _tell(self, *, always: bool = False) -> None:
        chosen = self.chosen()
        if always or chosen != self._told:
            self._told = chosen
            self.chosen_changed.emit(chosen)
