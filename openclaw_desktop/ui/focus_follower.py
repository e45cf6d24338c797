"""Hears what the widget that has the keyboard hears, and no other, which would slow every event."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget


class FocusFollower(QObject):
    """Its `eventFilter` is given the events of the one widget that has the keyboard."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._watched: QWidget | None = None
        app.focusChanged.connect(self._on_changed)
        self.follow(app.focusWidget())

    def _on_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        self.follow(now)

    def follow(self, watched: QWidget | None) -> None:
        """Another widget has the keyboard, or none."""
        if self._watched is not None and shiboken6.isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = watched
        if watched is not None:
            watched.installEventFilter(self)
