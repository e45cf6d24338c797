"""The last line of defence: whatever nobody caught ends in one function and is shown, never swallowed."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import re
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from openclaw_desktop import __version__
from openclaw_desktop.traces import trace
from openclaw_desktop.ui import log_files

log = logging.getLogger("openclaw_desktop")

MOST_KINDS = 100
"""So many different bugs are told apart; a program that has more of them says nothing new."""

_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
"""Where an object lies in memory: the same bug says another one each time."""

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A bug that was met `times` times; `details` is its traceback, or a message.

    `was_fatal`: it brought the program down, the last time it ran.
    """

    details: str
    times: int
    was_fatal: bool = False

    @property
    def summary(self) -> str:
        """The last line: "ZeroDivisionError: division by zero"."""
        return next(reversed(self.details.strip().splitlines()), "")


class LastResort(QObject):
    """Takes over every door an exception can leave by, and gives them back on `uninstall`.

    A bug that happens at every repaint is told the first, the 10th, the 100th time, and counted between.
    """

    happened = Signal(object)  # Trouble
    interrupted = Signal()  # Ctrl+C arrived where no handler of its own was

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """The log is written in `folder`; where that cannot be, standard error has to do."""
        super().__init__(parent)
        self.log_file = log_files.log_file(folder)
        self._times: Counter[str] = Counter()
        self._details: dict[str, str] = {}
        self._handler = log_files.handler(self.log_file)
        self._crash = _crash_of(log_files.crash_of_last_time(folder))
        self._crashes = log_files.crash_file(folder)

    def install(self) -> None:
        """From now on nothing is lost."""
        logging.getLogger().addHandler(self._handler)
        log.setLevel(logging.INFO)
        sys.excepthook = self._uncaught
        threading.excepthook = self._in_thread
        sys.unraisablehook = self._unraisable
        qInstallMessageHandler(_from_qt)
        if self._crashes is not None:
            faulthandler.enable(self._crashes)
        log.info("version %s on %s", __version__, sys.platform)
        if self._crash is not None:
            log.error("the program was brought down the last time it ran: %s", self._crash.summary)
            self.happened.emit(self._crash)

    def uninstall(self) -> None:
        """Gives every door back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__
        qInstallMessageHandler(None)
        if self._crashes is not None:
            faulthandler.disable()
            self._crashes.close()
        logging.getLogger().removeHandler(self._handler)
        self._handler.close()

    def in_loop(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The event loop's exception handler."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            self._uncaught(type(error), error, error.__traceback__)
        else:
            self.tell(str(context.get("message", "")))

    def tell(self, details: str) -> None:
        """The one function: into the log, to standard error, and to whoever shows it."""
        key = _ADDRESS.sub("0x", details)
        if key not in self._details and len(self._details) >= MOST_KINDS:
            return
        first = self._details.setdefault(key, details)
        self._times[key] += 1
        trouble = Trouble(first, self._times[key])
        if not _is_power_of_ten(trouble.times):
            return
        told = first if trouble.times == 1 else f"{trouble.times:,} times by now: {trouble.summary}"
        log.error("%s", told)
        if sys.stderr is not None:  # a windowed build on Windows has none
            print(told, file=sys.stderr, flush=True)
        self.happened.emit(trouble)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """Everything that was told, the earliest first, with how often it was met by now."""
        met = tuple(Trouble(details, self._times[key]) for key, details in self._details.items())
        return met if self._crash is None else (self._crash, *met)

    def _uncaught(
        self, kind: type[BaseException], error: BaseException, _trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self.interrupted.emit()
            return
        self.tell(trace(error))

    def _in_thread(self, args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else "a thread"
        self.tell(f"In {name}:\n" + _trace_of(args))

    def _unraisable(self, args: Any) -> None:
        # Not its repr, which may hold a text.
        what = getattr(args.object, "__qualname__", type(args.object).__qualname__)
        self.tell(f"{args.err_msg or 'While an object was deleted'}: {what}\n" + _trace_of(args))


def _trace_of(args: Any) -> str:
    """What one of Python's hooks was given; it may have lost the error itself."""
    return trace(args.exc_value) if args.exc_value is not None else f"{args.exc_type.__qualname__}\n"


def _crash_of(stacks: str) -> Trouble | None:
    """The stacks of all threads follow what happened; a trouble's last line says it."""
    return Trouble(f"{stacks}\n\n{stacks.splitlines()[0]}", 1, was_fatal=True) if stacks else None


def _is_power_of_ten(number: int) -> bool:
    return set(str(number)[1:]) <= {"0"} and str(number)[0] == "1"


def _from_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    logging.getLogger(f"qt.{context.category or 'default'}").log(_LEVELS[kind], "%s", message)
