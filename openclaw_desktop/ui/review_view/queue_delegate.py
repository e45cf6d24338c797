"""Draws one row of the queue: a group's header, or a proposal on two or three lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from openclaw_desktop.review.proposal import Proposal, State
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.marks import Mark
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT
from openclaw_desktop.ui.theme import Colours
from openclaw_desktop.ui.tree import names

if TYPE_CHECKING:
    from openclaw_desktop.ui.review_view.queue_model import Header, QueueModel

AnyIndex = QModelIndex | QPersistentModelIndex
MARGIN, ICON, SLOT = 12, 16, 22
"""Pixels at both sides, of an icon, and kept at the right for the mark so that numbers stay in column."""

FIRST, FURTHER, ABOVE = 20, 16, 8
"""Heights of a row's first line and of those below it, and the room above and below them."""


class QueueDelegate(QStyledItemDelegate):
    """`folders`: names are shown with the folder they lie in."""

    def __init__(self, rows: QueueModel, view: QListView) -> None:
        super().__init__(view)
        self._rows = rows
        self._view = view
        self.folders = False

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """A height by the kind of row, so that nothing is measured."""
        row = self._rows.row(index)
        if not isinstance(row, Proposal):
            return QSize(0, theme.ROW + (0 if row is None or row.is_open else FURTHER))
        return QSize(0, 2 * ABOVE + FIRST + (2 if _said(row) else 1) * FURTHER)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draws the row `index` into `option`'s rectangle."""
        row = self._rows.row(index)
        look = theme.colours(self._view)
        area = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
        painter.save()
        self._paint_ground(painter, option, area, look, header=not isinstance(row, Proposal))
        inner = area.adjusted(MARGIN, 0, -MARGIN, 0)
        if isinstance(row, Proposal):
            self._paint_proposal(painter, inner, row, look)
        elif row is not None:
            _paint_header(painter, inner, row, look, self._view.devicePixelRatioF())
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRectF, look: Colours, *, header: bool
    ) -> None:
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, look.selection)
            ink = look.accent if self._view.hasFocus() else look.text_faint
            painter.fillRect(QRectF(area.left(), area.top(), 3, area.height()), ink)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, look.current_line)
        elif header:
            painter.fillRect(area, look.window)

    def _paint_proposal(self, painter: QPainter, area: QRectF, row: Proposal, look: Colours) -> None:
        ratio = self._view.devicePixelRatioF()
        name, ink = sign(row, look)
        top = area.top() + ABOVE
        painter.drawPixmap(
            round(area.left()), round(top + (FIRST - ICON) / 2), icons.pixmap(name, ink, ICON, ratio)
        )
        mark = self._rows.mark_of(row) if row.waits else None
        text = area.adjusted(ICON + 8, 0, -SLOT, 0)
        line = QRectF(text.left(), top, text.width(), FIRST)
        _paint_mark(painter, QRectF(area.right() - ICON, top, ICON, FIRST), mark, look, ratio)
        self._paint_name(painter, line, row, look)
        second = QRectF(text.left(), line.bottom(), area.right() - SLOT - text.left(), FURTHER)
        _paint_origin(painter, second, row, self._about(row), mark, look)
        if said := _said(row):
            third = QRectF(text.left(), second.bottom(), text.width(), FURTHER)
            _write_elided(painter, third, f"“{names.shown(said)}”", look.text_faint)

    def _about(self, row: Proposal) -> str:
        now = self._rows.now()
        if not row.waits:
            return words.verdict(row, now)
        parts = (words.kind(row), words.source(row), words.age(row, now))
        return " · ".join(part for part in parts if part)

    def _paint_name(self, painter: QPainter, line: QRectF, row: Proposal, look: Colours) -> None:
        painter.setFont(lettering.font(theme.BODY))
        metrics = lettering.metrics(theme.BODY)
        right = line.right()
        for text, ink in ((words.minus(row.removed), look.removed), (words.plus(row.added), look.added)):
            if text:
                painter.setPen(ink)
                place = QRectF(line.left(), line.top(), right - line.left(), line.height())
                painter.drawText(place, RIGHT, text)
                right -= metrics.horizontalAdvance(text) + 6
        whole = names.shown(row.path if self.folders else names.name_of(row.path))
        room = max(0.0, right - line.left() - 4)
        folder, slash, name = metrics.elidedText(whole, Qt.TextElideMode.ElideMiddle, room).rpartition("/")
        x = line.left()
        for text, ink in ((folder + slash, look.text_dim), (name, look.text)):
            painter.setPen(ink)
            painter.drawText(QRectF(x, line.top(), right - x, line.height()), LEFT, text)
            x += metrics.horizontalAdvance(text)


def _said(row: Proposal) -> str:
    """Why it is wanted; of what was decided, what was answered."""
    return (row.decision.comment if row.decision else "") or row.reason


def sign(proposal: Proposal, look: Colours) -> tuple[str, QColor]:
    """The icon that says where a proposal stands, and its colour."""
    if proposal.waits:
        return ("eye" if proposal.on_disk or proposal.left_alone else "held"), look.held
    if proposal.state is State.ACCEPTED:
        return "ready", look.added
    return ("close" if proposal.state is State.REJECTED else "undo"), look.text_faint


def _paint_header(painter: QPainter, area: QRectF, row: Header, look: Colours, ratio: float) -> None:
    """Chevron, title, and at the right the count; when closed, below it the lines of all of it."""
    line = QRectF(area.left(), area.top(), area.width(), theme.ROW)
    chevron = icons.pixmap("expand" if row.is_open else "right", look.text_faint, 12, ratio)
    painter.drawPixmap(round(area.left() + 2), round(line.center().y() - 6), chevron)
    painter.setFont(lettering.font(theme.META))
    painter.setPen(look.text_dim)
    painter.drawText(line, RIGHT, row.group.count)
    metrics = lettering.metrics(theme.META)
    title = line.adjusted(ICON + 8, 0, -metrics.horizontalAdvance(row.group.count) - 8, 0)
    _write_elided(painter, title, names.shown(row.group.title), look.text_dim)
    if not row.is_open:
        added, removed = row.group.lines
        x = title.left()
        pieces = ((words.plus(added), look.added), (words.minus(removed), look.removed))
        for text, ink in ((text, ink) for text, ink in pieces if text):
            painter.setPen(ink)
            painter.drawText(QRectF(x, line.bottom() - 4, area.right() - x, FURTHER), LEFT, text)
            x += metrics.horizontalAdvance(text) + 8


def _paint_mark(painter: QPainter, slot: QRectF, mark: Mark | None, look: Colours, ratio: float) -> None:
    """A red warning for what is loud, an amber dot for the rest; nothing for hints."""
    if mark is None:
        return
    if mark.loud:
        top = slot.top() + (FIRST - ICON) / 2
        painter.drawPixmap(round(slot.left()), round(top), icons.pixmap("warning", look.removed, ICON, ratio))
    elif mark.normal:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.held)
        painter.drawEllipse(QRectF(slot.center().x() - 3, slot.center().y() - 3, 6, 6))


def _paint_origin(
    painter: QPainter, area: QRectF, row: Proposal, about: str, mark: Mark | None, look: Colours
) -> None:
    """Source and age, or verdict; at the right the tokens, or that the file changed since."""
    painter.setFont(lettering.font(theme.META))
    stale = mark is not None and mark.stale
    text, ink = ("file changed", look.held) if stale else (words.tokens(row), look.text_dim)
    painter.setPen(ink)
    painter.drawText(area, RIGHT, text)
    used = lettering.metrics(theme.META).horizontalAdvance(text) + 8 if text else 0
    _write_elided(painter, area.adjusted(0, 0, -used, 0), names.shown(about), look.text_dim)


def _write_elided(painter: QPainter, area: QRectF, text: str, ink: QColor) -> None:
    painter.setFont(lettering.font(theme.META))
    painter.setPen(ink)
    metrics = lettering.metrics(theme.META)
    painter.drawText(
        area, LEFT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, area.width()))
    )
