"""Tells when the index has come to rest, so that a question can be asked again by itself."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui.bridge import Bridge

SETTLE_MS = 400
"""How long the index must be quiet before a search is asked again by itself."""


class Settling(QObject):
    """Files were indexed, or the last passage can be found by its meaning."""

    settled = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._complete = is_complete(bridge.engine.index_state)
        self._quiet = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._quiet.timeout.connect(self.settled)
        bridge.files_indexed.connect(self._on_files_indexed)
        bridge.index_state_changed.connect(self._on_index_state)

    def _on_files_indexed(self) -> None:
        self._quiet.start()

    def _on_index_state(self, state: IndexState) -> None:
        complete, self._complete = self._complete, is_complete(state)
        if self._complete and not complete:
            self._quiet.start()


def is_complete(state: IndexState) -> bool:
    """Whether every passage can be found by its meaning."""
    return state.phase is IndexPhase.READY and not state.keywords_only
