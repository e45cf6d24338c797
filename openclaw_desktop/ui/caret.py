"""The caret blinks while one types and rests when one does not: a window that waits is not to be painted."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

REST_MS = 10_000
"""So long after the last key it stands still, as GTK's does."""

WAKING = frozenset({QEvent.Type.KeyPress, QEvent.Type.InputMethod, QEvent.Type.FocusIn})


class Caret(QObject):
    """Looks at the widget that has the keyboard, and at no other."""

    def __init__(self, app: QApplication, *, rest_ms: int = REST_MS) -> None:
        super().__init__(app)
        self._hints = app.styleHints()
        self._blinks = self._hints.cursorFlashTime()  # as the desktop wants it; 0 for not at all
        self._watched: QObject | None = None
        self._timer = QTimer(self, interval=rest_ms, singleShot=True)
        self._timer.timeout.connect(self._rest)
        app.focusObjectChanged.connect(self._follow)
        self._follow(app.focusObject())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes notice, and nothing away."""
        if event.type() in WAKING:
            self._wake()
        return super().eventFilter(watched, event)

    def _follow(self, watched: QObject | None) -> None:
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = watched
        if watched is not None:
            watched.installEventFilter(self)
            self._wake()

    def _wake(self) -> None:
        self._timer.start()
        if self._hints.cursorFlashTime() != self._blinks:
            self._hints.setCursorFlashTime(self._blinks)

    def _rest(self) -> None:
        self._hints.setCursorFlashTime(0)
