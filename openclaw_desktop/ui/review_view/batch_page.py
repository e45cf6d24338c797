"""Several proposals at once: what they add up to, and which of them need a look."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.review.proposal import Kind, Proposal
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.marks import Mark
from openclaw_desktop.ui.review_view.offer import Draft
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT
from openclaw_desktop.ui.theme import Colours
from openclaw_desktop.ui.tree import names

NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex
MARGIN = 16
FURTHER, BELOW, MOST_FOUND = 18, 6, 4
"""Pixels of each line below a row's first and below the last one; so many findings have a line each."""


@dataclass(frozen=True, slots=True)
class BatchRow:
    """One of the proposals, and why it needs a look: what is loud first, then the rest."""

    proposal: Proposal
    loud: tuple[str, ...] = ()
    normal: tuple[str, ...] = ()
    note: str = ""  # beside its path

    @property
    def found(self) -> list[tuple[str, bool]]:
        """The sentences that have a line, each with whether it is loud."""
        all_ = [*((text, True) for text in self.loud), *((text, False) for text in self.normal)]
        more = len(all_) - MOST_FOUND
        return all_ if more <= 1 else [*all_[:MOST_FOUND], (f"and {more:,} more", False)]

    @property
    def said(self) -> list[str]:
        """All of it, for a screen reader and a tooltip."""
        return [part for part in (self.proposal.path, self.note, *self.loud, *self.normal) if part]


class BatchPage(QWidget):
    """A summary and a list in which what needs a look comes first; Enter or a double click shows it."""

    opened = Signal(str)  # a proposal's id

    def __init__(self, mark_of: Callable[[Proposal], Mark | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark_of = mark_of
        self.proposals: Sequence[Proposal] = ()
        self._drafts: Mapping[str, Draft] = {}
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.totals = QLabel()
        self.totals.setProperty("role", "dim")
        self.progress = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.progress.setProperty("role", "dim")
        self.model = BatchModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(BatchDelegate(self.model, self.list))
        self.list.setAccessibleName("Changes that are selected")
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.activated.connect(self._activated)
        self._lay_out()

    def show_proposals(self, proposals: Sequence[Proposal], drafts: Mapping[str, Draft]) -> None:
        """Shows these; those with `drafts`, by their ids, are accepted as a person left them."""
        self.proposals = proposals
        self._drafts = {number: draft for number, draft in drafts.items() if draft.changes}
        files = len({proposal.path for proposal in proposals})
        changes = names.count_of(len(proposals), "change")
        self.title.setText(f"{changes} in {names.count_of(files, 'file')}")
        with_edits = [words.with_edits(self.edited)] if self.edited else []
        self.totals.setText(" · ".join([totals(proposals), *with_edits]))
        self.refresh()

    def refresh(self) -> None:
        """Shows what became known of them meanwhile."""
        found = [self._row(proposal) for proposal in self.proposals]
        self.model.show(sorted(found, key=lambda row: (not row.loud, not row.normal, not row.note)))
        said = self._said(found)
        self.progress.setText(said)
        self.progress.setVisible(bool(said))

    @property
    def unknown(self) -> list[Proposal]:
        """Those that were not looked at yet."""
        return [p for p in self.proposals if p.waits and self._mark_of(p) is None]

    @property
    def edited(self) -> int:
        """How many are accepted with a person's edits."""
        return sum(p.waits and p.id in self._drafts for p in self.proposals)

    @property
    def loud(self) -> list[Proposal]:
        """Those with findings one should look at first; what a person has edited was looked at."""
        return [row.proposal for row in self.model.rows if row.loud and row.proposal.id not in self._drafts]

    def _said(self, found: Sequence[BatchRow]) -> str:
        if unknown := len(self.unknown):
            return f"Looked at {len(found) - unknown:,} of {len(found):,}…"
        loud = sum(bool(row.loud) and row.proposal.id not in self._drafts for row in found)
        stale = sum(bool(mark and mark.stale) for mark in map(self._mark_of, self.proposals))
        said = [
            f"{names.count_of(loud, 'change')} should be looked at first." if loud else "",
            f"{stale:,} of the files changed since; what fits is carried over, the rest stays here."
            if stale
            else "",
        ]
        nothing = "" if any(row.normal for row in found) else "Nothing stands out in any of them."
        return " ".join(part for part in said if part) or nothing

    def _row(self, proposal: Proposal) -> BatchRow:
        mark = self._mark_of(proposal)
        draft = self._drafts.get(proposal.id)
        taken_out = {finding.sentence for finding in draft.redactions.findings} if draft else set[str]()
        edited = "with your edits" if draft else ""
        stale = "the file changed since" if mark and mark.stale else ""
        note = ", ".join(part for part in (edited, stale) if part)
        loud, normal = (mark.loud, mark.normal) if mark else ((), ())
        return BatchRow(proposal, tuple(said for said in loud if said not in taken_out), normal, note)

    def _activated(self, index: QModelIndex) -> None:
        self.opened.emit(self.model.rows[index.row()].proposal.id)

    def _lay_out(self) -> None:
        above = QVBoxLayout()
        above.setContentsMargins(MARGIN, 12, MARGIN, 12)
        above.setSpacing(4)
        for label in (self.title, self.totals, self.progress):
            above.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self.list, 1)


class BatchModel(QAbstractListModel):
    """The rows; only those in sight are ever asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[BatchRow] = []

    def show(self, rows: Sequence[BatchRow]) -> None:
        """Shows other rows."""
        if list(rows) != self.rows:
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Words for a screen reader and a tooltip."""
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join(row.said)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(row.said)
        return None


class BatchDelegate(QStyledItemDelegate):
    """The path with its lines, and below it one line for each finding."""

    def __init__(self, model: BatchModel, view: QListView) -> None:
        super().__init__(view)
        self._model, self._view = model, view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """By the number of findings, so that nothing is measured."""
        count = len(self._model.rows[index.row()].found)
        return QSize(0, theme.ROW + (count * FURTHER + BELOW if count else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draws the row `index` into `option`'s rectangle."""
        row = self._model.rows[index.row()]
        look = theme.colours(self._view)
        area = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, look.selection)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, look.current_line)
        inner = area.adjusted(MARGIN, 0, -MARGIN, 0)
        first = QRectF(inner.left(), inner.top(), inner.width(), theme.ROW)
        if row.loud or row.normal:
            ink = look.removed if row.loud else look.held
            picture = icons.pixmap("warning", ink, 16, self._view.devicePixelRatioF())
            painter.drawPixmap(round(first.left()), round(first.center().y() - 8), picture)
        _paint_words(painter, first.adjusted(24, 0, 0, 0), row, look)
        below = QRectF(inner.left() + 24, first.bottom() - 2, inner.width() - 24, FURTHER)
        for number, (sentence, loud) in enumerate(row.found):
            _paint_found(painter, below.translated(0, number * FURTHER), sentence, loud=loud, look=look)
        painter.restore()


def _paint_found(painter: QPainter, area: QRectF, sentence: str, *, loud: bool, look: Colours) -> None:
    painter.setFont(lettering.font(theme.META))
    painter.setPen(look.removed if loud else look.text_dim)
    metrics = lettering.metrics(theme.META)
    painter.drawText(area, LEFT, metrics.elidedText(sentence, Qt.TextElideMode.ElideRight, area.width()))


def _paint_words(painter: QPainter, area: QRectF, row: BatchRow, look: Colours) -> None:
    painter.setFont(lettering.font(theme.BODY))
    metrics = lettering.metrics(theme.BODY)
    right = area.right()
    proposal = row.proposal
    for text, ink in (
        (words.minus(proposal.removed), look.removed),
        (words.plus(proposal.added), look.added),
    ):
        if text:
            painter.setPen(ink)
            painter.drawText(QRectF(area.left(), area.top(), right - area.left(), area.height()), RIGHT, text)
            right -= metrics.horizontalAdvance(text) + 8
    elide = Qt.TextElideMode
    note = " · ".join(part for part in (words.kind(proposal), row.note) if part)
    share = 0.5 if note else 1.0
    path = metrics.elidedText(names.shown(proposal.path), elide.ElideMiddle, (right - area.left()) * share)
    painter.setPen(look.text)
    painter.drawText(area, LEFT, path)
    left = area.left() + metrics.horizontalAdvance(path) + 12
    painter.setFont(lettering.font(theme.META))
    painter.setPen(look.text_dim)
    said = lettering.metrics(theme.META).elidedText(note, elide.ElideRight, max(0.0, right - left - 8))
    painter.drawText(QRectF(left, area.top(), max(0.0, right - left), area.height()), LEFT, said)


def totals(proposals: Sequence[Proposal]) -> str:
    """What they add up to: "+1,203 −4,551 lines · −12,300 tokens · 2 deletions"."""
    added, removed = sum(p.added for p in proposals), sum(p.removed for p in proposals)
    said = [f"+{added:,} {words.MINUS}{removed:,} lines"]
    if any(p.tokens is not None for p in proposals):
        said.append(f"{words.signed(sum(p.tokens or 0 for p in proposals))} tokens")
    for kind, noun in ((Kind.CREATE, "new file"), (Kind.DELETE, "deletion")):
        if number := sum(p.kind is kind for p in proposals):
            said.append(names.count_of(number, noun))
    return " · ".join(said)
