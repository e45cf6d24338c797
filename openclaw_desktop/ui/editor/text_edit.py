"""The text of one file, to be typed in: Markdown colours, line numbers, marks, lists that go on."""

from __future__ import annotations

from array import array

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.editor import gutter, keys, shading
from openclaw_desktop.ui.editor.codec import Codec, description
from openclaw_desktop.ui.editor.cut import Shade
from openclaw_desktop.ui.editor.cut_marks import Place
from openclaw_desktop.ui.editor.edit_menu import like_all_others
from openclaw_desktop.ui.editor.formats import formats, mark_formats
from openclaw_desktop.ui.editor.highlighter import Highlighter
from openclaw_desktop.ui.editor.painting import paint_found, paint_unseen, veiled
from openclaw_desktop.ui.editor.sheet import Sheet

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
MARK_STRENGTH, CURRENT_STRENGTH = 28, 14
"""Of 255: how much of its colour a marked line, and the current line, shows."""

UPPER = 0.2
"""Of the view's height: where a line stands that is gone to for what follows it."""

UNREAD = "The agent never reads this: the file is longer than what it is given of it."


class TextEdit(Sheet):
    """Shows and edits the text of a file; `text()` is always exactly what belongs into the file."""

    zoom_requested = Signal(int)  # +1 or -1
    history_requested = Signal()
    shade_changed = Signal()  # something else is shaded; not told when it only moves along with typing

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        self.codec = Codec()
        self._marked: tuple[int, int] | None = None
        self._shade: Shade | None = None
        self._numbers = settings.line_numbers
        self._current = 0  # the line whose mark is painted, from 0
        self._starts, self._ends = array("l"), array("l")
        super().__init__(settings, parent)
        self.setAccessibleName("Editor")
        self.highlighter = Highlighter(self.document(), formats(self.look))
        self.updateRequest.connect(self._colour_what_is_seen)
        self.cursorPositionChanged.connect(self._on_cursor)
        self.document().contentsChange.connect(self._on_change)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The usual entries, and the versions of the file."""
        menu = like_all_others(self.createStandardContextMenu(event.pos()))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        menu.addAction("Show History", self.history_requested.emit)
        menu.popup(event.globalPos())

    # Text

    def set_text(self, shown: str, codec: Codec) -> None:
        """Replaces everything, forgetting what could be undone."""
        self.codec = codec
        self.setPlainText(shown)
        self._mark_unseen()

    def shown(self) -> str:
        """The text as it is shown, lines ending in a line feed. About 5 ms for 2 MB."""
        # toPlainText would turn every no-break space into a space.
        return self.document().toRawText().replace("\u2029", "\n")

    def text(self) -> str:
        """The text as it belongs into the file."""
        return self.codec.to_file(self.shown())

    def replace_lines(self, changes: list[tuple[int, int, list[str]]], codec: Codec) -> None:
        """Replaces lines (see `keys.replace_lines`) as one step of undo; the view stays on its text."""
        self.codec = codec
        top = QTextCursor(self.firstVisibleBlock())
        keys.replace_lines(QTextCursor(self.document()), changes)
        self._mark_unseen()
        self.verticalScrollBar().setValue(top.block().firstLineNumber())

    def go_to(self, line: int, column: int = 1, *, upper: bool = False) -> None:
        """Puts the cursor into a line (1-based; the last one if there are fewer) and shows it.

        It stands in the middle, or in the `upper` third for what follows, as far as the text allows that.
        """
        block = self.document().findBlockByNumber(min(max(line, 1), self.blockCount()) - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(column - 1, block.length() - 1))
        self.setTextCursor(cursor)
        self.centerCursor()
        if upper:
            place, bar = self.cursorRect(), self.verticalScrollBar()
            above = place.center().y() - self.viewport().height() * UPPER
            bar.setValue(bar.value() + round(above / place.height()))

    # Look

    def apply(self, settings: EditorSettings) -> None:
        """Font, wrap and line numbers as the settings say."""
        self._numbers = settings.line_numbers
        super().apply(settings)
        if hasattr(self, "highlighter"):
            self._mark_unseen()

    def look_changed(self) -> None:
        """Colours the text anew."""
        self.highlighter.set_formats(formats(self.look))

    def mark_lines(self, first: int, last: int) -> None:
        """Marks lines (1-based, inclusive) until the next edit or Escape; `first` 0 marks none."""
        self._marked = (first, last) if first else None
        self.viewport().update()
        self.gutter.update()

    def is_marked(self, line: int) -> bool:
        """Whether a line (1-based) is marked."""
        return self._marked is not None and self._marked[0] <= line <= self._marked[1]

    def mark_found(self, starts: array[int], ends: array[int]) -> None:
        """Marks what was searched for: sorted positions in UTF-16 units."""
        self._starts, self._ends = starts, ends
        self.viewport().update()

    def show_shade(self, shade: Shade | None) -> None:
        """Shades what the agent never reads; typing moves it along until it is shown anew."""
        old, self._shade = self._shade, shade
        if shade != old and (shading.differ(old, shade) or self._sees_ruler()):
            self.viewport().update()
            self.gutter.update()
        if shade != old:
            self.shade_changed.emit()

    @property
    def shade(self) -> Shade | None:
        """What is shaded."""
        return self._shade

    def shaded_places(self) -> list[Place]:
        """Where each shaded stretch begins and ends, in turn."""
        if self._shade is None:
            return []
        each = zip(self._shade.starts, self._shade.ends, strict=True)
        blocks = [(self.document().findBlock(at), at) for pair in each for at in pair]
        return [(block.blockNumber(), at - block.position()) for block, at in blocks]

    def reveal_shade(self) -> None:
        """Brings the beginning of what is shaded into the upper part of what is seen; the cursor stays."""
        if self._shade is None or not self._shade.starts or self._sees_ruler():
            return
        before, bar = self.textCursor(), self.verticalScrollBar()
        place = QTextCursor(self.document())
        place.setPosition(self._shade.starts[0])
        self.setTextCursor(place)
        self.centerCursor()  # lays out what lies between
        there = bar.value() + bar.pageStep() * 3 // 8
        self.setTextCursor(before)
        bar.setValue(there)

    def _sees_ruler(self) -> bool:
        return self._shade is not None and shading.sees_ruler(self.blocks_in_view(), self._shade)

    def _mark_unseen(self) -> None:
        self.highlighter.set_marks(mark_formats(self.codec.stand_ins, self.font()))

    # Gutter

    def gutter_width(self) -> int:
        """Room for the numbers, or only for the bar."""
        return gutter.width(self.blockCount(), self.font()) if self._numbers else gutter.LEFT

    def paint_gutter(self, painter: QPainter, rect: QRect) -> None:
        """Numbers, and the bar along marked lines."""
        boxes = list(self.blocks_in_view())
        right, current = self.gutter.width(), self.textCursor().blockNumber()
        if self._numbers:
            gutter.paint_numbers(
                painter, rect, boxes, right=right - gutter.RIGHT, current=current, look=self.look
            )
        if self._shade:
            shading.paint_hatch(painter, boxes, self._shade, look=self.look)
        if self._marked:
            gutter.paint_bar(painter, boxes, self.is_marked, right=right, look=self.look)

    def gutter_clicked(self, place: QPoint, *, extend: bool) -> None:
        """Selects the line, or all from the cursor to it."""
        keep = QTextCursor.MoveMode.KeepAnchor
        cursor = self.cursorForPosition(QPoint(0, place.y()))
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        if extend:
            end, cursor = cursor, self.textCursor()
            cursor.setPosition(end.position(), keep)
        if not cursor.movePosition(QTextCursor.MoveOperation.NextBlock, keep):
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, keep)
        self.setTextCursor(cursor)

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Grounds of lines and of what was found, then the text, then marks of unseen characters."""
        boxes = list(self.blocks_in_view())
        painter = QPainter(self.viewport())
        if self._shade:
            shading.paint_ground(painter, boxes, self._shade, width=self.viewport().width(), look=self.look)
        self._paint_lines(painter, boxes)
        paint_found(painter, boxes, self._starts, self._ends, colour=self.look.mark)
        painter.end()
        super().paintEvent(event)
        if self.codec.stand_ins:
            painter = QPainter(self.viewport())
            paint_unseen(painter, boxes, self.codec.stand_ins, font=self.font(), look=self.look)
            painter.end()
        if self._shade:
            painter = QPainter(self.viewport())
            width, cursor = self.viewport().width(), QRectF(self.cursorRect())
            shading.paint_rulers(painter, boxes, self._shade, width=width, cursor=cursor, look=self.look)
            painter.end()

    def _paint_lines(self, painter: QPainter, boxes: list[tuple[QTextBlock, QRectF]]) -> None:
        current = self.textCursor().blockNumber()
        for block, box in boxes:
            place = QRectF(0, box.top(), self.viewport().width(), box.height())
            if self.is_marked(block.blockNumber() + 1):
                painter.fillRect(place, veiled(self.look.keyword, MARK_STRENGTH))
            if block.blockNumber() == current:
                painter.fillRect(place, veiled(self.look.text_faint, CURRENT_STRENGTH))

    def event(self, event: QEvent) -> bool:
        """Says in words what an unseen character is, and what shaded text, when the pointer rests on it."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cursor = self.cursorForPosition(self.viewport().mapFromGlobal(event.globalPos()))
            near = cursor.block().text()[max(len(keys.text_before(cursor)) - 1, 0) :][:2]
            real = next((self.codec.stand_ins[c] for c in near if c in self.codec.stand_ins), None)
            at = cursor.position()
            unread = self._shade and any(self._shade.within(at, at + 1))
            said = description(real) if real else UNREAD if unread else ""
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().event(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scrolls; the words at a ruler do not go along, they find a place anew."""
        super().scrollContentsBy(dx, dy)
        if self._sees_ruler():
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on with lists, Tab indents, Escape takes the mark away."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Escape and self._marked:
            self.mark_lines(0, 0)
        elif self.isReadOnly() or not self._typed(event, plain):
            super().keyPressEvent(event)

    def _typed(self, event: QKeyEvent, plain: bool) -> bool:
        """Does what a key does that Qt would do otherwise; False for all others."""
        if (event.text() and event.text().isprintable()) or event.key() in ENTER:
            self._step_before_return()
        cursor = self.textCursor()
        if plain and event.key() in ENTER:
            keys.new_line(cursor, self.codec.carriage_return)
        elif plain and event.key() == Qt.Key.Key_Tab:
            keys.indent(cursor)
        elif event.key() == Qt.Key.Key_Backtab:
            keys.outdent(cursor)
        else:
            return False
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        return True

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """What is composed goes, like what is typed, before the carriage return of its line."""
        if not self.isReadOnly():
            self._step_before_return()
        super().inputMethodEvent(event)

    def _step_before_return(self) -> None:
        cursor = self.textCursor()
        if keys.step_before(cursor, self.codec.carriage_return):
            self.setTextCursor(cursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the wheel makes the text larger or smaller."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        elif event.angleDelta().y():
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)

    # Clipboard

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Text is taken; files dropped on the editor are for the window to open."""
        return source.hasText() and not source.hasUrls()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied are the file's own characters, not their stand-ins."""
        shown = self.textCursor().selectedText().replace("\u2029", "\n")
        data = QMimeData()
        data.setText(self.codec.to_file(shown).replace("\r\n", "\n"))
        return data

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Pastes text; characters the document cannot hold get stand-ins."""
        self.insert(source.text())

    def insert(self, text: str) -> None:
        """Puts text from elsewhere in the place of the selection."""
        self._step_before_return()
        shown, self.codec = self.codec.shown_again(text)
        self._mark_unseen()
        self.textCursor().insertText(shown)
        self.ensureCursorVisible()

    # Upkeep

    def _on_change(self, position: int, removed: int, added: int) -> None:
        if self._shade:
            self._shade = self._shade.moved(position, removed, added)
        if self._marked and (removed or added):
            self.mark_lines(0, 0)

    def _on_cursor(self) -> None:
        """Paints the mark of the current line anew where it went to another; Qt paints the rest."""
        current = self.textCursor().blockNumber()
        if current != self._current or self._sees_ruler():
            self._current = current
            self.viewport().update()
            self.gutter.update()

    def _colour_what_is_seen(self, rect: QRect, dy: int) -> None:
        if self.highlighter.busy and (dy or rect.contains(self.viewport().rect())):
            seen = [block for block, _ in self.blocks_in_view()]
            self.highlighter.first(seen[0], seen[-1])
