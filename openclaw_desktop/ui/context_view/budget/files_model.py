"""The files as rows of a table that can be sorted, and the line of their totals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.outlook import Outlook, Row
from openclaw_desktop.context.profiles import SessionKind
from openclaw_desktop.ui.tree.names import shown

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
FILE, BAR = 0, 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, what it means, its text, its total and what it is sorted by."""

    title: str
    tip: str
    text: Callable[[Row], str]
    total: Callable[[Outlook], str]
    key: Callable[[Row], float]
    kind: SessionKind | None = None  # what one kind of session is given


def number(value: int | None) -> str:
    """With thousands separators; an en dash for nothing to count."""
    return "–" if value is None else f"{value:,}"


def percent(share: float | None) -> str:
    """A share of the window; "unknown" where that is."""
    return "unknown" if share is None else f"{100 * share:.1f} %"


def given(row: Row, kind: SessionKind) -> str:
    """What one kind of session is given: all of it, a part, or nothing."""
    found = row.given[kind]
    if row.missing:
        return ""
    if found and row.refused:
        return "none"
    return "–" if found is None else "all" if found.whole else "cut" if found.injected_chars else "none"


def _given_column(kind: SessionKind, title: str) -> Column:
    def key(row: Row) -> float:
        found = row.given[kind]
        return -1 if found is None else found.injected_chars

    tip = f"What is given to: {words.KINDS[kind].lower()}"
    return Column(title, tip, lambda row: given(row, kind), lambda _: "", key, kind)


COLUMNS: tuple[Column, ...] = (
    Column(
        "File",
        "In the order in which they are injected",
        lambda row: row.name,
        lambda _: "All files",
        lambda _: 0,
    ),
    Column(
        "Of its limit",
        "How much of its limit a file takes, and how much is cut",
        lambda _: "",
        lambda _: "",
        lambda row: row.raw_chars / row.cost.limit if row.cost else -1,
    ),
    Column(
        "On disk",
        "Characters (UTF-16 units) without white space at the end",
        lambda row: number(None if row.missing or (row.refused and not row.raw_chars) else row.raw_chars),
        lambda outlook: number(outlook.raw_chars),
        lambda row: row.raw_chars,
    ),
    Column(
        "Injected",
        "Characters the model is given, markers included",
        lambda row: number(row.cost.injected_chars if row.cost else None),
        lambda outlook: number(outlook.injected_chars),
        lambda row: row.cost.injected_chars if row.cost else -1,
    ),
    Column(
        "Cut",
        "Characters of the file that the model is not given",
        lambda row: number((row.cost.dropped_chars or None) if row.cost else None),
        lambda outlook: number(outlook.dropped_chars or None),
        lambda row: row.cost.dropped_chars if row.cost else -1,
    ),
    Column(
        "Tokens",
        "Of what is injected, estimated",
        lambda row: number(row.cost.tokens if row.cost else None),
        lambda outlook: number(outlook.tokens),
        lambda row: row.cost.tokens if row.cost else -1,
    ),
    Column(
        "Share",
        "Share of the model's window",
        lambda row: percent(row.share) if row.cost else "–",
        lambda outlook: percent(outlook.tokens / outlook.terms.window if outlook.terms.window else None),
        lambda row: row.share or -1,
    ),
    Column(
        "Limit",
        "Most characters of this file",
        lambda row: number(row.cost.limit if row.cost else None),
        lambda outlook: number(outlook.terms.limits.total),
        lambda row: row.cost.limit if row.cost else -1,
    ),
    _given_column("main", "Main"),
    _given_column("group", "Group"),
    _given_column("sub-agent", "Sub-agent"),
    _given_column("cron", "Cron"),
)
KIND_COLUMNS = tuple(at for at, column in enumerate(COLUMNS) if column.kind)


class FilesModel(QAbstractTableModel):
    """Sorted as the header says; the totals stay below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.outlook: Outlook | None = None
        self.rows: list[Row] = []
        self.column, self.descending = FILE, False

    def show(self, outlook: Outlook) -> None:
        """Shows another outlook."""
        self.beginResetModel()
        self.outlook = outlook
        self._order()
        self.endResetModel()

    def row(self, index: AnyIndex) -> Row | None:
        """The file of a row; None for the totals."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def index_of(self, name: str) -> QModelIndex:
        """The row of a file; invalid when it is not there."""
        at = next((at for at, row in enumerate(self.rows) if row.name == name), -1)
        return self.index(at, FILE) if at >= 0 else NOWHERE

    def sort_by(self, column: int) -> None:
        """Sorts by a column; the files themselves stand as they are injected.

        Numbers begin with the greatest; the same column again turns the order round.
        """
        again = column == self.column
        self.descending = not self.descending if again else column != FILE
        self.column = column
        self.beginResetModel()
        self._order()
        self.endResetModel()

    def _order(self) -> None:
        rows = list(self.outlook.rows) if self.outlook else []
        if self.column == FILE:
            self.rows = rows[::-1] if self.descending else rows
        else:
            self.rows = sorted(rows, key=COLUMNS[self.column].key, reverse=self.descending)

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        """The files and their totals."""
        return 0 if parent.isValid() or self.outlook is None else len(self.rows) + 1

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """The totals cannot be selected."""
        if self.row(index) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """Titles, and what they mean on hover."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            arrow = f" {'↓' if self.descending else '↑'}" if section == self.column else ""
            return f"{COLUMNS[section].title}{arrow}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return COLUMNS[section].tip
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return aligned(section)
        return None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The row for the delegate; words for everyone else."""
        row, column = self.row(index), COLUMNS[index.column()]
        if role == ROW_ROLE:
            return row
        if self.outlook is None or not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return column.total(self.outlook) if row is None else shown(column.text(row))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = column.total(self.outlook) if row is None else _spoken(row, column)
            return f"{column.title}: {said}"
        if role == Qt.ItemDataRole.ToolTipRole and row is not None:
            return _tip(row, column)
        return None


def aligned(section: int) -> Qt.AlignmentFlag:
    """Words stand left, numbers right, and what each kind of session is given in the middle."""
    if section in (FILE, BAR):
        return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    side = Qt.AlignmentFlag.AlignHCenter if COLUMNS[section].kind else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _spoken(row: Row, column: Column) -> str:
    if column is COLUMNS[FILE]:
        return ", ".join(filter(None, (row.name, words.state(row))))
    return words.about(row) if column is COLUMNS[BAR] else column.text(row)


def _tip(row: Row, column: Column) -> str:
    if column.kind is None:
        return f"{words.about(row)}\n{shown(row.path)}"
    found = row.given[column.kind]
    if found is None:
        return f"{words.KINDS[column.kind]}: not given"
    return f"{words.KINDS[column.kind]}: {found.injected_chars:,} characters, {found.tokens:,} tokens"
