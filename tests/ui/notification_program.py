"""Sends two notifications and waits for a click on the second. Run as a program on a session bus."""

from __future__ import annotations

import os
import sys
from threading import Thread

from PySide6.QtCore import QCoreApplication, QTimer

from openclaw_desktop.ui.notifications import Notifier


def main() -> None:
    app = QCoreApplication(sys.argv)
    notifier = Notifier()
    notifier.listen()
    sent: list[bool] = []

    def send() -> None:
        sent.append(notifier.send("OpenClaw Desktop", "A change waits for review: MEMORY.md"))
        sent.append(notifier.send("OpenClaw Desktop", "2 changes wait for review: MEMORY.md"))

    notifier.clicked.connect(app.quit)
    QTimer.singleShot(20_000, lambda: app.exit(1))
    Thread(target=send).start()
    code = app.exec()
    may_come_to_the_front = os.environ.get("XDG_ACTIVATION_TOKEN") == "token of the click"
    sys.exit(code or not (all(sent) and may_come_to_the_front))


main()
