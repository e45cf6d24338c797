"""Brings a window to the front, as far as the system lets a program do that."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui.wish import TOKENS


def allow(token: str) -> None:
    """The next window that comes to the front may do so because of this; Qt reads it on Wayland."""
    os.environ[TOKENS[0]] = token


def bring(window: QWidget, token: str = "") -> None:
    """Shows `window` above the others and gives it the keyboard; `token` is of who asked for it."""
    if token:
        allow(token)
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
