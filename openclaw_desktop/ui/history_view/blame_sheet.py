"""A version's text with, at its left, who wrote each line and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.editor.codec import Codec, to_shown
from openclaw_desktop.ui.editor.formats import formats, mark_formats
from openclaw_desktop.ui.editor.highlighter import Highlighter
from openclaw_desktop.ui.editor.painting import paint_unseen
from openclaw_desktop.ui.editor.sheet import Sheet
from openclaw_desktop.ui.history_view import words, writers
from openclaw_desktop.ui.tree.names import shown

if TYPE_CHECKING:
    from openclaw_desktop.review.history.blame import BlameLine
    from openclaw_desktop.review.history.version import Version

STRIPE, ICON, GAP = 3, 16, 8
NAME, DATE = 96, 96
"""Pixels that a writer's name and a moment may take, where there is room; they take what they need."""

ROOMY = 560
"""Below this width of the whole, the gutter has signs and numbers only."""

NARROW_FONT = theme.META
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class BlameSheet(Sheet):
    """Read-only; a click beside the text asks for the version that wrote the line."""

    version_wanted = Signal(str)  # its id

    def __init__(
        self, settings: EditorSettings, now: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        self.lines: Sequence[BlameLine] = ()
        self._starts: Sequence[int] = ()
        self._own = ""
        self._name_width = self._date_width = 0
        self._codec = Codec()
        self._now = now
        super().__init__(settings, parent)
        self._highlighter = Highlighter(self.document(), formats(self.look))
        self.setReadOnly(True)
        self.setAccessibleName("Text of this version")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.gutter.setAccessibleName("Who wrote each line")
        self.gutter.installEventFilter(self)
        self.gutter.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_lines(self, lines: Sequence[BlameLine], oid: str = "") -> None:
        """Shows lines with their writers; those that version `oid` brought are marked. The place stays.

        What comes after the last line feed is no line to look at, unless it is all there is.
        """
        if len(lines) > 1 and not lines[-1].text:
            lines = lines[:-1]
        place = self.verticalScrollBar().value()
        self.lines, self._starts, self._own = lines, words.starts(lines), oid
        text, self._codec = to_shown("\n".join(line.text for line in lines))
        self.setPlainText(text)
        self._highlighter.set_marks(mark_formats(self._codec.stand_ins, self.font()))
        self._measure()
        self.place_gutter()
        self.verticalScrollBar().setValue(place)

    def version_at(self, place: QPoint) -> Version | None:
        """The version that wrote the line at a place of the viewport or the gutter."""
        block = self.cursorForPosition(QPoint(0, place.y())).block()
        number = block.blockNumber()
        return self.lines[number].version if number < len(self.lines) else None

    # The gutter

    @property
    def _roomy(self) -> bool:
        return self.width() >= ROOMY

    def gutter_width(self) -> int:
        """Room for the stripe, the sign and the number, and where there is room for name and moment."""
        beside = self._name_width + self._date_width + 2 * GAP if self._roomy else 0
        return STRIPE + GAP + ICON + GAP + beside + self._digits() + GAP

    def paint_gutter(self, painter: QPainter, rect: QRect) -> None:
        """A stripe along the lines of each version; its writer at the first of them that is seen."""
        said = -1
        for block, box in self.blocks_in_view():
            number = block.blockNumber()
            if number >= len(self.lines):
                return
            line = self.lines[number]
            first = block.layout().lineAt(0)
            height = first.height() if block.layout().lineCount() else box.height()
            row = QRectF(0, box.top(), self.gutter.width() - GAP, height)
            ink = writers.colour(line.version.who, self.look)
            own = line.version.oid == self._own
            if own:
                place = QRectF(0, box.top(), self.gutter.width() - GAP / 2, box.height())
                painter.fillRect(place, self.look.current_line)
            painter.fillRect(QRectF(0, box.top(), STRIPE, box.height()), ink)
            painter.setFont(self.font())
            painter.setPen(self.look.text if own else self.look.text_faint)
            painter.drawText(row, RIGHT, str(number + 1))
            if self._starts[number] != said:
                said = self._starts[number]
                if number == said and number > 0:
                    edge = QRectF(STRIPE, box.top(), self.gutter.width() - STRIPE, 1)
                    painter.fillRect(edge, self.look.hairline)
                self._name(painter, row, line.version)

    def _name(self, painter: QPainter, row: QRectF, version: Version) -> None:
        ink = writers.colour(version.who, self.look)
        picture = icons.pixmap(writers.ICONS[version.who], ink, ICON, self.devicePixelRatioF())
        left = STRIPE + GAP
        painter.drawPixmap(left, round(row.top() + (row.height() - ICON) / 2), picture)
        if not self._roomy:
            return
        painter.setFont(theme.font(NARROW_FONT, tabular=True))
        left += ICON + GAP
        metrics = QFontMetricsF(painter.font())
        width = self._name_width
        name = metrics.elidedText(shown(version.author), Qt.TextElideMode.ElideRight, width)
        painter.setPen(ink)
        painter.drawText(QRectF(left, row.top(), width, row.height()), LEFT, name)
        painter.setPen(self.look.text_faint)
        place = QRectF(left + width + GAP, row.top(), self._date_width, row.height())
        painter.drawText(place, LEFT, words.short(version.at, self._now()))

    def gutter_clicked(self, place: QPoint, *, extend: bool) -> None:
        """Asks for the version of the line."""
        version = self.version_at(place)
        if version is not None:
            self.version_wanted.emit(version.oid)

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hovering over the gutter tells all about the version."""
        if watched is self.gutter and isinstance(event, QHelpEvent):
            version = self.version_at(event.pos())
            text = words.tooltip(version, self._now()) if version else ""
            QToolTip.showText(event.globalPos(), text, self.gutter)
            return True
        return super().eventFilter(watched, event)

    def look_changed(self) -> None:
        """The text in the colours of a new theme."""
        self._highlighter.set_formats(formats(self.look))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names come and go with the room there is."""
        self.place_gutter()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, and marks for characters that cannot be seen."""
        super().paintEvent(event)
        if self._codec.stand_ins:
            painter = QPainter(self.viewport())
            paint_unseen(
                painter, self.blocks_in_view(), self._codec.stand_ins, font=self.font(), look=self.look
            )
            painter.end()

    def _measure(self) -> None:
        """How much names and moments need."""
        metrics = QFontMetricsF(theme.font(NARROW_FONT, tabular=True))

        def widest(texts: Iterable[str], most: int) -> int:
            return min(ceil(max(map(metrics.horizontalAdvance, texts), default=0)) + 1, most)

        versions = {line.version.oid: line.version for line in self.lines}.values()
        self._name_width = widest({shown(line.version.author) for line in self.lines}, NAME)
        self._date_width = widest({words.short(version.at, self._now()) for version in versions}, DATE)

    def _digits(self) -> int:
        wide = "0" * max(2, len(str(len(self.lines))))
        return round(QFontMetricsF(self.font()).horizontalAdvance(wide)) + GAP
