"""Colours Markdown in a document: the edited lines at once, the rest in slices that never block."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from time import perf_counter

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from openclaw_desktop.ui.editor import grammar
from openclaw_desktop.ui.editor.grammar import Kind
from openclaw_desktop.ui.editor.units import Units

AT_ONCE, SLICE = 0.002, 0.0015
"""Seconds spent inside an edit, and in each slice between events."""

AFTER_TYPING_MS = 60
"""What was not edited waits until no key has been pressed for so long."""

Formats = Mapping[Kind, QTextCharFormat]


class Highlighter(QObject):
    """Keeps the formats of a document's blocks up to date.

    Unlike QSyntaxHighlighter, which does a whole document in one go (1.5 s for 2 MB in Python), it works
    through ranges of blocks, newest first. The state after a line is kept as its block's user state.
    """

    def __init__(self, document: QTextDocument, formats: Formats, *, plain: bool = False) -> None:
        """`plain`: the text is no Markdown, only `set_marks` counts."""
        super().__init__(document)
        self._document = document
        self._formats = formats
        self._plain = plain
        self._marks: dict[str, QTextCharFormat] = {}  # formats of single characters, over everything else
        self._marked: re.Pattern[str] | None = None
        self._blocks = document.blockCount()
        self._ranges: list[tuple[int, int]] = []  # first and last block; the last range is done first
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._slice)
        document.contentsChange.connect(self._on_change)
        self.all_again()

    @property
    def busy(self) -> bool:
        """Whether there are lines left to colour."""
        return bool(self._ranges)

    def set_formats(self, formats: Formats) -> None:
        """Colours everything again, for another theme."""
        self._formats = formats
        self.all_again()

    def set_marks(self, marks: dict[str, QTextCharFormat]) -> None:
        """Gives these characters a format of their own wherever they are."""
        if marks != self._marks:
            self._marks = marks
            self._marked = re.compile(f"[{re.escape(''.join(marks))}]") if marks else None
            self.all_again()

    def all_again(self) -> None:
        """Forgets what was done and starts over."""
        self._ranges = [(0, self._document.blockCount() - 1)]
        self._timer.start(0)

    def first(self, start: QTextBlock, end: QTextBlock) -> None:
        """Does the blocks between these two next, if they can be seen and were never coloured."""
        seen = (start.blockNumber(), end.blockNumber())
        if (
            self._ranges
            and self._ranges[-1] != seen
            and grammar.UNKNOWN in (start.userState(), end.userState())
        ):
            self._ranges.append(seen)
            self._timer.start(0)

    def _on_change(self, position: int, _removed: int, added: int) -> None:
        block = self._document.findBlock(position)
        # The document's end counts as one more character than there is.
        last_block = self._document.findBlock(position + added)
        last = last_block.blockNumber() if last_block.isValid() else self._document.blockCount() - 1
        grown, self._blocks = self._document.blockCount() - self._blocks, self._document.blockCount()
        number = block.blockNumber()
        self._ranges = [r for r in (_moved(r, number, last, grown) for r in self._ranges) if r]
        waiting, self._ranges = self._ranges, [(number, last)]
        self._work(AT_ONCE)
        self._ranges = waiting + self._ranges
        if self._ranges:
            self._timer.start(AFTER_TYPING_MS)

    def _slice(self) -> None:
        self._work(SLICE)

    def _work(self, seconds: float) -> None:
        """Colours blocks until the time is over; goes on later if some are left."""
        end = perf_counter() + seconds
        while self._ranges and perf_counter() < end:
            first, last = self._ranges.pop()
            self._run(first, last, lambda: perf_counter() < end)
        if self._ranges:
            self._timer.start(0)

    def _run(self, first: int, last: int, in_time: Callable[[], bool]) -> None:
        """Colours the blocks of a range, and further while the state they leave behind changes."""
        block = self._document.findBlockByNumber(first)
        start, state, number = block, self._state_before(block), first
        while block.isValid():
            before = block.userState()
            state = self._colour(block, state)
            block, number = block.next(), number + 1
            # A block never coloured before waits in another range; one past a new block must be looked at.
            if number > last and (state == before or (before == grammar.UNKNOWN and number > last + 1)):
                break
            if not in_time():
                if block.isValid():
                    self._ranges.append((number, max(last, number)))
                break
        if start.isValid():
            end = block.position() if block.isValid() else self._document.characterCount()
            self._document.markContentsDirty(start.position(), end - start.position())

    def _state_before(self, block: QTextBlock) -> int:
        return block.previous().userState() if block.previous().isValid() else grammar.START

    def _colour(self, block: QTextBlock, state: int) -> int:
        line = block.text()
        spans, after = ([], grammar.TEXT) if self._plain else grammar.spans(line, state)
        found = [(start, size, self._formats[kind]) for start, size, kind in spans]
        if self._marked:
            found += [(m.start(), 1, self._marks[m[0]]) for m in self._marked.finditer(line)]
        _apply(block.layout(), line, found)
        block.setUserState(after)
        return after


def _moved(range_: tuple[int, int], first: int, last: int, grown: int) -> tuple[int, int] | None:
    """Where a waiting range is once the blocks from `first` to `last` were edited into `grown` more."""
    start, end = range_
    if end < first:
        return range_
    end = max(end + grown, last)
    start = start if start <= first else max(start + grown, first)
    return (start, end) if start <= end else None


def _apply(layout: QTextLayout, line: str, found: list[tuple[int, int, QTextCharFormat]]) -> None:
    """Puts formats on a block's characters; those of text being composed by an input method stay."""
    area, length = layout.preeditAreaPosition(), len(layout.preeditAreaText())
    ranges = [
        r for r in layout.formats() if length and area <= r.start and r.start + r.length <= area + length
    ]
    units = None if line.isascii() else Units(line)
    for start, size, format_ in found:
        begin, end = (units.of(start), units.of(start + size)) if units else (start, start + size)
        if length:
            end += length if end >= area else 0
            begin += length if begin >= area else 0
        item = QTextLayout.FormatRange()
        item.start, item.length, item.format = begin, end - begin, format_
        ranges.append(item)
    layout.setFormats(ranges)
