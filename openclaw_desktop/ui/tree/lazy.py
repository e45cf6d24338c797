"""A tree model whose rows are somebody else's values: only a parent that was opened costs an object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ROOT = 0


def plain(index: Index) -> QModelIndex:
    """An index as it is now; Qt hands both kinds to what it calls."""
    if isinstance(index, QModelIndex):
        return index
    return index.model().index(index.row(), 0, index.parent()) if index.isValid() else QModelIndex()


@dataclass(slots=True)
class _Opened:
    """A parent whose rows were asked for. `home` is the number of the parent it lies in."""

    item: object
    home: int
    row: int
    rows: Sequence[object]
    opened: dict[int, int] = field(default_factory=dict[int, int])


class LazyTreeModel(QAbstractItemModel):
    """One column of rows taken from nested sequences.

    An index carries the number of the parent it lies in, so that thousands of rows cost nothing until they
    are drawn. Whatever changes, changes by `relay`: one update in which every index that is held (selection,
    expansion, an open editor) finds its row again or is let go.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = count(1)
        self._parents = {ROOT: _Opened(None, -1, -1, ())}

    # What a subclass says

    def top_rows(self) -> Sequence[object]:
        """The rows of the top."""
        raise NotImplementedError

    def rows_of(self, item: object) -> Sequence[object]:
        """The rows below `item`; asked once for each opening."""
        raise NotImplementedError

    def has_rows(self, item: object) -> bool:
        """True when `item` can be opened; asked for every row that is laid out, so it must be cheap."""
        raise NotImplementedError

    def address_of(self, index: Index) -> object:
        """What `index` is known by across changes."""
        raise NotImplementedError

    def find(self, address: object) -> QModelIndex:
        """The index that an address has now; invalid when it is gone."""
        raise NotImplementedError

    # Qt's side

    def index(self, row: int, column: int = 0, parent: Index = NOWHERE) -> QModelIndex:
        """The index of one row."""
        number = self._number(parent)
        if column != 0 or number is None or not 0 <= row < len(self._parents[number].rows):
            return QModelIndex()
        return self.createIndex(row, 0, number)

    def parent(self, child: Index | None = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The index `child` lies in; without an argument the parent object, as QObject has it."""
        if child is None:
            return super().parent()
        home = self._parents.get(child.internalId()) if child.isValid() else None
        if home is None or home.home < 0:
            return QModelIndex()
        return self.createIndex(home.row, 0, home.home)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """How many rows lie in `parent`."""
        number = self._number(parent)
        return 0 if number is None else len(self._parents[number].rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Always one."""
        return 1

    def hasChildren(self, parent: Index = NOWHERE) -> bool:
        """True for the top and for what can be opened, even if its rows are not known yet."""
        if not parent.isValid():
            return bool(self._parents[ROOT].rows)
        home = self._parents.get(parent.internalId())
        return home is not None and parent.row() < len(home.rows) and self.has_rows(home.rows[parent.row()])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What can be done with a row."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    # Ours

    def item(self, index: Index) -> object:
        """The value behind an index; None for an invalid or outdated one."""
        home = self._parents.get(index.internalId()) if index.isValid() else None
        return home.rows[index.row()] if home is not None and index.row() < len(home.rows) else None

    def holder(self, index: Index) -> object:
        """The value of the row that `index` lies in; None at the top."""
        home = self._parents.get(index.internalId()) if index.isValid() else None
        return home.item if home is not None else None

    def at(self, way: Sequence[int], start: Index = NOWHERE) -> QModelIndex:
        """The index reached by these rows, one below the other; invalid when one is missing."""
        index = plain(start)
        for row in way:
            index = self.index(row, 0, index)
            if not index.isValid():
                break
        return index

    def opened(self) -> list[QModelIndex]:
        """Every row whose rows were asked for."""
        numbers = (number for number in self._parents if number != ROOT)
        homes = (self._parents[number] for number in numbers)
        return [self.createIndex(home.row, 0, home.home) for home in homes]

    def relay(self, change: Callable[[], None]) -> None:
        """Makes `change` and lays the tree out anew, as one update that keeps what is held."""
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        addresses = [self.address_of(index) for index in held]
        change()
        self._parents = {ROOT: _Opened(None, -1, -1, self.top_rows())}
        self.changePersistentIndexList(held, [self.find(address) for address in addresses])
        self.layoutChanged.emit()

    def _number(self, index: Index) -> int | None:
        """The number of the parent that `index` is, which is opened if it was not; None if it has no rows."""
        if not index.isValid():
            return ROOT
        home = self._parents.get(index.internalId())
        row = index.row()
        if home is None or row >= len(home.rows):
            return None
        number = home.opened.get(row)
        if number is None:
            item = home.rows[row]
            rows = self.rows_of(item)
            if not rows:
                return None
            number = next(self._numbers)
            self._parents[number] = _Opened(item, index.internalId(), row, rows)
            home.opened[row] = number
        return number
