"""The caret blinks while one types and rests when one does not: a window that waits is not to be painted."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from openclaw_desktop.ui.focus_follower import FocusFollower

REST_MS = 10_000
"""So long after the last key it stands still, as GTK's does."""

WAKING = frozenset({QEvent.Type.KeyPress, QEvent.Type.InputMethod, QEvent.Type.FocusIn})


class Caret(FocusFollower):
    """Of whatever widget has the keyboard."""

    def __init__(self, app: QApplication, *, rest_ms: int = REST_MS) -> None:
        self._hints = app.styleHints()
        self._blinks = self._hints.cursorFlashTime()  # as the desktop wants it; 0 for not at all
        self._timer = QTimer(interval=rest_ms, singleShot=True)
        super().__init__(app)
        self._timer.timeout.connect(self._rest)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes notice, and nothing away."""
        if event.type() in WAKING:
            self._wake()
        return super().eventFilter(watched, event)

    def follow(self, watched: QWidget | None) -> None:
        """Blinks where one comes to."""
        super().follow(watched)
        if watched is not None:
            self._wake()

    def _wake(self) -> None:
        self._timer.start()
        if self._hints.cursorFlashTime() != self._blinks:
            self._hints.setCursorFlashTime(self._blinks)

    def _rest(self) -> None:
        self._hints.setCursorFlashTime(0)
