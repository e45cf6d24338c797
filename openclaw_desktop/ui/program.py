"""The running program: one QApplication, one loop, and window after window until none is wanted."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

from openclaw_desktop import __version__, demo, paths, recent, resources
from openclaw_desktop import engine as engine_module
from openclaw_desktop.desk import sample
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.places import APP_NAME, Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import dialogs, examples, responsive, screenshot, session, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.last_resort import LastResort
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.session import WindowState
from openclaw_desktop.ui.welcome import Known, Welcome
from openclaw_desktop.workspace.agents import Installation

log = logging.getLogger(__name__)

RECENT_SHOWN = 8
INTERRUPTED = 130
SIGNAL_MS = 250
KEEP_MS = 1000
"""How long after another file came to the front the window's state is kept."""


class Program:
    """Made once a process; `run` and `take_pictures` return when the last window is closed."""

    def __init__(self, places: Places, settings: Settings) -> None:
        self._places = places
        self._settings = settings
        responsive.go_first()
        self._app = _application()
        theme.apply(self._app, settings.window.theme)
        self._last_resort = LastResort(places.state)
        self._last_resort.interrupted.connect(self._interrupt)
        self._window: MainWindow | Welcome | None = None
        self._main: asyncio.Task[int] | None = None
        self._interrupted = False
        self._pulse = QTimer(self._app)

    def run(self, root: Path | None) -> int:
        """Shows windows until the person wants no other; returns the exit code."""
        return self._turn(self._windows(root))

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
                return INTERRUPTED
            finally:
                loop.close()
        finally:
            self._last_resort.uninstall()

    # Windows

    async def _windows(self, root: Path | None) -> int:
        trouble = ""
        listed = root is None
        while root is not None or listed:
            if root is None or trouble:
                root = await self._welcome(trouble)
            if root is None:
                break
            try:
                bridge = self._bridge(root, guards=True)
            except (DesktopError, OSError) as error:
                log.warning("%s cannot be opened: %s", root, error)
                trouble = str(error)
                continue
            trouble = ""
            root, listed = await self._workspace(bridge)
        return INTERRUPTED if self._interrupted else 0

    def _bridge(self, root: Path, *, guards: bool) -> Bridge:
        """`guards`: a person is there to decide about what others change."""
        return Bridge(
            lambda report: Engine(
                root, settings=self._settings, places=self._places, report=report, guards=guards
            )
        )

    async def _workspace(self, bridge: Bridge) -> tuple[Path | None, bool]:
        """One window on one workspace; the folder wanted next, and whether the list of them is."""
        kept = self._places.of_workspace(bridge.engine.root) / "window.json"
        window: MainWindow | None = None
        try:
            window = self._window = await self._open(bridge, kept)
            self._keep_up(window, bridge, kept)
            wanted = await _left(window)
            await _keep(window, bridge, kept)
            return wanted
        finally:
            self._window = None
            self._settings = bridge.engine.settings
            if window is not None:
                window.hide()
            await bridge.close()
            if window is not None:
                window.deleteLater()

    def _keep_up(self, window: MainWindow, bridge: Bridge, kept: Path) -> None:
        """Keeps the state whenever another file is in front, so that a crash forgets no tab."""
        soon = QTimer(window, interval=KEEP_MS, singleShot=True)
        soon.timeout.connect(lambda: bridge.spawn(_keep(window, bridge, kept), name="keep"))

        def later(_path: str) -> None:
            soon.start()

        window.workspace.editor.current_changed.connect(later)

    async def _open(self, bridge: Bridge, kept: Path) -> MainWindow:
        """A window as it was left, on an engine that begins to index once it is shown."""
        root = bridge.engine.root
        state = await bridge.call(session.load, kept)
        window = MainWindow(bridge, log_file=self._last_resort.log_file)
        self._last_resort.happened.connect(window.notice.tell)
        window.stayed.connect(self._go_on)
        bridge.settings_changed.connect(self._dress)
        window.restore(state)
        window.show()
        if state == WindowState():  # never opened before
            bridge.spawn(self._greet(bridge, window), name="greet")
        bridge.spawn(_start(bridge), name="start")
        bridge.spawn(self._remember(bridge, root), name="remember")
        bridge.spawn(self._name_agent(bridge, window), name="agent")
        return window

    async def _greet(self, bridge: Bridge, window: MainWindow) -> None:
        """The first look at a workspace shows what its agent remembers, not an empty page."""
        path = await bridge.call(examples.first_file, bridge.engine.root)
        if path and not window.workspace.editor.open_paths():
            window.open_and_reveal(path)

    def _dress(self, changed: Settings) -> None:
        theme.apply(self._app, changed.window.theme)

    async def _remember(self, bridge: Bridge, root: Path) -> None:
        try:
            await bridge.call(recent.remember, self._places, root)
        except OSError as error:
            log.warning("the list of workspaces cannot be kept: %s", error)

    async def _name_agent(self, bridge: Bridge, window: MainWindow) -> None:
        try:
            found = await bridge.call(engine_module.installation)
            agent = await bridge.call(engine_module.agent_of, found, bridge.engine.root)
        except DesktopError as error:
            log.warning("%s", error)
            return
        if agent is not None:
            window.show_agent(agent.name or agent.id)

    async def _welcome(self, trouble: str = "") -> Path | None:
        """Asks which folder; None when the window was closed."""
        known = await asyncio.to_thread(self._known)
        window = self._window = Welcome(known, home=Path.home())
        self._last_resort.happened.connect(window.notice.tell)
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
            window.hide()
            window.deleteLater()

    def _known(self) -> Known:
        """What can be offered; reads files."""
        installation: Installation | None = None
        trouble = ""
        try:
            installation = engine_module.installation()
        except DesktopError as error:
            trouble = str(error)
        remembered = [path for path in recent.load(self._places) if paths.is_folder(path)]
        return Known(installation, trouble, tuple(remembered[:RECENT_SHOWN]))

    # Pictures

    async def _pictures(self, root: Path | None, folder: Path) -> int:
        """The exit code is 1 as well when something went wrong that a window would have told."""
        bridge = self._bridge(root or await asyncio.to_thread(demo.sample_workspace), guards=False)
        troubles: list[str] = []

        def tell(trouble: object) -> None:
            troubles.append(str(trouble))

        self._last_resort.happened.connect(tell)
        bridge.failed.connect(tell)
        try:
            window = MainWindow(bridge, log_file=self._last_resort.log_file)
            await _start(bridge)
            failed = await screenshot.take(self._app, window, bridge, folder)
        finally:
            await bridge.close()
        for trouble in troubles:
            print(trouble, file=sys.stderr)
        return 1 if troubles else failed

    # Ctrl+C

    def _hear_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """Ctrl+C and a polite kill end the program as closing its window does."""
        if os.name == "nt":  # there Python hears Ctrl+C only when it runs: let it run now and then
            self._pulse.timeout.connect(lambda: None)
            self._pulse.start(SIGNAL_MS)
            return
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._interrupt)

    def _interrupt(self) -> None:
        """The first asks where text is unsaved; one more while it asks does not."""
        window = self._window
        if window is None or (isinstance(window, MainWindow) and window.leaving):
            if self._main is not None:
                self._main.cancel()
            return
        self._interrupted = True
        window.close()

    def _go_on(self) -> None:
        self._interrupted = False


async def _start(bridge: Bridge) -> None:
    """Starts the engine; in the sample something waits for review from the first moment."""
    engine = bridge.engine
    await bridge.call(engine.start)
    if demo.is_sample(engine.root):
        await bridge.call(sample.propose_examples, engine.desk, datetime.now(UTC))


async def _keep(window: MainWindow, bridge: Bridge, kept: Path) -> None:
    try:
        await bridge.call(session.save, window.state(), kept)
    except OSError as error:
        log.warning("the window's state cannot be kept: %s", error)


async def _left(window: MainWindow) -> tuple[Path | None, bool]:
    """Waits until the person leaves the window."""
    waiting: asyncio.Future[tuple[Path | None, bool]] = asyncio.get_running_loop().create_future()

    def leave(root: Path | None, listed: bool) -> None:
        if not waiting.done():
            waiting.set_result((root, listed))

    window.left.connect(leave)
    return await waiting


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
