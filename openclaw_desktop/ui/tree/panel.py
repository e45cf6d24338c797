"""The Workspace panel: the tree with its filter, its commands and what it tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.standing import Standing
from openclaw_desktop.ui.tree.actions import TreeActions
from openclaw_desktop.ui.tree.bars import NameBar, Toast
from openclaw_desktop.ui.tree.changes import FileChanges
from openclaw_desktop.ui.tree.delegate import TreeDelegate
from openclaw_desktop.ui.tree.facts import Facts
from openclaw_desktop.ui.tree.grouping import Arrangement, Branch, Order, within
from openclaw_desktop.ui.tree.header import TreeHeader
from openclaw_desktop.ui.tree.keeping import Keeper
from openclaw_desktop.ui.tree.listing import Listing
from openclaw_desktop.ui.tree.loader import TreeLoader
from openclaw_desktop.ui.tree.model import TreeModel
from openclaw_desktop.ui.tree.names import is_unicode
from openclaw_desktop.ui.tree.view import LazyTreeView
from openclaw_desktop.workspace.layout import Entry
from openclaw_desktop.workspace.outline import Node

COUNT_MS = 120
NARROWEST = 140


def now() -> datetime:
    """The time of this machine, with its zone."""
    return datetime.now().astimezone()


class TreePanel(QWidget):
    """Shows the workspace and asks for what a person clicks."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    explain_requested = Signal(str, int)  # why is this path, or this line of it, not found?
    history_requested = Signal(str)  # the versions of this path
    daily_requested = Signal()
    paths_moved = Signal(object)  # dict of old to new paths; a folder's stands for all in it
    paths_deleted = Signal(object)  # list of paths

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.facts = Facts()
        self.model = TreeModel(self.facts, now=now, parent=self)
        self.view = LazyTreeView()
        self.view.setAccessibleName("Files")
        self.view.setModel(self.model)
        self.view.setItemDelegate(TreeDelegate(self.model, self.facts, self.view))
        self.names = NameBar()
        self.toast = Toast()
        self._loader = TreeLoader(bridge, self.facts, self)
        self._changes = FileChanges(bridge, self)
        self.file_actions = TreeActions(
            bridge, self.view, self.model, changes=self._changes, names=self.names
        )
        self.header = TreeHeader(self.file_actions)
        self._keeper = Keeper(self.view, self.model)
        self._settings = bridge.engine.settings
        self._listing: Listing | None = None
        self._to_reveal: tuple[str, int] | None = None
        self._build()
        self._connect()
        self._loader.refresh()

    # What others call

    def reveal(self, path: str, line: int = 0) -> None:
        """Selects a file, or what holds `line` in it where that is open; once it is listed."""
        index = self.model.index_of(path)
        if self._listing is None or not index.isValid():
            self._to_reveal = (path, line)
            return
        self._to_reveal = None
        if line and self.view.isExpanded(index):
            index = self.model.index_at_line(path, line)
        self.view.expand_to(index)
        self.view.select(index)

    def set_dirty(self, path: str, dirty: bool) -> None:
        """Marks a file whose text is not saved yet."""
        (self.facts.unsaved.add if dirty else self.facts.unsaved.discard)(path)
        self.view.viewport().update()

    def show_standing(self, standing: Standing) -> None:
        """Marks how files are protected, and where changes wait."""
        self.facts.standing = standing
        self._count_within()

    def _count_within(self) -> None:
        """A closed group tells that something waits in it."""
        waiting = {path: len(found) for path, found in self.facts.standing.by_path.items()}
        self.facts.waiting_within = within(self.model.tree, waiting)
        self.view.viewport().update()

    def show_outline(self, path: str, nodes: Sequence[Node]) -> None:
        """Takes over the outline of a text being edited, if the tree shows that file's."""
        if path in self.model.outlined():
            self._keeper.still(lambda: self.model.set_outline(path, tuple(nodes)))

    def new_note(self) -> None:
        """Asks for the name of a new note."""
        self.file_actions.new_note()

    def new_folder(self) -> None:
        """Asks for the name of a new folder."""
        self.file_actions.new_folder()

    def rename(self) -> None:
        """Edits the selected file's name."""
        self.file_actions.rename()

    def move_selected(self) -> None:
        """Asks where the selected files go."""
        self.file_actions.move()

    def delete(self) -> None:
        """Puts what is selected into the trash."""
        self.file_actions.delete()

    def duplicate(self) -> None:
        """Copies the selected file."""
        self.file_actions.duplicate()

    def undo_last(self) -> None:
        """Takes the last file operation back."""
        self._changes.undo()

    # The listing

    def _show_listing(self, listing: Listing, renamed: Mapping[str, str]) -> None:
        first = self._listing is None
        was_filtered = bool(self._listing and self._listing.wish.filter.strip())
        is_filtered = bool(listing.wish.filter.strip())
        filter_changed = self._listing is not None and self._listing.wish.filter != listing.wish.filter
        if is_filtered and not was_filtered:
            self._keeper.before_filter()
        self._listing = listing
        self._keeper.still(lambda: self.model.set_tree(listing.tree, moved=renamed))
        self._count_within()
        if is_filtered and filter_changed:
            self._keeper.expand_branches()
        elif was_filtered and not is_filtered:
            self._keeper.after_filter()
        elif first:
            self._keeper.expand_at_first()
        self.header.tell(listing)
        self._stack.setCurrentWidget(self.empty if listing.files == 0 else self.view)
        self._fetch_outlines_again(listing.written)
        if self._to_reveal is not None:
            self.reveal(*self._to_reveal)
        self._count_soon.start()

    def _say_unreadable(self, sentence: str) -> None:
        self.empty.set_texts("This workspace cannot be read", sentence)
        self._stack.setCurrentWidget(self.empty)

    def _fetch_outlines_again(self, written: frozenset[str]) -> None:
        """Outlines of files that changed: read again where they are seen, let go elsewhere."""
        changed = written & self.model.outlined()
        seen = {path for path in changed if self.view.isExpanded(self.model.index_of(path))}
        self.model.forget_outlines(changed - seen)
        for path in seen:
            self._loader.outline(path)

    def _outline_arrived(self, path: str, nodes: tuple[Node, ...]) -> None:
        first = not self.model.has_outline(path)
        self._keeper.still(lambda: self.model.set_outline(path, nodes))
        if first and len(nodes) == 1 and nodes[0].children:
            self.view.expand(self.model.index(0, 0, self.model.index_of(path)))

    def _no_text(self, path: str, sentence: str) -> None:
        self._keeper.still(lambda: self.model.set_no_text(path, sentence))

    def _in_sight(self) -> list[Entry]:
        if not self.view.isVisible():
            return []
        return [entry for index in self.view.visible() if (entry := self.model.entry(index))]

    # Events and signals

    def _count_later(self, _: object = None) -> None:
        self._count_soon.start()

    def _rename_wanted(self, old: str, new: str) -> None:
        self._changes.move({old: new})

    def _repaint(self) -> None:
        self.view.viewport().update()

    def _open(self, index: QModelIndex) -> None:
        if not self.file_actions.open_at(index) and isinstance(self.model.item(index), Branch):
            self.view.setExpanded(index, not self.view.isExpanded(index))

    def _created(self, path: str) -> None:
        self.reveal(path)
        if is_unicode(path) and not (self._bridge.engine.root / path).is_dir():
            self.open_requested.emit(path, 0, 0)

    def _settings_changed(self, settings: Settings) -> None:
        before, self._settings = self._settings, settings
        if settings.editor.encoding != before.editor.encoding:
            self._loader.recount()
            self._count_soon.start()
        if settings.window.pseudo_headings != before.window.pseudo_headings:
            self._fetch_outlines_again(self.model.outlined())

    def _wish_filter(self, words: str) -> None:
        self._loader.show(filter=words)

    def _wish_order(self, order: Order) -> None:
        self._loader.show(order=order)

    def _wish_arrangement(self, arrangement: Arrangement) -> None:
        self._loader.show(arrangement=arrangement)

    def _context_menu(self, position: QPoint) -> None:
        menu = self.file_actions.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.view.viewport().mapToGlobal(position))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears the filter and puts the toast away."""
        if event.key() == Qt.Key.Key_Escape and (self.header.filter.text() or self.toast.isVisible()):
            self.header.filter.clear()
            self.toast.hide()
            self.view.setFocus()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QEvent) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Counts what came into sight."""
        self._count_soon.start()

    # Building

    def _build(self) -> None:
        self.empty = EmptyState(
            "workspace",
            "An empty workspace",
            "Your agent's memory is Markdown files in this folder. Begin with a note about today.",
            "Begin today's note",
            primary=False,  # so is the editor's, beside it
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.names)
        column.addWidget(self._stack, 1)
        column.addWidget(self.toast)
        self.setMinimumWidth(NARROWEST)
        self.setFocusProxy(self.view)
        QWidget.setTabOrder(self.header.filter, self.view)
        QWidget.setTabOrder(self.view, self.header.order_button)
        QWidget.setTabOrder(self.header.order_button, self.header.new_button)
        self._count_soon = QTimer(self, interval=COUNT_MS, singleShot=True)

    def _connect(self) -> None:
        self._bridge.settings_changed.connect(self._settings_changed)
        loader = self._loader
        loader.loaded.connect(self._show_listing)
        loader.unreadable.connect(self._say_unreadable)
        loader.outline_ready.connect(self._outline_arrived)
        loader.outline_slow.connect(self.model.set_reading)
        loader.no_text.connect(self._no_text)
        loader.facts_changed.connect(self._repaint)
        self.model.outline_wanted.connect(loader.outline)
        self.model.rename_wanted.connect(self._rename_wanted)
        self.model.move_wanted.connect(self.file_actions.move_to)
        self._connect_changes()
        self._connect_view()

    def _connect_changes(self) -> None:
        changes = self._changes
        changes.done.connect(self.toast.tell)
        changes.failed.connect(self.toast.tell)
        changes.changed.connect(self._loader.refresh)
        changes.renaming.connect(self._loader.rename)
        changes.renamed.connect(self.paths_moved)
        changes.created.connect(self._created)
        changes.deleted.connect(self.paths_deleted)
        self.toast.undo_requested.connect(changes.undo)
        self.names.closed.connect(self.view.setFocus)
        self.empty.clicked.connect(self.daily_requested)

    def _connect_view(self) -> None:
        view = self.view
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._context_menu)
        view.opened.connect(self._open)
        view.commands = self.file_actions.commands
        view.expanded.connect(self._count_later)
        view.verticalScrollBar().valueChanged.connect(self._count_later)
        self.file_actions.open_requested.connect(self.open_requested)
        self.file_actions.explain_requested.connect(self.explain_requested)
        self.file_actions.history_requested.connect(self.history_requested)
        self.file_actions.protecting.told.connect(self.toast.tell)
        self.file_actions.daily_requested.connect(self.daily_requested)
        self.file_actions.refused.connect(self.toast.tell)
        self.header.filter_wished.connect(self._wish_filter)
        self.header.order_wished.connect(self._wish_order)
        self.header.arrangement_wished.connect(self._wish_arrangement)
        self.header.left.connect(self.view.setFocus)
        self._count_soon.timeout.connect(lambda: self._loader.count(self._in_sight))
