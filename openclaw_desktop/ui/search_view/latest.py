"""Asks the engine one thing at a time and lets late answers go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge


class Latest(QObject):
    """A line of numbered requests of which only the newest is ever answered.

    One request runs at a time, so a slow one never takes both readers; of those that come meanwhile only the
    newest is asked. An answer whose number is no longer the newest is dropped.
    """

    arrived = Signal(object)
    failed = Signal(object)  # DesktopError

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._number = 0
        self._running = False
        self._waiting: Callable[[], Any] | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still awaited."""
        return self._running

    def ask(self, verb: Callable[[], Any]) -> None:
        """Runs `verb` on a reader thread; its answer arrives as a signal unless a newer one is asked."""
        self._number += 1
        if self._running:
            self._waiting = verb
        else:
            self._start(verb)

    def forget(self) -> None:
        """Whatever is still on its way is no longer wanted."""
        self._number += 1
        self._waiting = None

    def _start(self, verb: Callable[[], Any]) -> None:
        self._running = True
        self._bridge.spawn(self._run(self._number, verb), name="search view")

    async def _run(self, number: int, verb: Callable[[], Any]) -> None:
        try:
            answer = await self._bridge.call(verb)
        except DesktopError as error:
            self._finish(number, self.failed, error)
        except BaseException:
            self._running = False
            raise
        else:
            self._finish(number, self.arrived, answer)

    def _finish(self, number: int, signal: Any, value: object) -> None:
        self._running = False
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._start(waiting)
        elif number == self._number:
            signal.emit(value)
