"""The last line of defence: whatever nobody caught ends in one function and is shown, never swallowed."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import re
import sys
import threading
import traceback
from collections import Counter
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

log = logging.getLogger("openclaw_desktop")

LOG_NAME = "openclaw-desktop.log"
LOG_BYTES, LOG_FILES = 1_000_000, 3
CRASHES_NAME = "crashes.log"
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
    """A bug that was met `times` times; `details` is its traceback, or a message."""

    details: str
    times: int

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
        self.log_file = folder / LOG_NAME
        self._times: Counter[str] = Counter()
        self._details: dict[str, str] = {}
        self._handler = _log_handler(self.log_file)
        self._crashes = _crash_file(folder)

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
        return tuple(Trouble(details, self._times[key]) for key, details in self._details.items())

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self.interrupted.emit()
            return
        self.tell("".join(traceback.format_exception(kind, error, trace)))

    def _in_thread(self, args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else "a thread"
        lines = traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback)
        self.tell(f"In {name}:\n" + "".join(lines))

    def _unraisable(self, args: Any) -> None:
        lines = traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback)
        self.tell(f"{args.err_msg or 'While an object was deleted'}: {args.object!r}\n" + "".join(lines))


def _is_power_of_ten(number: int) -> bool:
    return set(str(number)[1:]) <= {"0"} and str(number)[0] == "1"


def _from_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    logging.getLogger(f"qt.{context.category or 'default'}").log(_LEVELS[kind], "%s", message)


def _log_handler(path: Path) -> logging.Handler:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            path, maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    return handler


def _crash_file(folder: Path) -> TextIO | None:
    """Where Python writes its stacks when native code brings the process down."""
    try:
        return (folder / CRASHES_NAME).open("a", encoding="utf-8")
    except OSError:
        return None
