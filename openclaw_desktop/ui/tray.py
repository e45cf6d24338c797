"""An icon in the tray while the window is open, if wanted: how many changes wait, and a short menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import front, notifications, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.standing import Standing
from openclaw_desktop.ui.tree.names import count_of

SIZES = (16, 22, 24, 32, 44, 64)
MOST_COUNTED = 9
MIDDLE = 127
"""Lightness of a ground above which black is read better than white."""

BADGE = 0.62
"""Share of the icon that the number's ground takes."""


class Tray(QObject):
    """Comes and goes with the setting `window.tray`; ends with the window, since nothing runs without.

    Where there is no tray yet, Qt puts the icon there once there is.
    """

    quit_wanted = Signal()

    def __init__(
        self,
        window: MainWindow,
        bridge: Bridge,
        *,
        available: Callable[[], bool] = notifications.may_have_tray,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._available = available
        self._count = 0
        self.menu = QMenu(window)
        self.icon: QSystemTrayIcon | None = None
        self.menu.addAction("Open", self._bring)
        self.menu.addAction("Search the Memory", lambda: self._bring(window.focus_search))
        self.menu.addAction("Today's Note", lambda: self._bring(window.new_daily))
        self._reviews = self.menu.addAction("Reviews", lambda: self._bring(window.show_review))
        self.menu.addSeparator()
        self.menu.addAction("Quit", self.quit_wanted.emit)
        window.guard.changed.connect(self._on_standing)
        bridge.settings_changed.connect(self._on_settings)
        self._on_standing(window.guard.standing)
        self._on_settings(bridge.engine.settings)

    def _on_settings(self, settings: Settings) -> None:
        wanted = settings.window.tray and self._available()
        if wanted and self.icon is None:
            self.icon = QSystemTrayIcon(self)
            self.icon.setContextMenu(self.menu)
            self.icon.activated.connect(self._on_activated)
            self._draw()
            self.icon.show()
        elif not wanted and self.icon is not None:
            self.icon.hide()
            self.icon.deleteLater()
            self.icon = None
        self._window.alerts.notifier.use(self.icon)

    def _on_standing(self, stand: Standing) -> None:
        self._count = len(stand.waiting)
        self._reviews.setText(f"Reviews ({self._count:,})" if self._count else "Reviews")
        self._draw()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self._bring()

    def _bring(self, act: Callable[[], object] | None = None) -> None:
        front.bring(self._window)
        if act is not None:
            act()

    def _draw(self) -> None:
        if self.icon is not None:
            verb = "waits" if self._count == 1 else "wait"
            waiting = f"{count_of(self._count, 'change')} {verb} for your review" if self._count else ""
            self.icon.setToolTip(waiting or "OpenClaw Desktop")
            self.icon.setIcon(
                numbered(QApplication.windowIcon(), self._count, theme.colours(self._window).held)
            )


def numbered(icon: QIcon, count: int, ground: QColor) -> QIcon:
    """`icon` with the number of what waits at its lower right; above 9 only that it is more."""
    if not count:
        return icon
    result = QIcon()
    for size in SIZES:
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        icon.paint(painter, picture.rect())
        wide = size * BADGE
        place = QRectF(size - wide, size - wide, wide, wide)
        painter.setBrush(ground)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(place)
        painter.setFont(theme.font(max(6, round(wide * 0.72)), tabular=True))
        painter.setPen(Qt.GlobalColor.black if ground.lightness() > MIDDLE else Qt.GlobalColor.white)
        text = str(count) if count <= MOST_COUNTED else f"{MOST_COUNTED}+"
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        result.addPixmap(picture)
    return result
