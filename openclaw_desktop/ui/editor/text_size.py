"""The size of the editor's text: seen at once, saved when one stops changing it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.settings import EditorSettings, Settings
from openclaw_desktop.ui.bridge import Bridge

SMALLEST, LARGEST = 6, 48
"""Pixels of the text, as the settings allow."""

SAVED_MS = 500
"""After so long without a further step the size is saved."""


class TextSize(QObject):
    """The editor's settings, of which the size can be ahead of what is saved."""

    changed = Signal(object)  # EditorSettings

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.settings: EditorSettings = bridge.engine.settings.editor
        self._saver = QTimer(self, interval=SAVED_MS, singleShot=True)
        self._saver.timeout.connect(self._save)
        bridge.settings_changed.connect(self._on_settings)

    def step(self, step: int) -> None:
        """Larger or smaller by `step` pixels; 0 is the usual size."""
        usual = EditorSettings().font_size
        size = min(max(self.settings.font_size + step, SMALLEST), LARGEST) if step else usual
        self._take(replace(self.settings, font_size=size))
        self._saver.start()

    def _on_settings(self, settings: Settings) -> None:
        if self._saver.isActive():  # a size that is not saved yet stays
            self._take(replace(settings.editor, font_size=self.settings.font_size))
        else:
            self._take(settings.editor)

    def _take(self, settings: EditorSettings) -> None:
        if settings != self.settings:
            self.settings = settings
            self.changed.emit(settings)

    def _save(self) -> None:
        change = self._bridge.change_settings({"editor.font_size": self.settings.font_size})
        self._bridge.spawn(change, name="size of text")
