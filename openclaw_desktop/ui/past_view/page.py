"""Past searches: what the agent asked its memory, and each question beside what it finds today."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.desk.sessions_desk import Opened
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.past_view import reading, words
from openclaw_desktop.ui.past_view.detail import PastDetail
from openclaw_desktop.ui.past_view.past_list import PastList
from openclaw_desktop.ui.past_view.reading import Errand, Listing, StoppedError
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.tree.names import count_of

WATCH_MS, PROGRESS_MS = 15_000, 120
LIST_WIDTH, LIST_LEAST, DETAIL_WANTED, DETAIL_LEAST = 340, 240, 540, 340
"""Pixels: the list gives way before the hits get too narrow to stand beside one another."""


def now() -> datetime:
    """This moment, in the person's own time."""
    return datetime.now().astimezone()


class PastPage(QWidget):
    """Lists again every few seconds while it is seen; nothing is read while it is not."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    ask_requested = Signal(str, str)  # what the agent is called, and a question to ask it now
    call_requested = Signal(object)  # Past: its place in the session's timeline
    session_requested = Signal(str, int)  # the id of a session, 0

    def __init__(
        self, bridge: Bridge, *, now: Callable[[], datetime] = now, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._width = LIST_WIDTH
        self._listing: Listing | None = None
        self._asked: tuple[Opened, Mark] | None = None  # a mark of a timeline whose call is to be shown
        self._errand = self._new_errand()
        self.list = PastList(now)
        self.detail = PastDetail(bridge, now)
        self.note = EmptyState("search", "", "", primary=False)
        self.empty = EmptyState("search", "", "", primary=False)
        self._reading, self._matching = Latest(bridge, self), Latest(bridge, self)
        self._watch = QTimer(self, interval=WATCH_MS, singleShot=True)
        self._progress = QTimer(self, interval=PROGRESS_MS)
        self._stack, self._right = QStackedWidget(), QStackedWidget()
        self._lay_out()
        self._connect()

    # What others call

    def panes(self) -> list[QWidget]:
        """What F6 goes through, from left to right."""
        if self._stack.currentWidget() is self.empty:
            return [self.empty]
        shown = self._right.currentWidget() is self.detail
        return [self.list, *([self.detail.hits, self.detail.head] if shown else [])]

    def show_mark(self, opened: Opened, mark: Mark) -> None:
        """Shows the call that a mark of a session's timeline stands for, once the calls are listed."""
        self._asked = opened, mark
        if self._listing is None or not self._show_asked(self._listing, last=False):
            self.refresh()

    @property
    def busy(self) -> bool:
        """Something is being read, or about to be."""
        return self._reading.busy or self._matching.busy or self.detail.busy

    # Listing

    def refresh(self) -> None:
        """Lists the calls now."""
        self._watch.stop()
        self._errand = self._new_errand()
        if self._listing is None:
            self._progress.start()
            self._tell_progress()
        self._reading.ask(partial(reading.listed, self._bridge.engine, self._errand, self._listing))

    def _new_errand(self) -> Errand:
        return Errand(lambda: self._bridge.closing)

    def _tell_progress(self) -> None:
        done = f" {count_of(self._errand.done, 'session')} so far." if self._errand.done else ""
        said = f"Searches of the memory are looked for in every session of the agent.{done}"
        self.empty.set_texts("Reading the sessions…", said, "Stop")
        self._stack.setCurrentWidget(self.empty)

    def _listed(self, listing: Listing) -> None:
        self._progress.stop()
        self._listing = listing
        if self.isVisible():
            self._watch.start()
        if not listing.calls.pasts:
            self._asked = None
            self.empty.set_texts(*_nothing(listing))
            self._stack.setCurrentWidget(self.empty)
            return
        self._stack.setCurrentWidget(self._columns)
        self.list.show_calls(listing.calls.pasts, listing.calls.problems)
        current, shown = self.list.current, self.detail.past
        if current is not None and shown is not None and current.id == shown.id and current != shown:
            self._open(current)
        if self.list.choosing.text:
            self._match(self.list.choosing.text)
        if self._asked is not None:
            self._show_asked(listing, last=True)

    def _show_asked(self, listing: Listing, *, last: bool) -> bool:
        """Shows the call of the mark that was asked for; `last`: if it is not listed, that is said."""
        if self._asked is None:
            return True
        found = reading.of_mark(self._bridge.engine, listing, *self._asked)
        if found is not None:
            self._asked = None
            self._go_to(found)
        elif last:
            self._asked = None
            self.note.set_texts(
                "There is nothing to compare for this mark",
                "It is no search by OpenClaw's own memory tools, or its session was written anew since.",
            )
            self._right.setCurrentWidget(self.note)
        return found is not None

    def _failed(self, error: DesktopError) -> None:
        self._progress.stop()
        if self._listing is not None:
            self.list.show_problems([*self._listing.calls.problems, str(error)])
            return
        if isinstance(error, StoppedError):
            self.empty.set_texts("Reading was stopped", "Nothing was changed.", "Read them")
        else:
            self.empty.set_texts("The past searches cannot be listed", str(error), "Try again")
        self._stack.setCurrentWidget(self.empty)

    def _on_empty_button(self) -> None:
        if self._reading.busy:
            self._errand.stopped = True
        else:
            self.refresh()

    # Filtering

    def _match(self, text: str) -> None:
        if not text:
            self._matching.forget()
            self.list.show_found(None)
        elif self._listing is not None:
            self._matching.ask(partial(reading.matching, self._listing.calls.pasts, text))

    # One of them

    def _go_to(self, past: Past) -> None:
        self.list.select(past)
        self._open(past)
        self.list.view.setFocus()

    def _open(self, past: Past) -> None:
        self._right.setCurrentWidget(self.detail)
        agent = self._listing.name if self._listing else None
        self.detail.show_past(past, agent=agent, has_earlier=self._earlier(past) is not None)

    def _earlier(self, past: Past) -> Past | None:
        """The call that this one repeats."""
        wanted = words.earlier(past.failings)
        return next((each for each in self.list.rows.all if each.id == wanted), None)

    def _ask_now(self) -> None:
        past, listing = self.detail.past, self._listing
        if past is None or listing is None or past.call.kind != "search":
            return
        if listing.name is not None and past.call.question.strip():
            self.ask_requested.emit(listing.name, past.call.question)

    def _show_in_session(self) -> None:
        if self.detail.past is not None:
            self.call_requested.emit(self.detail.past)

    def _show_earlier(self) -> None:
        if self.detail.past is not None and (found := self._earlier(self.detail.past)) is not None:
            self._go_to(found)

    # Events

    def showEvent(self, event: QShowEvent) -> None:
        """Lists what came while it was not seen."""
        super().showEvent(event)
        self.refresh()
        self.detail.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: nothing is read."""
        self._watch.stop()
        self.detail.rest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives the hits their room."""
        wide = max(LIST_LEAST, min(self._width, self.width() - DETAIL_WANTED))
        self._columns.setSizes([wide, max(self.width() - wide, 1)])

    def _divided(self) -> None:
        self._width = self._columns.sizes()[0]

    # Building

    def _lay_out(self) -> None:
        for part in (self.detail, self.note):
            self._right.addWidget(part)
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        for part, least in ((self.list, LIST_LEAST), (self._right, DETAIL_LEAST)):
            part.setMinimumWidth(least)
            self._columns.addWidget(part)
        self._columns.setChildrenCollapsible(False)
        self._columns.setStretchFactor(1, 1)
        self._columns.splitterMoved.connect(self._divided)
        for part in (self.empty, self._columns):
            self._stack.addWidget(part)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        self.setFocusProxy(self.list)

    def _connect(self) -> None:
        self._reading.arrived.connect(self._listed)
        self._reading.failed.connect(self._failed)
        self._matching.arrived.connect(self.list.show_found)
        self._watch.timeout.connect(self.refresh)
        self._progress.timeout.connect(self._tell_progress)
        self.empty.clicked.connect(self._on_empty_button)
        self.list.chosen.connect(self._open)
        self.list.activated.connect(self.detail.hits.setFocus)
        self.list.search_wanted.connect(self._match)
        self.detail.open_requested.connect(self.open_requested)
        self.detail.session_requested.connect(self.session_requested)
        self.detail.head.ask_wanted.connect(self._ask_now)
        self.detail.head.session_wanted.connect(self._show_in_session)
        self.detail.head.earlier_wanted.connect(self._show_earlier)
        self.detail.hits.left.connect(self.list.view.setFocus)
        for view in (self.list.view, self.detail.hits):
            view.on_key(Qt.Key.Key_A, self._ask_now)
            view.on_key(Qt.Key.Key_S, self._show_in_session)
            view.on_key(Qt.Key.Key_E, self._show_earlier)


def _nothing(listing: Listing) -> tuple[str, str, str]:
    """Why there is no call, what was looked at, and what can be done."""
    folder, problems = listing.folder, " ".join(listing.calls.problems)
    if not listing.found:
        said = f"Looked in {folder}. Here you will see what an agent asked its memory, and why it found what."
        return "No OpenClaw found", said, "Look again"
    if listing.agent is None:
        said = f"The OpenClaw in {folder} has no agent whose workspace this is, so nothing is shown."
        return "This workspace belongs to no agent", said, "Look again"
    if not listing.sessions:
        said = f"Agent {listing.agent} has none in {folder}. {problems}".strip()
        return "No sessions yet", said, "Look again"
    said = (
        f"In {count_of(listing.sessions, 'session')} agent {listing.agent} never called memory_search. Once"
        f" it does, each search is listed here with what it found, and why. {problems}"
    )
    return "The agent has not searched its memory", said.strip(), "Look again"
