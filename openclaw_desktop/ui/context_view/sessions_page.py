"""The sessions of the agent: which there are, and one of them along its timeline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view import session_reading as reading
from openclaw_desktop.ui.context_view.session_list import SessionList
from openclaw_desktop.ui.context_view.session_model import identity
from openclaw_desktop.ui.context_view.session_reading import MOST_HITS, Errand, Place
from openclaw_desktop.ui.context_view.session_view import SessionView
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.search_view.latest import Latest

if TYPE_CHECKING:
    from openclaw_desktop.context.recall.calls import Call
    from openclaw_desktop.context.recall.past import Past
    from openclaw_desktop.context.sessions.catalogue import Listed
    from openclaw_desktop.context.sessions.session_search import Found

WATCH_MS, SEARCH_MS = 4_000, 150
LIST_WIDTH, LIST_LEAST, VIEW_LEAST = 320, 200, 620
"""Pixels: the list gives way before the timeline gets narrower than it wants."""


def now() -> datetime:
    """This moment, in the person's own time."""
    return datetime.now().astimezone()


@dataclass(frozen=True, slots=True)
class Asked:
    """A session to be opened by its id: where a turn begins (0: at its end), or at a call to the memory.

    `source` tells two of one id apart.
    """

    session: str
    source: Path | None = None
    turn: int = 0
    call: Call | None = None


class SessionsPage(QWidget):
    """Lists again every few seconds while it is seen; nothing is read while it is not."""

    review_requested = Signal(str)  # the id of a proposal
    search_requested = Signal(object, object)  # Opened, Mark: why a search of the memory found what it found

    def __init__(
        self, bridge: Bridge, *, now: Callable[[], datetime] = now, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._width = LIST_WIDTH
        self._place: Place | None = None
        self._asked: Asked | None = None
        self._errand = self._new_errand()
        self._told = 0
        self.list = SessionList(now)
        self.session = SessionView(bridge, now)
        self.note = EmptyState("context", "", "", primary=False)
        self.empty = EmptyState("context", "Looking for sessions…", "", primary=False)
        self._listing, self._searching = Latest(bridge, self), Latest(bridge, self)
        self._watch = QTimer(self, interval=WATCH_MS, singleShot=True)
        self._tell = QTimer(self, interval=SEARCH_MS)
        self._stack, self._right = QStackedWidget(), QStackedWidget()
        self._lay_out()
        self._connect()

    # What others call

    def panes(self) -> list[QWidget]:
        """What F6 goes through, from left to right."""
        if self._stack.currentWidget() is self.empty:
            return [self.empty]
        right = self.session.panes() if self._right.currentWidget() is self.session else [self.note]
        return [self.list, *right]

    def show_turn(self, session: str, turn: int) -> None:
        """Opens the session of this id where a turn begins (0: at its end), once the sessions are listed."""
        self._ask(Asked(session, turn=turn))

    def show_call(self, past: Past) -> None:
        """Opens the session of a call to the memory at the call, once the sessions are listed."""
        self._ask(Asked(past.session.id, past.session.source, call=past.call))

    def _ask(self, asked: Asked) -> None:
        self._asked = asked
        if self._place is not None:
            self._open_asked(self._place)

    # Listing

    def refresh(self) -> None:
        """Lists the sessions now."""
        self._watch.stop()
        self._listing.ask(partial(reading.listed, self._bridge.engine))

    def _listed(self, place: Place) -> None:
        self._place = place
        if self.isVisible():
            self._watch.start()
        if not place.catalogue.rows:
            self.empty.set_texts(*_nothing(place))
            self._stack.setCurrentWidget(self.empty)
            return
        self._stack.setCurrentWidget(self._columns)
        self.list.show_catalogue(place.catalogue)
        if self._asked:
            self._open_asked(place)
        elif self.list.current is None:
            shown = self.list.rows.shown or place.catalogue.rows
            first = next((row for row in shown if row.summary), shown[0])
            self.list.select(identity(first.session))
            self._open(first)
        else:
            self._follow(place)

    def _open_asked(self, place: Place) -> None:
        asked, self._asked = self._asked or Asked(""), None
        named = [row for row in place.catalogue.rows if row.session.id == asked.session]
        row = next((row for row in named if row.session.source == asked.source), next(iter(named), None))
        if row is None:
            said = f"Session {asked.session} is not among those of this agent; it may have been deleted."
            self.note.set_texts("This session is not there", said)
            self._right.setCurrentWidget(self.note)
            return
        self.list.select(identity(row.session))
        self._open(row, turn=asked.turn, call=asked.call)

    def _follow(self, place: Place) -> None:
        """Reads the session that is looked at again when it went on, and says when it is gone."""
        held = self.session.row
        if held is None:
            return
        here = identity(held.session)
        found = next((row for row in place.catalogue.rows if identity(row.session) == here), None)
        row = found or replace(held, summary=None, problem="This session is not found just now.")
        if row != held and row.summary is not None:
            self.session.refresh(row)
        elif row != held:
            self.session.lose(row)

    def _failed(self, error: DesktopError) -> None:
        self.empty.set_texts("The sessions cannot be listed", str(error), "Try again")
        if self._place is None:
            self._stack.setCurrentWidget(self.empty)
        if self.isVisible():
            self._watch.start()

    def _open(
        self, row: Listed, *, entry: str = "", needle: str = "", turn: int = 0, call: Call | None = None
    ) -> None:
        if row.summary is None:
            self.note.set_texts("There is nothing to show of this session", row.problem or "")
            self._right.setCurrentWidget(self.note)
            return
        self._right.setCurrentWidget(self.session)
        self.session.open(row, entry=entry, needle=needle, turn=turn, call=call)

    # Searching

    def _search(self, text: str) -> None:
        self._errand.stopped = True
        self._errand, self._told = self._new_errand(), 0
        self._searching.forget()
        self._tell.stop()
        if text and self._place is not None:
            self._tell.start()
            rows, engine = self._place.catalogue.rows, self._bridge.engine
            self._searching.ask(partial(reading.search, engine, rows, text, self._errand))
            self._tell_hits(" · searching…")

    def _new_errand(self) -> Errand:
        return Errand(lambda: self._bridge.closing)

    def _tell_hits(self, state: str) -> None:
        found = self._errand.found[self._told :]
        self._told += len(found)
        self.list.add_hits(found, state)

    def _searched(self, _: object) -> None:
        self._tell.stop()
        many = f" · the first {MOST_HITS:,}; say more" if len(self._errand.found) >= MOST_HITS else ""
        unread = f" · {len(self._errand.unread):,} sessions cannot be read" if self._errand.unread else ""
        self._tell_hits(many + unread)

    def _search_failed(self, error: DesktopError) -> None:
        self._tell.stop()
        self._tell_hits(f" · {error}")

    def _go_to(self, hit: Found) -> None:
        rows = self._place.catalogue.rows if self._place else ()
        wanted = identity(hit.session)
        row = next((row for row in rows if identity(row.session) == wanted), None)
        if row is not None:
            self.list.select(wanted)
            self._open(row, entry=hit.entry.id, needle=hit.excerpt[hit.start : hit.end])

    # Events

    def showEvent(self, event: QShowEvent) -> None:
        """Lists what changed while it was not seen."""
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: nothing is read."""
        self._watch.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives the timeline its room."""
        wide = max(LIST_LEAST, min(self._width, self.width() - VIEW_LEAST))
        self._columns.setSizes([wide, max(self.width() - wide, 1)])

    def _divided(self) -> None:
        self._width = self._columns.sizes()[0]

    # Building

    def _lay_out(self) -> None:
        for part in (self.session, self.note):
            self._right.addWidget(part)
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        for part, least in ((self.list, LIST_LEAST), (self._right, 320)):
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
        self._listing.arrived.connect(self._listed)
        self._listing.failed.connect(self._failed)
        self._searching.arrived.connect(self._searched)
        self._searching.failed.connect(self._search_failed)
        self._watch.timeout.connect(self.refresh)
        self._tell.timeout.connect(lambda: self._tell_hits(" · searching…"))
        self.empty.clicked.connect(self.refresh)
        self.session.review_requested.connect(self.review_requested)
        self.session.search_requested.connect(self.search_requested)
        self.list.chosen.connect(self._open)
        self.list.activated.connect(self.session.timeline.setFocus)
        self.list.hit_chosen.connect(self._go_to)
        self.list.search_wanted.connect(self._search)


def _nothing(place: Place) -> tuple[str, str, str]:
    """Why there is no session, what was looked at, and what can be done."""
    if not place.found:
        said = f"Looked in {place.folder}. Here you will see how each conversation filled the model's window."
        return "No OpenClaw found", said, "Look again"
    if place.agent is None:
        said = f"The OpenClaw in {place.folder} has no agent whose workspace this is, so nothing is shown."
        return "This workspace belongs to no agent", said, "Look again"
    problems = " ".join(place.catalogue.problems)
    said = f"Agent {place.agent} has none in {place.folder}. {problems}".strip()
    return "No sessions yet", said, "Look again"
