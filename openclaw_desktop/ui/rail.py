"""The rail: which view is shown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import icons, theme


@dataclass(frozen=True, slots=True)
class Place:
    """One entry."""

    name: str
    title: str
    key: str


PLACES = (
    Place("workspace", "Workspace", "Ctrl+1"),
    Place("search", "Search", "Ctrl+2"),
    Place("context", "Context", "Ctrl+3"),
    Place("review", "Review", "Ctrl+4"),
    Place("history", "History", "Ctrl+5"),
    Place("settings", "Settings", "Ctrl+,"),
)
"""From top to bottom; the last one stands at the bottom."""

ICON = 20
MOST_COUNTED = 99
BADGE, BADGE_FONT = 15, 10
"""Pixels of the number's ground and of its digits."""


class RailButton(QToolButton):
    """An icon with, where something waits, a number at its upper right."""

    def __init__(self, rail: QWidget) -> None:
        super().__init__(rail)
        self._rail = rail
        self.badge = ""

    def set_count(self, count: int) -> None:
        """The number shown; above 99 only that it is more."""
        self.badge = "" if count <= 0 else str(count) if count <= MOST_COUNTED else f"{MOST_COUNTED}+"
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The button, then the number on amber."""
        super().paintEvent(event)
        if not self.badge:
            return
        look = theme.colours(self._rail)  # a transparent ground makes the button's own palette black
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(BADGE_FONT, tabular=True))
        width = max(painter.fontMetrics().horizontalAdvance(self.badge) + 8, BADGE)
        pill = QRectF(min(self.width() / 2 + 2, self.width() - width - 2), 4, width, BADGE)
        painter.setPen(QPen(look.window, 2))  # parts it from the icon
        painter.setBrush(look.held)
        painter.drawRoundedRect(pill, BADGE / 2, BADGE / 2)
        painter.setPen(look.window)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, self.badge)


class Rail(QWidget):
    """48 pixels of icons; arrow keys move, Space and Enter choose."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(theme.RAIL)
        self.setAccessibleName("Views")
        self._buttons = {place.name: self._button(place) for place in PLACES}
        self._tips = {name: button.toolTip() for name, button in self._buttons.items()}
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

    def button(self, name: str) -> QWidget:
        """The entry of a view, for who points at it."""
        return self._buttons[name]

    def select(self, name: str) -> None:
        """Marks the view that is shown; emits nothing."""
        for place, button in self._buttons.items():
            button.setChecked(place == name)
        self.setFocusProxy(self._buttons[name])

    def set_count(self, name: str, count: int, hint: str) -> None:
        """Says on an entry how many wait there; `hint` is that in words. 0 takes it away."""
        button = self._buttons[name]
        button.set_count(count)
        button.setToolTip(f"{self._tips[name]}\n{hint}" if count else self._tips[name])
        button.setAccessibleDescription(hint if count else "")

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go to the next view; Enter chooses."""
        usable = list(self._buttons.values())
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

    def _button(self, place: Place) -> RailButton:
        button = RailButton(self)
        button.setProperty("role", "rail")
        button.setFixedSize(theme.RAIL, 40)
        button.setIconSize(QSize(ICON, ICON))
        button.setCheckable(True)
        button.setAccessibleName(place.title)
        button.setToolTip(f"{place.title}  {place.key}")
        button.clicked.connect(lambda: self._choose(place.name))
        return button

    def _choose(self, name: str) -> None:
        self.select(name)
        self.chosen.emit(name)

    def _draw_icons(self) -> None:
        for name, button in self._buttons.items():
            button.setIcon(icons.icon(name, self, ICON))
