"""Between a bug nobody caught and the person: a quiet notice, and on demand the page with the report."""

from __future__ import annotations

import asyncio
import locale
import platform
import sys
from collections.abc import Coroutine
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, reason_of
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import report
from openclaw_desktop.ui.last_resort import LastResort, Trouble
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.report import Hidden
from openclaw_desktop.ui.report_page import ReportPage

SENTENCE = "Something went wrong inside the program. Your files are as they were; you can go on working."
FATAL = (
    "The program was brought down by a fault of its own when it last ran. Your files are as they were, and "
    "text you had not saved is in its tab again."
)
LOG_TAIL = 64_000
"""Bytes of the end of the log that go into a report."""


class Troubles(QObject):
    """Shows what the last resort tells in whatever window is there, or in the next one."""

    def __init__(self, last_resort: LastResort) -> None:
        super().__init__(last_resort)
        self._last_resort = last_resort
        self._notice: NoticeBar | None = None
        self._parent: QWidget | None = None
        self._engine: Engine | None = None
        self._waiting: Trouble | None = None
        self._tasks = set[asyncio.Task[None]]()
        self.page: ReportPage | None = None
        last_resort.happened.connect(self._tell)

    def show_in(self, notice: NoticeBar, parent: QWidget, engine: Engine | None) -> None:
        """From now on troubles are told here."""
        self._notice, self._parent, self._engine = notice, parent, engine
        if self._waiting is not None:
            self._tell(self._waiting)

    def show_nowhere(self) -> None:
        """The window goes."""
        self._notice = self._parent = self._engine = self.page = None

    def _tell(self, trouble: Trouble) -> None:
        if self._notice is None:
            self._waiting = trouble
            return
        self._waiting = None
        times = f" It happened {trouble.times:,} times." if trouble.times > 1 else ""
        said = FATAL if trouble.was_fatal else SENTENCE + times
        self._notice.offer(said, "What happened…", self.open, calm=False)

    @property
    def is_busy(self) -> bool:
        """A report is being written or saved."""
        return bool(self._tasks)

    def open(self) -> None:
        """Writes the report and shows the page."""
        self._start(self._open())

    async def _open(self) -> None:
        if self.page is not None:
            self.page.raise_()
            return
        written = await asyncio.to_thread(self._written, self._engine)
        if self._parent is None:  # the window went meanwhile
            return
        page = self.page = ReportPage(self._last_resort.troubles, written, self._parent)

        def save(file: Path) -> None:
            self._start(_save(page, written, file))

        page.save_wanted.connect(save)
        page.finished.connect(self._closed)
        page.show()

    def _closed(self) -> None:
        self.page = None

    def _written(self, engine: Engine | None) -> str:
        """The report; reads files."""
        try:
            files = [entry.path for entry in engine.scan() if not entry.is_folder] if engine else []
        except (DesktopError, OSError):  # the report says less, and is not to fail
            files = []
        from openclaw_desktop import about  # reads what every library says of itself

        return report.compose(
            self._last_resort.troubles,
            versions=about.versions(),
            system=_system(),
            settings=engine.settings if engine else Settings(),
            log=_end_of(self._last_resort.log_file, LOG_TAIL),
            hidden=Hidden(Path.home(), engine.root if engine else None, files),
        )

    def _start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _save(page: ReportPage, written: str, file: Path) -> None:
    try:
        await asyncio.to_thread(file.write_text, written, encoding="utf-8")
    except OSError as error:
        page.tell(f"{file} cannot be written: {reason_of(error)}")
    else:
        page.tell(f"Saved as {file}")


def _system() -> str:
    language = locale.getlocale()[0] or "none"
    return (
        f"{platform.platform()}, Python {platform.python_version()}, Qt {qVersion()} on "
        f"{QGuiApplication.platformName()}, language {language}, "
        f"{'installed' if getattr(sys, 'frozen', False) else 'from source'}, "
        f"{datetime.now().astimezone():%Y-%m-%d %H:%M %z}"
    )


def _end_of(file: Path, most: int) -> str:
    try:
        return file.read_bytes()[-most:].decode("utf-8", "replace")
    except OSError:
        return ""
