"""Brings a window to the front, as far as the system lets a program do that."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui.wish import TOKENS


def bring(window: QWidget, token: str = "") -> None:
    """Shows `window` above the others and gives it the keyboard; `token` is of who asked for it."""
    if token:
        os.environ[TOKENS[0]] = token  # Qt reads it when it asks a Wayland desktop
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
