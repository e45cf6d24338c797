"""Why a hit has its score: the steps of its ranking as sentences, each beside the piece of bar it moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QScrollArea, QSizePolicy, QWidget

from openclaw_desktop.search.explain import waterfall
from openclaw_desktop.search.ranking import Answer, Hit
from openclaw_desktop.search.steps import ScoreStep
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view import lettering
from openclaw_desktop.ui.search_view.bars import paint_floor, paint_piece, signed
from openclaw_desktop.ui.search_view.lettering import RIGHT
from openclaw_desktop.ui.theme import Colours

GAP = 16
NUMBER = 44
LEAST_LINE = 26
BAR = 10.0
WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence, and the step it tells about if it moved the score."""

    sentence: str
    step: ScoreStep | None


def lines_of(answer: Answer, hit: Hit) -> tuple[Line, ...]:
    """The sentences of a hit, each with its step."""
    return steps_told(waterfall(answer, hit), hit.steps)


def steps_told(sentences: Sequence[str], steps: Sequence[ScoreStep]) -> tuple[Line, ...]:
    """Pairs the first sentences with the steps they tell about; those after them stand alone."""
    return tuple(Line(sentence, step) for sentence, step in zip_longest(sentences, steps) if sentence)


class Waterfall(QScrollArea):
    """The lines of one hit, scrolled when they are many."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = _Canvas()
        self.setProperty("role", "reading")
        self.setAccessibleName("Steps of the score")
        self.setWidget(self._canvas)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_lines(self, lines: Sequence[Line], *, floor: float | None = None) -> None:
        """Shows these sentences and steps; `floor` is the noise floor on the score axis."""
        self._canvas.show_lines(lines, floor)
        self.setAccessibleDescription("\n".join(self.sentences()))

    def sentences(self) -> list[str]:
        """What is shown, as text."""
        return self._canvas.sentences()


class _Canvas(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._lines: Sequence[Line] = ()
        self._floor: float | None = None
        self._tops: list[int] = []
        self._text_width = 0.0
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_lines(self, lines: Sequence[Line], floor: float | None) -> None:
        self._lines, self._floor = lines, floor
        self._measure()
        self.update()

    def sentences(self) -> list[str]:
        return [line.sentence for line in self._lines]

    def sizeHint(self) -> QSize:
        return QSize(320, self._tops[-1] if self._tops else LEAST_LINE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._measure()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction("Copy these sentences")
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText("\n".join(self.sentences())))
        menu.popup(event.globalPos())

    def _bar_width(self) -> float:
        return min(320.0, self.width() * 0.3)

    def _measure(self) -> None:
        """The column of sentences, as wide as the longest or what the bars leave; where each line begins.

        A sentence without a bar has all of the width.
        """
        metrics = lettering.metrics(theme.BODY)
        told = [metrics.horizontalAdvance(line.sentence) for line in self._lines if line.step is not None]
        longest = max(told, default=0.0)
        left = self.width() - self._bar_width() - NUMBER * 2 - GAP * 2
        self._text_width = min(longest + 2, max(120.0, left))
        top, tops = 0, [0]
        for line in self._lines:
            room = QRectF(0, 0, self._room(line), 10_000)
            height = metrics.boundingRect(room, WRAPPED, line.sentence).height()
            top += max(LEAST_LINE, round(height) + 8)
            tops.append(top)
        self._tops = tops
        self.setMinimumHeight(top)
        self.updateGeometry()

    def _room(self, line: Line) -> float:
        return self._text_width if line.step is not None else float(self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.colours(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top_score = max([1.0, *(max(s.before, s.after) for s in self._steps())])
        for number, line in enumerate(self._lines):
            top, bottom = self._tops[number], self._tops[number + 1]
            area = QRectF(0, top, self.width(), bottom - top)
            painter.setFont(lettering.font(theme.BODY))
            painter.setPen(look.text)
            text = QRectF(0, top, self._room(line), bottom - top)
            painter.drawText(text, WRAPPED, line.sentence)
            if line.step is not None:
                self._paint_step(painter, area, line.step, top_score, look)
        painter.end()

    def _steps(self) -> list[ScoreStep]:
        return [line.step for line in self._lines if line.step is not None]

    def _paint_step(
        self, painter: QPainter, area: QRectF, step: ScoreStep, axis: float, look: Colours
    ) -> None:
        """The piece between `before` and `after`, with the change and the score after it."""
        width = self._bar_width()
        left = self._text_width + GAP * 2
        scale = width / axis
        y = area.center().y() - BAR / 2
        painter.fillRect(QRectF(left, area.center().y(), width, 1), look.hairline)
        low, high = sorted((step.before, step.after))
        least = BAR if step.name == "diversity" else 1.5
        span = QRectF(left + low * scale, y, max((high - low) * scale, least), BAR)
        paint_piece(painter, span, step.name, lost=step.after < step.before, look=look)
        painter.setPen(QPen(look.text_faint, 1))
        end = left + step.after * scale
        painter.drawLine(QLineF(end, area.top() + 3, end, area.bottom() - 3))
        if self._floor is not None and 0 < self._floor <= axis:
            paint_floor(painter, QRectF(left, area.top(), width, area.height()), self._floor * scale, look)
        change = round((step.after - step.before) * 100)
        painter.setPen(look.text_dim)
        change_area = QRectF(left + width, area.top(), NUMBER, area.height())
        painter.drawText(change_area, RIGHT, signed(change) if change else "")
        painter.setPen(look.text)
        painter.drawText(change_area.translated(NUMBER, 0), RIGHT, f"{step.after:.2f}")
