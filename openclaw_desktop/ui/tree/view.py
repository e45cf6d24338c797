"""The tree's view: grounds of rows, chevrons, and which clicks and keys open something."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.tree.lazy import Index, plain
from openclaw_desktop.ui.tree.menu import Commands

INDENT = 14
OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
NO_KEYS = Qt.KeyboardModifier.NoModifier


class LazyTreeView(QTreeView):
    """A quiet tree: a click or Enter opens, arrows only move, a chevron expands."""

    opened = Signal(QModelIndex)  # a person wants to see what this row stands for

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.commands = Commands([])
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setAttribute(Qt.WidgetAttribute.WA_MacShowFocusRect, False)

    def select(self, index: QModelIndex) -> None:
        """Selects one row and brings it into sight without opening it."""
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    def expand_to(self, index: QModelIndex) -> None:
        """Expands what `index` lies in."""
        home = index.parent()
        while home.isValid():
            self.expand(home)
            home = home.parent()

    def first_visible(self) -> QModelIndex:
        """The topmost row in sight."""
        return self.indexAt(QPoint(1, 1))

    def visible(self) -> list[QModelIndex]:
        """The rows in sight, from the top."""
        found: list[QModelIndex] = []
        index, height = self.first_visible(), self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < height:
            found.append(index)
            index = self.indexBelow(index)
        return found

    # Events

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A plain click on a name opens it; on its chevron it only expands."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        on_name = index.isValid() and self.visualRect(index).contains(event.position().toPoint())
        plain = event.button() is Qt.MouseButton.LeftButton and event.modifiers() == NO_KEYS
        if plain and on_name and index == self.currentIndex():
            self._open(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Space expands, a command's key runs it; the rest is as in any tree."""
        index = self.currentIndex()
        editing = self.state() is QAbstractItemView.State.EditingState
        command = None if editing else self.commands.for_key(_keys(event))
        if command is not None:
            command.run()
            return
        if (
            index.isValid()
            and not editing
            and event.modifiers() in (NO_KEYS, Qt.KeyboardModifier.KeypadModifier)
        ):
            if event.key() in OPENING_KEYS:
                self._open(index)
                return
            if event.key() == Qt.Key.Key_Space:
                self.setExpanded(index, not self.isExpanded(index))
                return
        super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index)

    def event(self, event: QEvent) -> bool:
        """Keeps its commands' keys from the window's shortcuts; draws itself anew in a new theme."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if self.commands.for_key(_keys(event)) is not None:
                event.accept()
                return True
        elif event.type() == QEvent.Type.PaletteChange:
            self.viewport().update()
        return super().event(event)

    # Drawing

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """The ground of a row, over its whole width, then the row."""
        look = theme.colours(self)
        rect = options.rect
        row = QRect(0, rect.top(), self.viewport().width(), rect.height())
        index = plain(index)
        if self.selectionModel().isSelected(index):
            painter.fillRect(row, look.selection)
        elif (
            row.contains(self.viewport().mapFromGlobal(self.cursor().pos())) and self.viewport().underMouse()
        ):
            painter.fillRect(row, look.hover)
        super().drawRow(painter, options, index)
        if index == self.currentIndex() and self.hasFocus():  # after Qt's own ground of a selected row
            painter.fillRect(QRect(0, row.top(), 2, row.height()), look.accent)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """A chevron for what can be expanded; no lines."""
        index = plain(index)
        if not self.model().hasChildren(index):
            return
        name = "expand" if self.isExpanded(index) else "right"
        pixmap = icons.pixmap(name, theme.colours(self).text_faint, 12, self.devicePixelRatioF())
        left = rect.right() - INDENT + (INDENT - 12) // 2 + 1
        painter.drawPixmap(left, rect.top() + (rect.height() - 12) // 2, pixmap)


def _keys(event: QKeyEvent) -> QKeySequence:
    return QKeySequence(event.keyCombination())
