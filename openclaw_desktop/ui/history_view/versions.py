"""The versions of one file, newest first: when, who, why, how much, and who let it in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.history_view import words, writers
from openclaw_desktop.ui.history_view.reading import FileVersion, before, key
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.tree.names import ago

if TYPE_CHECKING:
    from openclaw_desktop.review.history.version import Version

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
VERSION_ROLE = int(Qt.ItemDataRole.UserRole) + 1
SIZE_ROLE = VERSION_ROLE + 1
TITLE_ROLE = SIZE_ROLE + 1
MARGIN, ICON, HEIGHT = 12, 16, 46
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class VersionsModel(QAbstractListModel):
    """The versions of a file; how many lines each changed is filled in as it is worked out."""

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self.versions: list[Version] = []
        self._sizes: dict[FileVersion, tuple[int, int]] = {}

    def show(self, versions: Sequence[Version]) -> None:
        """Shows these versions; newest first."""
        self.beginResetModel()
        self.versions = list(versions)
        self.endResetModel()

    def add_sizes(self, sizes: dict[FileVersion, tuple[int, int]]) -> None:
        """Takes over the lines added and removed by versions."""
        self._sizes |= sizes
        if self.versions:
            self.dataChanged.emit(self.index(0), self.index(len(self.versions) - 1))

    def unsized(self, rows: Sequence[int]) -> list[tuple[Version, Version | None]]:
        """The versions among these rows of which the lines were not counted, each with the one before."""
        some = [row for row in rows if key(self.versions[row]) not in self._sizes]
        return [(self.versions[row], before(self.versions, row)) for row in some]

    def version(self, index: AnyIndex) -> Version | None:
        """The version of a row."""
        return self.versions[index.row()] if 0 <= index.row() < len(self.versions) else None

    def row_of(self, oid: str) -> int:
        """The row of a version, -1 when it is not there."""
        return next((row for row, version in enumerate(self.versions) if version.oid == oid), -1)

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many versions there are."""
        return 0 if parent.isValid() else len(self.versions)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The version for the delegate; words for everyone else."""
        version = self.version(index)
        if version is None:
            return None
        if role == VERSION_ROLE:
            return version
        if role == SIZE_ROLE:
            return self._sizes.get(key(version))
        if role == TITLE_ROLE:
            return words.title(version, self.versions, self._now())
        if role == Qt.ItemDataRole.ToolTipRole:
            return words.tooltip(version, self._now())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words.spoken(version, self.versions, self._now())
        return None


class VersionsDelegate(QStyledItemDelegate):
    """Two lines: why and how long ago; below, who wrote, who approved, and the lines changed."""

    def __init__(self, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(parent)
        self._now = now

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(160, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One version."""
        version: Version | None = index.data(VERSION_ROLE)
        if version is None:
            return
        look, ratio = theme.colours(option.widget), option.widget.devicePixelRatioF()
        painter.save()
        ground(painter, option, look)
        ink = writers.colour(version.who, look)
        area = option.rect.adjusted(MARGIN, 4, -MARGIN, -4)
        picture = icons.pixmap(writers.ICONS[version.who], ink, ICON, ratio)
        painter.drawPixmap(area.left(), area.top() + (area.height() // 2 - ICON) // 2, picture)
        area.setLeft(area.left() + ICON + 8)
        upper = QRect(area.left(), area.top(), area.width(), area.height() // 2)
        lower = upper.translated(0, upper.height())
        upper = _right(painter, upper, ago(version.at, self._now()), look.text_faint)
        for text, colour in self._counts(index, look.removed, look.added):
            lower = _right(painter, lower, text, colour)
        gone = version.sha256 is None
        painter.setFont(theme.font(theme.BODY))
        _left(painter, upper, index.data(TITLE_ROLE), look.text_dim if gone else look.text)
        painter.setFont(theme.font(theme.META))
        said = " · ".join(part for part in (words.author(version), words.approval(version)) if part)
        _left(painter, lower, said, look.text_dim)
        painter.restore()

    def _counts(self, index: AnyIndex, removed: QColor, added: QColor) -> list[tuple[str, QColor]]:
        """From the right: removed, added; nothing while they are not known."""
        size: tuple[int, int] | None = index.data(SIZE_ROLE)
        if size is None:
            return []
        plus, minus = size
        return [
            (text, ink)
            for number, text, ink in ((minus, f"−{minus:,}", removed), (plus, f"+{plus:,}", added))
            if number
        ]


class VersionsList(QListView):
    """One version is looked at, two are compared."""

    chosen = Signal()  # other versions are selected

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = VersionsModel(now, self)
        self.setModel(self.rows)
        self.setItemDelegate(VersionsDelegate(now, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setAccessibleName("Versions")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().selectionChanged.connect(self._on_selection)

    def show_versions(self, versions: Sequence[Version]) -> None:
        """Shows other versions; those selected stay so where they are of this file, else the newest is."""
        path = versions[0].path if versions else ""
        oids = [version.oid for version in self.selected() if version.path == path]
        newest = bool(oids) and self.rows.row_of(oids[0]) == 0 and len(oids) == 1
        blocked = self.selectionModel().blockSignals(True)
        self.rows.show(versions)
        rows = [row for oid in oids if (row := self.rows.row_of(oid)) >= 0]
        self._select(rows if rows and not newest else [0])
        self.selectionModel().blockSignals(blocked)
        self.viewport().update()
        self.chosen.emit()

    def select(self, oid: str) -> None:
        """Selects one version and brings it into sight."""
        row = self.rows.row_of(oid)
        if row >= 0:
            self._select([row])
            self.scrollTo(self.rows.index(row))

    def selected(self) -> list[Version]:
        """The selected versions, newest first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [version for row in rows if (version := self.rows.version(self.rows.index(row)))]

    def in_sight(self) -> list[int]:
        """The rows that can be seen."""
        first = self.indexAt(QPoint(1, 1)).row()
        if first < 0:
            return []
        last = first + self.viewport().height() // HEIGHT + 1
        return list(range(first, min(last + 1, self.rows.rowCount())))

    def _on_selection(self, *_: object) -> None:
        self.chosen.emit()

    def _select(self, rows: Sequence[int]) -> None:
        flags = QItemSelectionModel.SelectionFlag
        selection = self.selectionModel()
        selection.clearSelection()
        for row in rows:
            selection.select(self.rows.index(row), flags.Select)
        if rows:
            selection.setCurrentIndex(self.rows.index(rows[0]), flags.NoUpdate)


def _left(painter: QPainter, rect: QRect, text: str, colour: QColor) -> None:
    shown_text = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.setPen(colour)
    painter.drawText(rect, LEFT, shown_text)


def _right(painter: QPainter, rect: QRect, text: str, colour: QColor) -> QRect:
    """Writes small at the right edge; returns what is left of `rect`."""
    painter.setFont(theme.font(theme.META, tabular=True))
    painter.setPen(colour)
    painter.drawText(rect, RIGHT, text)
    taken = QFontMetrics(painter.font()).horizontalAdvance(text) + 8
    return rect.adjusted(0, 0, -taken, 0)
