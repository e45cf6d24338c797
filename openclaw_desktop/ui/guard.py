"""Keeps what the window knows about protection and waiting proposals, and tells when it changes."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import standing
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.standing import Standing


class Guard(QObject):
    """Asks the engine once for every burst of changes; everyone else hears it from here."""

    changed = Signal(object)  # Standing
    arrived = Signal(object)  # tuple of proposals that are new and still wait, newest first

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.standing = Standing()
        self._new: frozenset[str] = frozenset()
        self._seen: frozenset[str] | None = None  # proposals that were listed, once there was a list
        self._review = bridge.engine.settings.review
        self._latest = Latest(bridge, self)
        self._latest.arrived.connect(self.take)
        self._latest.failed.connect(bridge.failed)
        bridge.review_changed.connect(self._on_changed)
        bridge.settings_changed.connect(self._on_settings)

    def refresh(self) -> None:
        """Looks how it stands now."""
        self._latest.ask(partial(standing.look, self._bridge.engine))

    def _on_changed(self, change: ReviewChanged) -> None:
        self._new |= change.arrived
        self.refresh()

    def _on_settings(self, settings: Settings) -> None:
        if settings.review != self._review:
            self._review = settings.review
            self.refresh()

    def take(self, found: Standing) -> None:
        """How it stands, as somebody has read it: whoever reads first tells all, so that all say the same."""
        self.standing = found
        new, self._new = self._new, frozenset()
        waiting = frozenset(proposal.id for proposal in found.waiting)
        if self._seen is not None:  # of what another process proposes nobody says that it arrived
            new |= waiting - self._seen
        self._seen = waiting | (self._seen or frozenset())
        self.changed.emit(found)
        if arrived := tuple(proposal for proposal in found.waiting if proposal.id in new):
            self.arrived.emit(arrived)
