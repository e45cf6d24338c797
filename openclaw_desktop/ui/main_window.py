"""Places the views and panels, and holds the table of who hears whom."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QWidget,
)

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui import connections, focus, front, leaving
from openclaw_desktop.ui.alerts import Alerts
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.commands import Actions
from openclaw_desktop.ui.first_search import FirstSearch
from openclaw_desktop.ui.front_file import FrontFile
from openclaw_desktop.ui.guard import Guard
from openclaw_desktop.ui.handlers import handlers
from openclaw_desktop.ui.notice import NoticeBar
from openclaw_desktop.ui.notifications import is_tray_there
from openclaw_desktop.ui.quick_open import QuickOpen
from openclaw_desktop.ui.rail import Rail
from openclaw_desktop.ui.session import WindowState
from openclaw_desktop.ui.session_texts import UnsavedText
from openclaw_desktop.ui.status_bar import StatusBar
from openclaw_desktop.ui.tour import Tour
from openclaw_desktop.ui.views import NAMES, Views
from openclaw_desktop.ui.whole import Whole

if TYPE_CHECKING:
    from openclaw_desktop.context.marks import Mark
    from openclaw_desktop.context.recall.past import Past
    from openclaw_desktop.desk.sessions_desk import Opened


class MainWindow(QMainWindow):
    """One workspace; whoever shows the window takes it away when it says `left`."""

    left = Signal(object, bool)  # the folder wanted next (Path or None), the list of folders is wanted
    stayed = Signal()  # the person was asked, and does not leave after all

    def __init__(self, bridge: Bridge, *, log_file: Path) -> None:
        super().__init__()
        self._bridge = bridge
        self.leaving = False  # the person is being asked about unsaved text
        self.rail = Rail()
        self.sessions_order = ""  # as it was left, until the context is looked at
        self.views = Views(
            bridge,
            left_out=() if is_tray_there() else ("window.tray",),
            connect=connections.of_views(self),
        )
        self.workspace = self.views.workspace
        self.notice = NoticeBar()
        self.status = StatusBar()
        self.front = FrontFile(
            self.workspace.editor,
            self.status,
            self.workspace.facts,
            is_shown=lambda: self.view == "workspace",
            parent=self,
        )
        self.guard = Guard(bridge, self)
        self.alerts = Alerts(
            bridge,
            self.guard,
            rail=self.rail,
            notice=self.notice,
            is_watched=lambda: self.isActiveWindow() and self.view == "review",
            parent=self,
        )
        self._place()
        self.tour = Tour(self)
        self.quick_open = QuickOpen(bridge, self)
        self.actions_ = Actions(handlers(self, bridge, log_file), self)
        self.actions_.fill(self.menuBar())
        self._connect()
        self.status.show_workspace(bridge.engine.root)
        self.status.show_state(bridge.engine.index_state)
        self.show_view("workspace")
        self._retitle()
        self.guard.refresh()

    # Who hears whom

    def _connect(self) -> None:
        bridge, workspace, status = self._bridge, self.workspace, self.status
        tree, editor, outline = workspace.tree, workspace.editor, workspace.outline
        connections.hear(
            (self.rail.chosen, self.show_view),
            (tree.open_requested, self.open),
            (tree.explain_requested, self.explain),
            (tree.paths_moved, editor.paths_moved),
            (tree.paths_deleted, editor.paths_deleted),
            (tree.daily_requested, self.new_daily),
            (tree.history_requested, self.show_history),
            (self.guard.changed, tree.show_standing),
            (self.guard.changed, editor.show_standing),
            (self.guard.changed, workspace.facts.show_standing),
            (workspace.facts.history_requested, self.show_history),
            (workspace.facts.review_requested, self.show_review),
            (editor.review_requested, self.show_review),
            (editor.history_requested, self.show_history),
            (self.alerts.review_requested, self.show_review),
            (self.alerts.settings_requested, self.show_protection_settings),
            (outline.open_requested, self.open),
            (self.quick_open.chosen, self.open_and_reveal),
            (self.quick_open.closed, self._focus_back),
            (editor.current_changed, self._current_changed),
            (editor.dirty_changed, self._dirty_changed),
            (editor.outline_changed, outline.show_outline),
            (editor.outline_changed, tree.show_outline),
            (editor.cursor_moved, outline.follow),
            (workspace.panels_changed, self._refresh_actions),
            (self.actions_.opening, self._refresh_actions),
            (status.pause_requested, self.pause),
            (status.resume_requested, self.resume),
            (status.retry_requested, self.retry),
            (bridge.index_state_changed, self._index_state_changed),
            (bridge.problem, self.notice.tell),
            (bridge.failed, self._failed),
        )

    # Views

    def show_view(self, name: str) -> None:
        """Brings a view to the front and gives it the focus."""
        changed = self.views.show_view(name)
        self.rail.select(name)
        if changed or not focus.holds(self.views.named(name)):
            if name == "search":
                self.views.search.come_back()
            else:
                (self.workspace.editor if name == "workspace" else self.views.named(name)).setFocus()
        self._retitle()
        self.front.tell()
        self._refresh_actions()

    @property
    def view(self) -> str:
        """The name of the view in front."""
        return self.views.shown

    def open(self, path: str, line: int = 0, end_line: int = 0) -> None:
        """Opens a file at its lines (0: wherever it was), marked when it is a range."""
        self.show_view("workspace")
        self.workspace.editor.open(path, line, end_line)
        focus.into(self.workspace.editor)

    def open_and_reveal(self, path: str, line: int = 0, end_line: int = 0) -> None:
        """Opens a file asked for elsewhere than in the tree, and shows where it stands there."""
        self.open(path, line, end_line)
        self.workspace.tree.reveal(path, line)

    def open_at(self, path: str, line: int, column: int) -> None:
        """Opens a file at one character, both counted from 1, with what follows it in view."""
        self.open_and_reveal(path)
        self.workspace.editor.open_at(path, line, column)

    def new_daily(self) -> None:
        """Opens today's note, begun where there is none yet."""
        self.show_view("workspace")
        self.workspace.editor.new_daily()

    def show_history(self, path: str) -> None:
        """Shows the versions of a file."""
        self.show_view("history")
        if path:
            self.views.history.show_file(path)

    def show_review(self, path: str = "") -> None:
        """Shows what waits for a decision, about `path` when it is given; comes to the front for it."""
        waiting = self.guard.standing.waiting_for(path)
        self.show_proposal(waiting[0].id if waiting else "")

    def show_proposal(self, proposal: str) -> None:
        """Shows one proposal, or whatever the review view shows."""
        front.bring(self)
        self.show_view("review")
        if proposal:
            self.views.review.show_proposal(proposal)

    def show_session(self, session: str, turn: int) -> None:
        """Shows a session of the agent where a turn begins; 0: at its end."""
        self.show_view("context")
        self.views.context.show_page(self.views.context.sessions)
        self.views.context.sessions.show_turn(session, turn)

    def show_call(self, past: Past) -> None:
        """Shows where in its session the agent asked its memory."""
        self.show_view("context")
        self.views.context.show_page(self.views.context.sessions)
        self.views.context.sessions.show_call(past)

    def show_past(self, opened: Opened, mark: Mark) -> None:
        """Shows why a search of the agent, a mark of a session's timeline, found what it found."""
        self.show_view("search")
        self.views.search.show_past(opened, mark)

    def show_protection(self) -> None:
        """Opens the page about the protection of the whole workspace."""
        from openclaw_desktop.ui.protection_page import ProtectionPage

        page = ProtectionPage(self._bridge, self)
        page.open_requested.connect(self.open_and_reveal)
        page.settings_requested.connect(self.show_protection_settings)
        page.show()

    def show_protection_settings(self) -> None:
        """Shows the rules of protection in the settings."""
        self.show_view("settings")
        self.views.settings.show_section("review")

    def suggest(self, questions: Sequence[str]) -> None:
        """Offers first searches above the views, until one is chosen or all are put away."""
        strip = FirstSearch(questions)
        strip.asked.connect(self.ask)
        self.add_strip(strip)

    def end_suggestions(self) -> None:
        """The person has asked something: nothing needs to be suggested any more."""
        for strip in self.findChildren(FirstSearch):
            strip.end()

    def ask(self, question: str) -> None:
        """Searches the memory for a question."""
        self.show_view("search")
        self.views.search.focus_query(question)

    def explain(self, path: str, line: int = 0) -> None:
        """Asks the search why a file, or a line of it, was not found."""
        self.show_view("search")
        self.views.search.explain_path(path, line)

    def focus_search(self) -> None:
        """The cursor goes into the question, wherever it was."""
        self.show_view("search")
        self.views.search.focus_query()

    def cycle_panes(self, step: int) -> None:
        """Gives the focus to the next pane, or the one before; the rail is one of them."""
        panes = [self.rail, *filter(focus.can_take, self.views.panes())]
        focus.into(panes[(focus.position(panes) + step) % len(panes)])

    # What the panels tell

    def _current_changed(self, path: str) -> None:
        if path:
            self.workspace.outline.expect()
        else:
            self.workspace.outline.show_outline("", ())
        self._retitle()
        self._refresh_actions()

    def _dirty_changed(self, path: str, dirty: bool) -> None:
        self.workspace.tree.set_dirty(path, dirty)
        self._retitle()
        self._refresh_actions()

    def _index_state_changed(self, state: IndexState) -> None:
        self.status.show_state(state)
        self._refresh_actions()

    def _failed(self, error: DesktopError) -> None:
        self.notice.tell(str(error))

    def _retitle(self) -> None:
        root = self._bridge.engine.root
        path = self.workspace.editor.current_path if self.view == "workspace" else ""
        name = path.rsplit("/", 1)[-1] if path else self.view.capitalize()
        self.setWindowTitle(f"{name}[*] — {root.name} — OpenClaw Desktop")
        self.setWindowModified(bool(self.workspace.editor.unsaved()))

    def _refresh_actions(self) -> None:
        state = self.status.state
        met = {
            "file": bool(self.workspace.editor.current_path),
            "unsaved": bool(self.workspace.editor.unsaved()),
            "embedding": state.phase is IndexPhase.EMBEDDING,
            "paused": state.phase is IndexPhase.PAUSED,
            "model gave up": state.keywords_only,
            "workspace view": self.view == "workspace",
            "search view": self.view == "search",
            "review view": self.view == "review",
            "preview": self.workspace.editor.is_previewed,
            "side panel": self.workspace.side_panel,
            "right panel": self.workspace.right_panel,
            "wrap": self._bridge.engine.settings.editor.wrap,
            "cuts": self._bridge.engine.settings.editor.cuts,
            "full screen": self.isFullScreen(),
        }
        self.actions_.refresh(frozenset(name for name, is_met in met.items() if is_met))

    def show_agent(self, name: str) -> None:
        """Says whose workspace this is."""
        self.status.show_workspace(self._bridge.engine.root, name)

    # What the person wants

    def pause(self) -> None:
        """Stops embedding for now."""
        self.ask_engine(self._bridge.engine.pause)

    def resume(self) -> None:
        """Goes on embedding."""
        self.ask_engine(self._bridge.engine.resume)

    def retry(self) -> None:
        """Tries the model again, or an index that stopped."""
        stopped = self.status.state.phase is IndexPhase.STOPPED
        self.ask_engine(self._bridge.engine.rescan if stopped else self._bridge.engine.retry_model)

    def ask_engine(self, verb: Callable[[], None]) -> None:
        """Calls a verb of the index on a reader thread."""

        async def ask() -> None:
            await self._bridge.call(verb)

        self._bridge.spawn(ask(), name="index")

    def _focus_back(self) -> None:
        focus.into(self.workspace.editor if self.view == "workspace" else self.views.named(self.view))

    # Leaving and coming back

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape that nothing else has a use for ends the tour."""
        if event.key() == Qt.Key.Key_Escape and self.tour.is_shown:
            self.tour.end()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes as one reads: strips, views and their pages are made later than what stands below them."""
        asked_by = QApplication.focusWidget()
        if asked_by is None or asked_by.isVisible():  # Qt asks for what it takes away, too
            focus.in_order(self, [self._whole, self.rail, self.views, self.notice, self.status])
        return super().focusNextPrevChild(next)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Asks about unsaved text first; the program then takes the window away."""
        event.ignore()
        self._bridge.spawn(self.leave(None), name="leave")

    async def leave(self, next_root: Path | None, *, listed: bool = False) -> None:
        """Says `left` once nothing would be lost, or the person agreed to lose it."""
        if self.leaving:
            return
        self.leaving = True
        try:
            may_go = await leaving.nothing_is_lost(self, self.workspace.editor)
        finally:
            self.leaving = False
        if may_go:
            self.left.emit(next_root, listed)
        else:
            self.stayed.emit()

    def state(self) -> WindowState:
        """How it is left, for the next time."""
        editor = self.workspace.editor
        return WindowState(
            geometry=base64.b64encode(self.saveGeometry().data()).decode(),
            view=self.view,
            splitters=self.workspace.sizes(),
            side_panel=self.workspace.side_panel,
            right_panel=self.workspace.right_panel,
            tabs=tuple(editor.open_paths()),
            current=editor.current_path,
            told_protection=self.alerts.told_protection,
            sessions_order=(
                self.views.context.sessions_order if self.views.is_made("context") else self.sessions_order
            ),
        )

    def restore(self, state: WindowState, unsaved: Sequence[UnsavedText] = ()) -> None:
        """Puts it as it was left, with what was typed then and never saved; what is gone is left out."""
        if not (state.geometry and self.restoreGeometry(QByteArray(base64.b64decode(state.geometry)))):
            self.resize(_comfortable(self))
        self.workspace.set_sizes(state.splitters)
        self.workspace.show_side_panel(state.side_panel)
        self.workspace.show_right_panel(state.right_panel)
        typed = {each.path: each for each in unsaved}
        for path in dict.fromkeys((*state.tabs, *typed)):
            if path in typed:
                self.workspace.editor.open_unsaved(typed[path])
            else:
                self.workspace.editor.open(path)
        if state.current in state.tabs:
            self.workspace.editor.open(state.current)
            self.workspace.tree.reveal(state.current)
        self.sessions_order = state.sessions_order
        self.show_view(state.view if state.view in NAMES else "workspace")
        self.alerts.told_protection = state.told_protection

    # Building

    def add_strip(self, strip: QWidget) -> None:
        """Puts something above the views for as long as the window is there."""
        self._whole.add_strip(strip)

    def _place(self) -> None:
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedWidth(1)
        upper = QHBoxLayout()
        upper.setSpacing(0)
        for widget in (self.rail, line, self.views):
            upper.addWidget(widget, 1 if widget is self.views else 0)
        self._whole = Whole(self, views=upper, notice=self.notice, status=self.status)
        self.setCentralWidget(self._whole)


def _comfortable(window: QWidget) -> QSize:
    """The size of a window that was never opened before."""
    room = window.screen().availableSize()
    return QSize(min(1280, room.width() - 80), min(820, room.height() - 80))
