"""A list of lines whose parts stand under one another."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from openclaw_desktop.ui import theme

PART = "   "
"""Between the parts of a line; to a screen reader it is a pause."""

PADDING, APART, WIDEST = 8, 24, 0.6
"""Pixels beside a line and between its parts; the share of the width that a part takes at most."""


class Lines(QListView):
    """Enter or a double click opens a line."""

    opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = _Lines(self)
        self._parts = _Parts(self)
        self.setModel(self._lines)
        self.setItemDelegate(self._parts)
        self.setProperty("role", "lines")
        self.setUniformItemSizes(True)
        self.setFont(theme.font(theme.BODY, tabular=True))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.doubleClicked.connect(self._open)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Lists these, of which each may have parts."""
        self._parts.measure(lines, QFontMetricsF(self.font()))
        self._lines.setStringList(list(lines))

    def lines(self) -> list[str]:
        """What is listed."""
        return self._lines.stringList()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The first line is chosen where none was, so that one sees where the keyboard is."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.model().index(0, 0))
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; the first where nothing was chosen."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            chosen = self.currentIndex()
            self._open(chosen if chosen.isValid() else self.model().index(0, 0))
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.row())


class _Lines(QStringListModel):
    """On hover a line shows all of itself."""

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        hovered = role == Qt.ItemDataRole.ToolTipRole
        return super().data(index, Qt.ItemDataRole.DisplayRole if hovered else role)


class _Parts(QStyledItemDelegate):
    """Draws the first part, and the others, dimmed, in columns of their own."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._widths: list[int] = []  # of all but the last parts

    def measure(self, lines: Sequence[str], metrics: QFontMetricsF) -> None:
        """Makes the columns as wide as these lines need them."""
        self._widths = columns(lines, metrics)

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.text = ""  # pyright: ignore[reportAttributeAccessIssue]

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        look, metrics = theme.colours_of(option.palette), QFontMetrics(option.font)
        parts = str(index.data()).split(PART)
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        most = round(room.width() * WIDEST)
        painter.save()
        painter.setFont(option.font)
        for at, part in enumerate(parts):
            is_last = at == len(parts) - 1
            width = room.width() if is_last else min(self._widths[at], most)
            shown = metrics.elidedText(part, Qt.TextElideMode.ElideMiddle, width)
            painter.setPen(look.text_dim if at else look.text)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
            room.setLeft(room.left() + width + APART)
        painter.restore()


def columns(lines: Sequence[str], metrics: QFontMetricsF) -> list[int]:
    """How wide each column but the last is, in whole pixels: for want of a fraction it would be elided."""
    widths: list[int] = []
    for parts in (line.split(PART)[:-1] for line in lines):
        widths += [0] * (len(parts) - len(widths))
        for at, part in enumerate(parts):
            widths[at] = max(widths[at], ceil(metrics.horizontalAdvance(part)))
    return widths
