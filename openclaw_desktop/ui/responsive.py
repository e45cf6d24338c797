"""Lets the window's thread go first among this process's threads, and lets it alone collect garbage."""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QTimer

SWITCH_SECONDS = 50e-6
"""After so long another thread hands over Python's lock. Each of the many calls into Qt that a key press
makes waits for it: with Python's own 5 ms, typing in a 2 MB note beside its outline took 29 ms at the 95th
percentile, with this 12."""

COLLECT_AFTER = (20_000, 50, 100)
"""Collecting stops every thread; the default threshold made an outline of many thousand nodes do it often
enough to hold keys up for 120 ms now and then, with this 30."""

SOON_MS = 100
"""So long after there is enough to collect it is collected: what was just done is painted first."""


def go_first() -> None:
    """Hands Python's lock over quickly in the whole process, and looks for no garbage in what it loaded."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()  # going through all modules made each full collection 30 to 50 ms longer


class Collector(QObject):
    """Collects garbage in the thread it is made in, and ends that any other thread does.

    Python collects in whichever thread asks for memory. A reader that destroys a widget so holds a lock of
    Qt's and waits for Python's, while the window's thread holds Python's and waits for Qt's: seen, for ever.

    It looks whenever the window's thread is about to rest: all else that works tells that thread of it in the
    end, and a window in which nothing happens is not woken.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._soon = QTimer(self, interval=SOON_MS, singleShot=True)
        self._soon.timeout.connect(self.collect)
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._look)

    def collect(self) -> None:
        """Collects as Python would by itself: the youngest, and now and then the older ones, too."""
        due = [count > most for count, most in zip(gc.get_count(), COLLECT_AFTER, strict=True)]
        if due[0]:
            gc.collect(2 if due[2] else 1 if due[1] else 0)

    def _look(self) -> None:
        if gc.get_count()[0] > COLLECT_AFTER[0] and not self._soon.isActive():
            self._soon.start()
