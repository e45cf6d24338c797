"""Go to a file by a few of its letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.fuzzy import Match, matches

WIDTH, ROWS, LIMIT = 560, 12, 200
_MATCH = Qt.ItemDataRole.UserRole


class QuickOpen(QFrame):
    """A field and a list over the window; Enter opens, Escape leaves, so does losing the focus."""

    chosen = Signal(str)
    closed = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._over = parent
        self._paths: list[str] = []
        self._asked = 0
        self._reading = self._answered = False  # the files are being read; the rows answer the field
        self._enter_waits = False
        self._field = QLineEdit()
        self._field.setPlaceholderText("Go to file")
        self._field.setAccessibleName("Go to file")
        self._field.textChanged.connect(self._typed)
        self._field.installEventFilter(self)
        self._model = _Matches(self)
        self._list = QListView()
        self._list.setModel(self._model)
        self._list.setItemDelegate(_Row(self))
        self._list.setUniformItemSizes(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.clicked.connect(self._choose)
        self._count = QLabel()
        self._count.setProperty("role", "meta")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(theme.GAP)
        for widget in (self._field, self._list, self._count):
            column.addWidget(widget)
        shadow = QGraphicsDropShadowEffect(self, blurRadius=28, xOffset=0, yOffset=6)
        shadow.setColor(QColor(0, 0, 0, 70))
        self.setGraphicsEffect(shadow)
        self.hide()

    def ask(self) -> None:
        """Shows itself over its parent, latest files first, and reads the list anew."""
        self._place()
        self._reading, self._answered, self._enter_waits = True, False, False
        self._field.clear()
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)
        self._bridge.spawn(self._read_paths(), name="files to go to")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The field's arrow keys move in the list; leaving the field closes."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event.key())
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self._close()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised ground with a hairline round it."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.hairline)
        painter.setBrush(look.surface)
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)  # along the middle of its pixels
        painter.drawRoundedRect(edge, theme.RADIUS, theme.RADIUS)

    def _key(self, key: int) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: ROWS, Qt.Key.Key_PageUp: -ROWS}
        if key in steps:
            last = self._model.rowCount() - 1
            row = max(0, min(last, self._list.currentIndex().row() + steps[Qt.Key(key)]))
            self._list.setCurrentIndex(self._model.index(row, 0))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key == Qt.Key.Key_Escape:
            self._close()
        else:
            return False
        return True

    def _enter(self) -> None:
        """Chooses the row; as soon as the rows are about what was typed, if they are not yet."""
        if self._answered:
            self._choose(self._list.currentIndex())
        else:
            self._enter_waits = True

    def _choose(self, index: QModelIndex) -> None:
        match: Match | None = index.data(_MATCH)
        self._close()
        if match is not None:
            self.chosen.emit(match.path)

    def _close(self) -> None:
        self._asked += 1
        self.hide()
        self.closed.emit()

    def _place(self) -> None:
        """Over the middle of the window's upper part, as high as its rows, with room round it."""
        room = self._over.rect()
        most = max(3, min(ROWS, (room.height() - 200) // theme.ROW))
        self._list.setFixedHeight(min(most, self._model.rowCount()) * theme.ROW)
        self._list.setVisible(self._model.rowCount() > 0)
        self.setFixedWidth(min(WIDTH, room.width() - 32))
        self.adjustSize()
        self.move((room.width() - self.width()) // 2, 48)

    async def _read_paths(self) -> None:
        entries = await self._bridge.call(self._bridge.engine.scan)
        files = [e for e in entries if not e.is_folder and e.hidden_reason is None]
        files.sort(key=lambda entry: entry.mtime_ns, reverse=True)
        self._paths = [entry.path for entry in files]
        self._reading = False
        if self.isVisible():
            self._search(self._field.text())

    def _typed(self, text: str) -> None:
        self._enter_waits = False
        self._search(text)

    def _search(self, text: str) -> None:
        self._asked += 1
        self._answered = False
        self._bridge.spawn(self._answer(self._asked, text), name="go to file")

    async def _answer(self, asked: int, text: str) -> None:
        found = await self._bridge.call(matches, text, self._paths, LIMIT)
        if asked == self._asked:
            self._model.show(found)
            self._list.setCurrentIndex(self._model.index(0, 0))
            self._count.setText(_counted(len(found), len(self._paths)))
            self._place()
            self._answered = not self._reading or bool(found)
            if self._answered and self._enter_waits:
                self._choose(self._list.currentIndex())


def _counted(found: int, total: int) -> str:
    """How many there are, or why there is none."""
    if not total:
        return "There is no file yet."
    if not found:
        return f"None of {total:,} files matches."
    return f"{found:,}{'+' if found == LIMIT else ''} of {total:,} files"


class _Matches(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._found: Sequence[Match] = ()

    def show(self, found: Sequence[Match]) -> None:
        self.beginResetModel()
        self._found = found
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._found)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if not index.isValid():
            return None
        match = self._found[index.row()]
        shown = {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}
        return match if role == _MATCH else match.path if role in shown else None


class _Row(QStyledItemDelegate):
    """The file's name, its folder behind it, and the letters that matched in the accent."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, theme.ROW)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        match: Match = index.data(_MATCH)
        row = option.rect.adjusted(0, 1, 0, -1)
        look = theme.colours_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.selection)
            painter.drawRoundedRect(row, 4, 4)
        start = match.path.rfind("/") + 1
        row.adjust(8, 0, -8, 0)
        painter.setFont(theme.font(theme.BODY))
        row.setLeft(8 + _draw(painter, row, match, (start, len(match.path)), (look.text, look.accent)))
        painter.setFont(theme.font(theme.META))
        _draw(painter, row, match, (0, start), (look.text_faint, look.accent))
        painter.restore()


def _draw(
    painter: QPainter, row: QRect, match: Match, part: tuple[int, int], inks: tuple[QColor, QColor]
) -> int:
    """Draws a part of the path, the letters that matched in the second ink; returns where it ends."""
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(match.path[slice(*part)], Qt.TextElideMode.ElideRight, row.width())
    x, baseline = row.left(), row.top() + (row.height() + metrics.ascent() - metrics.descent()) // 2
    hits = set(match.positions)
    for hit, run in groupby(enumerate(shown, part[0]), key=lambda item: item[0] in hits):
        text = "".join(letter for _, letter in run)
        painter.setPen(inks[hit])
        painter.drawText(x, baseline, text)
        x += metrics.horizontalAdvance(text)
    return x
