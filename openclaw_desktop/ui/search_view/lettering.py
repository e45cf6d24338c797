"""Fonts and their measures, kept: asking the system for each of a list's words takes longer than painting."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from openclaw_desktop.ui import theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@cache
def font(size: int) -> QFont:
    """The interface font with tabular figures, `size` pixels high."""
    return theme.font(size, tabular=True)


@cache
def metrics(size: int) -> QFontMetricsF:
    """The measures of `font(size)`."""
    return QFontMetricsF(font(size))
