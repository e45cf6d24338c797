"""The sessions of an agent, and the places where a text was found in them, as models of a list."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from openclaw_desktop.context.sessions.catalogue import Listed
from openclaw_desktop.context.sessions.session_search import Found
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.session_sort import Order, moment, ordered
from openclaw_desktop.ui.history_view.words import exact, short
from openclaw_desktop.ui.tree.names import shown

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
VALUE = int(Qt.ItemDataRole.UserRole) + 1
WHEN = VALUE + 1

Identity = tuple[str, str]
"""What a session stays known by: its place and its id."""


def identity(session: Session) -> Identity:
    """What the session is known by across refreshes."""
    return str(session.source), session.id


class SessionsModel(QAbstractListModel):
    """The sessions that fit the filter, in the order a person chose."""

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self.all: Sequence[Listed] = ()
        self._shown: list[Listed] = []
        self._words: list[str] = []
        self.order = Order()

    def show(self, rows: Sequence[Listed]) -> None:
        """Shows these."""
        self.all = rows
        self.filter(" ".join(self._words))

    def sort_by(self, order: Order) -> None:
        """Shows the same in another order."""
        self.order = order
        self.filter(" ".join(self._words))

    def filter(self, text: str) -> None:
        """Leaves those that have every word in their name, kind, channel, model or id."""
        self.beginResetModel()
        self._words = text.casefold().split()
        self._shown = ordered([row for row in self.all if self._fits(row)], self.order)
        self.endResetModel()

    def _fits(self, row: Listed) -> bool:
        found = words.haystack(row) if self._words else ""
        return all(word in found for word in self._words)

    def row(self, index: AnyIndex) -> Listed | None:
        """The session of a row."""
        return self._shown[index.row()] if 0 <= index.row() < len(self._shown) else None

    @property
    def shown(self) -> Sequence[Listed]:
        """The sessions as they stand in the list."""
        return self._shown

    def index_of(self, wanted: Identity | None) -> QModelIndex:
        """The row of a session; invalid when it is not shown."""
        found = (n for n, row in enumerate(self._shown) if identity(row.session) == wanted)
        return self.index(next(found, -1))

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The session for the delegate; words for everyone else."""
        row = self.row(index)
        if row is None:
            return None
        if role == VALUE:
            return row
        if role == WHEN:
            when = moment(row, self.order)
            return short(when, self._now()) if when else "start unknown"
        if role == Qt.ItemDataRole.ToolTipRole:
            return words.tooltip(row, self._now())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words.spoken(row, self._now())
        return None


class HitsModel(QAbstractListModel):
    """Where a text was found; grows while the search goes on."""

    def __init__(self, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._hits: list[Found] = []
        self._titles: Mapping[Identity, str] = {}

    def begin(self, titles: Mapping[Identity, str]) -> None:
        """Another search; `titles` are the names of the sessions."""
        self.beginResetModel()
        self._hits, self._titles = [], titles
        self.endResetModel()

    def add(self, hits: Sequence[Found]) -> None:
        """More of them."""
        if hits:
            first = len(self._hits)
            self.beginInsertRows(NOWHERE, first, first + len(hits) - 1)
            self._hits += hits
            self.endInsertRows()

    def hit(self, index: AnyIndex) -> Found | None:
        """What was found in a row."""
        return self._hits[index.row()] if 0 <= index.row() < len(self._hits) else None

    def where(self, hit: Found) -> str:
        """In which session and turn it stands."""
        name = self._titles.get(identity(hit.session), hit.session.id)
        return f"Turn {hit.entry.turn:,} · {shown(name)} · {words.what(hit.entry)}"

    def when(self, hit: Found) -> str:
        """When it was said, in short; "" where nobody knows."""
        return short(hit.entry.at, self._now()) if hit.entry.at else ""

    def sessions(self) -> int:
        """In how many sessions something was found."""
        return len({identity(hit.session) for hit in self._hits})

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The place for the delegate; words for everyone else."""
        hit = self.hit(index)
        if hit is None:
            return None
        if role == VALUE:
            return hit
        said = exact(hit.entry.at, self._now()) if hit.entry.at else f"time {words.UNKNOWN}"
        if role == Qt.ItemDataRole.ToolTipRole:
            about = (self.where(hit), said, f"Session {shown(hit.session.id)}", shown(hit.excerpt))
            return "".join(f"<div>{html.escape(text)}</div>" for text in about)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{self.where(hit)}, {said}: {shown(hit.excerpt)}"
        return None
