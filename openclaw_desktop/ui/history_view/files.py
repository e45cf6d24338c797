"""The files that have a history: filterable, protected ones first, deleted ones marked and last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.filter_field import SHOWS_ALL, FilterField
from openclaw_desktop.ui.history_view.reading import Listed
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.policies import BADGES
from openclaw_desktop.ui.tree.names import count_of, folder_of, shown, stem_of

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
FILE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
MARGIN, ICON = 12, 16
LEAST_FOLDER = 64
"""Pixels below which a folder's name is left out."""


class FilesModel(QAbstractListModel):
    """The files that fit the filter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: list[Listed] = []
        self._shown: list[Listed] = []
        self._words: list[str] = []

    @property
    def total(self) -> int:
        """How many files there are, filtered or not."""
        return len(self._all)

    def show(self, files: Sequence[Listed]) -> None:
        """Shows these files, in their order."""
        self._all = list(files)
        self.filter(" ".join(self._words))

    def filter(self, text: str) -> None:
        """Leaves the files whose path holds every word."""
        self.beginResetModel()
        self._words = text.casefold().split()
        self._shown = [f for f in self._all if all(word in f.path.casefold() for word in self._words)]
        self.endResetModel()

    def file(self, index: AnyIndex) -> Listed | None:
        """The file of a row."""
        return self._shown[index.row()] if 0 <= index.row() < len(self._shown) else None

    def index_of(self, path: str) -> QModelIndex:
        """The row of a file; invalid when it is not shown."""
        found = (row for row, file in enumerate(self._shown) if file.path == path)
        return self.index(next(found, -1))

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many files are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The file for the delegate; words for everyone else."""
        file = self.file(index)
        if file is None:
            return None
        if role == FILE_ROLE:
            return file
        if role == Qt.ItemDataRole.ToolTipRole:
            return shown(file.path) + ("\nDeleted; its text is still here." if file.deleted else "")
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return shown(file.path) + (", deleted" if file.deleted else "")
        return None


class FilesDelegate(QStyledItemDelegate):
    """A sign of how the file is protected, its name, faintly its folder, and "deleted"."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(120, theme.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One file."""
        file: Listed | None = index.data(FILE_ROLE)
        if file is None:
            return
        widget, look = option.widget, theme.colours(option.widget)
        painter.save()
        ground(painter, option, look)
        area = option.rect.adjusted(MARGIN, 0, -MARGIN, 0)
        sign = "trash" if file.deleted else BADGES.get(file.policy) or "markdown"
        picture = icons.pixmap(sign, look.text_faint, ICON, widget.devicePixelRatioF())
        painter.drawPixmap(area.left(), area.top() + (area.height() - ICON) // 2, picture)
        words = QRect(area.left() + ICON + 8, area.top(), area.width() - ICON - 8, area.height())
        if file.deleted:
            painter.setFont(theme.font(theme.META))
            painter.setPen(look.text_faint)
            painter.drawText(words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "deleted")
            words.setRight(words.right() - QFontMetrics(painter.font()).horizontalAdvance("deleted") - 8)
        painter.setFont(theme.font(theme.BODY))
        painter.setPen(look.text_faint if file.deleted else look.text)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        metrics = QFontMetrics(painter.font())
        name = metrics.elidedText(shown(stem_of(file.path)), Qt.TextElideMode.ElideMiddle, words.width())
        painter.drawText(words, left, name)
        words.setLeft(words.left() + metrics.horizontalAdvance(name) + 8)
        painter.setFont(theme.font(theme.META))
        painter.setPen(look.text_faint)
        metrics, folder = QFontMetrics(painter.font()), shown(folder_of(file.path))
        if words.width() >= min(metrics.horizontalAdvance(folder), LEAST_FOLDER):
            said = metrics.elidedText(folder, Qt.TextElideMode.ElideLeft, words.width())
            painter.drawText(words, left, said)
        painter.restore()


class FilesPanel(QWidget):
    """A filter, a count and the list."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = ""  # stays while a filter hides it
        self.model = FilesModel(self)
        self.filter = FilterField("Filter files")
        self._count = QLabel()
        self._count.setProperty("role", "meta")
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(FilesDelegate(self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setAccessibleName("Files with a history")
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._nothing = QLabel(
            f"No file matches. {SHOWS_ALL}", wordWrap=True, textFormat=Qt.TextFormat.PlainText
        )
        self._nothing.setProperty("role", "dim")
        self._nothing.setContentsMargins(theme.GAP, 4, theme.GAP, theme.GAP)
        self._nothing.hide()
        self._lay_out()
        self.filter.textChanged.connect(self._filter)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.setFocusProxy(self.view)

    def show_files(self, files: Sequence[Listed], path: str) -> None:
        """Shows these files, `path` chosen where it can be seen."""
        self._chosen = path
        self.model.show(files)
        self._keep()

    def choose(self, path: str) -> bool:
        """Chooses a file and brings it into sight; False when it has no row."""
        if not self.model.index_of(path).isValid() and self.filter.text():
            self.filter.clear()
        index = self.model.index_of(path)
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        return index.isValid()

    @property
    def path(self) -> str:
        """The chosen file, or ""."""
        file = self.model.file(self.view.currentIndex())
        return file.path if file else ""

    @property
    def count(self) -> str:
        """What the count says."""
        return self._count.text()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape clears the filter from the list as well; Down goes from the filter into the list."""
        if event.key() == Qt.Key.Key_Escape and self.filter.text():
            self.filter.clear()
        elif event.key() == Qt.Key.Key_Down and self.filter.hasFocus():
            self.view.setFocus()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Draws the rows in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self.view.viewport().update()
        super().changeEvent(event)

    def _filter(self, text: str) -> None:
        self.model.filter(text)
        self._keep()

    def _keep(self) -> None:
        index = self.model.index_of(self._chosen)
        if index.isValid():
            blocked = self.view.selectionModel().blockSignals(True)
            self.view.setCurrentIndex(index)
            self.view.selectionModel().blockSignals(blocked)
            self.view.scrollTo(index)
        found, total = self.model.rowCount(), self.model.total
        self._nothing.setVisible(bool(total) and not found)
        self._count.setText(count_of(total, "file") if found == total else f"{found:,} of {total:,} files")

    def _on_current(self, index: QModelIndex) -> None:
        file = self.model.file(index)
        if file is not None:
            self._chosen = file.path
            self.chosen.emit(file.path)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(theme.GAP, theme.GAP, theme.GAP, 4)
        head.addWidget(self.filter, 1)
        count = QHBoxLayout()
        count.setContentsMargins(theme.GAP, 0, theme.GAP, 4)
        count.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(count)
        column.addWidget(self._nothing)
        column.addWidget(self.view, 1)
