"""Enter presses a button as Space does: some desktops tell Qt so, others do not, and people try Enter."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QPushButton, QRadioButton

from openclaw_desktop.ui.focus_follower import FocusFollower

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EnterPresses(FocusFollower):
    """Wherever a button has the keyboard; boxes to tick and buttons of dialogs that do so anyway are left."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes Enter, and nothing else."""
        if isinstance(event, QKeyEvent) and isinstance(watched, QAbstractButton) and _presses(event, watched):
            watched.click()
            return True
        return super().eventFilter(watched, event)


def _presses(event: QKeyEvent, button: QAbstractButton) -> bool:
    is_enter = event.type() is QEvent.Type.KeyPress and event.key() in ENTER and not event.isAutoRepeat()
    is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    by_itself = isinstance(button, QPushButton) and (button.autoDefault() or button.isDefault())
    return is_enter and is_plain and not by_itself and not isinstance(button, QCheckBox | QRadioButton)
