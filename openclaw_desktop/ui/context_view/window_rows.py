"""The texts of a window as the rows of a list: what it is, how it begins, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import categories
from openclaw_desktop.ui.context_view.session_reading import Row
from openclaw_desktop.ui.context_view.session_rows import left, right
from openclaw_desktop.ui.context_view.session_words import money, tokens
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.tree.names import shown

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ROW = int(Qt.ItemDataRole.UserRole) + 1
MARGIN, SWATCH, LABEL, NUMBER, PREVIEW = 12, 11, 150, 62, 300


class WindowRows(QAbstractListModel):
    """In the model's order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[Row] = ()
        self._folded: list[str] | None = None

    def show(self, rows: Sequence[Row]) -> None:
        """Shows these."""
        self.beginResetModel()
        self.rows, self._folded = rows, None
        self.endResetModel()

    def row(self, index: AnyIndex) -> Row | None:
        """What a row is."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def of_entry(self, index: int) -> QModelIndex:
        """The first row of an entry; invalid when it is not in the window."""
        return self.index(next((n for n, row in enumerate(self.rows) if row.index == index), -1))

    def holding(self, text: str) -> list[int]:
        """The rows whose text has this in it, in any case."""
        if not text:
            return []
        if self._folded is None:
            self._folded = [f"{row.label}\n{row.text}".casefold() for row in self.rows]
        needle = text.casefold()
        return [number for number, folded in enumerate(self._folded) if needle in folded]

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many texts there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The row for the delegate; words for everyone else."""
        row = self.row(index)
        if row is None:
            return None
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{row.label}, {tokens(row.tokens)} tokens estimated, {_preview(row)}"
        return None


class WindowRowDelegate(QStyledItemDelegate):
    """One line: swatch, label, how the text begins; at the right the cost and the tokens."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(160, theme.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One text; what a person need not read is faint."""
        row: Row | None = index.data(ROW)
        if row is None:
            return
        look = theme.colours(option.widget)
        painter.save()
        ground(painter, option, look)
        area = QRectF(option.rect).adjusted(MARGIN, 0, -MARGIN, 0)
        swatch = QRectF(round(area.left()), round(area.center().y() - SWATCH / 2), SWATCH, SWATCH)
        categories.paint_swatch(painter, swatch, row.band, look)
        number = QRectF(area.right() - NUMBER, area.top(), NUMBER, area.height())
        right(painter, number, tokens(row.tokens), look.text if row.tokens else look.text_faint)
        rest = area.adjusted(SWATCH + 8, 0, -NUMBER - 8, 0)
        wide = min(LABEL, rest.width() * 0.32)
        if row.says_cost and row.cost is not None:
            rest = right(painter, rest, money(row.cost), look.text_dim)
        ink = look.text_faint if row.folded else categories.LOOKS[row.band].ink(look)
        left(painter, QRectF(rest.left(), rest.top(), wide, rest.height()), shown(row.label), ink)
        quiet = row.folded or row.index < 0
        rest = rest.adjusted(wide + 8, 0, 0, 0)
        left(painter, rest, _preview(row), look.text_faint if quiet else look.text, theme.BODY)
        painter.restore()


def _preview(row: Row) -> str:
    text = shown(" ".join(row.text[:PREVIEW].split()))
    return f"folded: {text}" if row.folded else text
