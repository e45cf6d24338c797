"""Shows how two texts differ, in one column or side by side, and lets a person tick what to take of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.risk.finding import Weight
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.review_view import diff_rows, diff_words
from openclaw_desktop.ui.review_view.diff_paint import links, tick_box
from openclaw_desktop.ui.review_view.diff_rows import Item, Kind, Mode
from openclaw_desktop.ui.review_view.diff_sheet import DiffSheet, Mark, Spot
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.theme import colours

Key = Qt.Key


class DiffView(DiffSheet):
    """All lines are ticked at first; `result()` is the old text with what is ticked."""

    ticks_changed = Signal()
    line_activated = Signal(str, int)  # "old" or "new", and the line

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(settings, parent)
        self._on_old_side = False
        self.setAccessibleName("Difference")
        self.current_changed.connect(self._tell)

    # What is shown

    def apply(self, settings: EditorSettings) -> None:
        """The font as the settings say; lines are always wrapped."""
        self.set_font(settings)

    def show_texts(self, old: str, new: str) -> None:
        """Compares two texts and shows the result; all of it is ticked."""
        self.show_difference(Difference(old, new))

    def show_difference(self, difference: Difference) -> None:
        """Shows a difference that was worked out elsewhere: with large texts that takes a while."""
        self.choose([])
        self.set_difference(difference)
        self.ticks_changed.emit()

    def set_mode(self, mode: str) -> None:
        """ "unified" or "side by side"; what was at the top stays there."""
        if Mode(mode) is not self.mode:
            self.mode = Mode(mode)
            self.rebuild()

    def set_readonly(self, readonly: bool) -> None:
        """Without ticks, for looking only."""
        if readonly != self.readonly:
            self.readonly = readonly
            self.rebuild()

    def set_marks(self, marks: Iterable[tuple[str, int, str, Weight]]) -> None:
        """Draws a sign at lines (1-based) of the "old" or "new" text, with words for it."""
        self.marks = {}
        for mark in (Mark(*values) for values in marks):
            self.marks.setdefault((mark.side, mark.line), []).append(mark)
        self.rebuild()

    # What is ticked

    @property
    def ticked(self) -> tuple[frozenset[int], frozenset[int]]:
        """The removed lines of the old text and the added lines of the new one that are wanted; 0-based."""
        return self.ticks.ticked

    @property
    def accepted(self) -> tuple[int, int]:
        """In how many hunks something is ticked, and how many there are."""
        return self.ticks.accepted

    @property
    def is_everything_ticked(self) -> bool:
        """Nothing is left out, so that the result is the new text."""
        return self.ticks.is_everything

    def result(self) -> str:
        """The old text with what is ticked."""
        return self.difference.selected(*self.ticks.ticked)

    def tick_all(self, on: bool) -> None:
        """Ticks everything or nothing."""
        self.ticks.set_all(on=on)
        self._ticked()

    def set_ticked(self, removed: Iterable[int], added: Iterable[int]) -> None:
        """Ticks these lines, as `ticked` gives them, and no others."""
        self.ticks.set_all(on=False)
        self.ticks.set_lines(removed, added, on=True)
        self._ticked()

    def toggle_current(self) -> None:
        """Ticks the chosen lines, or the hunk whose head or unchanged lines are chosen; or not any more."""
        if self.readonly or self.current < 0:
            return
        chosen = [self.items[row] for row in self.chosen]
        lines = [item for item in chosen if item.kind is Kind.CHANGED]
        if lines and chosen[0].kind is not Kind.HEAD:
            on = not all(self.ticks.has(item.old, item.new) for item in lines)
            self.ticks.set_lines(*_indices(lines), on=on)
        else:
            hunk = self._hunk_at(self.current)
            self.ticks.set_hunk(hunk, on=self.ticks.state(hunk) is not True)
        self._ticked()

    def _ticked(self) -> None:
        self.viewport().update()
        self._tell()
        self.ticks_changed.emit()

    # Getting about

    def step(self, by: int) -> None:
        """To the next hunk, or to the one before."""
        at = bisect_right(self.heads, self.current) if by > 0 else bisect_left(self.heads, self.current) - 1
        if 0 <= at < len(self.heads):
            self.go_to_row(self.heads[at], at_top=True)

    def go_to(self, line: int | None, old_line: int | None = None) -> None:
        """To a line (1-based) of the new text, or of the old one; folded lines are shown."""
        wanted = next(((side, n - 1) for side, n in ((False, line), (True, old_line)) if n), None)
        if wanted is None:
            return
        row = self.row_of(*wanted)
        if row is not None and self.items[row].kind is Kind.FOLD:
            fold = self.items[row]
            start = (fold.old if wanted[0] else fold.new) or 0
            self.shown = diff_rows.revealed(self.shown, fold, wanted[1] - start + 1)
            self.rebuild()
            row = self.row_of(*wanted)
        if row is not None:
            self.go_to_row(row)

    def result_line(self) -> int:
        """The line (1-based) of `result()` at the chosen row, or at the first hunk."""
        row = self.current if self.current >= 0 else next(iter(self.heads), 0)
        if row < len(self.items) and self.items[row].kind is Kind.HEAD:
            row = next((n for n in range(row, len(self.items)) if self.items[n].kind is Kind.CHANGED), row)
        return 1 + sum(diff_rows.lines_kept(item, self.ticks.has) for item in self.items[:row])

    def unfold(self, row: int, *, everything: bool = False) -> None:
        """Shows more of the lines that are folded at a row."""
        fold = self.items[row]
        self.shown = diff_rows.unfolded(self.shown, fold, len(self.hunks), everything=everything)
        self.rebuild()

    def row_words(self, row: int) -> str:
        """A row in words, for somebody who listens."""
        item = self.items[row]
        if item.kind is Kind.FOLD:
            return diff_words.folded(item.size)
        if item.kind is Kind.HEAD:
            hunk = self.hunks[item.hunk]
            state = None if self.readonly else diff_words.ticked(self.ticks.state(item.hunk))
            return diff_words.hunk(self.difference, hunk, state)
        left, right = diff_rows.rows_of(self.difference, item)
        sides = [right] if item.kind is Kind.SAME else [left, right]
        return "; ".join(
            diff_words.line(row, None if self.readonly else self.is_ticked(item, row))
            for row in sides
            if row is not None
        )

    def _hunk_at(self, row: int) -> int:
        """The hunk a row belongs to."""
        item = self.items[row]
        if item.hunk >= 0:
            return min(item.hunk, len(self.hunks) - 1)
        return max(bisect_right(self.heads, row) - 1, 0)

    # The person

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """J, N and K, P step; space ticks; A ticks all or nothing; Enter shows more or activates a line."""
        key, shift = event.key(), event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        plain = shift or event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied())
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.choose(range(len(self.items)))
        elif plain and key in (Key.Key_J, Key.Key_N, Key.Key_K, Key.Key_P):
            self.step(1 if key in (Key.Key_J, Key.Key_N) else -1)
        elif plain and key == Key.Key_Space:
            self.toggle_current()
        elif plain and key == Key.Key_A and not self.readonly:
            self.tick_all(not self.ticks.is_everything)
        elif key in (Key.Key_Left, Key.Key_Right) and self.mode is Mode.SIDE_BY_SIDE:
            self._on_old_side = key == Key.Key_Left
        elif key in (Key.Key_Return, Key.Key_Enter) and self.current >= 0:
            self._activate(self.current, everything=shift)
        else:
            super().keyPressEvent(event)

    def copied(self) -> str:
        """The text of the chosen rows; side by side that of the side last used."""
        chosen = (self.items[row] for row in self.chosen)
        return diff_rows.copied(self.difference, chosen, old_side=self._on_old_side)

    def _activate(self, row: int, *, everything: bool = False) -> None:
        item = self.items[row]
        if item.kind is Kind.FOLD:
            self.unfold(row, everything=everything)
        elif item.new is not None and not (self._on_old_side and item.old is not None):
            self.line_activated.emit("new", item.new + 1)
        elif item.old is not None:
            self.line_activated.emit("old", item.old + 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ticks, shows more, or chooses a row."""
        place = event.position()
        row = self.row_at(place.y())
        if event.button() != Qt.MouseButton.LeftButton or row < 0:
            return
        self._on_old_side = self.mode is Mode.SIDE_BY_SIDE and place.x() < self.viewport().width() / 2
        spot = self._spot(place)
        if spot is not None:
            self._toggle(spot)
        elif self.items[row].kind is Kind.FOLD:
            boxes = links(self.sides()[0], self.box_of(row), self.items[row].size)
            self.unfold(row, everything=any(every for box, _, every in boxes if box.contains(place)))
        else:
            self.go_to_row(row, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Chooses the rows drawn over, or shows which tick is under the mouse."""
        place = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton and self._spot(place) is None:
            row = self.row_at(place.y())
            if row >= 0 and self.current >= 0:
                self.go_to_row(row, extend=True)
            return
        spot, row = self._spot(place), self.row_at(place.y())
        hand = spot is not None or (row >= 0 and self.items[row].kind is Kind.FOLD)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if spot != self.hovered:
            self.hovered = spot
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Belongs to the press before."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Activates a line; on a tick it is a second click."""
        row = self.row_at(event.position().y())
        if self._spot(event.position()) is not None or row < 0 or self.items[row].kind is Kind.FOLD:
            self.mousePressEvent(event)
        else:
            self._activate(row)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tells what the mark under the mouse is about; forgets the tick the mouse has left."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.words_at(QPointF(event.pos())), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave and self.hovered is not None:
            self.hovered = None
            self.viewport().update()
        return super().viewportEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Says so when there is nothing to see."""
        super().paintEvent(event)
        if not self.hunks:
            painter = QPainter(self.viewport())
            painter.setFont(lettering.font(theme.BODY))
            painter.setPen(colours(self).text_faint)
            box = QRectF(self.viewport().rect())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "Both versions are the same")

    def _toggle(self, spot: Spot) -> None:
        item = self.items[spot.row]
        if item.kind is Kind.HEAD:
            self.ticks.set_hunk(item.hunk, on=self.ticks.state(item.hunk) is not True)
        elif spot.old_side:
            self.ticks.set_lines(*_indices([item._replace(new=None)]), on=not self.ticks.has(item.old, None))
        else:
            self.ticks.set_lines(*_indices([item._replace(old=None)]), on=not self.ticks.has(None, item.new))
        self._ticked()

    def _spot(self, place: QPointF) -> Spot | None:
        """The tick at a place."""
        row = self.row_at(place.y())
        if row < 0 or self.readonly:
            return None
        box = self.box_of(row)
        if self.items[row].kind is Kind.HEAD:
            return Spot(row) if _near(tick_box(self.sides()[0], box), place) else None
        if self.items[row].kind is Kind.CHANGED:
            for side, line in self.lines(row):
                first = QRectF(box.left(), box.top(), box.width(), self.line_height)
                if _near(tick_box(side, first), place):
                    return Spot(row, line.row.old is not None)
        return None

    def words_at(self, place: QPointF) -> str:
        """What the marks of the line at a place of the viewport say."""
        row = self.row_at(place.y())
        if row < 0 or self.items[row].kind not in (Kind.SAME, Kind.CHANGED):
            return ""
        for side, line in self.lines(row):
            if side.left <= place.x() < side.right:
                old_side = line.row.new is None or (self.mode is Mode.SIDE_BY_SIDE and side.left == 0)
                return "\n".join(mark.text for mark in self.marks_of(line.row, old_side=old_side))
        return ""

    def _tell(self) -> None:
        """The chosen row in words, for somebody who listens."""
        self.setAccessibleDescription(self.row_words(self.current) if self.current >= 0 else "")


def _indices(lines: Iterable[Item]) -> tuple[list[int], list[int]]:
    """The removed and the added lines of rows."""
    chosen = list(lines)
    return [i.old for i in chosen if i.old is not None], [i.new for i in chosen if i.new is not None]


def _near(box: QRectF, place: QPointF) -> bool:
    return box.adjusted(-4, -4, 4, 4).contains(place)
