"""A list of equally high rows, as every list of the sessions is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate


class RowsView(QListView):
    """One row is selected; only rows in sight are drawn."""

    def __init__(self, name: str, model: QAbstractItemModel) -> None:
        super().__init__()
        self._acts: dict[int, Callable[[], object]] = {}
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def draw_with(self, delegate: QStyledItemDelegate) -> None:
        """Draws its rows so; Qt does not keep a delegate alive by itself."""
        delegate.setParent(self)
        self.setItemDelegate(delegate)

    def on_key(self, key: Qt.Key, act: Callable[[], object]) -> None:
        """Does this for a key; a list would else look for a row that begins with the letter."""
        self._acts[key] = act

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that mean something here, then those of every list."""
        act = self._acts.get(event.key())
        if act is not None and not event.modifiers():
            act()
        else:
            super().keyPressEvent(event)
