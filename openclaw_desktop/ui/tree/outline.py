"""The outline of the open file, at the window's right: follows the cursor, and a click jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.filter_field import SHOWS_ALL, FilterField
from openclaw_desktop.ui.tree import describe
from openclaw_desktop.ui.tree.header import FILTER_MS
from openclaw_desktop.ui.tree.lazy import Index, LazyTreeModel
from openclaw_desktop.ui.tree.names import count_of
from openclaw_desktop.ui.tree.nodes import NodeFinder, at_line, count, pruned
from openclaw_desktop.ui.tree.row import Fonts, RowPainter
from openclaw_desktop.ui.tree.view import LazyTreeView
from openclaw_desktop.workspace.outline import Node, NodeKind

MOST_EXPANDED = 400
"""With more sections than this only the first level is shown expanded."""


class OutlineModel(LazyTreeModel):
    """Nodes as rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.nodes: tuple[Node, ...] = ()
        self._finder = NodeFinder(())

    def show(self, nodes: tuple[Node, ...]) -> None:
        """Shows other nodes; what was expanded or selected stays so."""

        def change() -> None:
            self.nodes = nodes
            self._finder = NodeFinder(nodes)

        self.relay(change)

    def top_rows(self) -> Sequence[object]:
        """The nodes of the first level."""
        return self.nodes

    def rows_of(self, item: object) -> Sequence[object]:
        """What is below a node."""
        return item.children if isinstance(item, Node) else ()

    def has_rows(self, item: object) -> bool:
        """True when something is below it."""
        return isinstance(item, Node) and bool(item.children)

    def address_of(self, index: Index) -> object:
        """A node is known by itself."""
        return self.item(index)

    def find(self, address: object) -> QModelIndex:
        """Where a node of the older outline is now."""
        way = self._finder.way(address) if isinstance(address, Node) else None
        return self.at(way) if way else QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, and the lines on hover."""
        item = self.item(index)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return describe.title(item, None)
            case Qt.ItemDataRole.ToolTipRole if isinstance(item, Node):
                return describe.node_tooltip(item)
            case _:
                return None


class OutlineDelegate(QStyledItemDelegate):
    """Draws nodes."""

    def __init__(self, model: OutlineModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._fonts = Fonts()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All rows are equally high."""
        return QSize(120, theme.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws one node."""
        item = self._model.item(index)
        if isinstance(item, Node):
            painter.save()
            look = theme.colours(option.widget)
            RowPainter(painter, look, option.rect, option.widget.devicePixelRatioF(), self._fonts).node(item)
            painter.restore()


class OutlinePanel(QWidget):
    """Headings and, if wished, list entries of the open file."""

    open_requested = Signal(str, int, int)  # path, first and last line

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = OutlineModel(self)
        self.view = LazyTreeView()
        self.view.setAccessibleName("Outline")
        self.view.setModel(self.model)
        self.view.setItemDelegate(OutlineDelegate(self.model, self.view))
        self.view.setDragEnabled(False)
        self.filter = FilterField("Filter headings")
        self.entries_button = QToolButton()
        self._path = ""
        self._nodes: tuple[Node, ...] = ()
        self._line = 0
        self._build()
        self._soon = QTimer(self, interval=FILTER_MS, singleShot=True)
        self._soon.timeout.connect(self._refill)
        self.filter.textChanged.connect(self._typed)
        self.entries_button.toggled.connect(self._refill)
        self.view.opened.connect(self._open)

    @property
    def says(self) -> str:
        """What it says instead of an outline; empty when there is one."""
        return "" if self._stack.currentWidget() is self.view else self._empty.text()

    def show_outline(self, path: str, nodes: Sequence[Node]) -> None:
        """Shows the outline of `path`; "" and no nodes when nothing is open."""
        other = path != self._path
        self._path, self._nodes = path, tuple(nodes)
        if other:
            self.model.show(())
        self._refill(expand=other)

    def expect(self) -> None:
        """Another file is in front, whose outline is not known yet: nothing is said about it."""
        self._path, self._nodes = "", ()
        self.model.show(())
        self._count.hide()
        self._empty.setText("")
        self._stack.setCurrentWidget(self._empty)

    def follow(self, line: int, _column: int = 0) -> None:
        """Selects the innermost row in the open that holds the cursor's line; what is shut stays shut."""
        self._line = line
        index = QModelIndex()
        for row in at_line(self.model.nodes, line):
            if index.isValid() and not self.view.isExpanded(index):
                break
            index = self.model.index(row, 0, index)
        if index.isValid():
            self.view.select(index)
        else:
            self.view.selectionModel().clear()  # above the first heading

    def changeEvent(self, event: QEvent) -> None:
        """Draws its icon anew in a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.entries_button.setIcon(icons.icon("entry", self))
        super().changeEvent(event)

    def _typed(self, _: str) -> None:
        self._soon.start()

    def _refill(self, _: object = None, *, expand: bool = True) -> None:
        entries, words = self.entries_button.isChecked(), self.filter.text()
        self.model.show(pruned(self._nodes, entries=entries, words=words))
        if expand:
            self._expand()
        self._count.setText(count_of(count(self.model.nodes), "row" if entries else "heading"))
        self._count.setVisible(bool(self.model.nodes))
        self._say_empty()
        if self._line:
            self.follow(self._line)

    def _expand(self) -> None:
        """Shows every section, of a giant file only the first two levels."""
        all_ = count(self.model.nodes) <= MOST_EXPANDED
        waiting = [self.model.index(row) for row in range(len(self.model.nodes))]
        while waiting:
            index = waiting.pop()
            node = self.model.item(index)
            if isinstance(node, Node) and node.children and node.kind is not NodeKind.ENTRY:
                self.view.expand(index)
                if all_:
                    waiting += [self.model.index(row, 0, index) for row in range(len(node.children))]

    def _say_empty(self) -> None:
        if self.model.nodes:
            self._stack.setCurrentWidget(self.view)
            return
        if self._nodes:
            nothing = f"No heading matches. {SHOWS_ALL}"
            text = nothing if self.filter.text().strip() else "This file has no headings."
        else:
            text = "This file has no headings." if self._path else "Open a file to see its headings."
        self._empty.setText(text)
        self._stack.setCurrentWidget(self._empty)

    def _open(self, index: QModelIndex) -> None:
        node = self.model.item(index)
        if isinstance(node, Node):
            self.open_requested.emit(self._path, node.start_line, node.end_line)

    def _build(self) -> None:
        title = QLabel("Outline")
        title.setProperty("role", "title")
        self._count = QLabel()
        self._count.setProperty("role", "meta")
        self.entries_button.setCheckable(True)
        self.entries_button.setToolTip("Show list entries too")
        self.entries_button.setAccessibleName("Show list entries too")
        self.entries_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.entries_button.setIcon(icons.icon("entry", self))
        self._empty = QLabel("Open a file to see its headings.", textFormat=Qt.TextFormat.PlainText)
        self._empty.setProperty("role", "dim")
        self._empty.setWordWrap(True)
        self._empty.setContentsMargins(12, 8, 12, 8)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.view)
        top = QHBoxLayout()
        top.setContentsMargins(12, 8, 4, 4)
        top.addWidget(title, 1)
        top.addWidget(self.entries_button)
        middle = QHBoxLayout()
        middle.setContentsMargins(8, 0, 12, 8)
        middle.setSpacing(theme.GAP)
        middle.addWidget(self.filter, 1)
        middle.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(middle)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.view)
        QWidget.setTabOrder(self.filter, self.view)
        QWidget.setTabOrder(self.view, self.entries_button)
