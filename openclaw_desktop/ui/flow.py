"""Widgets in a row that goes on in the next line where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """Each widget as wide as it wishes; those of a line stand in its middle."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """One more at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are, seen or not."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """One of them; None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Takes one out; None beyond the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """None: it needs no more than it has."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """A narrow one is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """All lines, and the space between them."""
        lines = self._lines(width)
        return sum(map(_height, lines)) + self.spacing() * max(0, len(lines) - 1)

    def sizeHint(self) -> QSize:
        """All in one line."""
        seen = self._seen()
        width = sum(item.sizeHint().width() for item in seen) + self.spacing() * max(0, len(seen) - 1)
        return QSize(width, _height(seen))

    def minimumSize(self) -> QSize:
        """The widest of them."""
        seen = self._seen()
        return QSize(max((item.sizeHint().width() for item in seen), default=0), _height(seen))

    def setGeometry(self, rect: QRect) -> None:
        """Places all of them."""
        super().setGeometry(rect)
        top = rect.top()
        for line in self._lines(rect.width()):
            left, height = rect.left(), _height(line)
            for item in line:
                wished = item.sizeHint()
                item.setGeometry(QRect(QPoint(left, top + (height - wished.height()) // 2), wished))
                left += wished.width() + self.spacing()
            top += height + self.spacing()

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        room = 0
        for item in self._seen():
            wished = item.sizeHint().width()
            if not lines or room < wished:
                lines.append([])
                room = width
            lines[-1].append(item)
            room -= wished + self.spacing()
        return lines


def _height(line: list[QLayoutItem]) -> int:
    return max((item.sizeHint().height() for item in line), default=0)
