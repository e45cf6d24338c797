"""The workspace as a Qt model: folders and groups, files, and what is in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, Signal

from openclaw_desktop.ui.tree import describe
from openclaw_desktop.ui.tree.facts import Facts
from openclaw_desktop.ui.tree.grouping import Branch, BranchKind, Tree, folder_key, key_of
from openclaw_desktop.ui.tree.lazy import Index, LazyTreeModel, plain
from openclaw_desktop.ui.tree.names import folder_of, name_of
from openclaw_desktop.ui.tree.nodes import NodeFinder, at_line
from openclaw_desktop.workspace.layout import Entry, FileKind
from openclaw_desktop.workspace.outline import Node

PATHS_TYPE = "application/x-openclaw-desktop-paths"


class Remark(Enum):
    """A row that stands where the outline of a file is not there yet."""

    READING = "reading…"


@dataclass(frozen=True, slots=True)
class Address:
    """What a row is known by: a branch's key or a file's path, and within a file a node or a remark."""

    key: str
    inside: Node | Remark | None = None


class TreeModel(LazyTreeModel):
    """Shows a `Tree` and the outlines of its files.

    It asks for an outline when a file is opened, and for a rename or a move by signal; it changes nothing
    on the disk.
    """

    outline_wanted = Signal(str)  # path
    # As objects: Qt's strings lose what is no Unicode, and then another file might be meant.
    rename_wanted = Signal(object, object)  # path, new path
    move_wanted = Signal(object, object)  # list of paths, folder

    def __init__(self, facts: Facts, *, now: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tree = Tree()
        self.facts = facts
        self._now = now
        self._outlines: dict[str, tuple[Node, ...] | tuple[Remark, ...]] = {}
        self._asked: set[str] = set()
        self._finders: dict[str, NodeFinder] = {}
        self._moved: Mapping[str, str] = {}

    # Changes

    def set_tree(self, tree: Tree, *, moved: Mapping[str, str] | None = None) -> None:
        """Shows another tree. `moved` are paths that were renamed, so that what is held follows them."""

        def change() -> None:
            self.tree = tree
            self._moved = moved or {}
            for old in [path for path in self._outlines if self._now_at(path) != path]:
                self._outlines[self._now_at(old)] = self._outlines.pop(old)
                self._finders.pop(old, None)

        self.relay(change)
        self._moved = {}

    def set_outline(self, path: str, nodes: tuple[Node, ...]) -> None:
        """Puts a file's headings and entries below it; what was expanded or selected stays so."""
        self._asked.discard(path)
        if self._outlines.get(path) == nodes:
            return
        self._put(path, nodes)

    def set_reading(self, path: str) -> None:
        """Says below the file that it is being read, unless its outline is known."""
        if path not in self._outlines:
            self._put(path, (Remark.READING,))

    def set_no_text(self, path: str, sentence: str) -> None:
        """Marks a file that turned out to be no text."""
        self._asked.discard(path)
        self.facts.no_text[path] = sentence
        self._put(path, ())

    def forget_outlines(self, paths: frozenset[str]) -> None:
        """Lets go of the outlines of these files; they are asked for when they are opened again."""
        known = paths & self._outlines.keys()
        self._asked -= paths

        def change() -> None:
            for path in known:
                del self._outlines[path]
                self._finders.pop(path, None)

        if known:
            self.relay(change)

    def has_outline(self, path: str) -> bool:
        """True when the headings and entries of a file are known."""
        rows = self._outlines.get(path)
        return rows is not None and rows != (Remark.READING,)

    def outlined(self) -> frozenset[str]:
        """The files whose outline is known or being read."""
        return frozenset(self._outlines)

    def _put(self, path: str, rows: tuple[Node, ...] | tuple[Remark, ...]) -> None:
        def change() -> None:
            self._outlines[path] = rows
            self._finders.pop(path, None)

        self.relay(change)

    # Rows

    def top_rows(self) -> Sequence[object]:
        """Groups, folders and files of the root."""
        return self.tree.rows

    def rows_of(self, item: object) -> Sequence[object]:
        """What lies in a branch, what is known of a file, what is under a heading."""
        match item:
            case Branch():
                return item.rows
            case Entry():
                return self._outlines.get(item.path, ())
            case Node():
                return item.children
            case _:
                return ()

    def has_rows(self, item: object) -> bool:
        """True for a branch with rows, and for a Markdown file not known to be empty."""
        match item:
            case Branch():
                return bool(item.rows)
            case Entry():
                if item.kind is FileKind.OTHER or item.size == 0 or self.facts.reason(item):
                    return False
                return self._outlines.get(item.path) != ()
            case Node():
                return bool(item.children)
            case _:
                return False

    def canFetchMore(self, parent: Index) -> bool:
        """True for a file whose outline was not asked for yet."""
        item = self.item(parent)
        return (
            isinstance(item, Entry)
            and item.path not in self._outlines
            and item.path not in self._asked
            and self.has_rows(item)
        )

    def fetchMore(self, parent: Index) -> None:
        """Asks for a file's outline."""
        item = self.item(parent)
        if isinstance(item, Entry) and self.canFetchMore(parent):
            self._asked.add(item.path)
            self.outline_wanted.emit(item.path)

    # Addresses

    def address_of(self, index: Index) -> Address:
        """The address of a row."""
        item = self.item(index)
        if isinstance(item, Branch | Entry):
            return Address(key_of(item))
        entry = self.entry(index)
        inside = item if isinstance(item, Node | Remark) else None
        return Address(entry.path if entry else "", inside)

    def find(self, address: object) -> QModelIndex:
        """The row an address has now; a heading that was edited is found by its place or content."""
        if not isinstance(address, Address) or not address.key:
            return QModelIndex()
        key = self._now_at(address.key)
        way = self.tree.way(key)
        file = self.at(way)
        if not way or address.inside is None or not file.isValid():
            return file
        return self._find_inside(key, address.inside, file)

    def _find_inside(self, path: str, inside: Node | Remark, file: QModelIndex) -> QModelIndex:
        rows = self._outlines.get(path, ())
        nodes = [row for row in rows if isinstance(row, Node)]
        if isinstance(inside, Remark):
            return self.at([0], file) if rows and rows[0] is inside else QModelIndex()
        if path not in self._finders:
            self._finders[path] = NodeFinder(nodes)
        way = self._finders[path].way(inside)
        return self.at(way, file) if way else QModelIndex()

    def _now_at(self, key: str) -> str:
        """The key after the renames of this change: of a file, a folder, or what lies in a folder."""
        for old, new in self._moved.items():
            for prefix in ("", folder_key("")):
                if key == prefix + old or key.startswith(f"{prefix}{old}/"):
                    return prefix + new + key[len(prefix + old) :]
        return key

    def index_of(self, path: str) -> QModelIndex:
        """The row of a file or folder; invalid when it is not in the tree."""
        index = self.at(self.tree.way(path)) if path in self.tree.places else QModelIndex()
        return index if index.isValid() else self.find(Address(folder_key(path)))

    def index_at_line(self, path: str, line: int) -> QModelIndex:
        """The innermost heading or entry of a file that holds `line`; the file when there is none."""
        nodes = [row for row in self._outlines.get(path, ()) if isinstance(row, Node)]
        return self.at(at_line(nodes, line), self.index_of(path))

    # What a row stands for

    def entry(self, index: Index) -> Entry | None:
        """The file or folder a row belongs to; None for a group."""
        walked = plain(index)
        while walked.isValid():
            item = self.item(walked)
            if isinstance(item, Entry):
                return item
            if isinstance(item, Branch):
                return item.entry
            walked = self.parent(walked)
        return None

    def place(self, index: Index) -> tuple[str, int, int] | None:
        """Path, first and last line a row stands for; lines are 0 for a whole file. None for folders."""
        entry = self.entry(index)
        if entry is None or entry.is_folder:
            return None
        item = self.item(index)
        return (entry.path, item.start_line, item.end_line) if isinstance(item, Node) else (entry.path, 0, 0)

    def folder(self, index: Index) -> str:
        """The folder in which something new belongs when `index` is selected."""
        entry = self.entry(index)
        if entry is not None:
            return entry.path if entry.is_folder else folder_of(entry.path)
        item = self.item(index)
        dated = isinstance(item, Branch) and item.kind is not BranchKind.IDENTITY
        return "memory" if dated else ""

    def holder_kind(self, index: Index) -> BranchKind | None:
        """The kind of the branch a row lies in, ranges left out."""
        walked = plain(index)
        holder = self.holder(walked)
        while isinstance(holder, Branch) and holder.kind is BranchKind.RANGE:
            walked = self.parent(walked)
            holder = self.holder(walked)
        return holder.kind if isinstance(holder, Branch) else None

    # Qt's side

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts; colours and badges are the delegate's affair."""
        item = self.item(index)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return describe.title(item, self.holder_kind(index))
            case Qt.ItemDataRole.ToolTipRole:
                return describe.tooltip(item, self.entry(index), self.facts, self._now())
            case Qt.ItemDataRole.EditRole:
                entry = self.entry(index)
                return name_of(entry.path) if entry else None
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Files and folders can be renamed and dragged; folders take what is dropped."""
        flag = Qt.ItemFlag
        item = self.item(index)
        flags = super().flags(index)
        if isinstance(item, Entry):
            flags |= flag.ItemIsEditable | flag.ItemIsDragEnabled
        elif isinstance(item, Branch) and item.entry is not None:
            flags |= flag.ItemIsEditable | flag.ItemIsDragEnabled | flag.ItemIsDropEnabled
        elif not index.isValid():
            flags |= flag.ItemIsDropEnabled  # the root
        if item is not None and not self.has_rows(item):
            flags |= flag.ItemNeverHasChildren
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Asks for a rename; the row changes when the disk has."""
        entry = self.entry(index)
        name = str(value)
        if role != Qt.ItemDataRole.EditRole or entry is None or name in ("", name_of(entry.path)):
            return False
        folder = folder_of(entry.path)
        self.rename_wanted.emit(entry.path, f"{folder}/{name}" if folder else name)
        return True

    def supportedDropActions(self) -> Qt.DropAction:
        """Files are moved; copying is `duplicate`."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Only what comes from this tree."""
        return [PATHS_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The paths of dragged rows."""
        data = QMimeData()
        paths = [entry.path for index in indexes if (entry := self.entry(index))]
        data.setData(PATHS_TYPE, "\0".join(paths).encode("utf-8", "surrogateescape"))
        return data

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """True on a folder or the root, for files that do not lie there and folders that do not hold it."""
        paths = _paths(data)
        folder = self._drop_folder(parent)
        return folder is not None and any(_can_move(path, folder) for path in paths)

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Asks for a move."""
        folder = self._drop_folder(parent)
        paths = [path for path in _paths(data) if folder is not None and _can_move(path, folder)]
        if paths:
            self.move_wanted.emit(paths, folder)
        return bool(paths)

    def _drop_folder(self, parent: Index) -> str | None:
        if not parent.isValid():
            return ""
        item = self.item(parent)
        folder = isinstance(item, Branch) and item.entry is not None and item.entry.link is None
        return item.entry.path if folder and isinstance(item, Branch) and item.entry else None


def _paths(data: QMimeData) -> list[str]:
    raw = bytes(data.data(PATHS_TYPE).data()).decode("utf-8", "surrogateescape")
    return [path for path in raw.split("\0") if path]


def _can_move(path: str, folder: str) -> bool:
    return folder_of(path) != folder and folder != path and not folder.startswith(f"{path}/")
