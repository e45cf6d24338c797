"""What can be done with the selected rows: the commands, their keys, and how they ask for what they need."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, QProcess, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.tree.bars import NameBar
from openclaw_desktop.ui.tree.changes import FileChanges
from openclaw_desktop.ui.tree.menu import Command, Commands, Submenu
from openclaw_desktop.ui.tree.model import TreeModel
from openclaw_desktop.ui.tree.names import LONGEST_TOLD, is_unicode, name_of, shortened
from openclaw_desktop.ui.tree.protecting import Protecting
from openclaw_desktop.ui.tree.view import LazyTreeView
from openclaw_desktop.workspace.layout import Entry


class TreeActions(QObject):
    """Acts on what is selected in the tree."""

    open_requested = Signal(str, int, int)
    explain_requested = Signal(str, int)
    history_requested = Signal(str)
    daily_requested = Signal()
    refused = Signal(str)  # why not, as a sentence

    def __init__(
        self, bridge: Bridge, view: LazyTreeView, model: TreeModel, *, changes: FileChanges, names: NameBar
    ) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._view = view
        self._model = model
        self._changes = changes
        self._names = names
        self.protecting = Protecting(bridge, model.facts, self)
        self.commands = self._all()

    def context_menu(self) -> QMenu:
        """The menu for the selected rows."""
        return self.commands.menu(self._view)

    def new_menu(self, parent: QWidget) -> QMenu:
        """The menu of what can be made anew."""
        menu = QMenu(parent)
        menu.addAction("Today's Note", self.daily_requested.emit)
        menu.addAction("New Note…", self.new_note)
        menu.addAction("New Folder…", self.new_folder)
        return menu

    def _all(self) -> Commands:
        one = self._has_one
        any_ = self._has_any
        return Commands(
            [
                Command("Open", self.open, "", self._opens),
                Command("Why Was This Not Found?", self.explain, "", self._opens),
                Command("Show History", self.show_history, "", self._opens),
                Submenu("Protection", self._fill_protection, self._protectable),
                None,
                Command("Today's Note", self.daily_requested.emit),
                Command("New Note…", self.new_note),
                Command("New Folder…", self.new_folder),
                None,
                Command("Rename…", self.rename, "F2", one),
                Command("Move…", self.move, "Ctrl+Shift+M", any_),
                Command("Duplicate", self.duplicate, "Ctrl+D", one),
                Command("Move to Trash", self.delete, "Del", any_),
                Command("Undo File Change", self._changes.undo, "Ctrl+Z", self._changes.can_undo),
                None,
                Command("Show in File Manager", self.show_in_file_manager),
                Command("Copy Path", self.copy_path, "Ctrl+Shift+C", any_),
                Command("Copy Path from Workspace", self.copy_relative_path, "Ctrl+C", any_),
            ]
        )

    # What is selected

    def _current(self) -> QModelIndex:
        return self._view.currentIndex()

    def _current_entry(self) -> Entry | None:
        return self._model.entry(self._current())

    def selected(self) -> list[Entry]:
        """The selected files and folders; what lies in a selected folder is not named again."""
        rows = self._view.selectionModel().selectedRows()
        entries = {entry.path: entry for row in rows if (entry := self._model.entry(row))}
        folders = [entry.path for entry in entries.values() if entry.is_folder]
        return [e for e in entries.values() if not any(e.path.startswith(f"{f}/") for f in folders)]

    def _has_any(self) -> bool:
        return bool(self.selected())

    def _has_one(self) -> bool:
        return len(self.selected()) == 1

    def _opens(self) -> bool:
        place = self._model.place(self._current())
        return place is not None and is_unicode(place[0])

    # Commands

    def open(self) -> None:
        """Opens the current row's file at its line."""
        self.open_at(self._current())

    def open_at(self, index: QModelIndex) -> bool:
        """Opens what a row stands for; False when that is nothing that opens."""
        place = self._model.place(index)
        if place is not None and is_unicode(place[0]):
            self.open_requested.emit(*place)
        elif place is not None:
            self.refused.emit("This file's name is not valid UTF-8. Rename it to open it.")
        return place is not None

    def explain(self) -> None:
        """Asks why the current file or line is not found."""
        place = self._model.place(self._current())
        if place is not None and is_unicode(place[0]):
            self.explain_requested.emit(place[0], place[1])

    def show_history(self) -> None:
        """Asks for the versions of the current file."""
        place = self._model.place(self._current())
        if place is not None and is_unicode(place[0]):
            self.history_requested.emit(place[0])

    def _protectable(self) -> bool:
        return any(not entry.is_folder and is_unicode(entry.path) for entry in self.selected())

    def _fill_protection(self, menu: QMenu) -> None:
        paths = [e.path for e in self.selected() if not e.is_folder and is_unicode(e.path)]
        self.protecting.fill(menu, paths)

    def new_note(self) -> None:
        """Asks for a name and makes a Markdown file of it."""
        self._names.ask("New note, from the workspace's root", self._start(), self._make_note)

    def new_folder(self) -> None:
        """Asks for a name and makes a folder of it."""
        self._names.ask("New folder, from the workspace's root", self._start(), self._changes.create_folder)

    def _start(self) -> str:
        folder = self._model.folder(self._current())
        return f"{folder}/" if folder else ""

    def _make_note(self, path: str) -> None:
        has_suffix = "." in name_of(path).lstrip(".")
        self._changes.create(path if has_suffix else f"{path}.md")

    def rename(self) -> None:
        """Edits the current row's name in place; on a heading, its file's."""
        entry = self._current_entry()
        if entry is not None:
            index = self._model.index_of(entry.path)
            self._view.select(index)
            self._view.edit(index)

    def move(self) -> None:
        """Asks where the selected files go: a path for one, a folder for several."""
        paths = [entry.path for entry in self.selected()]
        if len(paths) == 1:
            name = name_of(paths[0])
            self._names.ask(
                f"Move {shortened(name, LONGEST_TOLD)} to",
                paths[0],
                lambda new: self._changes.move({paths[0]: new}),
                select=len(name),
            )
        elif paths:
            self._names.ask(
                f"Move {len(paths)} files to the folder", self._start(), lambda new: self.move_to(paths, new)
            )

    def move_to(self, paths: list[str], folder: str) -> None:
        """Moves files into a folder; "" is the root."""
        prefix = f"{folder}/" if folder else ""
        self._changes.move({path: prefix + name_of(path) for path in paths})

    def duplicate(self) -> None:
        """Copies the selected file or folder beside itself."""
        if self._has_one():
            self._changes.duplicate(self.selected()[0].path)

    def delete(self) -> None:
        """Puts what is selected into the trash."""
        if paths := [entry.path for entry in self.selected()]:
            self._changes.delete(paths)

    def show_in_file_manager(self) -> None:
        """Opens the system's file manager where the current file lies."""
        entry = self._current_entry()
        show_in_file_manager(self._bridge.engine.root / (entry.path if entry else ""))

    def copy_path(self) -> None:
        """Copies the whole paths of what is selected, one a line."""
        self._copy([str(self._bridge.engine.root / entry.path) for entry in self.selected()])

    def copy_relative_path(self) -> None:
        """Copies the paths from the workspace's root, one a line."""
        self._copy([entry.path for entry in self.selected()])

    def _copy(self, paths: list[str]) -> None:
        text = "\n".join(paths)
        QGuiApplication.clipboard().setText(text.encode("utf-8", "replace").decode())


def show_in_file_manager(path: Path) -> None:
    """Shows a file selected in its folder, where the system can; else the folder."""
    if sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", str(path)])
    elif sys.platform == "win32":
        QProcess.startDetached("explorer", [f"/select,{path}"])
    else:
        folder = path if path.is_dir() else path.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
