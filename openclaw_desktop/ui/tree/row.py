"""The parts a row is drawn of, shared by the tree and the outline."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.theme import Colours
from openclaw_desktop.ui.tree import names
from openclaw_desktop.workspace.outline import Node, NodeKind

ICON = 16
MARGIN = 8
DOT = 6
BADGE = 14
COUNT = 16
"""Pixels of the signs and of the ground of a count at the right."""


class Fonts:
    """The fonts of a row; made once, since looking up families takes long."""

    def __init__(self) -> None:
        self.body = theme.font(theme.BODY)
        self.strong = QFont(self.body)
        self.strong.setWeight(QFont.Weight.DemiBold)
        self.figures = theme.font(theme.BODY, tabular=True)
        self.meta = theme.font(theme.META, tabular=True)


class RowPainter:
    """A row being drawn: names from the left, badges from the right, until they meet."""

    def __init__(self, painter: QPainter, look: Colours, rect: QRect, ratio: float, fonts: Fonts) -> None:
        self.look = look
        self._painter = painter
        self._rect = rect
        self._ratio = ratio
        self._fonts = fonts
        self._from = rect.left() + 2
        self._to = rect.right() - MARGIN

    @property
    def left(self) -> int:
        """How many pixels are free."""
        return self._to - self._from

    def width_of(self, text: str, font: QFont) -> int:
        """How many pixels a text takes."""
        return QFontMetrics(font).horizontalAdvance(text)

    def skip(self, pixels: int) -> None:
        """Leaves pixels free."""
        self._from += pixels

    def icon(self, name: str, colour: QColor) -> None:
        """An icon."""
        top = self._rect.top() + (self._rect.height() - ICON) // 2
        self._painter.drawPixmap(self._from, top, icons.pixmap(name, colour, ICON, self._ratio))
        self._from += ICON + 6

    def text(
        self, text: str, font: QFont, colour: QColor, elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle
    ) -> None:
        """A name, which gives way where there is no room."""
        if self.left <= 0:
            return
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, elide, self.left)
        self._write(shown, font, colour, QRect(self._from, self._rect.top(), self.left, self._rect.height()))
        self._from += metrics.horizontalAdvance(shown)

    def number(self, text: str, colour: QColor) -> None:
        """A small number at the right."""
        width = QFontMetrics(self._fonts.meta).horizontalAdvance(text)
        rect = QRect(self._to - width, self._rect.top(), width + 1, self._rect.height())
        self._write(text, self._fonts.meta, colour, rect)
        self._to -= width + MARGIN

    def badge(self, name: str, colour: QColor) -> None:
        """A small sign at the right."""
        top = self._rect.top() + (self._rect.height() - BADGE) // 2
        left = self._to - BADGE
        self._painter.drawPixmap(left, top, icons.pixmap(name, colour, BADGE, self._ratio))
        self._to -= BADGE + MARGIN // 2

    def count(self, number: int) -> None:
        """How many wait, on a ground of their own, at the right."""
        text = f"{number:,}" if number < 100 else "99+"
        metrics = QFontMetrics(self._fonts.meta)
        width = max(metrics.horizontalAdvance(text) + 8, COUNT)
        top = self._rect.top() + (self._rect.height() - COUNT) // 2
        pill = QRect(self._to - width, top, width, COUNT)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self.look.held_ground)
        self._painter.drawRoundedRect(pill, COUNT / 2, COUNT / 2)
        self._painter.setFont(self._fonts.meta)
        self._painter.setPen(self.look.held)
        self._painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
        self._to -= width + MARGIN // 2

    def column(self, width: int) -> None:
        """Leaves at least `width` pixels at the right for what was drawn there, so that signs line up."""
        self._to = min(self._to, self._rect.right() - MARGIN - width)

    def freshness(self, state: str | None) -> None:
        """Full: by words and meaning; half: by words; a ring: waiting."""
        look = self.look
        centre = QPointF(self._to - DOT / 2, self._rect.center().y() + 0.5)
        self._to -= DOT + MARGIN
        if state is None:
            return
        colour = look.keyword if state == "keywords" else look.text_faint
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(QPen(colour, 1))
        self._painter.setBrush(colour if state == "indexed" else Qt.BrushStyle.NoBrush)
        radius = (DOT - 1) / 2
        self._painter.drawEllipse(centre, radius, radius)
        if state == "keywords":
            self._painter.setBrush(colour)
            box = QRect(round(centre.x() - radius), round(centre.y() - radius), DOT - 1, DOT - 1)
            self._painter.drawPie(box, 180 * 16, 180 * 16)

    def dot(self, colour: QColor) -> None:
        """The mark of unsaved text, at the right."""
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawEllipse(QPointF(self._to - 3.5, self._rect.center().y() + 0.5), 3.5, 3.5)
        self._to -= 7 + MARGIN

    def bullet(self, colour: QColor) -> None:
        """The mark of a list entry."""
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawEllipse(QPointF(self._from + 2, self._rect.center().y() + 0.5), 2, 2)
        self._from += 4 + MARGIN

    def node(self, node: Node) -> None:
        """A heading or, more quietly and with a bullet, a list entry."""
        entry = node.kind is NodeKind.ENTRY
        if entry:
            self.bullet(self.look.text_faint)
        colour = self.look.text_dim if entry else self.look.text
        title = names.shown(node.title) or "(no title)"
        self.text(title, self._fonts.body, colour, Qt.TextElideMode.ElideRight)

    def _write(self, text: str, font: QFont, colour: QColor, rect: QRect) -> None:
        self._painter.setFont(font)
        self._painter.setPen(colour)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        self._painter.drawText(rect, flags, text)
