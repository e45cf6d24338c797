"""A scrolled column of rows of any height, of which only those in view are measured and drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from openclaw_desktop.ui.review_view.diff_geometry import Heights
from openclaw_desktop.ui.theme import colours

BELOW, STEP = 24, 20
"""Pixels of room under the last row, and of one step of scrolling."""

Key = Qt.Key


class RowArea(QAbstractScrollArea):
    """Keeps heights, the place scrolled to, and which rows are chosen; a subclass knows what the rows are."""

    current_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.current, self._anchor = -1, -1
        self._heights = Heights([])
        self._count = 0
        self._first = -1  # the first row in view when it was drawn last
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)

    # What a subclass says

    def estimates(self) -> list[int]:
        """About how high each row is, in pixels."""
        raise NotImplementedError

    def measure(self, row: int) -> int:
        """How high a row really is."""
        raise NotImplementedError

    def paint_row(self, painter: QPainter, row: int, box: QRectF) -> None:
        """Draws a row into `box`."""
        raise NotImplementedError

    # Heights and scrolling

    def lay_out_rows(self) -> None:
        """Other rows, or another width: everything is estimated again, and stays about where it was."""
        estimates = self.estimates()
        self._count = len(estimates)
        self._heights = Heights(estimates)
        self.current = min(self.current, self._count - 1)
        self._anchor = min(self._anchor, self._count - 1)
        self._fit_bar()
        self.viewport().update()

    @property
    def offset(self) -> int:
        """How many pixels are scrolled away above."""
        return self.verticalScrollBar().value()

    def rows_in_view(self) -> Iterator[tuple[int, QRectF]]:
        """The rows that can be seen, and where they are in the viewport."""
        width, height = self.viewport().width(), self.viewport().height()
        row = self._heights.at(self.offset) if self._count else 0
        top = self._heights.top(row) - self.offset
        while row < self._count and top < height:
            yield row, QRectF(0, top, width, self._heights.height(row))
            top += self._heights.height(row)  # which may have been measured meanwhile
            row += 1

    def row_at(self, y: float) -> int:
        """The row at a place of the viewport, -1 where there is none."""
        if not self._count or y + self.offset >= self._heights.total:
            return -1
        return self._heights.at(y + self.offset)

    def box_of(self, row: int) -> QRectF:
        """Where a row is in the viewport, seen or not."""
        top = self._heights.top(row) - self.offset
        return QRectF(0, top, self.viewport().width(), self._heights.height(row))

    def is_measured(self, row: int) -> bool:
        """Whether a row was seen at this width, or is near one that was."""
        return self._heights.is_known(row)

    def show_row(self, row: int, *, at_top: bool = False) -> None:
        """Scrolls as little as needed for a row to be seen, or so that it is at the top."""
        if not 0 <= row < self._count:
            return
        room = self.viewport().height()
        first, seen = row, self._known(row)
        while first > 0 and seen < room:
            first -= 1
            seen += self._known(first)
        self._fit_bar()
        top, height = self._heights.top(row), self._heights.height(row)
        bar = self.verticalScrollBar()
        if at_top or top < self.offset:
            bar.setValue(top)
        elif top + height > self.offset + room:
            bar.setValue(min(top, top + height - room))

    def _measure_view(self) -> None:
        """Measures what is in view; what was seen before stays where it is while one scrolls up."""
        if not self._count:
            return
        first, total = self._heights.at(self.offset), self._heights.total
        still = (
            self._first
            if first < self._first < self._heights.at(self.offset + self.viewport().height())
            else first
        )
        place = self._heights.top(still)
        for row, _ in self.rows_in_view():
            self._known(row)
        if self._heights.total != total:
            self._fit_bar()
            self.verticalScrollBar().setValue(self.offset + self._heights.top(still) - place)
        self._first = self._heights.at(self.offset)

    def _known(self, row: int) -> int:
        if not self._heights.is_known(row):
            self._heights.measured(row, self.measure(row))
        return self._heights.height(row)

    def _fit_bar(self) -> None:
        room = self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setPageStep(max(room - 40, 1))
        bar.setSingleStep(STEP)
        bar.setRange(0, max(self._heights.total + BELOW - room, 0) if self._count else 0)

    # Which rows are chosen

    @property
    def chosen(self) -> range:
        """The chosen rows, the current one among them."""
        if self.current < 0:
            return range(0)
        return range(min(self.current, self._anchor), max(self.current, self._anchor) + 1)

    def go_to_row(self, row: int, *, extend: bool = False, at_top: bool = False) -> None:
        """Makes a row the current one and shows it."""
        if not self._count:
            return
        self.current = min(max(row, 0), self._count - 1)
        if not extend or self._anchor < 0:
            self._anchor = self.current
        self.show_row(self.current, at_top=at_top)
        self.viewport().update()
        self.current_changed.emit()

    def choose(self, rows: Sequence[int]) -> None:
        """Chooses rows that follow each other; the last is the current one. Nothing is scrolled."""
        self._anchor, self.current = (rows[0], rows[-1]) if rows else (-1, -1)
        self.viewport().update()
        self.current_changed.emit()

    def _page(self, down: int) -> None:
        """One screen further, with a row of the last one still to be seen."""
        here = self._heights.top(max(self.current, 0)) + down * self.verticalScrollBar().pageStep()
        row = self._heights.at(max(here, 0))
        self.go_to_row(row if row != self.current else row + down)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, pages and both ends move; with Shift they choose."""
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        key = event.key()
        if key in (Key.Key_Up, Key.Key_Down):
            self.go_to_row(self.current + (1 if key == Key.Key_Down else -1), extend=extend)
        elif key in (Key.Key_PageUp, Key.Key_PageDown):
            self._page(1 if key == Key.Key_PageDown else -1)
        elif key in (Key.Key_Home, Key.Key_End):
            self.go_to_row(0 if key == Key.Key_Home else self._count - 1, extend=extend)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Measures what comes into view, then draws it."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), colours(self).surface)
        self._measure_view()
        for row, box in self.rows_in_view():
            if box.intersects(QRectF(event.rect())):
                self.paint_row(painter, row, box)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Breaks lines anew when the width is another."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            row = self._heights.at(self.offset) if self._count else -1
            self.lay_out_rows()
            self.show_row(row, at_top=True)
        else:
            self._fit_bar()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The current row is drawn another way."""
        super().focusInEvent(event)
        if self.current < 0 and self._count:
            self.choose([self._heights.at(self.offset)])
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The current row is drawn another way."""
        super().focusOutEvent(event)
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        """Takes the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.viewport().update()
