"""Brings a window to the front, as far as the system lets a program do that."""

from __future__ import annotations

import os
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")
"""What a desktop gives a program it starts; with it another window may come to the front (xdg-activation)."""


def token(environ: Mapping[str, str]) -> str:
    """The token this process was started with; "" when there is none."""
    return next((environ[name] for name in TOKENS if environ.get(name)), "")


def bring(window: QWidget, token: str = "") -> None:
    """Shows `window` above the others and gives it the keyboard; `token` is of who asked for it."""
    if token:
        os.environ[TOKENS[0]] = token  # Qt reads it when it asks a Wayland desktop
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
