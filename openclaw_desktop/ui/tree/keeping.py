"""Keeps what a person sees of the tree where it is: scroll position, expansion, the current row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex

from openclaw_desktop.ui.tree.grouping import Branch, BranchKind
from openclaw_desktop.ui.tree.model import Address, TreeModel
from openclaw_desktop.ui.tree.view import LazyTreeView

EXPANDED_WHEN_FILTERED = 60
"""A filtered tree with no more folders and groups than this is shown expanded."""


class Keeper:
    """The memory of one tree view."""

    def __init__(self, view: LazyTreeView, model: TreeModel) -> None:
        self._view = view
        self._model = model
        self._expanded: list[Address] | None = None  # before the filter
        self._current: Address | None = None

    def still(self, change: Callable[[], None]) -> None:
        """Makes a change of the model while the topmost row in sight stays where it is."""
        bar = self._view.verticalScrollBar()
        top = self._view.first_visible()
        if bar.value() == 0 or not top.isValid():
            change()
            return
        address, height = self._model.address_of(top), self._view.visualRect(top).top()
        change()
        found = self._model.find(address)
        if found.isValid():
            bar.setValue(bar.value() + self._view.visualRect(found).top() - height)

    def before_filter(self) -> None:
        """Remembers what is expanded and current, once, until the filter is cleared."""
        if self._expanded is None:
            self._expanded = [
                self._model.address_of(index)
                for index in self._model.opened()
                if self._view.isExpanded(index)
            ]
            self._current = self._model.address_of(self._view.currentIndex())

    def after_filter(self) -> None:
        """Puts back what was remembered; a row chosen meanwhile stays chosen and comes into sight."""
        expanded, self._expanded = self._expanded, None
        self._view.collapseAll()
        for address in expanded or ():
            self._expand(self._model.find(address))
        current = self._view.currentIndex()
        if not current.isValid() and self._current is not None:
            current = self._model.find(self._current)
        if current.isValid():
            self._view.expand_to(current)
            self._view.select(current)

    def expand_branches(self) -> None:
        """Expands a filtered tree, if it is small."""
        keys = [key for key in self._model.tree.places if key.startswith("/")]
        if len(keys) <= EXPANDED_WHEN_FILTERED:
            for key in keys:
                self._expand(self._model.find(Address(key)))

    def expand_at_first(self) -> None:
        """Expands what a person most likely wants: the bootstrap files and the newest month."""
        seen: set[BranchKind] = set()
        for row, branch in enumerate(self._model.tree.rows):
            wanted = isinstance(branch, Branch) and branch.kind in (BranchKind.IDENTITY, BranchKind.MONTH)
            if isinstance(branch, Branch) and wanted and branch.kind not in seen:
                seen.add(branch.kind)
                self._expand(self._model.index(row))

    def _expand(self, index: QModelIndex) -> None:
        if index.isValid():
            self._view.expand(index)
