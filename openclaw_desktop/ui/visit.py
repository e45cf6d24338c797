"""One window on one workspace, from the moment it is shown until its person leaves it or the session ends."""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QTimer

from openclaw_desktop import demo, recent, settings_file
from openclaw_desktop import engine as engine_module
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.places import Places
from openclaw_desktop.ui import session, session_texts, settings_troubles, tour
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.safe_mode import SafeModeStrip
from openclaw_desktop.ui.session import WindowState
from openclaw_desktop.ui.session_keeper import Keeper
from openclaw_desktop.ui.session_texts import UnsavedText
from openclaw_desktop.ui.session_windows import OpenWindow
from openclaw_desktop.ui.settings_followed import FollowedSettings
from openclaw_desktop.ui.tree.names import count_of
from openclaw_desktop.ui.wish import Wish

log = logging.getLogger(__name__)

KEEP_MS = 1000
"""How long after another file came to the front the window's state is kept."""

BREATH_SECONDS = 0.5
"""So long after it was shown the window has the processor for itself: the engine's threads would take more
than half of its time while it is painted, and while the first keys are answered."""

AS_IT_COMES = WindowState(told_protection=True)
"""A window in safe mode: nothing of last time, and no word of a protection that is off."""

Wanted = tuple[Path | None, bool]
"""The folder wanted next, and whether the list of them is."""


class Visit:
    """Made for each window; `open` shows it, `left` waits, `end` puts everything away."""

    def __init__(self, bridge: Bridge, places: Places, *, log_file: Path, safe: bool) -> None:
        """`safe`: nothing of the last time comes back, and nothing is kept of this one but unsaved text."""
        self._bridge, self._places, self._safe = bridge, places, safe
        self._state_file = places.of_workspace(bridge.engine.root) / "window.json"
        self._open: OpenWindow | None = None
        self._keeper: Keeper | None = None
        self._session_ends = False
        self._left: asyncio.Future[Wanted] = asyncio.get_running_loop().create_future()
        self.window = MainWindow(bridge, log_file=log_file)
        self.window.left.connect(self._leave)

    async def open(self) -> None:
        """Shows the window as it was left, with the text that was never saved."""
        state, unsaved = await self._bridge.call(self._last_time)
        if self._open is not None:
            self._keeper = Keeper(self._bridge, self.window.workspace.editor, self._open.texts, self.window)
        try:
            self.window.restore(state, unsaved)
        except Exception as error:  # noqa: BLE001 - whatever was kept, the window is there to say so
            sys.excepthook(type(error), error, error.__traceback__)
        self.window.show()
        if unsaved:
            self._tell_put_back(unsaved)
        if state == WindowState() and not unsaved:  # never opened before
            self._bridge.spawn(self._greet(), name="greet")
        if self._safe:
            self._show_safe_mode()
        else:
            self._bridge.spawn(self._start(), name="start")
            self._keep_up()
            FollowedSettings(self._bridge, self.window)
        self._bridge.spawn(self._remember(), name="remember")
        self._bridge.spawn(self._tell_of_settings(), name="settings file")
        self._bridge.spawn(self._name_agent(), name="agent")

    @property
    def root(self) -> Path:
        """The workspace, by its real path."""
        return self._bridge.engine.root

    async def left(self) -> Wanted:
        """Waits until the person leaves the window, or the session ends."""
        wanted = await self._left
        await self._keep()
        if self._keeper is not None and not self._session_ends:
            await self._keeper.forget()
        return wanted

    async def end(self) -> None:
        """Takes the window away and stops the engine; nothing of it is left in this process."""
        self.window.hide()
        if self._open is not None:
            await self._bridge.call(self._open.leave if self._session_ends else self._open.close)
        await self._bridge.close()
        self.window.deleteLater()

    # The session

    def keep_at_once(self) -> None:
        """The session may end before anything else is done: what is typed is kept when this returns."""
        if self._keeper is not None:
            self._keeper.keep_at_once()

    def end_session(self) -> None:
        """Leaves without a question; the window and its unsaved text come back at the next start."""
        self._session_ends = True
        self.keep_at_once()  # all else may wait for a reader thread, and nobody waits for that
        self._leave(None, False)

    def grant(self, wish: Wish) -> None:
        """Does what a later start of the program asks for."""
        for path in wish.files:
            self.window.open_and_reveal(path)
        if wish.view == "search":
            self.window.focus_search()
        elif wish.view == "today":
            self.window.new_daily()
        elif wish.view == "review":
            self.window.show_review()

    # Before and after

    def _last_time(self) -> tuple[WindowState, list[UnsavedText]]:
        """How the window was left, and what was never saved; reads and writes files."""
        root = self._bridge.engine.root
        try:
            self._open = OpenWindow(self._places.state, root, adopt=not self._safe)
        except OSError as error:
            log.warning("this window will not come back after a crash: %s", error)
        unsaved = session_texts.kept(self._open.texts) if self._open is not None else []
        return AS_IT_COMES if self._safe else session.load(self._state_file), unsaved

    async def _start(self) -> None:
        has_index = await self._bridge.call_apart(lambda: self._bridge.engine.has_index)
        if has_index:  # else readers would wait for one
            await asyncio.sleep(BREATH_SECONDS)
        await start(self._bridge)

    def _leave(self, root: Path | None, listed: bool) -> None:
        if not self._left.done():
            self._left.set_result((root, listed))

    def _keep_up(self) -> None:
        """Keeps the state whenever another file is in front, so that a crash forgets no tab."""
        soon = QTimer(self.window, interval=KEEP_MS, singleShot=True)
        soon.timeout.connect(lambda: self._bridge.spawn(self._keep(), name="keep"))

        def later(_path: str) -> None:
            soon.start()

        self.window.workspace.editor.current_changed.connect(later)

    async def _keep(self) -> None:
        if self._safe:
            return
        try:
            await self._bridge.call(session.save, self.window.state(), self._state_file)
        except OSError as error:
            log.warning("the window's state cannot be kept: %s", error)

    def _show_safe_mode(self) -> None:
        """The engine is started only when the person asks for the index, in the strip or a menu."""
        self._bridge.engine.put_off()
        strip = SafeModeStrip()
        self.window.add_strip(strip)
        strip.index_wanted.connect(lambda: self._bridge.spawn(start(self._bridge), name="start"))
        for command in ("index.resume", "index.rescan", "index.rebuild"):
            self.window.actions_[command].triggered.connect(strip.begin)
        self.window.status.resume_requested.connect(strip.begin)
        self._bridge.index_state_changed.emit(IndexState(IndexPhase.PAUSED))

    def _tell_put_back(self, unsaved: list[UnsavedText]) -> None:
        first = unsaved[0].path
        others = f" and {count_of(len(unsaved) - 1, 'other file')}" if len(unsaved) > 1 else ""
        self.window.notice.offer(
            f"The program ended before text in {first}{others} was saved. It is in its tab again, unsaved.",
            "Show it",
            lambda: self.window.open_and_reveal(first),
            calm=True,
        )

    # The first look

    async def _greet(self) -> None:
        """The first look at a workspace shows what its agent remembers, and what one might ask it.

        The first look at the program is led through it as well.
        """
        from openclaw_desktop.ui import examples, first_questions  # no other look has a use for them

        path = await self._bridge.call(examples.first_file, self._bridge.engine.root)
        if path and not self.window.workspace.editor.open_paths():
            self.window.open_and_reveal(path)
        if questions := await self._bridge.call(first_questions.of_file, self._bridge.engine, path):
            self.window.suggest(questions)
        if not self._safe and await self._bridge.call(tour.first_time, self._places.state):
            self.window.tour.begin()

    async def _remember(self) -> None:
        try:
            await self._bridge.call(recent.remember, self._places, self._bridge.engine.root)
        except OSError as error:
            log.warning("the list of workspaces cannot be kept: %s", error)

    async def _tell_of_settings(self) -> None:
        """Says what of the settings' file is not used to whoever did not come to look at it."""
        file = self._bridge.engine.places.settings_file
        if said := await self._bridge.call(lambda: settings_troubles.told_at_start(settings_file.read(file))):
            self.window.notice.offer(
                said, "Open Settings", lambda: self.window.show_view("settings"), calm=False
            )

    async def _name_agent(self) -> None:
        try:
            found = await self._bridge.call(engine_module.installation)
            agent = await self._bridge.call(engine_module.agent_of, found, self._bridge.engine.root)
        except DesktopError as error:
            log.warning("%s", error)
            return
        if agent is not None:
            self.window.show_agent(agent.name or agent.id)


async def start(bridge: Bridge) -> None:
    """Starts the engine; in the sample something waits for review from the first moment."""
    engine = bridge.engine
    await bridge.call_apart(engine.start)
    if demo.is_sample(engine.root):
        from openclaw_desktop.desk import sample

        await bridge.call(sample.propose_examples, engine.desk, datetime.now(UTC))
