"""The marks of a timeline in two rows above it: what happened to the window, and what the agent did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.mark_looks import MARK_LOOKS
from openclaw_desktop.ui.editor.painting import mixed
from openclaw_desktop.ui.theme import Colours

SIDE, STEP, TOP = 15, 18, 3
"""Pixels: a sign, the height of a row, and what is free above the first."""

SAID = 6
"""So many marks at one place are told by a tooltip; of more, the number."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter in its place: the marks of one kind there, and all that it stands beside.

    `x` is its middle; marks of several kinds at one place are fanned out, and then it is right of theirs.
    """

    x: float
    row: int
    marks: tuple[Mark, ...]
    beside: tuple[Mark, ...]

    @property
    def first(self) -> Mark:
        """The one whose letter is drawn."""
        return self.marks[0]

    @property
    def tooltip(self) -> str:
        """What happened there, mark by mark, its own first."""
        every = [*self.marks, *(mark for mark in self.beside if mark not in self.marks)]
        said = [f"Turn {mark.turn:,}: {sentence(mark)}" for mark in every[:SAID]]
        more = len(every) - SAID
        return "\n".join([*said, f"… and {more:,} more; zoom in to tell them apart."] if more > 0 else said)


def sentence(mark: Mark) -> str:
    """What a mark says; a replayed one says that it did not really happen."""
    return mark.sentence if mark.recorded else f"By the rules: {mark.sentence}"


def signs(marks: Sequence[Mark], xs: Sequence[float], width: float) -> list[Sign]:
    """Marks in sight gathered where they would cover one another, each kind a sign of its own; pure.

    `xs` are their places in pixels of the `width` that is seen.
    """
    rows: dict[int, list[tuple[float, dict[MarkKind, list[Mark]]]]] = {0: [], 1: []}
    for x, mark in sorted(zip(xs, marks, strict=True), key=lambda pair: pair[0]):
        if not 0 <= x <= width:
            continue
        row = rows[MARK_LOOKS[mark.kind].row]
        if row and x - row[-1][0] < len(row[-1][1]) * SIDE + 1:
            row[-1][1].setdefault(mark.kind, []).append(mark)
        else:
            row.append((x, {mark.kind: [mark]}))
    return [sign for number, row in rows.items() for x, held in row for sign in _fan(x, number, held, width)]


def _fan(x: float, row: int, held: Mapping[MarkKind, Sequence[Mark]], width: float) -> Iterator[Sign]:
    """A sign for each kind side by side, the most telling first; moved left where the lane would end."""
    kinds = sorted(held, key=lambda kind: MARK_LOOKS[kind].order)
    beside = tuple(mark for kind in kinds for mark in held[kind])
    first = max(min(x, width - (len(kinds) - 1) * SIDE), 0)
    for place, kind in enumerate(kinds):
        yield Sign(first + place * SIDE, row, tuple(held[kind]), beside)


class MarkLane(QWidget):
    """Its signs stand over the place of the timeline where they belong; `place_of` tells which that is."""

    chosen = Signal(object)  # Mark

    def __init__(self, place_of: Callable[[Sequence[int]], Sequence[float]], parent: QWidget) -> None:
        super().__init__(parent)
        self._place_of = place_of
        self._left, self._wide = 0, 0
        self._marks: Sequence[Mark] = ()
        self._chosen: Mark | None = None
        self.signs: list[Sign] = []
        self.setFixedHeight(TOP + 2 * STEP)
        self.setMouseTracking(True)
        self.setAccessibleName("What happened")

    def sizeHint(self) -> QSize:
        """Two rows."""
        return QSize(200, TOP + 2 * STEP)

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Shows these marks."""
        self._marks, self._chosen = marks, None
        self.place(self._left, self._wide)

    def choose(self, mark: Mark | None) -> None:
        """Marks one of them as the one that is looked at."""
        self._chosen = mark
        self.update()

    def place(self, left: int, wide: int) -> None:
        """The timeline's view changed: it begins `left` pixels from the left edge and is `wide` wide."""
        self._left, self._wide = left, wide
        xs = self._place_of([mark.index for mark in self._marks]) if self._marks else ()
        self.signs = signs(self._marks, xs, wide)
        self.update()

    def sign_at(self, place: QPointF) -> Sign | None:
        """The sign under the mouse."""
        return next(
            (sign for sign in self.signs if self._box(sign).adjusted(-1, -1, 1, 1).contains(place)), None
        )

    def _box(self, sign: Sign) -> QRectF:
        return QRectF(self._left + sign.x - SIDE / 2, TOP + sign.row * STEP, SIDE, SIDE)

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        """A letter in a field of its colour; dashed and empty for what did not really happen."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.fillRect(event.rect(), look.surface)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(theme.META))
        for sign in self.signs:
            self._paint(painter, sign, look)

    def _paint(self, painter: QPainter, sign: Sign, look: Colours) -> None:
        style, box = MARK_LOOKS[sign.first.kind], self._box(sign)
        ink = style.ink(look)
        shape = box.adjusted(0.5, 0.5, -0.5, -0.5)
        if sign.first.recorded:
            painter.setPen(QPen(ink, 1))
            painter.setBrush(mixed(ink, look.surface, 0.18))
        else:
            painter.setPen(QPen(ink, 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._chosen in sign.marks:
            painter.setPen(QPen(look.accent, 2))
        painter.drawRoundedRect(shape, 4, 4)
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, style.letter)
        if len(sign.marks) > 1:  # a corner is folded where there are several
            painter.setPen(QPen(ink, 2))
            painter.drawPoint(shape.topRight() + QPointF(-2, 2.5))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses a mark; another one the next of its kind at the same place."""
        sign = self.sign_at(event.position())
        if sign is not None and event.button() is Qt.MouseButton.LeftButton:
            place = sign.marks.index(self._chosen) + 1 if self._chosen in sign.marks else 0
            self.chosen.emit(sign.marks[place % len(sign.marks)])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over what can be clicked."""
        over = self.sign_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        """Hovering over a sign says what happened."""
        if isinstance(event, QHelpEvent):
            sign = self.sign_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), sign.tooltip if sign else "", self)
            return True
        return super().event(event)
