"""The running program: one QApplication, one loop, and window after window until none is wanted."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn, cast

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon, QSessionManager
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from openclaw_desktop import __version__, demo, paths, recent, resources
from openclaw_desktop import engine as engine_module
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.places import APP_NAME, Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import dialogs, front, instance, responsive, starting, theme, visit
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.caret import Caret
from openclaw_desktop.ui.enter_presses import EnterPresses
from openclaw_desktop.ui.instance import Answer, Door
from openclaw_desktop.ui.last_resort import LastResort
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.tray import Tray
from openclaw_desktop.ui.troubles import Troubles
from openclaw_desktop.ui.visit import Visit, Wanted
from openclaw_desktop.ui.wish import Wish
from openclaw_desktop.workspace import agents
from openclaw_desktop.workspace.agents import Installation

if TYPE_CHECKING:
    from openclaw_desktop.ui.welcome import Known, Welcome

log = logging.getLogger(__name__)

RECENT_SHOWN = 8
INTERRUPTED = 130
KILLED = 128
"""A process that a signal ended has this and the signal's number for its exit code."""

WITHOUT_DISPLAY = 1
SIGNAL_MS = 250
NOTHING = Wish()

SILENT = "The window of this workspace that was open does not answer, so this is another one."


class Program:
    """Made once a process; `run` and `take_pictures` return when the last window is closed."""

    def __init__(self, places: Places, settings: Settings, *, safe: bool = False) -> None:
        """`safe`: as it comes, without anything of the person's own that could stand in its way."""
        # What is changed in safe mode is kept apart from that of other windows, and goes with this object.
        self._changes = TemporaryDirectory(prefix=f"{APP_NAME}-") if safe else None
        self._places = replace(places, config=Path(self._changes.name)) if self._changes else places
        self._settings = settings
        self._safe = safe
        responsive.go_first()
        self._app = _application()
        self._collector = responsive.Collector(self._app)
        self._followers = Caret(self._app), EnterPresses(self._app)
        theme.apply(self._app, settings.window.theme)
        self._last_resort = LastResort(places.state)
        self._last_resort.interrupted.connect(self._interrupt)
        self._troubles = Troubles(self._last_resort)
        self._door = Door(self._app)
        self._door.wished.connect(self._wished)
        self._wishes: list[Wish] = []  # not granted yet
        self._window: MainWindow | Welcome | None = None
        self._visit: Visit | None = None
        self._main: asyncio.Task[int] | None = None
        self._code = 0
        self._is_second = False  # the window that was open does not answer
        self._pulse = QTimer(self._app)
        if sys.platform == "darwin":  # anywhere else it would only slow every event
            starting.FileOpenings(self._app)
        self._app.commitDataRequest.connect(self._log_out)
        self._app.saveStateRequest.connect(self._say_how_to_come_back)

    def run(
        self,
        root: Path | None,
        wish: Wish = NOTHING,
        *,
        alone: bool = False,
        answer: Answer | None = None,
        trouble: str = "",
    ) -> int:
        """Shows windows until the person wants no other; returns the exit code.

        `alone`: whether a window of this workspace is open already does not matter. `answer` is what such
        a window said when it was asked before; `trouble` why there is no `root`.
        """
        self._wishes = [wish]
        return self._turn(self._windows(root, trouble, alone=alone or self._safe, answer=answer))

    def take_pictures(self, root: Path | None, folder: Path) -> int:
        """Writes pictures of each view into `folder`, and leaves."""
        return self._turn(self._pictures(root, folder))

    def _turn(self, main: Coroutine[Any, Any, int]) -> int:
        """Turns the loop until `main` is done."""
        self._last_resort.install()
        try:
            loop = _loop(self._app)
            loop.set_exception_handler(self._last_resort.in_loop)
            self._main = loop.create_task(main, name="main")
            self._hear_signals(loop)
            try:
                return loop.run_until_complete(self._main)
            except asyncio.CancelledError:
                return self._code or INTERRUPTED
            except RuntimeError:
                if not self._main.done():  # Qt ended the loop
                    self._end_without_display()
                raise
            finally:
                loop.close()
        finally:
            self._last_resort.uninstall()

    # Windows

    async def _windows(self, root: Path | None, trouble: str, *, alone: bool, answer: Answer | None) -> int:
        listed = root is None
        while root is not None or listed:
            if root is None or trouble:
                if not self._claim(None, alone=alone):
                    break
                root = await self._welcome(trouble)
            if root is None or not self._claim(root, alone=alone, answer=answer):
                break
            answer, trouble = None, ""
            try:
                root, listed = await self._workspace(self._bridge(root, guards=not self._safe))
            except (DesktopError, OSError) as error:
                log.warning("%s cannot be opened: %s", root, error)
                trouble = str(error)
            except Exception as error:  # noqa: BLE001 - told where the next window is: the list of workspaces
                sys.excepthook(type(error), error, error.__traceback__)
                root, listed = None, True
        return self._code

    def _claim(self, root: Path | None, *, alone: bool, answer: Answer | None = None) -> bool:
        """Makes this the window of a workspace; False when another one is, and was told what is wanted."""
        self._door.close()
        self._is_second = False
        if alone:
            return True
        wish = self._wishes[0] if self._wishes else NOTHING
        address = instance.address(self._places, root)
        answer = answer or instance.hand_over(address, wish)
        self._is_second = answer is Answer.SILENT
        return answer is not Answer.TAKEN and (
            self._door.open(address, wish, instead=self._is_second) is not Answer.TAKEN
        )

    def _wished(self, wish: Wish) -> None:
        """A later start of the program asks for something."""
        self._wishes.append(wish)
        if self._window is not None:
            front.bring(self._window, wish.token)
            self._grant()

    def _grant(self) -> None:
        if self._visit is not None:
            for wish in self._wishes:
                self._visit.grant(wish)
            self._wishes.clear()

    def _bridge(self, root: Path, *, guards: bool) -> Bridge:
        """`guards`: a person is there to decide about what others change."""
        return Bridge(
            lambda report: Engine(
                root, settings=self._settings, places=self._places, report=report, guards=guards
            )
        )

    async def _workspace(self, bridge: Bridge) -> Wanted:
        """One window on one workspace; what is wanted next."""
        visiting = Visit(bridge, self._places, log_file=self._last_resort.log_file, safe=self._safe)
        window = visiting.window
        window.stayed.connect(self._go_on)
        bridge.settings_changed.connect(self._dress)
        try:
            await visiting.open()
            self._visit, self._window = visiting, window
            tray = Tray(window, bridge)
            tray.quit_wanted.connect(window.close)
            self._troubles.show_in(window.notice, window, bridge.engine)
            if self._is_second:
                window.notice.tell(SILENT)
            self._grant()
            return await visiting.left()
        finally:
            self._door.close()
            self._visit = self._window = None
            self._troubles.show_nowhere()
            self._settings = bridge.engine.settings
            await visiting.end()

    def _dress(self, changed: Settings) -> None:
        theme.apply(self._app, changed.window.theme)

    async def _welcome(self, trouble: str = "") -> Path | None:
        """Asks which folder; None when the window was closed."""
        window = self._window = await self._new_welcome()
        self._troubles.show_in(window.notice, window, None)
        if trouble:
            window.notice.tell(trouble)
        tasks = set[asyncio.Task[None]]()

        def start(coroutine: Coroutine[Any, Any, None]) -> None:
            task = asyncio.get_running_loop().create_task(coroutine)
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        window.folder_button.clicked.connect(lambda: start(_choose(window)))
        window.sample_button.clicked.connect(lambda: start(_sample(window)))
        window.show()
        try:
            return await window.answer()
        finally:
            for task in tasks:
                task.cancel()
            self._window = None
            self._troubles.show_nowhere()
            window.hide()
            window.deleteLater()

    async def _new_welcome(self) -> Welcome:
        from openclaw_desktop.ui.welcome import Welcome  # where a workspace is opened it is not seen

        known = await asyncio.to_thread(self._known)
        folder = self._places.data / "workspaces"
        return Welcome(known, home=Path.home(), index_folder=folder, review=self._settings.review)

    def _known(self) -> Known:
        """What can be offered; reads files."""
        from openclaw_desktop.ui.welcome import Known

        installation: Installation | None = None
        trouble = ""
        try:
            installation = engine_module.installation()
        except DesktopError as error:
            trouble = str(error)
        remembered = [path for path in recent.load(self._places) if paths.is_folder(path)]
        looked_in = agents.looked_in(os.environ, Path.home())
        return Known(installation, trouble, tuple(remembered[:RECENT_SHOWN]), looked_in)

    # Pictures

    async def _pictures(self, root: Path | None, folder: Path) -> int:
        """The exit code is 1 as well when something went wrong that a window would have told."""
        from openclaw_desktop.ui import screenshot  # a window has no use for it

        bridge = self._bridge(root or await asyncio.to_thread(demo.sample_workspace), guards=False)
        troubles: list[str] = []

        def tell(trouble: object) -> None:
            troubles.append(str(trouble))

        self._last_resort.happened.connect(tell)
        bridge.failed.connect(tell)
        try:
            window = MainWindow(bridge, log_file=self._last_resort.log_file)
            await visit.start(bridge)
            welcome = await self._new_welcome()
            failed = await screenshot.take(self._app, window, bridge, folder, before=welcome)
        finally:
            await bridge.close()
        for trouble in troubles:
            print(trouble, file=sys.stderr)
        return 1 if troubles else failed

    # Ctrl+C, a polite kill, and the end of the session

    def _hear_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        if os.name == "nt":  # there Python hears Ctrl+C only when it runs: let it run now and then
            self._pulse.timeout.connect(lambda: None)
            self._pulse.start(SIGNAL_MS)
            return
        loop.add_signal_handler(signal.SIGINT, self._interrupt)
        for end in (signal.SIGTERM, signal.SIGHUP):  # the latter: the terminal it was started in goes
            if signal.getsignal(end) is not signal.SIG_IGN:  # as nohup wants it
                loop.add_signal_handler(end, self._terminate, KILLED + end)

    def _interrupt(self) -> None:
        """Ctrl+C closes the window as a person does; one more while it asks about text does not ask."""
        window = self._window
        if window is None or (isinstance(window, MainWindow) and window.leaving):
            if self._main is not None:
                self._main.cancel()
            return
        self._code = INTERRUPTED
        window.close()

    def _go_on(self) -> None:
        self._code = 0

    def _terminate(self, code: int) -> None:
        """A session that ends waits for no answer: unsaved text is kept, and what was open comes back."""
        self._code = code
        if self._visit is not None:
            self._visit.end_session()
        elif self._window is not None:
            self._window.close()
        elif self._main is not None:
            self._main.cancel()

    def _log_out(self, _manager: QSessionManager) -> None:
        """The session is about to end, and the process may be gone when this returns."""
        if self._visit is not None:
            self._visit.keep_at_once()

    def _end_without_display(self) -> NoReturn:
        """The display server went, as at some logouts. No loop turns any more to take anything down with."""
        if self._visit is not None:
            self._visit.keep_at_once()
        log.error("the display is gone; what was open comes back at the next start")
        logging.shutdown()
        os._exit(WITHOUT_DISPLAY)

    def _say_how_to_come_back(self, manager: QSessionManager) -> None:
        manager.setRestartHint(QSessionManager.RestartHint.RestartIfRunning)
        root = [str(self._visit.root)] if self._visit is not None else []
        manager.setRestartCommand(starting.command(*root))


async def _choose(window: Welcome) -> None:
    root = await dialogs.choose_folder(window, "Open a workspace", Path.home())
    if root is not None:
        window.decided.emit(root)


async def _sample(window: Welcome) -> None:
    try:
        window.decided.emit(await asyncio.to_thread(demo.sample_workspace))
    except DesktopError as error:
        window.notice.tell(str(error))


def _loop(app: QApplication) -> asyncio.AbstractEventLoop:
    """asyncio turned by Qt's own loop; qasync has no types of its own."""
    return cast("asyncio.AbstractEventLoop", QEventLoop(app))


def _application() -> QApplication:
    QApplication.setApplicationName(APP_NAME)
    QApplication.setApplicationDisplayName("OpenClaw Desktop")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName(APP_NAME)
    app = QApplication([APP_NAME])
    app.setQuitOnLastWindowClosed(False)  # the loop ends when the last window's work is done
    app.setWindowIcon(QIcon(str(resources.path("icons/app.svg"))))
    return app
