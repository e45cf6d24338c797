"""What a hand or another window writes into the settings' file counts when one comes back to this window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from openclaw_desktop import settings_file
from openclaw_desktop.settings_file import Reading
from openclaw_desktop.ui.bridge import Bridge


class FollowedSettings(QObject):
    """Looks at the file whenever `window` gets the keyboard; lives as long as the window."""

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._seen: Reading | None = None
        window.installEventFilter(self)
        bridge.settings_changed.connect(self._saved)
        self._saved()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes notice, and nothing away."""
        if event.type() == QEvent.Type.WindowActivate:
            self._bridge.spawn(self._look(), name="settings of others")
        return super().eventFilter(watched, event)

    def _saved(self) -> None:
        self._bridge.spawn(self._remember(), name="settings as they are")

    async def _remember(self) -> None:
        self._seen = await self._read()

    async def _look(self) -> None:
        before = self._seen
        now = self._seen = await self._read()
        if before is None or now == before:
            return
        engine = self._bridge.engine
        # A file that is no TOML just now may be half of one that is being written.
        if not now.trouble and now.settings != engine.settings:
            await self._bridge.call(engine.take_settings, now.settings)
        self._bridge.settings_changed.emit(engine.settings)

    async def _read(self) -> Reading:
        return await self._bridge.call(settings_file.read, self._bridge.engine.places.settings_file)
