"""The calls of an agent to its memory as the model of a list: all of them, or those a person wants to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from openclaw_desktop.context.recall.past import Past, Trouble
from openclaw_desktop.ui.past_view import words

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
VALUE = int(Qt.ItemDataRole.UserRole) + 1
WHEN = VALUE + 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which calls are wanted.

    `ids` are those that have a text, None for any; `troubles` those one of which they have, empty for any;
    `reads`: a `memory_get` too.
    """

    ids: frozenset[str] | None = None
    troubles: frozenset[Trouble] = frozenset()
    reads: bool = False

    def fits(self, past: Past) -> bool:
        """Whether it is wanted."""
        if past.call.kind != "search" and not self.reads:
            return False
        if self.ids is not None and past.id not in self.ids:
            return False
        return not self.troubles or any(each.trouble in self.troubles for each in past.failings)


class PastModel(QAbstractListModel):
    """The newest first."""

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self.all: Sequence[Past] = ()
        self.wanted = Wanted()
        self._shown: list[Past] = []

    def show(self, pasts: Sequence[Past], wanted: Wanted) -> None:
        """Shows those of these that are wanted."""
        self.beginResetModel()
        self.all, self.wanted = pasts, wanted
        self._shown = [past for past in pasts if wanted.fits(past)]
        self.endResetModel()

    @property
    def shown(self) -> Sequence[Past]:
        """The calls as they stand in the list."""
        return self._shown

    def past(self, index: AnyIndex) -> Past | None:
        """The call of a row."""
        return self._shown[index.row()] if 0 <= index.row() < len(self._shown) else None

    def index_of(self, identity: str) -> QModelIndex:
        """The row of a call; invalid when it is not shown."""
        return self.index(next((n for n, past in enumerate(self._shown) if past.id == identity), -1))

    @property
    def of_kind(self) -> Sequence[Past]:
        """All calls of the kinds that are wanted."""
        return self.all if self.wanted.reads else [past for past in self.all if past.call.kind == "search"]

    def counted(self, choices: Sequence[frozenset[Trouble]]) -> list[int]:
        """For each choice of troubles, how many calls of the kind have one of them; all for none."""
        held = [{failing.trouble for failing in past.failings} for past in self.of_kind]
        troubled = [each for each in held if each]
        return [
            sum(not each.isdisjoint(choice) for each in troubled) if choice else len(held)
            for choice in choices
        ]

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The call for the delegate; words for everyone else."""
        past = self.past(index)
        if past is None:
            return None
        if role == VALUE:
            return past
        if role == WHEN:
            return words.when(past, self._now())
        if role == Qt.ItemDataRole.ToolTipRole:
            return words.tooltip(past, self._now())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words.spoken(past, self._now())
        return None
