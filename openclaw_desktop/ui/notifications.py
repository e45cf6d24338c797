"""Tells the desktop that something waits: where there is a desktop to tell, silently nothing elsewhere.

On Linux the notification goes over the session bus (Desktop Notifications Specification 1.2); elsewhere
through an icon in the tray, which is there only as long as something waits.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from PySide6.QtCore import (
    Q_ARG,
    Q_RETURN_ARG,
    SLOT,
    QMetaObject,
    QObject,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtDBus import QDBusConnection, QDBusInterface
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from openclaw_desktop.places import APP_NAME
from openclaw_desktop.ui import front

SERVICE, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
NAME = "OpenClaw Desktop"
"""What the desktop is told who speaks."""

PATIENCE_MS = 2000
"""How long a desktop that does not answer is waited for, on a reader thread."""


class Notifier(QObject):
    """One notification at a time: a newer one takes the older one's place."""

    clicked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._listening = False
        self._tray: QSystemTrayIcon | None = None
        self._lent: QSystemTrayIcon | None = None  # an icon that is in the tray anyway

    def over_bus(self) -> bool:
        """Whether notifications go over the session bus; asks nobody."""
        return has_bus(QGuiApplication.platformName(), os.environ)

    def send(self, title: str, text: str) -> bool:
        """Sends over the bus; False when nobody takes it. Blocking: it runs on a reader thread."""
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return False
        desktop = QDBusInterface(SERVICE, PATH, SERVICE, bus)
        desktop.setTimeout(PATIENCE_MS)
        if not desktop.isValid():
            return False
        # Through the interface's own slots: only they know that the second argument is unsigned.
        number: object = QMetaObject.invokeMethod(
            desktop,
            "Notify",
            Qt.ConnectionType.DirectConnection,
            Q_RETURN_ARG("uint"),
            Q_ARG("QString", NAME),
            Q_ARG("uint", self._number),
            Q_ARG("QString", APP_NAME),
            Q_ARG("QString", title),
            Q_ARG("QString", text),
            Q_ARG("QStringList", ["default", "Review"]),
            Q_ARG("QVariantMap", {"desktop-entry": APP_NAME}),
            Q_ARG("int", -1),
        )
        if not isinstance(number, int) or number == 0:
            return False
        self._number = number
        return True

    def listen(self) -> None:
        """Hears when a notification is clicked; on the main thread."""
        if not self._listening:
            self._listening = True
            bus = QDBusConnection.sessionBus()
            for signal, hearer in (
                ("ActivationToken", SLOT("on_token(uint,QString)")),
                ("ActionInvoked", SLOT("on_action(uint,QString)")),
            ):
                bus.connect(SERVICE, PATH, SERVICE, signal, self, cast(bytes, hearer))

    @Slot("uint", str)
    def on_token(self, number: int, token: str) -> None:
        """Comes just before a click on it, and lets the window come to the front for that."""
        if number == self._number:
            front.allow(token)

    @Slot("uint", str)
    def on_action(self, number: int, _action: str) -> None:
        """A notification was clicked; of others' this program hears as well."""
        if number == self._number:
            self.clicked.emit()

    # Where there is a tray and no bus

    def show_in_tray(self, title: str, text: str) -> None:
        """Shows the notification at an icon in the tray, if there is one."""
        if not is_tray_there():
            return
        if self._lent is not None:
            self._lent.showMessage(title, text, QApplication.windowIcon())
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._tray.activated.connect(self._on_tray)
            self._tray.messageClicked.connect(self.clicked)
        self._tray.setToolTip(text)
        self._tray.show()
        self._tray.showMessage(title, text, QApplication.windowIcon())

    def use(self, icon: QSystemTrayIcon | None) -> None:
        """Speaks at this icon, as long as it is there, so that there are never two."""
        if icon is not None and icon is not self._lent:
            icon.messageClicked.connect(self.clicked)
            if self._tray is not None:
                self._tray.hide()
        self._lent = icon

    def _on_tray(self, _reason: object) -> None:
        self.clicked.emit()

    def count(self, number: int) -> None:
        """Shows on the taskbar or dock, where the system can, how many wait."""
        if QGuiApplication.platformName() not in SILENT:
            cast(QGuiApplication, QGuiApplication.instance()).setBadgeNumber(number)
        if self._tray is not None:
            self._tray.setVisible(number > 0 and self._lent is None)


SILENT = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")
"""Qt platforms without a desktop around the window."""


def has_bus(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether there is a session bus worth asking."""
    if platform in SILENT or sys.platform in ("win32", "darwin"):
        return False
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    return bool(environ.get("DBUS_SESSION_BUS_ADDRESS")) or (bool(runtime) and Path(runtime, "bus").exists())


def is_tray_there() -> bool:
    """Whether this desktop has a tray now; where it has none, an icon there is not offered."""
    return may_have_tray() and QSystemTrayIcon.isSystemTrayAvailable()


def may_have_tray() -> bool:
    """Whether a tray may be there, or come: after a login programs are often there before the panel is."""
    return QGuiApplication.platformName() not in SILENT
