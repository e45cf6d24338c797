"""Follows the engine's reports: waits for a state of the index, and draws one line on a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from threading import Condition

from openclaw_desktop.events import Event, IndexPhase, IndexState, Problem

BAR_WIDTH = 24


class Progress:
    """The listener a command gives to its engine."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._state = IndexState(IndexPhase.OPENING)
        self._drawn = False

    def __call__(self, event: Event) -> None:
        """Takes one report; called from the engine's threads."""
        if isinstance(event, Problem):
            self._clear()
            _write(f"openclaw-desktop: {event.sentence}\n")
        if isinstance(event, IndexState):
            with self._changed:
                self._state = event
                self._changed.notify_all()
            self._draw(event)

    def wait(self, enough: Callable[[IndexState], bool], timeout: float | None = None) -> IndexState:
        """Blocks until the index is in a state that is enough; returns the last state seen."""
        with self._changed:
            self._changed.wait_for(lambda: enough(self._state), timeout)
            state = self._state
        self._clear()
        return state

    def _draw(self, state: IndexState) -> None:
        if not sys.stderr.isatty():
            return
        done, total = (
            (state.files_done, state.files_total)
            if state.phase is IndexPhase.KEYWORDS
            else (state.vectors_done, state.vectors_total)
        )
        filled = BAR_WIDTH * done // total if total else 0
        _write(f"\r\x1b[K{'█' * filled}{'░' * (BAR_WIDTH - filled)} {state.sentence}")
        self._drawn = True

    def _clear(self) -> None:
        if self._drawn:
            _write("\r\x1b[K")
            self._drawn = False


def _write(text: str) -> None:
    """To standard error; where that is gone or full, the work goes on unseen."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def keywords_complete(state: IndexState) -> bool:
    """Every file can be found by its words, or the index cannot go on."""
    return state.phase in (
        IndexPhase.EMBEDDING,
        IndexPhase.READY,
        IndexPhase.PAUSED,
        IndexPhase.ELSEWHERE,
        IndexPhase.STOPPED,
    )


def everything_complete(state: IndexState) -> bool:
    """Keywords and vectors are complete, or will not become so."""
    if state.phase is IndexPhase.ELSEWHERE:
        return state.vectors_done >= state.vectors_total
    return state.phase in (IndexPhase.READY, IndexPhase.STOPPED) or (
        state.keywords_only and keywords_complete(state)
    )
