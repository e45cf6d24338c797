"""Facts that are nowhere any more, as the rows of a list, each with what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from openclaw_desktop.context.lost.losses import LostFact
from openclaw_desktop.review.proposal import State
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.session_rows import LINE, MARGIN, left, right
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.tree.names import shown

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
FACT = int(Qt.ItemDataRole.UserRole) + 1
STATE = FACT + 1

STATES = {
    State.WAITING: "waiting for review",
    State.ACCEPTED: "in the note",
    State.REJECTED: "rejected",
    State.WITHDRAWN: "withdrawn",
}
ROLES = {
    "user": "said by the user",
    "assistant": "said by the agent",
    "others": "said in the group",
    "toolResult": "from a tool",
    "summary": "from the summary before",
}


class FactRows(QAbstractListModel):
    """The one most missed first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: Sequence[LostFact] = ()
        self._states: Mapping[str, str] = {}

    def show(self, facts: Sequence[LostFact], states: Mapping[str, str]) -> None:
        """Shows these; `states` tells by sentence what became of them."""
        self.beginResetModel()
        self.facts, self._states = facts, states
        self.endResetModel()

    def show_states(self, states: Mapping[str, str]) -> None:
        """Something became of some of them."""
        self._states = states
        if self.facts:
            self.dataChanged.emit(self.index(0), self.index(len(self.facts) - 1))

    def fact(self, index: AnyIndex) -> LostFact | None:
        """The fact of a row."""
        return self.facts[index.row()] if 0 <= index.row() < len(self.facts) else None

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.facts)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The fact for the delegate; words for everyone else."""
        fact = self.fact(index)
        if fact is None:
            return None
        state = self._states.get(fact.sentence, "")
        if role == FACT:
            return fact
        if role == STATE:
            return state
        if role == Qt.ItemDataRole.ToolTipRole:
            return shown(" ".join(fact.sentence.split()))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join(part for part in (shown(fact.value), ROLES[fact.role], state) if part)
        return None


class FactDelegate(QStyledItemDelegate):
    """Two lines: the values and what became of them; below, the sentence they stand in."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(160, 2 * LINE + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One fact."""
        fact: LostFact | None = index.data(FACT)
        if fact is None:
            return
        look, state = theme.colours(option.widget), str(index.data(STATE))
        painter.save()
        ground(painter, option, look)
        area = QRectF(option.rect).adjusted(MARGIN, 5, -MARGIN, -5)
        first = QRectF(area.left(), area.top(), area.width(), LINE)
        first = right(painter, first, state or ROLES[fact.role], look.held if state else look.text_faint)
        values = " · ".join(dict.fromkeys(shown(each.value) for each in fact.facts))
        left(painter, first, values, look.text, theme.BODY)
        sentence = shown(" ".join(fact.sentence.split()))
        left(painter, first.translated(0, LINE), sentence, look.text_dim)
        painter.restore()
