"""The last line of defence: whatever nobody caught ends in one function and is shown, never swallowed."""

from __future__ import annotations

import asyncio
import faulthandler
import hashlib
import logging
import sys
import threading
import traceback
from collections import Counter
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

log = logging.getLogger("openclaw_desktop")

LOG_NAME = "openclaw-desktop.log"
LOG_BYTES = 1_000_000
TOLD_EACH = 5
"""A bug that happens at every repaint is logged and shown this often, then only counted."""

SENTENCE = "Something went wrong inside the program. Your files are as they were; you can go on working."

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class LastResort(QObject):
    """Takes over every door an exception can leave by, and gives them back on `uninstall`."""

    happened = Signal(str, str)  # a sentence, and details to copy
    interrupted = Signal()  # Ctrl+C arrived where no handler of its own was

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """The log is written in `folder`; where that cannot be, standard error has to do."""
        super().__init__(parent)
        self.log_file = folder / LOG_NAME
        self._seen: Counter[str] = Counter()
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
        digest = hashlib.sha256(details.encode("utf-8", "replace")).hexdigest()
        self._seen[digest] += 1
        if self._seen[digest] > TOLD_EACH:
            return
        log.error("%s", details)
        if sys.stderr is not None:  # a windowed build on Windows has none
            print(details, file=sys.stderr, flush=True)
        self.happened.emit(SENTENCE, details)

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


def _from_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    logging.getLogger(f"qt.{context.category or 'default'}").log(_LEVELS[kind], "%s", message)


def _log_handler(path: Path) -> logging.Handler:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    return handler


def _crash_file(folder: Path) -> TextIO | None:
    """Where Python writes its stacks when native code brings the process down."""
    try:
        return (folder / "crashes.log").open("a", encoding="utf-8")
    except OSError:
        return None
