"""What was in the window at the playhead, read once the playhead rests."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view import session_reading as reading
from openclaw_desktop.ui.context_view.session_reading import Row, Shown
from openclaw_desktop.ui.context_view.timeline import Timeline
from openclaw_desktop.ui.context_view.window_panel import WindowPanel
from openclaw_desktop.ui.search_view.latest import Latest

SETTLE_MS = 70


class InWindow(QObject):
    """Fills the panel; a late answer is let go."""

    def __init__(self, bridge: Bridge, timeline: Timeline, panel: WindowPanel) -> None:
        super().__init__(panel)
        self._bridge, self._timeline, self._panel = bridge, timeline, panel
        self.shown: Shown | None = None
        """The session as it is shown now."""
        self._reading = Latest(bridge, self)
        self._reading.arrived.connect(self._on_arrived)
        self._settle = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._settle.timeout.connect(self._ask)

    @property
    def busy(self) -> bool:
        """It is still being read, or about to be."""
        return self._settle.isActive() or self._reading.busy

    def ask_soon(self) -> None:
        """The playhead is elsewhere, or the session went on."""
        self._settle.start()

    def forget(self) -> None:
        """Another session is looked at."""
        self._reading.forget()

    def _ask(self) -> None:
        index = self._timeline.playhead
        if self.shown is not None and index >= 0:
            self._reading.ask(partial(reading.inside, self._bridge.engine, self.shown, index))

    def _on_arrived(self, found: tuple[int, list[Row]]) -> None:
        self._panel.show_rows(found[1], found[0])
