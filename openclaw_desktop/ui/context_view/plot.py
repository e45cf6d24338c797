"""The only place where pyqtgraph is spoken to: axes, zoom, pan, and a line that can be dragged.

It is loaded when the first plot is made, because that takes half a second.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.series import Axis, Floats
from openclaw_desktop.ui.tree.names import tokens

AXIS_WIDTH, HALF = 52, 8
"""Pixels: the axis of tokens, and half the height of one of its numbers."""


def load() -> Any:
    """pyqtgraph; to be called on a reader thread first, so that the window does not stand still."""
    return importlib.import_module("pyqtgraph")


def polygon(x: Floats, y: Floats) -> QPolygonF:
    """The points as Qt has them, without a loop over them."""
    functions: Any = load().functions
    made: QPolygonF = functions.create_qpolygonf(len(x))
    memory: Floats = functions.ndarray_from_qpolygonf(made)
    memory[:, 0], memory[:, 1] = x, y
    return made


class Plot:
    """A plot whose x can be zoomed and panned within bounds, and whose y is set from outside."""

    def __init__(self, parent: QWidget) -> None:
        self._pg: Any = load()
        self._axes = _axes(self._pg)
        self.widget: Any = self._pg.PlotWidget(
            parent, axisItems={"left": self._axes["tokens"](orientation="left")}
        )
        self.widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.widget.setFrameShape(QFrame.Shape.NoFrame)
        self.view_box: Any = self.widget.getViewBox()
        self.view_box.setMouseEnabled(x=True, y=False)
        self.view_box.setMenuEnabled(False)
        self.view_box.disableAutoRange()
        self.view_box.setDefaultPadding(0)
        self.widget.hideButtons()
        self.widget.getAxis("left").setWidth(AXIS_WIDTH)
        self._line: Any = self._pg.InfiniteLine(angle=90, movable=True)
        self._line.setZValue(10)
        self.view_box.addItem(self._line, ignoreBounds=True)
        self.dress(parent)

    def dress(self, widget: QWidget) -> None:
        """The colours and fonts of the widget's theme."""
        look = theme.colours(widget)
        self.widget.setBackground(look.surface)
        for name in ("left", "bottom"):
            axis = self.widget.getAxis(name)
            axis.setPen(QPen(look.hairline, 1))
            axis.setTextPen(look.text_dim)
            axis.setTickFont(theme.font(theme.META, tabular=True))
            axis.setStyle(tickLength=-4, maxTickLevel=1)
        self._line.setPen(self._pg.mkPen(look.accent, width=2))
        self._line.setHoverPen(self._pg.mkPen(look.accent, width=4))

    def set_axis(self, axis: Axis) -> None:
        """What the bottom axis says."""
        made = self._axes[axis](orientation="bottom")
        self.widget.setAxisItems({"bottom": made})
        made.setRange(*self.x_range())  # it would else learn it at the next zoom
        self.dress(self.widget.parentWidget())

    # What is seen

    def span(self) -> tuple[float, float, float, float]:
        """Lowest and highest x, lowest and highest y."""
        (low, high), (bottom, top) = self.view_box.viewRange()
        return low, high, bottom, top

    def x_range(self) -> tuple[float, float]:
        """Lowest and highest x."""
        low, high, _, _ = self.span()
        return low, high

    def set_x_range(self, low: float, high: float) -> None:
        """Shows this part, as far as the bounds allow."""
        self.view_box.setXRange(low, high, padding=0)

    def set_bounds(self, low: float, high: float, least: float) -> None:
        """No further than this, and no nearer than `least`."""
        most = max(high - low, 1e-6)
        self.view_box.setLimits(xMin=low, xMax=high, minXRange=min(max(least, 1e-6), most), maxXRange=most)
        self._line.setBounds((low, high))

    def set_top(self, top: float) -> None:
        """From zero to here."""
        self.view_box.setYRange(0, top, padding=0)

    def left(self) -> float:
        """Where the view begins, in pixels of the widget."""
        return self.view_box.mapToScene(QPointF(0, 0)).x()

    def set_playhead(self, x: float) -> None:
        """Moves the line; nobody is told."""
        blocked = self._line.blockSignals(True)
        self._line.setValue(x)
        self._line.blockSignals(blocked)

    # Who hears it

    def on_view(self, hear: Callable[[], None]) -> None:
        """Another part is seen, or the view has another size."""

        def changed(*_: object) -> None:
            hear()

        self.view_box.sigRangeChanged.connect(changed)
        self.view_box.sigResized.connect(changed)

    def on_playhead(self, hear: Callable[[float], None]) -> None:
        """The line is dragged."""

        def dragged(line: Any) -> None:
            hear(float(line.value()))

        self._line.sigDragged.connect(dragged)

    def on_mouse(
        self, pointed: Callable[[float | None], None], clicked: Callable[[float, bool], None]
    ) -> None:
        """The mouse is over a place of the axis, or over none; a place was clicked, perhaps twice."""
        scene = self.widget.scene()

        def moved(place: QPointF) -> None:
            inside = self.view_box.sceneBoundingRect().contains(place)
            pointed(self.view_box.mapSceneToView(place).x() if inside else None)

        def pressed(event: Any) -> None:
            if event.button() == Qt.MouseButton.LeftButton:
                place = event.scenePos()
                if self.view_box.sceneBoundingRect().contains(place):
                    clicked(float(self.view_box.mapSceneToView(place).x()), bool(event.double()))

        scene.sigMouseMoved.connect(moved)
        scene.sigMouseClicked.connect(pressed)


def _axes(pg: Any) -> dict[str, Any]:
    """The kinds of axis, which can only be made once pyqtgraph is there."""

    def of_turns(values: list[float], _scale: float, _spacing: float) -> list[str]:
        return [f"{round(value):,}" if math.isclose(value, round(value)) else "" for value in values]

    def tokens_axis(orientation: str) -> Any:
        axis = pg.AxisItem(orientation)

        def of_tokens(values: list[float], _scale: float, _spacing: float) -> list[str]:
            """None where the upper edge would cut it."""
            low, high = axis.range
            edge = high - HALF * (high - low) / max(axis.size().height(), 1)
            return ["" if value > edge else tokens(max(round(value), 0)) for value in values]

        axis.tickStrings = of_tokens
        return axis

    def turns_axis(orientation: str) -> Any:
        axis = pg.AxisItem(orientation)
        axis.tickStrings = of_turns
        return axis

    return {"tokens": tokens_axis, "turns": turns_axis, "time": pg.DateAxisItem}
