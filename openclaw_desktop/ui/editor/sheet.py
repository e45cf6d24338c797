"""What the editor and the comparison share: text with a strip at its left that scrolls with it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.editor import lists
from openclaw_desktop.ui.editor.painting import mixed
from openclaw_desktop.ui.theme import Colours, colours

SELECTION = 0.28
"""How much of the accent is in the ground of selected words."""


class Sheet(QPlainTextEdit):
    """Plain text with a gutter; a subclass says how wide the gutter is and paints it."""

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look: Colours = colours(self)
        self.gutter = Gutter(self)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.document().setDocumentMargin(8)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.blockCountChanged.connect(self.place_gutter)
        self.updateRequest.connect(self._on_update)
        self._colour_selection()
        self.apply(settings)

    def gutter_width(self) -> int:
        """Pixels the gutter needs."""
        raise NotImplementedError

    def paint_gutter(self, painter: QPainter, rect: QRect) -> None:
        """Paints the part of the gutter in `rect`; its ground is there already."""
        raise NotImplementedError

    def gutter_clicked(self, place: QPoint, *, extend: bool) -> None:
        """The gutter was clicked at `place`, with Shift when `extend`."""

    def look_changed(self) -> None:
        """`look` is another theme's now."""

    def apply(self, settings: EditorSettings) -> None:
        """Font and wrap as the settings say."""
        font = theme.mono(settings)
        if font != self.font():
            self.setFont(font)
        self.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(" ") * lists.STEP)
        modes = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(modes.WidgetWidth if settings.wrap else modes.NoWrap)
        self.place_gutter()

    def blocks_in_view(self) -> Iterator[tuple[QTextBlock, QRectF]]:
        """The blocks that can be seen, and where they are in the viewport."""
        block = self.firstVisibleBlock()
        box = self.blockBoundingGeometry(block).translated(self.contentOffset())
        while block.isValid() and box.top() <= self.viewport().height():
            following = block.next()
            if not following.isValid():  # Qt counts the space below the text to the last line
                box.setHeight(box.height() - self.document().documentMargin())
            yield block, box
            block = following
            box = QRectF(box.left(), box.bottom(), box.width(), self.blockBoundingRect(block).height())

    def place_gutter(self) -> None:
        """Makes room for the gutter and puts it there."""
        width = self.gutter_width()
        if self.viewportMargins().left() != width:
            self.setViewportMargins(width, 0, 0, 0)
        area = self.contentsRect()
        self.gutter.setGeometry(area.left(), area.top(), width, area.height())

    def changeEvent(self, event: QEvent) -> None:
        """Takes the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and colours(self) is not self.look:
            self.look = colours(self)
            self._colour_selection()
            self.look_changed()

    def _colour_selection(self) -> None:
        """Selected words stand out more than a selected row of a list does."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Highlight, mixed(self.look.accent, self.look.surface, SELECTION))
        self.setPalette(palette)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the gutter as high as the text."""
        super().resizeEvent(event)
        self.place_gutter()

    def _on_update(self, rect: QRect, dy: int) -> None:
        if dy:
            self.gutter.scroll(0, dy)
        else:
            self.gutter.update(0, rect.y(), self.gutter.width(), rect.height())


class Gutter(QWidget):
    """The strip itself; its sheet paints it."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet)
        self._sheet = sheet
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Line numbers")

    def sizeHint(self) -> QSize:
        """As wide as the sheet says."""
        return QSize(self._sheet.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ground, and on it what the sheet paints."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._sheet.look.surface)
        painter.setFont(self._sheet.font())
        self._sheet.paint_gutter(painter, event.rect())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tells the sheet."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._sheet.gutter_clicked(event.position().toPoint(), extend=shift)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Belongs to the press before."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turning the wheel over the numbers scrolls the text."""
        QApplication.sendEvent(self._sheet.viewport(), event)
