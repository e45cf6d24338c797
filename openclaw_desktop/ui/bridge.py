"""Where threads, asyncio and Qt meet, and the only place where they do."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import Event, FilesChanged, FilesIndexed, IndexState, Problem, ReviewChanged

if TYPE_CHECKING:
    from openclaw_desktop.engine import Engine

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
COALESCE_MS = 30
"""A burst of reports within this time arrives as one signal of each kind."""


class Bridge(QObject):
    """One engine, as widgets see it: signals for what it reports, coroutines for what it is asked."""

    index_state_changed = Signal(object)  # IndexState
    files_changed = Signal(object)  # frozenset[str]
    files_indexed = Signal(object)  # frozenset[str]
    review_changed = Signal(object)  # ReviewChanged
    problem = Signal(str)
    settings_changed = Signal(object)  # Settings
    failed = Signal(object)  # DesktopError
    settled = Signal()  # the last running task or call came to its end

    _reported = Signal()

    engine: Engine

    def __init__(
        self, make_engine: Callable[[Callable[[Event], None]], Engine], parent: QObject | None = None
    ) -> None:
        """`make_engine` is given this bridge's `report` as the engine's listener."""
        super().__init__(parent)
        self._waiting: list[Event] = []
        self._lock = threading.Lock()
        self._closed = False
        self._timer = QTimer(self, interval=COALESCE_MS, singleShot=True)
        self._timer.timeout.connect(self._deliver)
        self._reported.connect(self._timer.start, Qt.ConnectionType.QueuedConnection)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._beginning_and_end = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._tasks: set[asyncio.Task[None]] = set()
        self._calls = 0
        self.engine = make_engine(self.report)

    async def call(self, verb: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a blocking verb on one of the reader threads; its error is raised here."""
        return await self._call(self._readers, partial(verb, *args, **kwargs))

    async def call_apart(self, verb: Callable[[], T]) -> T:
        """As `call`, but for the engine's beginning: all readers may be waiting for just that."""
        return await self._call(self._beginning_and_end, verb)

    async def _call(self, threads: ThreadPoolExecutor, verb: Callable[[], T]) -> T:
        self._calls += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, verb)
        finally:
            self._calls -= 1
            self._settle()

    @property
    def busy(self) -> bool:
        """A task or a call is under way; `settled` tells when the last one ended."""
        return bool(self._calls or self._tasks)

    @property
    def closing(self) -> bool:
        """Nobody waits for an answer any more: a long call does well to end."""
        return self._closed

    def spawn(self, coroutine: Coroutine[Any, Any, None], *, name: str) -> asyncio.Future[None]:
        """Starts a coroutine and keeps it alive; once the bridge is closed it does not begin any more.

        A DesktopError it raises goes to `failed`; anything else to `sys.excepthook`, at once.
        """
        loop = asyncio.get_running_loop()
        if self._closed:  # a timer of a widget that is still there; the loop may be closed as well
            coroutine.close()
            never: asyncio.Future[None] = loop.create_future()
            never.cancel()
            return never
        task = loop.create_task(coroutine, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def change_settings(self, values: dict[str, Any]) -> None:
        """Saves these settings and tells every widget. Raises SettingsError for a value not allowed."""
        self.settings_changed.emit(await self.call(self.engine.change_settings, values))

    def report(self, event: Event) -> None:
        """The engine's listener; may be called from any thread, as often as it likes."""
        with self._lock:
            if self._closed:
                return
            first = not self._waiting
            if isinstance(event, IndexState):
                self._waiting = [e for e in self._waiting if not isinstance(e, IndexState)]
            self._waiting.append(event)
            if first:
                self._reported.emit()

    async def close(self) -> None:
        """Ends tasks, readers and the engine; nothing arrives any more once this returns.

        To be called while the widgets are still there; a second time it does nothing.
        """
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._waiting.clear()
        own = asyncio.current_task()
        tasks = [task for task in self._tasks if task is not own]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._call(self._beginning_and_end, self.engine.close)  # once a start under way is done
        for threads in (self._readers, self._beginning_and_end):
            threads.shutdown(wait=True, cancel_futures=True)

    def _deliver(self) -> None:
        with self._lock:
            events, self._waiting = self._waiting, []
        if not _is_turning():  # the loop has ended under us, as when the display goes: nobody can act on it
            return
        changed = frozenset[str]().union(*(e.paths for e in events if isinstance(e, FilesChanged)))
        indexed = frozenset[str]().union(*(e.paths for e in events if isinstance(e, FilesIndexed)))
        if changed:
            self.files_changed.emit(changed)
        if indexed:
            self.files_indexed.emit(indexed)
        if reviews := [event for event in events if isinstance(event, ReviewChanged)]:
            self.review_changed.emit(_together(reviews))
        for event in events:
            if isinstance(event, IndexState):
                self.index_state_changed.emit(event)
            elif isinstance(event, Problem):
                self.problem.emit(event.sentence)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, DesktopError):
            self.failed.emit(error)
        elif error is not None:
            sys.excepthook(type(error), error, error.__traceback__)
        self._settle()

    def _settle(self) -> None:
        if not self.busy and not self._closed:
            self.settled.emit()


def _is_turning() -> bool:
    """Whether a loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _together(events: list[ReviewChanged]) -> ReviewChanged:
    return ReviewChanged(
        frozenset[str]().union(*(event.paths for event in events)),
        frozenset[str]().union(*(event.arrived for event in events)),
    )
