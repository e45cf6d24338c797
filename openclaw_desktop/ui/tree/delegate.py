"""Draws a row: a sign, the name elided in its middle, and badges that stand under one another."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.policies import BADGES
from openclaw_desktop.ui.tree import describe, names
from openclaw_desktop.ui.tree.facts import Facts, stamp_of
from openclaw_desktop.ui.tree.grouping import Branch, BranchKind
from openclaw_desktop.ui.tree.lazy import Index, plain
from openclaw_desktop.ui.tree.model import TreeModel
from openclaw_desktop.ui.tree.row import BADGE, COUNT, ICON, MARGIN, Fonts, RowPainter
from openclaw_desktop.workspace.layout import Entry, FileKind, LinkKind
from openclaw_desktop.workspace.outline import Node

TOKENS_COLUMN = 52
"""Freshness and the widest number of tokens: signs of protection stand left of it, under one another."""

NARROWEST_NAME, NARROWEST_BESIDE_SIGNS = 96, 72
"""Tokens give way before a longer name gets narrower than the first, signs of protection at the second."""


class TreeDelegate(QStyledItemDelegate):
    """Draws the rows of a `TreeModel` and edits their names."""

    def __init__(self, model: TreeModel, facts: Facts, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._facts = facts
        self._fonts = Fonts()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All rows are equally high."""
        return QSize(120, theme.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws one row; its ground is the view's affair."""
        widget = option.widget
        rect = option.rect
        look = theme.colours(widget)
        painter.save()
        painter.setClipRect(rect)
        row = RowPainter(painter, look, rect, widget.devicePixelRatioF(), self._fonts)
        item = self._model.item(index)
        holder = self._model.holder_kind(index)
        match item:
            case Branch():
                self._branch(row, item, is_open=cast(QTreeView, widget).isExpanded(plain(index)))
            case Entry():
                self._file(row, item, holder)
            case Node():
                row.node(item)
            case _:
                row.text(describe.title(item, holder), self._fonts.body, look.text_faint)
        painter.restore()

    def _branch(self, row: RowPainter, branch: Branch, *, is_open: bool) -> None:
        look = row.look
        entry = branch.entry
        if branch.files or (entry and not _sign(entry) and not entry.hidden_reason):
            row.number(f"{branch.files:,}", look.text_faint)
        if not is_open and (waiting := self._facts.waiting_within.get(branch.key)):
            row.column(TOKENS_COLUMN + BADGE + MARGIN // 2)
            row.count(waiting)
        if entry is None:
            day = branch.kind is BranchKind.DAY
            row.text(
                names.shown(branch.title), self._fonts.figures if day else self._fonts.body, look.text_dim
            )
            return
        closed = entry.hidden_reason is not None
        row.icon(_sign(entry) or "folder", look.text_faint if closed else look.text_dim)
        row.text(names.shown(branch.title), self._fonts.body, look.text_faint if closed else look.text)

    def _file(self, row: RowPainter, entry: Entry, holder: BranchKind | None) -> None:
        look = row.look
        dimmed = self._facts.reason(entry) is not None
        label = describe.label(entry, holder)
        grouped = holder in (BranchKind.IDENTITY, BranchKind.MONTH, BranchKind.DAY)
        sign = _sign(entry) or _icon(entry, dimmed=dimmed, plain=grouped)
        least = min(NARROWEST_NAME, row.width_of(f"{label.lead} {label.text}", self._fonts.body))
        self._badges(row, entry, least + (ICON + MARGIN if sign else 0))
        if sign:
            row.icon(sign, look.text_faint if dimmed else look.text_dim)
        if label.lead:
            row.text(label.lead, self._fonts.figures, look.text_dim)
            row.skip(MARGIN)
        prominent = entry.path in ("MEMORY.md", "memory.md")
        font = self._fonts.strong if prominent else self._fonts.body
        row.text(label.text, font, look.text_faint if dimmed else look.text)
        if label.hint:
            row.skip(MARGIN)
            row.text(label.hint, self._fonts.meta, look.text_faint)

    def _badges(self, row: RowPainter, entry: Entry, least: int) -> None:
        """From the right: freshness, tokens, protection, what waits, unsaved; each keeps its column.

        `least`: so many pixels are the name's.
        """
        look = row.look
        whole = row.left
        row.freshness(self._facts.freshness.get(entry.path))
        known = self._facts.tokens.get(entry.path)
        sign, waiting = self._signs(entry.path)
        beside = (BADGE if sign else 0) + (COUNT if waiting else 0)
        if has_room := whole - TOKENS_COLUMN - beside >= least:
            if known:
                old = known.stamp != stamp_of(entry)
                about = "~" if known.estimated else ""
                row.number(about + names.tokens(known.count), look.text_faint if old else look.text_dim)
            row.column(TOKENS_COLUMN)
        if has_room or row.left > NARROWEST_BESIDE_SIGNS:
            ink = look.held if waiting else look.text_faint
            if sign:
                row.badge(sign, ink)
            if waiting:
                row.count(waiting)
        if entry.path in self._facts.unsaved:
            row.dot(look.text)

    def _signs(self, path: str) -> tuple[str | None, int]:
        """The sign of the file's policy, amber where changes wait, and how many do."""
        stand = self._facts.standing
        sign = "eye" if stand.is_unreviewed(path) else BADGES.get(stand.policy_of(path))
        return sign, len(stand.waiting_for(path))

    # Renaming in place

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field with the whole name, of which the part before the suffix is selected."""
        field = QLineEdit(parent)
        field.setProperty("role", "rename")
        field.setFont(self._fonts.body)
        field.setFrame(False)
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fills the field when it opens; what is being typed is never replaced."""
        field = cast(QLineEdit, editor)
        if field.text():
            return
        name = str(index.data(Qt.ItemDataRole.EditRole) or "")
        field.setText(name)
        stem = name.rpartition(".")[0]
        # Once Qt has selected all of it, which it does when the field is shown.
        QTimer.singleShot(0, field, lambda: field.setSelection(0, len(stem) if stem else len(name)))

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        """Asks the model for the rename."""
        self._model.setData(index, cast(QLineEdit, editor).text().strip())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """The field covers the row."""
        rect = option.rect
        editor.setGeometry(rect.adjusted(0, 1, -MARGIN, -1))


def _sign(entry: Entry) -> str:
    """The icon of a link, which counts more than what it links to."""
    match entry.link:
        case None:
            return ""
        case LinkKind.INSIDE:
            return "link"
        case LinkKind.OUTSIDE:
            return "outside"
        case LinkKind.DANGLING:
            return "warning"


def _icon(entry: Entry, *, dimmed: bool, plain: bool) -> str:
    """The icon of a file; none where a group says what lies in it."""
    if dimmed:
        return "binary"
    if plain:
        return ""
    return "file" if entry.kind is FileKind.OTHER else "markdown"
