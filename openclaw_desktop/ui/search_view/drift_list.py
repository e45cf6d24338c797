"""What on disk is not as the agent's index has it: a list to filter and to open files from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.agent_index.drift import Change
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.filter_field import SHOWS_ALL, FilterField
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.index_words import KINDS, change_words
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT

NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex
SIGN, WORD = 20, 96


class DriftPanel(QWidget):
    """The changes with a filter, a count, and what the selected one does."""

    opened = Signal(object)  # Change

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changes: Sequence[Change] = ()
        self.title = QLabel("Index and disk")
        self.title.setProperty("role", "title")
        self.summary = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.summary.setProperty("role", "dim")
        self.filter = FilterField("Filter files")
        self.filter.textChanged.connect(self._show_filtered)
        self.list = DriftList()
        self.list.opened.connect(self.opened)
        self.list.selected.connect(self._on_selected)
        self.count = QLabel()
        self.count.setProperty("role", "meta")
        self.told = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.told.setProperty("role", "dim")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 0, 16, 12)
        column.setSpacing(theme.GAP)
        for part in (self.title, self.summary, self.filter, self.count):
            column.addWidget(part)
        column.addWidget(self.list, 1)
        column.addWidget(self.told)
        column.addStretch()

    def show_changes(self, summary: str, changes: Sequence[Change]) -> None:
        """Shows what is apart; the filter stays."""
        self.summary.setText(summary)
        self._changes = changes
        for part in (self.filter, self.count, self.list, self.told):
            part.setVisible(bool(changes))
        self._show_filtered()

    def _show_filtered(self) -> None:
        needle = self.filter.text().strip().lower()
        shown = [change for change in self._changes if needle in change_words(change).lower()]
        of = f" of {len(self._changes):,}" if needle else ""
        self.count.setText(f"{len(shown):,}{of} {'file' if len(self._changes) == 1 else 'files'}")
        self.list.show_rows(shown)
        if self._changes and not shown:
            self.told.setText(f"No file matches. {SHOWS_ALL}")

    def _on_selected(self, change: Change | None) -> None:
        self.told.setText(change.sentence if change else "")


class DriftModel(QAbstractListModel):
    """The changes as rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.changes: Sequence[Change] = ()

    def show(self, changes: Sequence[Change]) -> None:
        """Shows other rows."""
        self.beginResetModel()
        self.changes = changes
        self.endResetModel()

    def row(self, index: AnyIndex) -> Change | None:
        """The change behind an index."""
        return self.changes[index.row()] if 0 <= index.row() < len(self.changes) else None

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.changes)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Words for a screen reader, and the sentence as a tooltip."""
        row = self.row(index)
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return change_words(row)
        return row.sentence if role == Qt.ItemDataRole.ToolTipRole else None


class DriftList(QListView):
    """The rows; Enter or a double click opens."""

    opened = Signal(object)  # Change
    selected = Signal(object)  # Change | None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = DriftModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Delegate(self.rows, self))
        self.setAccessibleName("Files that are not as indexed")
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._open)

    def show_rows(self, changes: Sequence[Change]) -> None:
        """Shows other rows; the selected one stays selected."""
        before = self.change()
        self.rows.show(changes)
        at = next((n for n, row in enumerate(changes) if row == before), 0)
        self.setCurrentIndex(self.rows.index(at))

    def change(self) -> Change | None:
        """The selected one."""
        return self.rows.row(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            super().keyPressEvent(event)

    def _open(self, *_: object) -> None:
        change = self.change()
        if change is not None:
            self.opened.emit(change)

    def _on_current(self, *_: object) -> None:
        self.selected.emit(self.change())


class _Delegate(QStyledItemDelegate):
    """A sign, the path, and the word for what became of it."""

    def __init__(self, rows: DriftModel, view: QListView) -> None:
        super().__init__(view)
        self._rows = rows
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, theme.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = self._rows.row(index)
        if row is None:
            return
        look = theme.colours(self._view)
        area = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, look.selection)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, look.current_line)
        inner = area.adjusted(8, 0, -8, 0)
        sign, word = KINDS[row.kind]
        painter.setFont(lettering.font(theme.BODY))
        painter.setPen({"new": look.added, "gone": look.removed}.get(row.kind, look.held))
        painter.drawText(QRectF(inner.left(), inner.top(), SIGN, inner.height()), LEFT, sign)
        painter.setPen(look.text)
        path = inner.adjusted(SIGN, 0, -WORD, 0)
        shown = lettering.metrics(theme.BODY).elidedText(row.path, Qt.TextElideMode.ElideMiddle, path.width())
        painter.drawText(path, LEFT, shown)
        painter.setFont(lettering.font(theme.META))
        painter.setPen(look.text_dim)
        painter.drawText(inner, RIGHT, word)
        painter.restore()
