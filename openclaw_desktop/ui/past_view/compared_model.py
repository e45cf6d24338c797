"""The hits of a past search beside those of today, as the model of a list."""

from __future__ import annotations

import html
from typing import Any

from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtWidgets import QWidget

from openclaw_desktop.desk.again import Again, Compared
from openclaw_desktop.search.ranking import Hit
from openclaw_desktop.ui.past_view import words
from openclaw_desktop.ui.past_view.model import NOWHERE, VALUE, AnyIndex
from openclaw_desktop.ui.search_view.snippet import Snippet, snippet
from openclaw_desktop.ui.tree.names import shown


class ComparedModel(QAbstractListModel):
    """The recorded hits in their order, then those that are new."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.again: Again | None = None
        self.is_asking = False
        self._snippets: dict[str, Snippet] = {}

    def show(self, again: Again | None, *, asking: bool = False) -> None:
        """Shows another comparison; `asking`: today's side is still awaited."""
        self.beginResetModel()
        self.again, self.is_asking = again, asking
        self._snippets.clear()
        self.endResetModel()

    def row(self, index: AnyIndex) -> Compared | None:
        """The comparison of a row."""
        rows = self.again.rows if self.again else ()
        return rows[index.row()] if 0 <= index.row() < len(rows) else None

    def snippet(self, text: str) -> Snippet:
        """The piece of a text that is shown, with the words that were found."""
        if text not in self._snippets:
            terms = self.again.answer.terms if self.again and self.again.answer else ()
            self._snippets[text] = snippet(text, terms)
        return self._snippets[text]

    def instead(self, row: Compared) -> str:
        """What stands in today's place of a hit that is not among today's."""
        if self.is_asking:
            return "asking again…"
        if row.below is not None:
            return f"below the line, with {words.score(row.below.score)}"
        return str(row.differences[-1].change) if row.differences else "not asked again"

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many hits stand beside one another."""
        return 0 if parent.isValid() or self.again is None else len(self.again.rows)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The comparison for the delegate; words for everyone else."""
        row = self.row(index)
        if row is None:
            return None
        if role == VALUE:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return "".join(f"<div>{html.escape(shown(line))}</div>" for line in self._lines(row))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ". ".join(self._lines(row))
        return None

    def _lines(self, row: Compared) -> list[str]:
        recorded = row.recorded
        then = "not among the hits then"
        if recorded is not None:
            where = words.place(recorded.path, recorded.start_line, recorded.end_line)
            then = f"then {row.recorded_place}: {where}, {words.score(recorded.score)}"
        now = f"now: {self.instead(row)}"
        if row.hit is not None:
            now = f"now {row.place}: {found_at(row.hit)}, {words.score(row.hit.score)}"
        return [then, now, *(each.sentence for each in row.differences)]


def found_at(hit: Hit) -> str:
    """Path and lines of a hit of today."""
    return words.place(hit.candidate.path, hit.candidate.start_line, hit.candidate.end_line)
