"""The table of files: Enter or a double click opens one at its cut."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.bootstrap import NEAR
from openclaw_desktop.context.outlook import Outlook, Row
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.budget.files_model import (
    BAR,
    COLUMNS,
    FILE,
    KIND_COLUMNS,
    NOWHERE,
    ROW_ROLE,
    AnyIndex,
    FilesModel,
    aligned,
)
from openclaw_desktop.ui.context_view.budget.slices import paint_slice
from openclaw_desktop.ui.history_view.rows import ground
from openclaw_desktop.ui.search_view import bars, lettering
from openclaw_desktop.ui.theme import Colours

HEADER, MARGIN, PAD = 26, 16, 6
FILE_LEAST, FILE_MOST, BAR_LEAST = 184, 220, 88
NUMBERS = {"On disk": 68, "Injected": 68, "Cut": 64, "Tokens": 68, "Share": 74, "Limit": 68}
"""Pixels of the columns of numbers."""

KINDS = {"Main": 52, "Group": 58, "Sub-agent": 78, "Cron": 58}
"""Pixels of the columns that say what each kind of session is given."""

PADDED = f"""QHeaderView::section {{ padding: 4px {PAD}px; }}
QHeaderView::section:first {{ padding-left: {MARGIN}px; }}"""
BAR_HEIGHT = 8


class FileDelegate(QStyledItemDelegate):
    """One cell: a name with its state, a bar, or a number."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """All rows are equally high."""
        return QSize(40, theme.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One cell."""
        row: Row | None = index.data(ROW_ROLE)
        look = theme.colours(option.widget)
        painter.save()
        painter.setFont(lettering.font(theme.BODY))
        if row is None:
            painter.fillRect(
                QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), look.hairline
            )
        else:
            ground(painter, option, look, stripe=index.column() == FILE)
        left = MARGIN if index.column() == FILE else PAD
        area = option.rect.adjusted(left, 0, -PAD, 0)
        if index.column() == BAR:
            if row and row.cost and not row.missing:
                _paint_bar(painter, QRectF(area), row, look)
        elif index.column() == FILE and row:
            _paint_name(painter, area, str(index.data()), words.state(row), look)
        else:
            painter.setPen(_ink(row, index.column(), look))
            painter.drawText(area, aligned(index.column()), str(index.data() or ""))
        painter.restore()


def _ink(row: Row | None, column: int, look: Colours) -> QColor:
    if row is None:
        return look.text
    kind = COLUMNS[column].kind
    if kind:
        found = row.given[kind]
        if kind == "group" and row.leaks:
            return look.held
        return look.text_faint if found is None else look.text_dim if found.whole else look.removed
    if COLUMNS[column].title == "Cut" and row.cost and row.cost.dropped_chars:
        return look.removed
    return look.text if row.cost else look.text_faint


def _paint_name(painter: QPainter, area: QRect, name: str, state: str, look: Colours) -> None:
    metrics = lettering.metrics(theme.BODY)
    inks = {
        "cut": look.removed,
        "left out": look.removed,
        "not read": look.removed,
        "near its limit": look.held,
    }
    faint = state in ("missing", "not given")
    small = lettering.metrics(theme.META)
    room = area.width() - (small.horizontalAdvance(state) + 8 if state else 0)
    elided = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(room, 40))
    painter.setPen(look.text_dim if faint else look.text)
    painter.drawText(area, lettering.LEFT, elided)
    if state:
        painter.setFont(lettering.font(theme.META))
        painter.setPen(inks.get(state, look.text_faint))
        painter.drawText(area, lettering.RIGHT, state)


def _paint_bar(painter: QPainter, area: QRectF, row: Row, look: Colours) -> None:
    """What is injected, what is cut (hatched), and where the limit is when the file is longer."""
    cost = row.cost
    if cost is None:
        return
    bar = QRectF(area.left(), area.center().y() - BAR_HEIGHT / 2, area.width(), BAR_HEIGHT)
    longest = max(row.raw_chars, cost.limit, 1)
    painter.fillRect(bar, look.hover)
    kept = bar.width() * max(row.raw_chars - cost.dropped_chars, 0) / longest
    paint_slice(painter, QRectF(bar.left(), bar.top(), kept, bar.height()), "bootstrap", look)
    if cost.dropped_chars:
        gone = QRectF(bar.left() + kept, bar.top(), bar.width() * cost.dropped_chars / longest, bar.height())
        bars.stripes(painter, gone, look.removed, rising=False)
    at = cost.limit if row.raw_chars > cost.limit else cost.limit * NEAR if cost.near_limit else None
    if at is not None:
        x = round(bar.left() + bar.width() * at / longest) + 0.5
        painter.setPen(QPen(look.removed if row.raw_chars > cost.limit else look.held, 1))
        painter.drawLine(QLineF(x, bar.top() - 3, x, bar.bottom() + 3))


class FilesTable(QTableView):
    """As high as its rows: the page scrolls, not the table."""

    chosen = Signal(str)  # the selected file; "" for none
    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.files = FilesModel(self)
        self._name = ""
        self.setModel(self.files)
        self.setItemDelegate(FileDelegate(self))
        self.setAccessibleName("Files the model is given")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.ROW)
        self.verticalHeader().setMinimumSectionSize(theme.ROW)
        self._header()
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self.doubleClicked.connect(self._open)

    def show_outlook(self, outlook: Outlook) -> None:
        """Shows another outlook; the selected file stays selected, else the first that is cut is."""
        blocked = self.selectionModel().blockSignals(True)
        self.files.show(outlook)
        self.setFixedHeight(HEADER + theme.ROW * self.files.rowCount() + 1)
        cut = next(
            (row.name for row in outlook.rows if row.cuts), outlook.rows[0].name if outlook.rows else ""
        )
        self.choose(self._name if outlook.row(self._name) else cut)
        self.selectionModel().blockSignals(blocked)
        self._tell()

    def choose(self, name: str) -> None:
        """Selects a file."""
        index = self.files.index_of(name)
        if index.isValid():
            self.selectRow(index.row())

    @property
    def current(self) -> Row | None:
        """The selected file."""
        return self.files.row(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; the rest is a table's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Numbers have their width; the name and the bar share the rest, and give way in a narrow window."""
        super().resizeEvent(event)
        width = self.viewport().width()
        numbers, kinds = sum(NUMBERS.values()), sum(KINDS.values())
        with_kinds = width >= FILE_LEAST + numbers + kinds
        rest = width - numbers - (kinds if with_kinds else 0)
        with_bar = rest >= FILE_LEAST + BAR_LEAST
        file = min(FILE_MOST, rest - BAR_LEAST) if with_bar else rest
        for at in range(len(COLUMNS)):
            is_kind = at in KIND_COLUMNS
            self.setColumnHidden(at, (is_kind and not with_kinds) or (at == BAR and not with_bar))
            own = {**NUMBERS, **KINDS}.get(COLUMNS[at].title)
            self.setColumnWidth(at, own or (file if at == FILE else rest - file))

    def _header(self) -> None:
        header = self.horizontalHeader()
        header.setFixedHeight(HEADER)
        header.setStyleSheet(PADDED)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self.sort)

    def sort(self, column: int) -> None:
        """Sorts by a column, numbers from the greatest down; by the same one again, the other way round."""
        self.files.sort_by(column)
        self.choose(self._name)

    def _on_current(self, *_: object) -> None:
        self._tell()

    def _tell(self) -> None:
        row = self.current
        self._name = row.name if row else ""
        self.chosen.emit(self._name)

    def _open(self, index: AnyIndex = NOWHERE) -> None:
        row = self.files.row(index)
        if row is not None:
            self.opened.emit(row.name)
