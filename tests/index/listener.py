"""A listener for tests: keeps what is reported, and waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from openclaw_desktop.events import Event, IndexPhase, IndexState, Problem

PATIENCE = 20.0


class Listener:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait_for(self, wanted: Callable[[Event], Any], *, after: int = 0) -> Event:
        """The first event that is wanted, among those after the first `after`."""

        def found() -> Event | None:
            return next((event for event in self.events[after:] if wanted(event)), None)

        with self._changed:
            if not self._changed.wait_for(found, PATIENCE):
                raise AssertionError(f"it never came; the last were {self.events[-8:]}")
            event = found()
            assert event is not None
            return event

    def wait_for_phase(self, phase: IndexPhase, *, after: int = 0) -> IndexState:
        event = self.wait_for(lambda e: isinstance(e, IndexState) and e.phase is phase, after=after)
        assert isinstance(event, IndexState)
        return event

    def problems(self) -> list[str]:
        return [event.sentence for event in self.events if isinstance(event, Problem)]

    @property
    def count(self) -> int:
        return len(self.events)
