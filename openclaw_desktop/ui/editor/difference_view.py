"""Shows how two versions of a text differ: one column, signs before the lines, changed words marked."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from openclaw_desktop.review.diff.diff import Row, Sign, rows
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.editor.codec import Codec, to_shown
from openclaw_desktop.ui.editor.formats import formats, mark_formats
from openclaw_desktop.ui.editor.highlighter import Highlighter
from openclaw_desktop.ui.editor.painting import paint_unseen, rects, veiled
from openclaw_desktop.ui.editor.sheet import Sheet
from openclaw_desktop.ui.editor.units import Units

MOST_ROWS, LONGEST_LINE = 20_000, 2_000
"""More rows, and more of a line, are not shown; a last row says so."""

LEFT, GAP = 12, 8
"""Pixels before the numbers, and between them, the sign and the text."""

CHANGED_STRENGTH = 60
"""Of 255: how much of its colour a changed word shows."""


def shown_rows(old: str, new: str) -> list[Row]:
    """The rows of a comparison, no more and no longer than the view can show."""
    found = rows(old, new)
    if len(found) > MOST_ROWS:
        found = [*found[:MOST_ROWS], Row(Sign.LEFT_OUT, f"{len(found) - MOST_ROWS:,} more rows")]
    long = (row for row in found if len(row.text) > LONGEST_LINE)
    cut = {id(row): replace(row, text=f"{row.text[:LONGEST_LINE]} …", other=None) for row in long}
    return [cut.get(id(row), row) for row in found]


class DifferenceView(Sheet):
    """Read-only; its text can be selected and copied."""

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        self.rows: list[Row] = []
        self._codec = Codec()
        super().__init__(settings, parent)
        self._highlighter = Highlighter(self.document(), formats(self.look), plain=True)
        self.setReadOnly(True)
        self.setCursorWidth(0)
        self.setAccessibleName("Difference")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_rows(self, found: list[Row]) -> None:
        """Shows a comparison."""
        self.rows = found
        shown, self._codec = to_shown("\n".join(row.text for row in found))
        self.setPlainText(shown)
        self._highlighter.set_marks(mark_formats(self._codec.stand_ins, self.font()))
        self.place_gutter()

    def gutter_width(self) -> int:
        """Room for both numbers and the sign."""
        return LEFT + 2 * (self._digits() + GAP) + self._digit() + GAP

    def paint_gutter(self, painter: QPainter, rect: QRect) -> None:
        """Old number, new number, sign."""
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        step = self._digits() + GAP
        for row, box in self._row_boxes():
            ground, ink = self._colours(row)
            if ground is not None:
                painter.fillRect(QRectF(0, box.top(), self.gutter.width(), box.height()), ground)
            painter.setPen(self.look.text_faint)
            for place, number in ((LEFT, row.old), (LEFT + step, row.new)):
                cell = QRectF(place, box.top(), self._digits(), box.height())
                painter.drawText(cell, align, str(number) if number else "")
            painter.setPen(ink)
            painter.drawText(QRectF(0, box.top(), self.gutter.width() - GAP, box.height()), align, row.sign)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tints behind changed lines, stronger behind changed words, then the text."""
        painter = QPainter(self.viewport())
        boxes = list(self.blocks_in_view())
        for block, box in boxes:
            row = self.rows[block.blockNumber()] if block.blockNumber() < len(self.rows) else None
            ground, ink = self._colours(row) if row else (None, self.look.text)
            if row is None or ground is None:
                continue
            painter.fillRect(QRectF(0, box.top(), self.viewport().width(), box.height()), ground)
            units = Units(row.text)
            for start, end in row.spans:
                for rect in rects(block, box, units.of(start), units.of(end)):
                    painter.fillRect(rect, veiled(ink, CHANGED_STRENGTH))
        painter.end()
        super().paintEvent(event)
        if self._codec.stand_ins:
            painter = QPainter(self.viewport())
            paint_unseen(painter, boxes, self._codec.stand_ins, font=self.font(), look=self.look)
            painter.end()

    def _row_boxes(self) -> list[tuple[Row, QRectF]]:
        found = [(block.blockNumber(), box) for block, box in self.blocks_in_view()]
        return [(self.rows[number], box) for number, box in found if number < len(self.rows)]

    def _colours(self, row: Row) -> tuple[QColor | None, QColor]:
        """Ground and ink of a row."""
        return {
            Sign.ADDED: (self.look.added_ground, self.look.added),
            Sign.REMOVED: (self.look.removed_ground, self.look.removed),
            Sign.LEFT_OUT: (self.look.current_line, self.look.text_faint),
            Sign.SAME: (None, self.look.text_faint),
        }[row.sign]

    def _digit(self) -> int:
        return round(QFontMetricsF(self.font()).horizontalAdvance("0"))

    def _digits(self) -> int:
        largest = max((max(row.old or 0, row.new or 0) for row in self.rows), default=0)
        return self._digit() * max(3, len(str(largest)))
