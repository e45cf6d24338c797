"""Every action of the window once: menus, shortcuts and the page of keys are derived from this table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

Standard = QKeySequence.StandardKey
Role = QAction.MenuRole
Need = (
    Literal["", "file", "unsaved", "embedding", "paused", "model gave up"]
    | Literal["workspace view", "search view", "review view"]
)
"""What must be the case for an action to make sense; "" is always."""

Shown = Literal["", "preview", "side panel", "right panel", "wrap", "cuts", "full screen"]

MENUS = ("File", "Edit", "View", "Go", "Review", "Index", "Help")


@dataclass(frozen=True, slots=True)
class Command:
    """One action. `key` is a standard key, or text such as "Ctrl+T".

    On macOS, Ctrl is the Command key and Meta is Control; `mac` is the key there where the system itself,
    or the custom of its programs, has another use for `key`.
    """

    id: str
    menu: str
    title: str
    key: Standard | str = ""
    needs: Need = ""
    group: int = 0  # a line is drawn between groups of a menu
    role: Role = Role.NoRole
    panels_own: bool = False  # a panel hears this key itself, and only there: the menu just names it
    shows: Shown = ""  # what is the case while a tick stands beside it; "" for no tick
    mac: str = ""


COMMANDS: tuple[Command, ...] = (
    Command("file.daily", "File", "Today's Note", "Ctrl+T"),
    Command("file.new", "File", "New Note…", Standard.New),
    Command("file.new_folder", "File", "New Folder…", "Ctrl+Shift+N"),
    Command("file.open_folder", "File", "Open Folder…", Standard.Open, group=1),
    Command("file.workspaces", "File", "Agents and Workspaces…", "Ctrl+Shift+O", group=1),
    Command("file.save", "File", "Save", Standard.Save, "unsaved", group=2),
    Command("file.save_all", "File", "Save All", "Ctrl+Shift+S", "unsaved", group=2),
    Command("file.rename", "File", "Rename…", "F2", "workspace view", group=3, panels_own=True),
    Command("file.move", "File", "Move…", "Ctrl+Shift+M", "workspace view", group=3, panels_own=True),
    Command("file.duplicate", "File", "Duplicate", "Ctrl+D", "workspace view", group=3, panels_own=True),
    Command(
        "file.delete", "File", "Move to Trash", Standard.Delete, "workspace view", group=3, panels_own=True
    ),
    Command("file.undo", "File", "Undo File Change", "Ctrl+Alt+Z", "workspace view", group=3),
    Command("file.show", "File", "Show in File Manager", "Alt+Shift+R", "workspace view", group=4),
    Command(
        "file.copy_path", "File", "Copy Path", "Ctrl+Shift+C", "workspace view", group=4, panels_own=True
    ),
    Command("file.copy_short", "File", "Copy Path from Workspace", "Ctrl+Alt+C", "workspace view", group=4),
    Command("file.close", "File", "Close Tab", Standard.Close, "file", group=5),
    Command("file.quit", "File", "Quit", "Ctrl+Q", group=5, role=Role.QuitRole),
    Command("edit.undo", "Edit", "Undo", Standard.Undo),
    Command("edit.redo", "Edit", "Redo", Standard.Redo),
    Command("edit.cut", "Edit", "Cut", Standard.Cut, group=1),
    Command("edit.copy", "Edit", "Copy", Standard.Copy, group=1),
    Command("edit.paste", "Edit", "Paste", Standard.Paste, group=1),
    Command("edit.select_all", "Edit", "Select All", Standard.SelectAll, group=1),
    Command("edit.find", "Edit", "Find…", Standard.Find, "file", group=2),
    Command("edit.replace", "Edit", "Replace…", "Ctrl+H", "file", group=2, mac="Ctrl+Alt+F"),
    Command("edit.find_next", "Edit", "Find Next", "F3", "file", group=2, mac="Ctrl+G"),
    Command("edit.find_previous", "Edit", "Find Previous", "Shift+F3", "file", group=2, mac="Ctrl+Shift+G"),
    Command("edit.settings", "Edit", "Settings", "Ctrl+,", group=3, role=Role.PreferencesRole),
    Command("view.workspace", "View", "Workspace", "Ctrl+1"),
    Command("view.search", "View", "Search", "Ctrl+2"),
    Command("view.context", "View", "Context", "Ctrl+3"),
    Command("view.review", "View", "Review", "Ctrl+4"),
    Command("view.history", "View", "History", "Ctrl+5"),
    Command("view.preview", "View", "Preview", "Ctrl+Shift+V", "file", group=1, shows="preview"),
    Command("view.side_panel", "View", "Side Panel", "Ctrl+B", "workspace view", group=1, shows="side panel"),
    Command(
        "view.right_panel",
        "View",
        "Outline Panel",
        "Ctrl+Alt+B",
        "workspace view",
        group=1,
        shows="right panel",
    ),
    Command("view.zoom_in", "View", "Larger Text", Standard.ZoomIn, "file", group=2),
    Command("view.zoom_out", "View", "Smaller Text", Standard.ZoomOut, "file", group=2),
    Command("view.zoom_reset", "View", "Usual Text Size", "Ctrl+0", "file", group=2),
    Command("view.wrap", "View", "Wrap Long Lines", "Alt+Z", group=2, shows="wrap"),
    Command("view.cuts", "View", "Show What Is Cut", "Alt+X", group=2, shows="cuts"),
    Command(
        "view.full_screen", "View", "Full Screen", "F11", group=3, shows="full screen", mac="Ctrl+Meta+F"
    ),
    Command("go.file", "Go", "Go to File…", "Ctrl+P"),
    Command("go.search", "Go", "Search the Memory…", "Ctrl+Shift+F"),
    Command("go.line", "Go", "Go to Line…", "Ctrl+G", "file", mac="Ctrl+L"),
    Command("go.last_tab", "Go", "Tab Used Before", "Ctrl+Tab", "file", panels_own=True, mac="Meta+Tab"),
    Command(
        "go.first_tab",
        "Go",
        "Tab Used Longest Ago",
        "Ctrl+Shift+Tab",
        "file",
        panels_own=True,
        mac="Meta+Shift+Tab",
    ),
    Command("go.reveal", "Go", "Show in Tree", "Ctrl+Shift+E", "file", group=1),
    Command("go.history", "Go", "Show History", "Ctrl+Alt+H", "file", group=1, mac="Ctrl+Shift+H"),
    Command("go.why_not", "Go", "Why Was This Line Not Found?", "Ctrl+Shift+Y", "file", group=1),
    Command("go.side_by_side", "Go", "Side by Side with the Agent", "Ctrl+Alt+S", "search view", group=2),
    Command("go.compare", "Go", "Compare This Hit", "Ctrl+Alt+K", "search view", group=2),
    Command("go.why_not_file", "Go", "Why Was a File Not Found?", "Ctrl+Alt+Y", "search view", group=2),
    Command(
        "go.save_ranking",
        "Go",
        "Save Ranking as My Default",
        "Ctrl+Alt+D",
        "search view",
        group=2,
        mac="Ctrl+Shift+D",
    ),
    Command("go.reset_ranking", "Go", "Reset Ranking", "Ctrl+Alt+0", "search view", group=2),
    Command("go.next_pane", "Go", "Next Pane", "F6", group=3),
    Command("go.previous_pane", "Go", "Previous Pane", "Shift+F6", group=3),
    Command("review.accept", "Review", "Accept", "A", "review view", panels_own=True),
    Command("review.reject", "Review", "Reject", "R", "review view", panels_own=True),
    Command("review.edit", "Review", "Edit the Result", "E", "review view", panels_own=True),
    Command("review.comment", "Review", "Comment to the Agent", "C", "review view", panels_own=True),
    Command("review.take_back", "Review", "Take Back the Last Decision", "U", "review view", panels_own=True),
    Command("review.tick", "Review", "Tick", "Space", "review view", group=1, panels_own=True),
    Command("review.next_change", "Review", "Next Change", "N", "review view", group=1, panels_own=True),
    Command(
        "review.change_before", "Review", "Previous Change", "P", "review view", group=1, panels_own=True
    ),
    Command("review.next", "Review", "Next Proposal", "J", "review view", group=2, panels_own=True),
    Command("review.before", "Review", "Previous Proposal", "K", "review view", group=2, panels_own=True),
    Command("review.protection", "Review", "Protection of This Workspace…", "Ctrl+Alt+G", group=3),
    Command("index.pause", "Index", "Pause", "Ctrl+Alt+P", "embedding"),
    Command("index.resume", "Index", "Resume", "Ctrl+Alt+R", "paused"),
    Command("index.retry", "Index", "Try the Model Again", "Ctrl+Alt+M", "model gave up"),
    Command("index.rescan", "Index", "Look for Changes", Standard.Refresh, group=1),
    Command("index.rebuild", "Index", "Rebuild", "Ctrl+Alt+Shift+R", group=1),
    Command("help.start", "Help", "First Steps", "Alt+Shift+F2"),
    Command("help.tour", "Help", "Take the Tour", "Alt+Shift+F1"),
    Command("help.review", "Help", "What Review Protects", "Shift+F1"),
    Command("help.search", "Help", "How to Read the Search View", "Ctrl+F2"),
    Command("help.context", "Help", "How to Read the Context View", "Ctrl+Shift+F1"),
    Command("help.window", "Help", "The Window, and What Is Kept", "Shift+F2"),
    Command("help.keys", "Help", "Keyboard Shortcuts", Standard.HelpContents),
    Command("help.log", "Help", "Show Log File", "Ctrl+Alt+L"),
    Command("help.updates", "Help", "Look for a Newer Version", "Ctrl+Alt+U", group=1),
    Command("help.about", "Help", "About OpenClaw Desktop", "Ctrl+F1", group=1, role=Role.AboutRole),
)


def keys_of(command: Command, platform: str = sys.platform) -> list[QKeySequence]:
    """The command's shortcuts on this platform."""
    if command.mac and platform == "darwin":
        return [QKeySequence(command.mac)]
    if isinstance(command.key, str):
        return [QKeySequence(command.key)] if command.key else []
    return QKeySequence.keyBindings(command.key)


def key_in_words(command: Command) -> str:
    """The first shortcut as this platform writes it: "Ctrl+S", "⌘S"."""
    keys = keys_of(command)
    return keys[0].toString(QKeySequence.SequenceFormat.NativeText) if keys else ""


class Actions(QObject):
    """The table brought to life: one QAction a command, each calling the handler of its id."""

    opening = Signal()

    def __init__(self, handlers: Mapping[str, Callable[[], object]], window: QWidget) -> None:
        """`handlers` has exactly one function for every command."""
        super().__init__(window)
        self._actions = {command.id: self._action(command, handlers[command.id]) for command in COMMANDS}
        window.addActions([self._actions[c.id] for c in COMMANDS if not c.panels_own])

    def __getitem__(self, command_id: str) -> QAction:
        return self._actions[command_id]

    def fill(self, bar: QMenuBar) -> None:
        """Builds the menus; a line between groups. `opening` tells that one is about to be seen."""
        for name in MENUS:
            menu = bar.addMenu(f"&{name}")
            menu.aboutToShow.connect(self.opening)
            group = 0
            for command in (c for c in COMMANDS if c.menu == name):
                if command.group != group:
                    menu.addSeparator()
                    group = command.group
                menu.addAction(self._actions[command.id])

    def refresh(self, facts: frozenset[str]) -> None:
        """Enables what makes sense now and ticks what is shown: `facts` is what is the case."""
        for command in COMMANDS:
            self._actions[command.id].setEnabled(not command.needs or command.needs in facts)
            self._actions[command.id].setChecked(command.shows in facts)

    def _action(self, command: Command, handler: Callable[[], object]) -> QAction:
        action = QAction(command.title, self)
        action.setShortcuts(keys_of(command))
        action.setMenuRole(command.role)
        action.setCheckable(bool(command.shows))
        if command.panels_own:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

        def act(_checked: bool) -> None:
            handler()

        action.triggered.connect(act)
        return action


def menu_named(bar: QMenuBar, name: str) -> QMenu:
    """The menu of that name; raises StopIteration when there is none."""
    return next(m for m in bar.findChildren(QMenu) if m.title().replace("&", "") == name)
