"""asyncio on Qt's loop, for all tests of the window: Qt knows one application, so there is one loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator
from functools import wraps
from typing import Any, TypeVar

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from openclaw_desktop.ui import theme

T = TypeVar("T")
Run = Callable[[Coroutine[Any, Any, T]], T]

PATIENCE_MS = 60_000
"""How long a test waits at least for what is to happen: a bound for what hangs, not for a busy machine."""


def _patient(wait: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(wait)
    def longer(*args: Any, timeout: int = 0, **kwargs: Any) -> Any:
        may_not_happen = kwargs.get("raising") is False  # asserting that a signal is not emitted waits so
        return wait(*args, timeout=timeout if may_not_happen else max(timeout, PATIENCE_MS), **kwargs)

    return longer


for _name in ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive", "waitCallback"):
    setattr(QtBot, _name, _patient(getattr(QtBot, _name)))


@pytest.fixture(scope="session")
def loop(qapp: QApplication) -> Iterator[QEventLoop]:
    """asyncio on Qt's own loop, which pytest-qt turns whenever a test waits."""
    theme.apply(qapp, "light")
    made = QEventLoop(qapp, already_running=True)
    made.set_exception_handler(_as_uncaught)
    yield made
    made.stop()
    made.close()
    asyncio.set_event_loop(None)


def _as_uncaught(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception") or RuntimeError(context["message"])
    sys.excepthook(type(error), error, error.__traceback__)


@pytest.fixture
def run(loop: QEventLoop, qtbot: QtBot) -> Run[Any]:
    """Runs a coroutine to its end while Qt's loop turns, and returns what it returns."""

    def wait(coroutine: Coroutine[Any, Any, T]) -> T:
        task = loop.create_task(coroutine)
        qtbot.waitUntil(task.done, timeout=PATIENCE_MS)
        return task.result()

    return wait
