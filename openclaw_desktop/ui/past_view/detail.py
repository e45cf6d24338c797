"""One past call: its recorded hits beside the same search run again, and why a hit had its score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import PurePosixPath

from PySide6.QtCore import QAbstractItemModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.desk.again import Again, Compared
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.elided import ElidedLabel
from openclaw_desktop.ui.history_view.words import exact
from openclaw_desktop.ui.past_view import reading
from openclaw_desktop.ui.past_view.compared_model import ComparedModel
from openclaw_desktop.ui.past_view.compared_rows import BETWEEN, MARGIN, ComparedDelegate
from openclaw_desktop.ui.past_view.head import PastHead
from openclaw_desktop.ui.past_view.why import WhyPane
from openclaw_desktop.ui.scrolling import HeadsOf
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.search_view.notice import Notice

SETTLE_MS = 70
"""A call is asked again once the selection rests so long: it may be one of many that are passed by."""

END = Qt.TextElideMode.ElideRight

WHY_HIGH, WHY_SHARE = 220, 0.36
"""Pixels, and the share of a small height, for the steps of the score."""


class ComparedView(RowsView):
    """The hits; each is as high as its differences need."""

    left = Signal()

    def __init__(self, name: str, model: QAbstractItemModel) -> None:
        super().__init__(name, model)
        self.setUniformItemSizes(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back to the list of calls."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class Halves(QSplitter):
    """Of little height most is for the upper part, unless a person shared it."""

    def __init__(self, orientation: Qt.Orientation) -> None:
        super().__init__(orientation)
        self._is_shared = False
        self.splitterMoved.connect(self._shared)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Here and not where it lies: it has its height only once there is something to show."""
        super().resizeEvent(event)
        if not self._is_shared:
            why = min(WHY_HIGH, round(self.height() * WHY_SHARE))
            self.setSizes([self.height() - why, why])

    def _shared(self) -> None:
        self._is_shared = True


class PastDetail(QWidget):
    """What is on record is there at once; today's side comes when it is known."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    session_requested = Signal(str, int)  # the id of a session that was found, 0

    def __init__(self, bridge: Bridge, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._now = bridge, now
        self.past: Past | None = None
        self._notes: tuple[str, ...] = ()
        self._tells_all = False
        self.head = PastHead()
        self.note = Notice()
        self.rows = ComparedModel(self)
        self.hits = ComparedView("Hits then and now", self.rows)
        self.hits.draw_with(ComparedDelegate(self.rows, self.hits))
        self.why = WhyPane()
        self.then, self.today = ElidedLabel(elide=END), ElidedLabel(elide=END)
        self.none = QLabel(
            alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True, textFormat=Qt.TextFormat.PlainText
        )
        self._settle = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._asking = Latest(bridge, self)
        self._lay_out()
        self._connect()

    @property
    def busy(self) -> bool:
        """Something is asked again, or about to be."""
        return self._settle.isActive() or self._asking.busy

    @property
    def again(self) -> Again | None:
        """What is shown."""
        return self.rows.again

    def show_past(self, past: Past, *, agent: str | None, has_earlier: bool) -> None:
        """Shows a call, and asks the same again; what is shown already is asked again too, quietly."""
        same = self.past is not None and self.past.id == past.id
        self.past = past
        self.head.show_past(past, self._now(), agent=agent, has_earlier=has_earlier)
        if not same:
            self._show(reading.recorded(past), asking=True)
        self._settle.start()

    def refresh(self) -> None:
        """Asks again: the index may be another one by now."""
        if self.past is not None:
            self._settle.start()

    def rest(self) -> None:
        """Nobody looks: nothing more is asked."""
        self._settle.stop()

    def _ask(self) -> None:
        past, engine = self.past, self._bridge.engine
        if past is not None:
            self._asking.ask(lambda: engine.past.again(past))

    def _arrived(self, again: Again) -> None:
        if self.past is not None and again.past.id == self.past.id:
            self._show(again, asking=False)

    def _failed(self, error: DesktopError) -> None:
        if self.past is not None:
            self._show(replace(reading.recorded(self.past), why_not=str(error)), asking=False)

    def _show(self, again: Again, *, asking: bool) -> None:
        """Keeps the selected hit where it is when the same call is shown again."""
        selected, before = self.hits.currentIndex().row(), self.rows.again
        same = before is not None and before.past.id == again.past.id
        scrolled = self.hits.verticalScrollBar().value()
        blocked = self.hits.selectionModel().blockSignals(True)
        self.rows.show(again, asking=asking)
        self.hits.setCurrentIndex(self.rows.index(max(selected, 0) if same else 0))
        self.hits.selectionModel().blockSignals(blocked)
        if same:
            self.hits.verticalScrollBar().setValue(scrolled)
        else:
            self.hits.scrollToTop()
        self._say(again, asking=asking)
        self._explain()

    def _say(self, again: Again, *, asking: bool) -> None:
        """What the two sides are, and what the comparison cannot tell."""
        at = exact(again.at, self._now())
        is_search = again.past.call.kind == "search"
        self.then.setText(f"Then, {at}" if again.past.call.at else "Then")
        self.today.setText("The same now, by the clock of then" if is_search else "Now")
        self._notes = tuple(_notes(again))
        self._say_notes()
        empty = not again.rows
        nothing = "No hits then, and none now." if again.answer else "No hits are on record."
        self.none.setText("Asking again…" if asking else nothing)
        self.none.setVisible(empty)
        self._halves.setVisible(not empty)

    def _say_notes(self) -> None:
        """The first, and behind a button the others: they must not push the hits out of sight."""
        notes, more = self._notes, len(self._notes) - 1
        button = "Fewer" if self._tells_all else f"{more:,} more"
        text = "\n".join(notes if self._tells_all else notes[:1])
        refused = self.rows.again is not None and self.rows.again.why_not is not None
        self.note.say(text, button=button if more > 0 else "", warning=refused)

    def _turn_notes(self) -> None:
        self._tells_all = not self._tells_all
        self._say_notes()

    def _explain(self, *_: object) -> None:
        self.why.show_row(self.rows.again, self.selected)

    @property
    def selected(self) -> Compared | None:
        """The comparison that is selected."""
        return self.rows.row(self.hits.currentIndex())

    def _open(self, *_: object) -> None:
        """Opens where the text is now, else where it was; a session is shown as one."""
        row = self.selected
        if row is None:
            return
        hit, recorded = row.hit or row.below, row.recorded
        is_session = recorded is not None and recorded.source == "sessions"
        if hit is not None:
            found = hit.candidate
            path, first, last = found.path, found.start_line, found.end_line
        elif recorded is not None:
            path, first, last = recorded.path, recorded.start_line or 0, recorded.end_line or 0
        else:
            return
        if is_session or path.startswith("sessions/"):
            self.session_requested.emit(PurePosixPath(path).name.split(".")[0], 0)
        else:
            self.open_requested.emit(path, first, last)

    # Building

    def _lay_out(self) -> None:
        heads = QHBoxLayout()
        heads.setContentsMargins(MARGIN, 4, MARGIN, 4)
        heads.setSpacing(BETWEEN)
        for label in (self.then, self.today):
            label.setProperty("role", "meta")
            heads.addWidget(label, 1)
        HeadsOf(self.hits, heads)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        self.none.setProperty("role", "dim")
        self._halves = Halves(Qt.Orientation.Vertical)
        for part in (self.hits, self.why):
            self._halves.addWidget(part)
        self._halves.setChildrenCollapsible(False)
        self._halves.setStretchFactor(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.note):
            column.addWidget(part)
        column.addLayout(heads)
        column.addWidget(line)
        column.addWidget(self.none, 1)
        column.addWidget(self._halves, 1)
        self.setFocusProxy(self.hits)

    def _connect(self) -> None:
        self._settle.timeout.connect(self._ask)
        self._asking.arrived.connect(self._arrived)
        self._asking.failed.connect(self._failed)
        self.hits.selectionModel().currentChanged.connect(self._explain)
        self.hits.activated.connect(self._open)
        self.note.clicked.connect(self._turn_notes)


def _notes(again: Again) -> Iterator[str]:
    """What the comparison cannot tell, the weightiest first."""
    if again.why_not:
        yield f"Not asked again: {again.why_not}" if again.past.call.kind == "search" else again.why_not
    if again.answer is not None and again.answer.nothing_relevant and not again.answer.hits:
        yield again.answer.nothing_relevant
    yield from again.notes
