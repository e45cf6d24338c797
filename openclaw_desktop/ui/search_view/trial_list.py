"""The list of changes that were tried: what helps first, each with the places before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT
from openclaw_desktop.ui.search_view.trials import TrialRow

NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex
MARGIN, SIGN = 12, 22
LINE, HEIGHT = 20, 52


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.trials: Sequence[TrialRow] = ()

    def show(self, rows: Sequence[TrialRow]) -> None:
        self.beginResetModel()
        self.trials = rows
        self.endResetModel()

    def row(self, index: AnyIndex) -> TrialRow | None:
        return self.trials[index.row()] if 0 <= index.row() < len(self.trials) else None

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.trials)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        row = self.row(index)
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)
        return row.words if row and role in roles else None


class TrialList(QListView):
    """The trials; Enter on one goes on to what it changes."""

    chosen = Signal(object)  # TrialRow | None
    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model(self)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self._model, self))
        self.setAccessibleName("Changes tried")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self.entered)

    def show_rows(self, rows: Sequence[TrialRow]) -> None:
        """Shows other trials, the first one selected."""
        blocked = self.selectionModel().blockSignals(True)
        self._model.show(rows)
        self.setCurrentIndex(self._model.index(0))
        self.selectionModel().blockSignals(blocked)
        self.chosen.emit(self.row())

    def row(self) -> TrialRow | None:
        """The selected one."""
        return self._model.row(self.currentIndex())

    def _on_current(self, *_: object) -> None:
        self.chosen.emit(self.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class _Delegate(QStyledItemDelegate):
    """What to do on the first line, what comes of it and what it costs on the second."""

    def __init__(self, rows: _Model, view: QListView) -> None:
        super().__init__(view)
        self._rows = rows
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, HEIGHT)

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
            ink = look.accent if self._view.hasFocus() else look.text_faint
            painter.fillRect(QRectF(area.left(), area.top(), 3, area.height()), ink)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, look.current_line)
        inner = area.adjusted(MARGIN, 6, -MARGIN, -6)
        first = QRectF(inner.left() + SIGN, inner.top(), inner.width() - SIGN, LINE)
        helps = row.trial.helps
        painter.setFont(lettering.font(theme.BODY))
        painter.setPen(look.added if helps else look.text_faint)
        painter.drawText(QRectF(inner.left(), inner.top(), SIGN, LINE), LEFT, "✓" if helps else "–")
        painter.setPen(look.text if helps else look.text_dim)
        painter.drawText(first, LEFT, _elided(row.trial.sentence, theme.BODY, first.width()))
        second = first.translated(0, LINE)
        painter.setFont(lettering.font(theme.META))
        painter.setPen(look.text_dim)
        painter.drawText(second, LEFT, row.outcome)
        room = second.width() - lettering.metrics(theme.META).horizontalAdvance(row.outcome) - 16
        painter.drawText(second, RIGHT, _elided(row.cost, theme.META, room))
        painter.restore()


def _elided(text: str, size: int, width: float) -> str:
    return lettering.metrics(size).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, width))
