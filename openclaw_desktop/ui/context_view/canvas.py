"""What a timeline is drawn on: the plot with the areas in it, marks above it, names of limits beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.account import Account
from openclaw_desktop.ui.context_view.areas import HEAD, AreasItem
from openclaw_desktop.ui.context_view.guides import limits_of, uprights_of
from openclaw_desktop.ui.context_view.limit_labels import LimitLabels
from openclaw_desktop.ui.context_view.mark_lane import MarkLane
from openclaw_desktop.ui.context_view.plot import Plot
from openclaw_desktop.ui.context_view.series import Axis, places

LEAST_ENTRIES = 4
"""So few entries can be zoomed to."""


class Canvas:
    """Keeps all of it in step with the account and with the part of it that is seen."""

    def __init__(self, parent: QWidget, lane: MarkLane, labels: LimitLabels) -> None:
        self._lane, self._labels = lane, labels
        self._account: Account | None = None
        self._axis: Axis = "turns"
        self._highest = 0
        self.plot = Plot(parent)
        self.areas = AreasItem(self.plot.view_box, self.plot.span)
        self.areas.look = theme.colours(parent)
        self.plot.set_axis(self._axis)
        self.plot.on_view(self.follow_view)

    # What is drawn

    def show_account(self, account: Account, axis: Axis) -> None:
        """Draws another account, or one that went on; what is seen of it stays where it is."""
        self._account, self._axis = account, axis
        self.areas.series, self.areas.axis = account.series, axis
        self.plot.set_axis(axis)
        self.show_played(account)
        self._set_bounds(account)

    def show_played(self, account: Account) -> None:
        """The same account with other rules over it, or without."""
        self._account = account
        self.areas.replayed = account.replayed
        self.areas.limits = limits_of(account.drawn_rules)
        self._labels.show_limits(self.areas.limits)
        self._set_marks(account)

    def set_axis(self, axis: Axis) -> None:
        """Another axis; the same stretch of the session is seen."""
        account, before = self._account, self._axis
        if account is None:
            return
        was, edges = account.series.edges(before), account.series.edges(axis)
        low, high = (float(np.interp(x, was, edges)) for x in self.plot.x_range())
        self._axis = self.areas.axis = axis
        self.plot.set_axis(axis)
        self._set_marks(account)
        self._set_bounds(account)
        self.plot.set_x_range(low, high)

    def set_highest(self, tokens: int) -> None:
        """So many tokens are just below the upper edge."""
        self._highest = tokens
        self._set_height()

    def dress(self, widget: QWidget) -> None:
        """The colours of the widget's theme."""
        self.areas.look = theme.colours(widget)
        self.plot.dress(widget)
        self.areas.update()

    def _set_marks(self, account: Account) -> None:
        shown = account.marks
        xs = places(account.series, self._axis, [mark.index for mark in shown])
        self.areas.uprights = uprights_of(shown, xs.tolist())
        self._lane.show_marks(shown)
        self.areas.update()

    def _set_bounds(self, account: Account) -> None:
        edges = account.series.edges(self._axis)
        low, high = float(edges[0]), float(edges[-1])
        self.plot.set_bounds(low, high, (high - low) * LEAST_ENTRIES / max(len(account), LEAST_ENTRIES))

    # What is seen

    def show_all(self) -> None:
        """The whole session."""
        if self._account is not None:
            edges = self._account.series.edges(self._axis)
            self.plot.set_x_range(float(edges[0]), float(edges[-1]))

    @property
    def sees_all(self) -> bool:
        """Whether the whole session is seen."""
        if self._account is None:
            return True
        edges, (low, high) = self._account.series.edges(self._axis), self.plot.x_range()
        return bool(low <= edges[0] and edges[-1] <= high)

    def zoom(self, factor: float, x: float | None) -> None:
        """More than 1 comes nearer, around `x` when it is seen; None: around where the view begins."""
        low, high = self.plot.x_range()
        x = low if x is None else x
        centre = x if low <= x <= high else (low + high) / 2
        self.plot.set_x_range(centre - (centre - low) / factor, centre + (high - centre) / factor)

    def pan(self, share: float) -> None:
        """Moves what is seen by a share of itself."""
        low, high = self.plot.x_range()
        self.plot.set_x_range(low + share * (high - low), high + share * (high - low))

    def bring_into_sight(self, x: float) -> None:
        """Puts a place of the axis into the middle, unless it is seen already."""
        low, high = self.plot.x_range()
        if not low <= x <= high:
            self.plot.set_x_range(x - (high - low) / 2, x + (high - low) / 2)

    def pixels_of(self, indices: Sequence[int]) -> Sequence[float]:
        """Where entries stand in the view, in pixels from its left; far outside before there are any."""
        if self._account is None:
            return [-1000.0] * len(indices)
        low, high, _, _ = self.plot.span()
        width = self.plot.view_box.rect().width()
        at = places(self._account.series, self._axis, indices)
        xs: list[float] = ((at - low) / (high - low) * width).tolist()
        return xs

    # What follows from it

    def follow_view(self) -> None:
        """Another part is seen, or the view has another size: signs and names stay at their places."""
        rect: QRectF = self.plot.view_box.rect()
        if rect != self.areas.boundingRect():
            self.areas.set_rect(rect)
            self._set_height()
        self.areas.update()
        self._lane.place(round(self.plot.left()), round(rect.width()))
        self._place_labels()

    def _set_height(self) -> None:
        if self._account is None:
            return
        height = max(self.plot.view_box.rect().height(), 50.0)
        self.plot.set_top(max(self._highest, 100) * height / max(height - HEAD, 1))
        self.areas.update()
        self._place_labels()

    def _place_labels(self) -> None:
        """The names of the limits stand at their heights."""
        _, _, bottom, top = self.plot.span()
        rect: QRectF = self.plot.view_box.sceneBoundingRect()
        scale = rect.height() / max(top - bottom, 1e-9)
        heights = [rect.bottom() - (limit.tokens - bottom) * scale for limit in self.areas.limits]
        self._labels.place(heights, rect.bottom())
