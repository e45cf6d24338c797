"""Lets the window's thread go first among this process's threads, and lets it alone collect garbage."""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer

SWITCH_SECONDS = 50e-6
"""After so long another thread hands over Python's lock. Each of the many calls into Qt that a key press
makes waits for it: with Python's own 5 ms, typing in a 2 MB note beside its outline took 29 ms at the 95th
percentile, with this 12."""

COLLECT_AFTER = (20_000, 50, 100)
"""Collecting stops every thread; the default threshold made an outline of many thousand nodes do it often
enough to hold keys up for 120 ms now and then, with this 30."""

LOOK_MS = 100
"""How often the window's thread looks whether there is enough to collect."""


def go_first() -> None:
    """Hands Python's lock over quickly in the whole process."""
    sys.setswitchinterval(SWITCH_SECONDS)


class Collector(QObject):
    """Collects garbage in the thread it is made in, and ends that any other thread does.

    Python collects in whichever thread asks for memory. A reader that destroys a widget so holds a lock of
    Qt's and waits for Python's, while the window's thread holds Python's and waits for Qt's: seen, for ever.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collects as Python would by itself: the youngest, and now and then the older ones, too."""
        due = [count > most for count, most in zip(gc.get_count(), COLLECT_AFTER, strict=True)]
        if due[0]:
            gc.collect(2 if due[2] else 1 if due[1] else 0)
