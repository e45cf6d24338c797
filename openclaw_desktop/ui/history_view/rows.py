"""The ground of a row in the lists of this view."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from openclaw_desktop.ui.theme import Colours


def ground(painter: QPainter, option: QStyleOptionViewItem, look: Colours, *, stripe: bool = True) -> None:
    """Selected, pointed at, or plain; with a stripe of the accent where the keyboard is.

    `stripe` is false for the later cells of a row that has several.
    """
    state, rect = option.state, option.rect
    flag = QStyle.StateFlag
    if state & flag.State_Selected:
        painter.fillRect(rect, look.selection)
    elif state & flag.State_MouseOver:
        painter.fillRect(rect, look.hover)
    if stripe and state & flag.State_HasFocus and state & flag.State_Active:
        painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), look.accent)
