"""The rail: which view is shown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import icons, theme


@dataclass(frozen=True, slots=True)
class Place:
    """One entry. One that is not `ready` keeps its room and says that it comes later."""

    name: str
    title: str
    ready: bool
    key: str = ""


PLACES = (
    Place("workspace", "Workspace", True, "Ctrl+1"),
    Place("search", "Search", True, "Ctrl+2"),
    Place("context", "Context", False),
    Place("review", "Review", False),
    Place("history", "History", False),
    Place("settings", "Settings", True, "Ctrl+,"),
)
"""From top to bottom; the last one stands at the bottom."""


class Rail(QWidget):
    """48 pixels of icons; arrow keys move, Space and Enter choose."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(theme.RAIL)
        self.setAccessibleName("Views")
        self._buttons = {place.name: self._button(place) for place in PLACES}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(4)
        *upper, lowest = self._buttons.values()
        for button in upper:
            column.addWidget(button)
        column.addStretch(1)
        column.addWidget(lowest)
        self.setFocusProxy(upper[0])
        self._draw_icons()

    def select(self, name: str) -> None:
        """Marks the view that is shown; emits nothing."""
        for place, button in self._buttons.items():
            button.setChecked(place == name)
        self.setFocusProxy(self._buttons[name])

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go to the next view that can be chosen; Enter chooses."""
        usable = [button for button in self._buttons.values() if button.isEnabled()]
        focused = self.focusWidget()
        at = next((i for i, button in enumerate(usable) if button is focused), 0)
        if event.key() == Qt.Key.Key_Down:
            usable[(at + 1) % len(usable)].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() == Qt.Key.Key_Up:
            usable[at - 1].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            usable[at].click()
        else:
            super().keyPressEvent(event)

    def _button(self, place: Place) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "rail")
        button.setFixedSize(theme.RAIL, 40)
        button.setIconSize(QSize(20, 20))
        button.setCheckable(True)
        button.setEnabled(place.ready)
        button.setAccessibleName(place.title)
        key = f"  {place.key}" if place.key else ""
        button.setToolTip(place.title + key if place.ready else f"{place.title}: comes with a later version")
        button.clicked.connect(lambda: self._choose(place.name))
        return button

    def _choose(self, name: str) -> None:
        self.select(name)
        self.chosen.emit(name)

    def _draw_icons(self) -> None:
        for name, button in self._buttons.items():
            button.setIcon(icons.icon(name, self))
