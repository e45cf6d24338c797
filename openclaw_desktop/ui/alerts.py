"""Tells a person that something waits: on the rail, the taskbar, the desktop, and loudly in the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui import standing
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.guard import Guard
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.notifications import Notifier
from openclaw_desktop.ui.standing import Standing
from openclaw_desktop.ui.tree.names import count_of

if TYPE_CHECKING:
    from openclaw_desktop.ui.rail import Rail

BURST_MS = 1200
"""What arrives within this time of the first is told together."""


class Alerts(QObject):
    """Hears the guard and speaks once for a burst of proposals; never says what is in them."""

    review_requested = Signal(str)  # what waits for this path, or whatever waits
    settings_requested = Signal()

    def __init__(
        self,
        bridge: Bridge,
        guard: Guard,
        *,
        rail: Rail,
        notice: NoticeBar,
        is_watched: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """`is_watched` tells whether the person looks at what waits already."""
        super().__init__(parent)
        self._bridge, self._guard = bridge, guard
        self._rail, self._notice = rail, notice
        self._is_watched = is_watched
        self._burst: list[Proposal] = []
        self._alarmed: tuple[str, ...] = ()  # proposals the notice bar speaks of
        self._alarm = ""
        self._path = ""  # what the last notification was about
        self.told_protection = True  # until somebody says that it was not told yet
        self.notifier = Notifier(self)
        self._soon = QTimer(self, interval=BURST_MS, singleShot=True)
        self._soon.timeout.connect(self._tell)
        self.notifier.clicked.connect(lambda: self.review_requested.emit(self._path))
        guard.changed.connect(self._count)
        guard.arrived.connect(self._arrived)

    def _count(self, stand: Standing) -> None:
        number = len(stand.waiting)
        verb = "waits" if number == 1 else "wait"
        self._rail.set_count("review", number, f"{count_of(number, 'change')} {verb} for your review")
        self.notifier.count(number)
        self._end_alarm(stand)
        if not self.told_protection and not self._notice.sentence:
            self._bridge.spawn(self._introduce(stand), name="what is protected")

    async def _introduce(self, stand: Standing) -> None:
        """Says once for every workspace which of its files are protected."""
        entries = await self._bridge.call(self._bridge.engine.scan)
        said = standing.protected(stand, [entry.path for entry in entries if not entry.is_folder])
        if said and not self.told_protection and not self._notice.sentence:  # a warning comes first
            self.told_protection = True
            self._notice.offer(said, "Change…", self.settings_requested.emit, calm=True)

    def _arrived(self, arrived: tuple[Proposal, ...]) -> None:
        loud = standing.loud(arrived)
        if loud and not self._is_watched():
            path = loud[0].path
            look = partial(self.review_requested.emit, path)
            self._notice.offer(standing.alarm(loud), "Review", look, calm=False)
            self._alarm, self._alarmed = self._notice.sentence, tuple(p.id for p in loud)
        self._burst += arrived
        if not self._soon.isActive():
            self._soon.start()

    def _end_alarm(self, stand: Standing) -> None:
        """Takes the alarm away once nothing of it waits any more."""
        if self._alarmed and not {p.id for p in stand.waiting} & set(self._alarmed):
            if self._notice.sentence == self._alarm:
                self._notice.dismiss()
            self._alarmed = ()

    def _tell(self) -> None:
        """Those that still wait; nothing when it is seen anyway, or muted."""
        waiting = {proposal.id for proposal in self._guard.standing.waiting}
        burst, self._burst = [p for p in self._burst if p.id in waiting], []
        if not burst or self._is_watched() or not self._bridge.engine.settings.review.notify:
            return
        self._path = burst[0].path if len({p.path for p in burst}) == 1 else ""
        title = "Your review is needed" if standing.loud(burst) else "OpenClaw Desktop"
        self._bridge.spawn(self._notify(title, standing.arrivals(burst)), name="notify")

    async def _notify(self, title: str, text: str) -> None:
        if self.notifier.over_bus():
            self.notifier.listen()
            if await self._bridge.call(self.notifier.send, title, text):
                return
        self.notifier.show_in_tray(title, text)
