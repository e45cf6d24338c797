"""Reads a session on a reader thread, and says how far it is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view import session_reading as reading
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.session_panes import SessionPanes
from openclaw_desktop.ui.context_view.session_reading import Errand, Shown
from openclaw_desktop.ui.search_view.latest import Latest

if TYPE_CHECKING:
    from openclaw_desktop.context.sessions.catalogue import Listed

PROGRESS_MS = 120


class SessionReader(QObject):
    """What is late is let go: only the session that was asked for last arrives."""

    arrived = Signal(object)  # Shown
    failed = Signal(object)  # DesktopError

    def __init__(self, bridge: Bridge, panes: SessionPanes) -> None:
        super().__init__(panes)
        self._bridge, self._head, self._waiting = bridge, panes.head, panes.waiting
        self.row: Listed | None = None
        """The session that is looked at, as the list has it."""
        self._errand = self._new_errand()
        self._latest = Latest(bridge, self)
        self._latest.arrived.connect(self._on_arrived)
        self._latest.failed.connect(self._on_failed)
        self._progress = QTimer(self, interval=PROGRESS_MS)
        self._progress.timeout.connect(self._tell_progress)

    @property
    def busy(self) -> bool:
        """A session is still being read."""
        return self._latest.busy

    def read(self, row: Listed, *, leaf: str | None, window: int | None) -> None:
        """Reads a session, or what it has become, along a branch and with a window entered for it."""
        self._errand.stopped = True
        self._errand = self._new_errand()
        self._progress.start()
        self._tell_progress()
        engine, errand = self._bridge.engine, self._errand
        self._latest.ask(partial(reading.opened, engine, row, errand, leaf=leaf, window=window))

    def read_along(self, shown: Shown, leaf: str | None, window: int | None) -> None:
        """The same session along another branch or with another window."""
        self._progress.start()
        self._latest.ask(partial(reading.along, self._bridge.engine, shown, leaf, window))

    def stop(self) -> None:
        """Nobody waits for it any more."""
        self._errand.stopped = True
        self._latest.forget()
        self._end_progress()

    def _new_errand(self) -> Errand:
        return Errand(lambda: self._bridge.closing)

    def _tell_progress(self) -> None:
        if self.row is None:
            return
        done, most = self._errand.done, self.row.summary.entries if self.row.summary else None
        self._head.show_progress(done, most)
        self._waiting.set_texts("Reading the session…", words.progress(self.row, done, most), "Stop")

    def _end_progress(self) -> None:
        self._progress.stop()
        self._head.end_progress()

    def _on_arrived(self, shown: Shown) -> None:
        self._end_progress()
        self.arrived.emit(shown)

    def _on_failed(self, error: DesktopError) -> None:
        self._end_progress()
        self.failed.emit(error)
