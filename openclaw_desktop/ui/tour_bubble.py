"""What a tour shows: a bubble with one sentence, and an outline round the part it speaks of."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import theme

WIDTH = 320
TIP = 8
"""Pixels that the bubble's tip reaches out, on whichever side it is."""

Side = Literal["left", "right", "above", "below", "inside"]
"""Where the bubble stands, seen from the part it speaks of; it has a tip unless it stands inside."""


def placed(part: QRect, size: QSize, room: QRect) -> tuple[QPoint, Side]:
    """The bubble's upper left corner and side: beside `part` where `room` lets it, else in its middle."""
    middle = part.center()
    top = _within(middle.y() - size.height() // 2, size.height(), room.top(), room.bottom())
    left = _within(middle.x() - size.width() // 2, size.width(), room.left(), room.right())
    if part.right() + size.width() <= room.right():
        return QPoint(part.right() + 1, top), "right"
    if part.left() - size.width() >= room.left():
        return QPoint(part.left() - size.width(), top), "left"
    if part.bottom() + size.height() <= room.bottom():
        return QPoint(left, part.bottom() + 1), "below"
    if part.top() - size.height() >= room.top():
        return QPoint(left, part.top() - size.height()), "above"
    return QPoint(left, top), "inside"


def _within(start: int, length: int, low: int, high: int) -> int:
    return max(low, min(start, high - length + 1))


class Bubble(QWidget):
    """One sentence, where one is, and the way on, back and out."""

    next_wanted = Signal()
    back_wanted = Signal()
    end_wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._side: Side = "inside"
        self._tip = QPoint()
        self._title = QLabel()
        self._title.setProperty("role", "title")
        self._sentence = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._count = QLabel()
        self._count.setProperty("role", "meta")
        self.end = QPushButton("Skip")
        self.back = QPushButton("Back")
        self.next = QPushButton("Next")
        for button, signal in (
            (self.end, self.end_wanted),
            (self.back, self.back_wanted),
            (self.next, self.next_wanted),
        ):
            button.setProperty("flat", button is not self.next)
            button.setProperty("primary", button is self.next)
            button.clicked.connect(signal)
        self._lay_out()

    def say(self, title: str, sentence: str, step: int, steps: int) -> None:
        """Shows step `step`, counted from 1, of `steps`."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._count.setText(f"{step} of {steps}")
        self.back.setEnabled(step > 1)
        is_last = step == steps
        self.next.setText("Done" if is_last else "Next")
        self.end.setVisible(not is_last)
        self.setAccessibleName(f"Tour, {step} of {steps}: {title}")
        self.next.setAccessibleDescription(f"{title}. {sentence}")

    def point_at(self, part: QRect, room: QRect) -> None:
        """Stands beside a part of the window; both are in the window's own pixels."""
        self.resize(self._wanted_size())
        corner, self._side = placed(part, self.size(), room)
        self.move(corner)
        self._tip = part.center() - corner
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised ground with a hairline, and a tip towards the part."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.text_faint, 1))
        painter.setBrush(look.raised)
        painter.drawPath(self._outline())

    def _outline(self) -> QPainterPath:
        body = QRectF(self.rect()).adjusted(TIP + 0.5, TIP + 0.5, -TIP - 0.5, -TIP - 0.5)
        path = QPainterPath()
        path.addRoundedRect(body, theme.RADIUS, theme.RADIUS)
        margin = theme.RADIUS + TIP
        x = max(body.left() + margin, min(float(self._tip.x()), body.right() - margin))
        y = max(body.top() + margin, min(float(self._tip.y()), body.bottom() - margin))
        at, along, out = {
            "right": (QPointF(body.left(), y), QPointF(0, TIP), QPointF(-TIP, 0)),
            "left": (QPointF(body.right(), y), QPointF(0, TIP), QPointF(TIP, 0)),
            "below": (QPointF(x, body.top()), QPointF(TIP, 0), QPointF(0, -TIP)),
            "above": (QPointF(x, body.bottom()), QPointF(TIP, 0), QPointF(0, TIP)),
            "inside": (QPointF(x, y), QPointF(), QPointF()),
        }[self._side]
        tip = QPainterPath()
        tip.addPolygon(QPolygonF([at - along, at + out, at + along]))
        return path.united(tip)

    def _wanted_size(self) -> QSize:
        layout = self.layout()
        return QSize(WIDTH, layout.heightForWidth(WIDTH) if layout is not None else 0)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP)
        buttons.addWidget(self._count)
        buttons.addStretch(1)
        for button in (self.end, self.back, self.next):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(TIP + 16, TIP + 12, TIP + 12, TIP + 12)
        column.setSpacing(theme.GAP)
        column.addWidget(self._title)
        column.addWidget(self._sentence)
        column.addLayout(buttons)


class Spot(QWidget):
    """An outline that lets everything through."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two pixels of the accent just inside the part."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colours(self).accent, 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), theme.RADIUS, theme.RADIUS)
