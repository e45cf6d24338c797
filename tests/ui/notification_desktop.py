"""Plays a desktop: takes one notification, prints it, and says that it was clicked. Run as a program."""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, QTimer, Signal, Slot
from PySide6.QtDBus import QDBusConnection

PATH, NAME = "/org/freedesktop/Notifications", "org.freedesktop.Notifications"


@ClassInfo({"D-Bus Interface": NAME})  # type: ignore[arg-type]
class Desktop(QObject):
    ActionInvoked = Signal("uint", "QString")  # pyright: ignore[reportArgumentType] - names of C++ types
    ActivationToken = Signal("uint", "QString")  # pyright: ignore[reportArgumentType]

    @Slot(
        *("QString", "uint", "QString", "QString", "QString", "QStringList", "QVariantMap", int),
        result="uint",
    )
    def Notify(  # noqa: N802 - the specification's name
        self, app: str, replaces: int, icon: str, title: str, text: str, *_rest: object
    ) -> int:
        print(json.dumps([app, replaces, icon, title, text]), flush=True)
        QTimer.singleShot(50, self._click)
        return 7

    def _click(self) -> None:
        self.ActivationToken.emit(7, "token of the click")
        self.ActionInvoked.emit(7, "default")


def main() -> None:
    app = QCoreApplication(sys.argv)
    desktop = Desktop()
    bus = QDBusConnection.sessionBus()
    everything = (
        QDBusConnection.RegisterOption.ExportAllSlots | QDBusConnection.RegisterOption.ExportAllSignals
    )
    assert bus.registerObject(PATH, desktop, everything)
    assert bus.registerService(NAME)
    print("ready", flush=True)
    QTimer.singleShot(30_000, app.quit)
    app.exec()


main()
