"""What a hand or another window writes into the settings' file counts when one comes back to this window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui.bridge import Bridge


class FollowedSettings(QObject):
    """Looks at the file whenever `window` gets the keyboard; lives as long as the window."""

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        window.installEventFilter(self)
        self._look_soon()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes notice, and nothing away."""
        if event.type() == QEvent.Type.WindowActivate:
            self._look_soon()
        return super().eventFilter(watched, event)

    def _look_soon(self) -> None:
        self._bridge.spawn(self._look(), name="settings of others")

    async def _look(self) -> None:
        engine = self._bridge.engine
        if await self._bridge.call(engine.read_settings_again):
            self._bridge.settings_changed.emit(engine.settings)
