"""Two hits side by side, factor by factor, and the one factor that decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from openclaw_desktop.search.explain import bars, decisive_factor, decisive_name
from openclaw_desktop.search.ranking import Answer, Hit
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.bars import paint_piece, signed
from openclaw_desktop.ui.search_view.lettering import LEFT, RIGHT
from openclaw_desktop.ui.search_view.rows import place
from openclaw_desktop.ui.theme import Colours

LINE = 26
NAME = 96
NUMBER = 52
HEAD = 48
BAR = 10.0
CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True, slots=True)
class Factor:
    """What one factor gives to each of two hits; 0 where a hit has none of it."""

    name: str
    kind: str
    first: float
    second: float


def factors(first: Hit, second: Hit) -> tuple[Factor, ...]:
    """Every factor of either hit, in the order in which they were applied."""
    left = {part.name: part for part in bars(first)}
    right = {part.name: part for part in bars(second)}
    names = [*left, *(name for name in right if name not in left)]
    return tuple(
        Factor(
            name,
            (left.get(name) or right[name]).kind,
            left[name].amount if name in left else 0.0,
            right[name].amount if name in right else 0.0,
        )
        for name in names
    )


class Compare(QWidget):
    """One hit stays on the left; whichever is selected in the list stands on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first: Hit | None = None
        self._second: Hit | None = None
        self._answer: Answer | None = None
        self.sentence = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._canvas = _Canvas()
        area = QScrollArea(widgetResizable=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._canvas)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP)
        column.addWidget(self.sentence)
        column.addWidget(area, 1)

    def start(self, answer: Answer, first: Hit) -> None:
        """Keeps `first` on the left until another comparison starts; its neighbour is set beside it."""
        self._answer, self._first, self._second = answer, first, neighbour(answer, first)
        self._show()

    def show_against(self, selected: Hit | None) -> None:
        """Puts the selected hit on the right, unless it is the one on the left."""
        if selected and self._first and selected.candidate.chunk_id != self._first.candidate.chunk_id:
            self._second = selected
        self._show()

    def refresh(self, answer: Answer) -> None:
        """Takes both hits as another ranking has them."""
        self._answer = answer
        found = {hit.candidate.chunk_id: hit for hit in in_order(answer)}
        if self._first is not None:
            self._first = found.get(self._first.candidate.chunk_id, self._first)
        if self._second is not None:
            self._second = found.get(self._second.candidate.chunk_id, self._second)

    def _show(self) -> None:
        if self._first is None or self._second is None:
            self.sentence.setText("Select another result in the list to set it beside this one.")
            self._canvas.show_factors(self._first, None, (), "")
        else:
            first, second = self._first, self._second
            ahead = self._in_order(first, second)
            self.sentence.setText(decisive_factor(*ahead))
            self._canvas.show_factors(first, second, factors(first, second), decisive_name(*ahead))

    def _in_order(self, first: Hit, second: Hit) -> tuple[Hit, Hit]:
        """Both, the one before the other in the answer."""
        ids = [hit.candidate.chunk_id for hit in in_order(self._answer)] if self._answer else []
        places = [
            ids.index(h.candidate.chunk_id) if h.candidate.chunk_id in ids else len(ids)
            for h in (first, second)
        ]
        return (first, second) if places[0] <= places[1] else (second, first)


def in_order(answer: Answer) -> list[Hit]:
    """Every hit of an answer from the first to the last below the line."""
    return [*answer.hits, *(below.hit for below in answer.below)]


def neighbour(answer: Answer, hit: Hit) -> Hit | None:
    """The hit after this one, or the one before it at the end."""
    ordered = in_order(answer)
    ids = [other.candidate.chunk_id for other in ordered]
    if hit.candidate.chunk_id not in ids or len(ids) < 2:
        return None
    at = ids.index(hit.candidate.chunk_id)
    return ordered[at + 1] if at + 1 < len(ordered) else ordered[at - 1]


class _Canvas(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._first: Hit | None = None
        self._second: Hit | None = None
        self._factors: Sequence[Factor] = ()
        self._decisive = ""

    def show_factors(
        self, first: Hit | None, second: Hit | None, found: Sequence[Factor], decisive: str
    ) -> None:
        self._first, self._second, self._factors, self._decisive = first, second, found, decisive
        self.setMinimumHeight(HEAD + LINE * (len(found) + 1))
        words = (f"{f.name}: {f.first:.2f} against {f.second:.2f}" for f in found)
        self.setAccessibleDescription("; ".join(words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, HEAD + LINE * (len(self._factors) + 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = (self.width() - NAME) / 2
        for hit, area, flags in (
            (self._first, QRectF(0, 0, side, HEAD), RIGHT),
            (self._second, QRectF(side + NAME, 0, side, HEAD), LEFT),
        ):
            if hit is not None:
                _paint_head(painter, area, hit, flags, look)
        if self._second is None:
            return
        most = max([0.01, *(max(abs(f.first), abs(f.second)) for f in self._factors)])
        for number, factor in enumerate(self._factors):
            area = QRectF(0, HEAD + number * LINE, self.width(), LINE)
            if factor.name == self._decisive:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.hover)
                painter.drawRoundedRect(area, theme.RADIUS, theme.RADIUS)
            _paint_factor(painter, area, factor, most, look)


def _paint_head(painter: QPainter, area: QRectF, hit: Hit, flags: Qt.AlignmentFlag, look: Colours) -> None:
    painter.setFont(lettering.font(theme.TITLE))
    painter.setPen(look.text)
    painter.drawText(QRectF(area.left(), area.top(), area.width(), HEAD / 2), flags, f"{hit.score:.2f}")
    painter.setFont(lettering.font(theme.BODY))
    painter.setPen(look.text_dim)
    metrics = lettering.metrics(theme.BODY)
    text = metrics.elidedText(place(hit.candidate), Qt.TextElideMode.ElideMiddle, area.width())
    painter.drawText(QRectF(area.left(), area.top() + HEAD / 2 - 4, area.width(), HEAD / 2), flags, text)


def _paint_factor(painter: QPainter, area: QRectF, factor: Factor, most: float, look: Colours) -> None:
    """The name in the middle, each side's number beside it, bars growing outwards."""
    painter.setFont(lettering.font(theme.BODY))
    middle = QRectF(area.center().x() - NAME / 2, area.top(), NAME, area.height())
    painter.setPen(look.text_dim)
    painter.drawText(middle, CENTRE, factor.name)
    room = max(0.0, area.width() / 2 - NAME / 2 - NUMBER)
    y = area.center().y() - BAR / 2
    for amount, outwards in ((factor.first, -1), (factor.second, 1)):
        text = signed(round(amount * 100), plain=factor.kind == "share") if amount else "–"
        left = middle.left() - NUMBER if outwards < 0 else middle.right()
        painter.setPen(look.text)
        painter.drawText(QRectF(left, area.top(), NUMBER - 8, area.height()), RIGHT, text)
        length = abs(amount) / most * room
        start = middle.left() - NUMBER - length if outwards < 0 else middle.right() + NUMBER
        if length >= 0.5:
            paint_piece(painter, QRectF(start, y, length, BAR), factor.name, lost=amount < 0, look=look)
