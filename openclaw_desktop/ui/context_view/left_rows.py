"""Facts that are nowhere any more, as the rows of a list, each with what became of it."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from openclaw_desktop.context.lost.losses import LostFact
from openclaw_desktop.context.sessions.entries import Entry
from openclaw_desktop.review.proposal import State
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.session_rows import LINE, MARGIN, left, right
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.history_view.words import exact
from openclaw_desktop.ui.tree.names import shown

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
FACT = int(Qt.ItemDataRole.UserRole) + 1
ROW = 2 * LINE + 10
"""Pixels of a row."""

STATE, PLACE = FACT + 1, FACT + 2

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


PROPOSABLE = ("", STATES[State.REJECTED], STATES[State.WITHDRAWN])
"""The states in which a fact may be proposed, for the first time or again."""

WHICH_NOTE = (
    "P proposes it for today's note, whenever it was said: OpenClaw shows the notes of today and yesterday "
    "to a new session, older ones only when it is searched. The line says where it is from."
)


@dataclass(frozen=True, slots=True)
class Said:
    """Where a fact was said: in short for its row, and in full."""

    short: str  # "turn 41"
    full: str  # "said by the user in turn 41, 19 February 2026, 14:22:07"


def said(facts: Sequence[LostFact], chain: Sequence[Entry], now: datetime) -> list[Said]:
    """Where each was said, in the time zone of `now`; pure."""
    found: list[Said] = []
    for fact in facts:
        entry = chain[fact.entry]
        turn = f"turn {entry.turn:,}" if entry.turn else "before the first turn"
        when = f", {exact(entry.at, now)}" if entry.at else ""
        place = f"in {turn}" if entry.turn else turn
        found.append(Said(turn, f"{ROLES[fact.role]} {place}{when}"))
    return found


class FactRows(QAbstractListModel):
    """The one most missed first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: Sequence[LostFact] = ()
        self._states: Mapping[str, str] = {}
        self._said: Sequence[Said] = ()

    def show(self, facts: Sequence[LostFact], states: Mapping[str, str], said: Sequence[Said]) -> None:
        """Shows these; `states` tells by sentence what became of them, `said` of each where it was said."""
        self.beginResetModel()
        self.facts, self._states, self._said = facts, states, said
        self.endResetModel()

    def show_states(self, states: Mapping[str, str]) -> None:
        """Something became of some of them."""
        self._states = states
        if self.facts:
            self.dataChanged.emit(self.index(0), self.index(len(self.facts) - 1))

    def fact(self, index: AnyIndex) -> LostFact | None:
        """The fact of a row."""
        return self.facts[index.row()] if 0 <= index.row() < len(self.facts) else None

    def proposable(self) -> list[LostFact]:
        """Those that nobody proposed, or that came to nothing."""
        return [fact for fact in self.facts if self._states.get(fact.sentence, "") in PROPOSABLE]

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.facts)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The fact for the delegate; words for everyone else."""
        fact = self.fact(index)
        if fact is None:
            return None
        state, said = self._states.get(fact.sentence, ""), self._said[index.row()]
        if role == FACT:
            return fact
        if role == STATE:
            return state
        if role == PLACE:
            return said
        sentence = shown(" ".join(fact.sentence.split()))
        if role == Qt.ItemDataRole.ToolTipRole:
            full = f"{said.full[:1].upper()}{said.full[1:]}."
            return "".join(f"<p>{html.escape(text)}</p>" for text in (sentence, full, WHICH_NOTE))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join(part for part in (shown(fact.value), said.full, state, sentence) if part)
        return None


class FactDelegate(QStyledItemDelegate):
    """Two lines: the values and what became of them; below, the sentence they stand in."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(160, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One fact."""
        fact: LostFact | None = index.data(FACT)
        said: Said | None = index.data(PLACE)
        if fact is None or said is None:
            return
        look, state = theme.colours(option.widget), str(index.data(STATE))
        painter.save()
        ground(painter, option, look)
        area = QRectF(option.rect).adjusted(MARGIN, 5, -MARGIN, -5)
        first = QRectF(area.left(), area.top(), area.width(), LINE)
        place = f"{ROLES[fact.role]} · {said.short}"
        first = right(painter, first, state or place, look.held if state else look.text_faint)
        values = " · ".join(dict.fromkeys(shown(each.value) for each in fact.facts))
        left(painter, first, values, look.text, theme.BODY)
        sentence = shown(" ".join(fact.sentence.split()))
        left(painter, first.translated(0, LINE), sentence, look.text_dim)
        painter.restore()
