"""The rows of a difference: laid out, measured and drawn."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from openclaw_desktop.review.diff.difference import Difference, Hunk, Row, Sign
from openclaw_desktop.review.risk.finding import Weight
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor.painting import veiled
from openclaw_desktop.ui.review_view import diff_rows, diff_words
from openclaw_desktop.ui.review_view.diff_geometry import Room, Side, cells, lines_needed
from openclaw_desktop.ui.review_view.diff_layout import Layouts, Lettering
from openclaw_desktop.ui.review_view.diff_paint import (
    Head,
    Line,
    paint_fold,
    paint_head,
    paint_line,
)
from openclaw_desktop.ui.review_view.diff_rows import Item, Kind, Mode, Shown
from openclaw_desktop.ui.review_view.diff_text import written
from openclaw_desktop.ui.review_view.diff_ticks import Ticks
from openclaw_desktop.ui.review_view.row_area import RowArea
from openclaw_desktop.ui.theme import colours

HEAD, FOLD = 28, 26
"""Heights of the head of a hunk and of folded lines."""

BAR, CHOSEN_STRENGTH = 3, 24
"""Width of the bar at the current row; of 255, how dark chosen rows are."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to notice about a line (1-based) of the "old" or the "new" text."""

    side: str
    line: int
    text: str
    weight: Weight


@dataclass(frozen=True, slots=True)
class Spot:
    """A tick: of a line of one side, or of a head."""

    row: int
    old_side: bool = False


class DiffSheet(RowArea):
    """What `DiffView` looks like; what a person does with it is not known here."""

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        self.difference = Difference("", "")
        self.hunks: list[Hunk] = []
        self.items: list[Item] = []
        self.heads: list[int] = []  # the rows of the hunks' heads
        self.shown: Shown = {}
        self.ticks = Ticks(self.difference, [])
        self.marks: dict[tuple[str, int], list[Mark]] = {}
        self.mode = Mode.UNIFIED
        self.readonly = False
        self.reserves_marks = False  # room for marks is kept before there are any
        self.hovered: Spot | None = None
        self._layouts = Layouts(Lettering(theme.mono(settings)))
        self._returns = False
        super().__init__(parent)

    def set_font(self, settings: EditorSettings) -> None:
        """The font as the settings say."""
        font = theme.mono(settings)
        if font != self._layouts.lettering.font:
            self._layouts = Layouts(Lettering(font))
            self.rebuild()

    def set_difference(self, difference: Difference) -> None:
        """Another difference, seen from its beginning, all of it ticked."""
        self.difference = difference
        self.hunks = difference.hunks()
        self.shown, self.marks, self.items, self.hovered = {}, {}, [], None
        self.ticks = Ticks(difference, self.hunks)
        both = (difference.old, difference.new)
        self._returns = not all(all(line.endswith("\r") for line in side[:-1]) for side in both)
        self._layouts = Layouts(self._layouts.lettering)
        self.rebuild()
        self.verticalScrollBar().setValue(0)

    def row_of(self, old_side: bool, index: int) -> int | None:
        """The row of a line (0-based), or of the fold that hides it."""
        for row, item in enumerate(self.items):
            start = item.old if old_side else item.new
            if start is not None and start <= index < start + max(item.size, 1):
                return row
        return None

    def head_of(self, hunk: int) -> int | None:
        """The row of a hunk's head."""
        return self.heads[hunk] if hunk < len(self.heads) else None

    # Rows

    def rebuild(self) -> None:
        """Makes the rows anew; the chosen one and the one at the top stay where they are."""
        top = self._heights.at(self.offset) if self.items else -1
        kept = [self.items[row] if 0 <= row < len(self.items) else None for row in (self.current, top)]
        shift = self.offset - self._heights.top(top) if top >= 0 else 0
        self.items = diff_rows.items(self.difference, self.hunks, self.mode, self.shown)
        self.heads = [row for row, item in enumerate(self.items) if item.kind is Kind.HEAD]
        self.lay_out_rows()
        current, first = (self._found(item) for item in kept)
        self.choose([current] if current is not None else [])
        if first is not None:
            self.show_row(first, at_top=True)
            self.verticalScrollBar().setValue(self.offset + shift)

    def _found(self, item: Item | None) -> int | None:
        """Where a row is now, or the line or head it had to do with."""
        if item is None:
            return None
        if item.kind is Kind.HEAD:
            return self.head_of(item.hunk)
        if item.new is not None:
            return self.row_of(False, item.new)
        return self.row_of(True, item.old or 0)

    def estimates(self) -> list[int]:
        """By the number of characters."""
        letters, sides = self._layouts.lettering, self.sides()
        width, old, new = sides[0].width, self.difference.old, self.difference.new
        least = int(width / letters.digit)
        result: list[int] = []
        for kind, i, k, _, _ in self.items:
            if kind is Kind.HEAD or kind is Kind.FOLD:
                result.append(HEAD if kind is Kind.HEAD else FOLD)
                continue
            longest = "" if i is None else old[i]
            if k is not None and len(new[k]) > len(longest):
                longest = new[k]
            is_short = len(longest) <= (least if longest.isascii() else least // 2)
            count = 1 if is_short else lines_needed(cells(longest), width, letters.digit)
            result.append(count * letters.line)
        return result

    def measure(self, row: int) -> int:
        """The higher of both sides."""
        item = self.items[row]
        if item.kind in (Kind.HEAD, Kind.FOLD):
            return HEAD if item.kind is Kind.HEAD else FOLD
        return max(laid.laid.height for _, laid in self.lines(row))

    def sides(self) -> tuple[Side, ...]:
        letters = self._layouts.lettering
        most = max(len(self.difference.old), len(self.difference.new))
        digits, width = max(3, len(str(most))), self.viewport().width()
        has_marks = self.reserves_marks or bool(self.marks)
        room = Room(width, letters.small_digit, digits, has_marks, not self.readonly)
        return room.unified() if self.mode is Mode.UNIFIED else room.side_by_side()

    def lines(self, row: int) -> list[tuple[Side, Line]]:
        """The line or lines of a row and the sides they stand on."""
        item, sides = self.items[row], self.sides()
        left, right = diff_rows.rows_of(self.difference, item)
        if len(sides) == 1:
            both = [(sides[0], right or left, right is None)]
        else:
            both = [(sides[0], left, True), (sides[1], right, False)]
        return [(side, self._line(row, shown, side, old_side)) for side, shown, old_side in both if shown]

    def _line(self, row: int, shown: Row, side: Side, old_side: bool) -> Line:
        laid = self._layouts.of(
            shown.sign,
            shown.new or shown.old or 0,
            side.width,
            lambda: written(shown, shows_return=self._returns, shows_move=self._begins_move(shown)),
        )
        ticked = None if self.readonly else self.is_ticked(self.items[row], shown)
        marks = self.marks_of(shown, old_side=old_side)
        weight = min((mark.weight for mark in marks), key=list(Weight).index, default=None)
        own = shown.old if old_side else shown.new
        both = (shown.old, shown.new) if self.mode is Mode.UNIFIED else (own,)
        numbers = tuple(None if shown.is_end else number for number in both)
        return Line(shown, laid, numbers, ticked, weight, self.hovered == Spot(row, old_side))

    def _begins_move(self, row: Row) -> bool:
        """The line above did not move along with it."""
        if row.sign is Sign.REMOVED:
            above = self.difference.moved_to.get((row.old or 0) - 2)
        else:
            above = self.difference.moved_from.get((row.new or 0) - 2)
        return row.moved is not None and above != row.moved - 2

    def paint_row(self, painter: QPainter, row: int, box: QRectF) -> None:
        """A head, a fold, or a line or two."""
        item, look = self.items[row], colours(self)
        if item.kind is Kind.HEAD:
            paint_head(painter, self.sides()[0], box, self._head(row, item), look)
        elif item.kind is Kind.FOLD:
            paint_fold(painter, self.sides()[0], box, item.size, look)
        else:
            self._paint_lines(painter, row, box)
        if len(self.chosen) > 1 and row in self.chosen:
            painter.fillRect(box, veiled(look.text, CHOSEN_STRENGTH))
        ink = look.accent if self.hasFocus() else look.text_faint
        if row == self.current:
            painter.fillRect(QRectF(box.left(), box.top(), BAR, box.height()), ink)

    def _paint_lines(self, painter: QPainter, row: int, box: QRectF) -> None:
        look, letters = colours(self), self._layouts.lettering
        if self.mode is Mode.SIDE_BY_SIDE and self.items[row].kind is Kind.CHANGED:
            painter.fillRect(box, look.current_line)  # seen where a side has no line
        for side, line in self.lines(row):
            half = QRectF(side.left, box.top(), side.right - side.left, box.height())
            paint_line(painter, side, half, line, letters=letters, look=look)
        if self.mode is Mode.SIDE_BY_SIDE:
            painter.fillRect(QRectF(self.sides()[1].left, box.top(), 1, box.height()), look.hairline)

    def _head(self, row: int, item: Item) -> Head:
        hunk = self.hunks[item.hunk]
        added, removed = diff_rows.counted(self.difference, hunk)
        return Head(
            diff_rows.lines_of(self.difference, hunk),
            diff_words.NOTES[diff_rows.nature_of(self.difference, hunk)],
            added,
            removed,
            self.ticks.state(item.hunk),
            not self.readonly,
            self.hovered == Spot(row),
        )

    def is_ticked(self, item: Item, row: Row) -> bool | None:
        if row.sign is Sign.REMOVED:
            return self.ticks.has(item.old, None)
        return self.ticks.has(None, item.new) if row.sign is Sign.ADDED else None

    def marks_of(self, row: Row, *, old_side: bool) -> list[Mark]:
        """The marks of a line; in one column a line that stays has those of both texts."""
        found: list[Mark] = []
        if row.new is not None and not (old_side and self.mode is Mode.SIDE_BY_SIDE):
            found += self.marks.get(("new", row.new), [])
        if row.old is not None and (old_side or self.mode is Mode.UNIFIED):
            found += self.marks.get(("old", row.old), [])
        return found

    @property
    def line_height(self) -> int:
        """Of one visual line, in pixels."""
        return self._layouts.lettering.line
