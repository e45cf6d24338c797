"""Opens what a hit is of: a file at its lines, or a session at its turn."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.search.candidates import Candidate
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.search_view.searchers import session_place


class Opening(QObject):
    """Says where a passage is; for one of a session its turn is looked up on a reader thread first."""

    file = Signal(str, int, int)  # path, first and last line
    session = Signal(str, int)  # a session's id, and a turn of it; 0: its end

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._places = Latest(bridge, self)
        self._places.arrived.connect(self._on_place)

    def open(self, found: Candidate) -> None:
        """Opens a passage."""
        if found.source == "sessions":
            self._places.ask(partial(session_place, self._bridge.engine, found))
        else:
            self.file.emit(found.path, found.start_line, found.end_line)

    def _on_place(self, place: tuple[str, int]) -> None:
        self.session.emit(*place)
