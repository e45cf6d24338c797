"""The queue as rows: headers of groups and, below those that are open, their proposals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.marks import Mark
from openclaw_desktop.ui.review_view.queue import Group

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Header:
    """A group's title."""

    group: Group
    is_open: bool


Row = Header | Proposal


class QueueModel(QAbstractListModel):
    """Shows groups. What a person opened or closed stays so across refreshes."""

    def __init__(
        self,
        mark_of: Callable[[Proposal], Mark | None],
        now: Callable[[], datetime],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.mark_of, self.now = mark_of, now
        self._groups: list[Group] = []
        self._rows: list[Row] = []
        self._places: dict[str, int] = {}  # of proposals, by id
        self._turned: dict[str, bool] = {}  # groups a person opened or closed

    def show(self, groups: Sequence[Group]) -> None:
        """Shows other groups."""
        self.beginResetModel()
        self._groups = list(groups)
        self._rows = [row for group in groups for row in self._rows_of(group)]
        self._places = {row.id: at for at, row in enumerate(self._rows) if isinstance(row, Proposal)}
        self.endResetModel()

    def turn(self, group: Group, is_open: bool) -> None:
        """Opens or closes a group."""
        self._turned[group.key] = is_open
        self.show(self._groups)

    def is_open(self, group: Group) -> bool:
        """As the person left it; else closed when it is one of several and large."""
        return self._turned.get(group.key, not (group.bulk and len(self._groups) > 1))

    def row(self, index: AnyIndex) -> Row | None:
        """The row behind an index."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    @property
    def rows(self) -> Sequence[Row]:
        """All rows, from the top."""
        return self._rows

    @property
    def ids(self) -> list[str]:
        """The proposals that have a row, from the top."""
        return list(self._places)

    def index_of(self, proposal_id: str) -> QModelIndex:
        """Where a proposal is."""
        at = self._places.get(proposal_id)
        return NOWHERE if at is None else self.index(at)

    def index_of_group(self, key: str) -> QModelIndex:
        """Where a group's header is."""
        places = (at for at, r in enumerate(self._rows) if isinstance(r, Header) and r.group.key == key)
        at = next(places, None)
        return NOWHERE if at is None else self.index(at)

    def group_of(self, proposal_id: str) -> Group | None:
        """The group a proposal stands in, be it open or not."""
        return next((g for g in self._groups if any(p.id == proposal_id for p in g.proposals)), None)

    def chosen(self, places: Iterable[int]) -> list[Proposal]:
        """The proposals that the selected rows stand for, from the top.

        A closed header stands for its group; an open one only when nothing else is selected.
        """
        rows = [self._rows[place] for place in sorted(places)]
        found: dict[str, Proposal] = {}
        for row in rows:
            if isinstance(row, Proposal):
                found[row.id] = row
            elif not row.is_open or len(rows) == 1:
                found |= {p.id: p for p in row.group.proposals}
        return list(found.values())

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The row itself for the delegate; words for a screen reader and a tooltip."""
        row = self.row(index)
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if isinstance(row, Header):
                return f"{row.group.title}, {row.group.count}"
            return words.spoken(row, self.now()) if row else None
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Proposal):
            return "\n".join([words.hover(row, self.now()), *self._found(row)])
        return None

    def _rows_of(self, group: Group) -> list[Row]:
        is_open = self.is_open(group)
        return [Header(group, is_open), *(group.proposals if is_open else ())]

    def _found(self, proposal: Proposal) -> list[str]:
        mark = self.mark_of(proposal)
        if mark is None:
            return []
        stale = ["The file changed since this was proposed."] if mark.stale else []
        return [*stale, *mark.loud]
