"""How the window filled along a session: areas, the measured line, limits, marks and a playhead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from openclaw_desktop.context.ledger import Ledger
from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.desk.sessions_desk import Played
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import plot
from openclaw_desktop.ui.context_view.areas import HEAD, AreasItem
from openclaw_desktop.ui.context_view.guides import limits_of, uprights_of
from openclaw_desktop.ui.context_view.limit_labels import LimitLabels
from openclaw_desktop.ui.context_view.mark_lane import MarkLane
from openclaw_desktop.ui.context_view.series import Axis, Series, places

Key = Qt.Key
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ZOOM_STEP, PAN_STEP = 1.4, 0.15
LEAST_ENTRIES = 4
"""So few entries can be zoomed to."""

KEYS = (
    "Left and Right: an entry; with Control: a turn; with Shift: pan. Page Up and Page Down: pan far. Plus"
    " and minus: zoom; 0: all. M: the next mark; with Shift: the one before. Home, End. Enter: read."
)

LEAST, WISHED = 160, 262
"""Pixels: lower it never gets, and so high it wants to be, 220 of them for what is drawn."""

SMALL_SHARE = 0.25
"""A session that fills less of its window than this is shown on a scale of its own at first."""


class Timeline(QWidget):
    """Left and Right move the playhead by an entry, with Ctrl by a turn; Shift pans; + and − zoom."""

    playhead_moved = Signal(int)  # an index of the chain
    picked = Signal()  # the playhead was put somewhere by a click
    opened = Signal(int)  # Enter or a double click: this entry is to be read
    mark_chosen = Signal(object)  # Mark
    why_wanted = Signal()  # why the search of the memory at the playhead found what it found
    pointed = Signal(int)  # the entry under the mouse, -1 for none
    said = Signal(str)  # a sentence about what a key did that is not to be seen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._series: Series | None = None
        self._ledger: Ledger | None = None
        self._rules: Rules | None = None
        self._axis: Axis = "turns"
        self._whole_window = True
        self._playhead = -1
        self._played: Played | None = None  # other rules, drawn over what happened
        self._missed: Sequence[Mark] = ()
        self.plot: Any = None  # made when the first session is shown
        self.areas: AreasItem | None = None
        self.lane = MarkLane(self._pixels_of, self)
        self.lane.chosen.connect(self.choose_mark)
        self.labels = LimitLabels(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(2, 0, 8, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.lane)
        self._row = QHBoxLayout()
        self._row.setSpacing(0)
        self._row.addWidget(self.labels)
        self._column.addLayout(self._row, 1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Timeline of the window")
        self.setAccessibleDescription(KEYS)
        self.setMinimumHeight(LEAST)

    def sizeHint(self) -> QSize:
        """As high as it wants to be."""
        return QSize(400, WISHED)

    # What is shown

    def show_account(
        self,
        ledger: Ledger,
        series: Series,
        rules: Rules | None,
        *,
        keep: bool = False,
        missed: Sequence[Mark] = (),
    ) -> None:
        """Shows an account; `rules` None draws no limits. `keep`: the same session, so the view stays.

        `missed` are flushes that by the rules should have been and were not.
        """
        self._ensure_plot()
        assert self.areas is not None
        all_of_it = not keep or self._sees_all()
        self._ledger, self._series, self._rules = ledger, series, rules
        self.areas.series, self.areas.axis = series, self.axis
        self.plot.set_axis(self.axis)
        self._played, self.areas.replayed = None, None
        self._missed = missed
        if not keep:
            limit = rules.window if rules else 0
            self._whole_window = bool(limit) and series.highest >= SMALL_SHARE * limit
        self._set_limits()
        self._set_marks()
        self._set_bounds()
        if all_of_it:
            self.show_all()
        self.set_playhead(min(self._playhead, len(series) - 1) if keep else len(series) - 1)
        self._set_height()

    def show_replay(self, played: Played | None) -> None:
        """Draws what rules would have done over what happened: marks, how full, and their limits."""
        if self._series is None or self.areas is None:
            return
        filled = played.replayed.filled if played else ()
        fits = played is not None and len(filled) == len(self._series)
        self._played = played if fits else None
        self.areas.replayed = np.array(filled, dtype=np.float64) if fits else None
        self._set_limits()
        self._set_marks()
        self._set_height()

    def set_axis(self, axis: Axis) -> None:
        """Turns or time; the same stretch of the session is seen, and the playhead where it was in sight."""
        before, self._axis = self.axis, axis
        if self._series is None or self.areas is None or self.axis == before:
            return
        was, edges = self._series.edges(before), self._series.edges(self.axis)
        seen: tuple[float, float] = self.plot.x_range()
        low, high = (float(np.interp(x, was, edges)) for x in seen)
        self.areas.axis = self.axis
        self.plot.set_axis(self.axis)
        self._set_marks()
        self._set_bounds()
        self.plot.set_x_range(low, high)
        self._place_playhead()

    @property
    def axis(self) -> Axis:
        """What x is; turns for a session without times."""
        return "time" if self._axis == "time" and self._series and self._series.times is not None else "turns"

    def set_whole_window(self, whole: bool) -> None:
        """Whether y reaches to the window's limit, or only as far as the session filled it."""
        self._whole_window = whole
        self._set_height()

    @property
    def whole_window(self) -> bool:
        """Whether y reaches to the window's limit."""
        return self._whole_window

    def replayed_at(self, index: int) -> int | None:
        """How full the window would have been there under the rules that are drawn; None without any."""
        filled = self._played.replayed.filled if self._played else ()
        return round(filled[index]) if 0 <= index < len(filled) else None

    @property
    def marks(self) -> list[Mark]:
        """All marks, replayed ones too, in the order of the session."""
        recorded = self._ledger.marks if self._ledger else ()
        replayed = self._played.marks if self._played else ()
        return sorted([*recorded, *self._missed, *replayed], key=lambda mark: mark.index)

    # The playhead

    @property
    def playhead(self) -> int:
        """The entry it stands at, -1 for none."""
        return self._playhead

    def set_playhead(self, index: int) -> None:
        """Puts the playhead at an entry, and the entry into sight."""
        if self._series is None or not 0 <= index < len(self._series):
            self._playhead = -1
            return
        moved, self._playhead = index != self._playhead, index
        x = self._place_playhead()
        low, high = self.plot.x_range()
        if not low <= x <= high:
            self.plot.set_x_range(x - (high - low) / 2, x + (high - low) / 2)
        if moved:
            self.playhead_moved.emit(index)

    def _place_playhead(self) -> float:
        """Draws it where its entry stands on the axis, and returns that."""
        assert self._series is not None
        x = float(places(self._series, self.axis, [self._playhead])[0])
        self.plot.set_playhead(x)
        return x

    def step(self, entries: int) -> None:
        """Moves the playhead by entries."""
        if self._series is not None and len(self._series):
            self.set_playhead(min(max(self._playhead + entries, 0), len(self._series) - 1))

    def step_turn(self, turns: int) -> None:
        """Moves the playhead to the beginning of another turn."""
        if self._ledger is None or self._series is None or self._playhead < 0:
            return
        turn = self._ledger.points[self._playhead].turn
        start = self._series.start_of_turn(turn)
        back_to_own = turns < 0 and self._playhead > start
        target = start if back_to_own else self._series.start_of_turn(max(turn + turns, 0))
        self.set_playhead(target)

    def choose_mark(self, mark: Mark) -> None:
        """Looks at a mark: the playhead goes there, and everyone is told."""
        self.lane.choose(mark)
        self.set_playhead(mark.index)
        self.mark_chosen.emit(mark)

    def step_mark(self, step: int) -> None:
        """Goes to the next mark after the playhead, or to the one before; from the last on to the first."""
        marks = self.marks if step > 0 else self.marks[::-1]
        if not marks:
            self.said.emit("There is no mark in this session.")
            return
        beyond = next((m for m in marks if (m.index - self._playhead) * step > 0), None)
        self.choose_mark(beyond or marks[0])
        if beyond is None:
            self.said.emit("Back at the first mark." if step > 0 else "Round to the last mark.")

    # The view

    def show_all(self) -> None:
        """The whole session."""
        if self._series is not None:
            edges = self._series.edges(self.axis)
            self.plot.set_x_range(float(edges[0]), float(edges[-1]))

    def _sees_all(self) -> bool:
        if self._series is None:
            return True
        edges, (low, high) = self._series.edges(self.axis), self.plot.x_range()
        return low <= edges[0] and edges[-1] <= high

    def zoom(self, factor: float) -> None:
        """More than 1 comes nearer, around the playhead when it is seen."""
        if self._series is None:
            return
        low, high = self.plot.x_range()
        x = float(places(self._series, self.axis, [self._playhead])[0]) if self._playhead >= 0 else low
        centre = x if low <= x <= high else (low + high) / 2
        self.plot.set_x_range(centre - (centre - low) / factor, centre + (high - centre) / factor)

    def pan(self, share: float) -> None:
        """Moves what is seen by a share of itself."""
        if self._series is not None:
            low, high = self.plot.x_range()
            self.plot.set_x_range(low + share * (high - low), high + share * (high - low))

    # Building

    def _ensure_plot(self) -> None:
        if self.plot is not None:
            return
        self.plot = plot.Plot(self)
        self._row.insertWidget(0, self.plot.widget, 1)
        self.areas = AreasItem(self.plot.view_box, self.plot.span)
        self.areas.look = theme.colours(self)
        self.plot.set_axis(self.axis)
        self.plot.on_view(self._view_changed)
        self.plot.on_playhead(self._playhead_dragged)
        self.plot.on_mouse(self._pointed, self._clicked)
        self.plot.widget.viewport().installEventFilter(self)

    @property
    def _drawn_rules(self) -> Rules | None:
        return self._played.rules if self._played else self._rules

    def _set_limits(self) -> None:
        assert self.areas is not None
        self.areas.limits = limits_of(self._drawn_rules)
        self.labels.show_limits(self.areas.limits)

    def _set_marks(self) -> None:
        if self._series is None or self.areas is None:
            return
        shown = self.marks
        xs = places(self._series, self.axis, [mark.index for mark in shown])
        self.areas.uprights = uprights_of(shown, xs.tolist())
        self.lane.show_marks(shown)
        self.areas.update()

    def _set_bounds(self) -> None:
        assert self._series is not None
        edges = self._series.edges(self.axis)
        span = float(edges[-1] - edges[0])
        self.plot.set_bounds(
            float(edges[0]), float(edges[-1]), span * LEAST_ENTRIES / max(len(self._series), 4)
        )

    def _set_height(self) -> None:
        """The highest value, or the window's limit, is just below the upper edge."""
        if self._series is None or self.areas is None:
            return
        rules = self._drawn_rules
        limit = rules.window if rules and self._whole_window else 0
        replayed = int(self.areas.replayed.max(initial=0)) if self.areas.replayed is not None else 0
        top = max(self._series.highest, limit, replayed, 100)
        height = max(self.plot.view_box.rect().height(), 50.0)
        self.plot.set_top(top * height / max(height - HEAD, 1))
        self.areas.update()
        self._place_labels()

    def _place_labels(self) -> None:
        """The names of the limits stand at their heights."""
        if self.areas is None:
            return
        _, _, bottom, top = self.plot.span()
        rect: QRectF = self.plot.view_box.sceneBoundingRect()
        scale = rect.height() / max(top - bottom, 1e-9)
        places = [rect.bottom() - (limit.tokens - bottom) * scale for limit in self.areas.limits]
        self.labels.place(places, rect.bottom())

    def _pixels_of(self, indices: Sequence[int]) -> Sequence[float]:
        if self._series is None or self.areas is None:
            return [-1000.0] * len(indices)
        low, high, _, _ = self.plot.span()
        width = self.plot.view_box.rect().width()
        xs: list[float] = ((places(self._series, self.axis, indices) - low) / (high - low) * width).tolist()
        return xs

    # What the plot tells

    def _view_changed(self) -> None:
        if self.areas is not None:
            rect: QRectF = self.plot.view_box.rect()
            if rect != self.areas.boundingRect():
                self.areas.set_rect(rect)
                self._set_height()
            self.areas.update()
            self.lane.place(round(self.plot.left()), round(rect.width()))
            self._place_labels()

    def _playhead_dragged(self, x: float) -> None:
        if self._series is not None and len(self._series):
            self.set_playhead(self._series.at(x, self.axis))

    def _pointed(self, x: float | None) -> None:
        inside = x is not None and self._series is not None and len(self._series)
        self.pointed.emit(self._series.at(x, self.axis) if inside and self._series and x is not None else -1)

    def _clicked(self, x: float, twice: bool) -> None:
        if self._series is not None and len(self._series):
            self.set_playhead(self._series.at(x, self.axis))
            self.picked.emit()
            if twice:
                self.opened.emit(self._playhead)

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """All that the mouse can do."""
        if self._series is None or not self._press(event.key(), event.modifiers()):
            super().keyPressEvent(event)

    def _press(self, key: int, modifiers: Qt.KeyboardModifier) -> bool:
        way = {Key.Key_Left: -1, Key.Key_Right: 1}.get(Key(key), 0)
        if way and modifiers & SHIFT:
            self.pan(way * PAN_STEP)
        elif way and modifiers & CONTROL:
            self.step_turn(way)
        elif way:
            self.step(way)
        elif key in (Key.Key_Plus, Key.Key_Equal):
            self.zoom(ZOOM_STEP)
        elif key == Key.Key_Minus:
            self.zoom(1 / ZOOM_STEP)
        elif key == Key.Key_0:
            self.show_all()
        elif key in (Key.Key_Home, Key.Key_End):
            self.step(-(10**9) if key == Key.Key_Home else 10**9)
        elif key in (Key.Key_PageUp, Key.Key_PageDown):
            self.pan(-0.9 if key == Key.Key_PageUp else 0.9)
        elif key == Key.Key_M:
            self.step_mark(-1 if modifiers & SHIFT else 1)
        elif key == Key.Key_S:
            self.why_wanted.emit()
        elif key in (Key.Key_Return, Key.Key_Enter) and self._playhead >= 0:
            self.opened.emit(self._playhead)
        else:
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click into the plot brings the keyboard; leaving it ends pointing."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        elif event.type() == QEvent.Type.Leave:
            self.pointed.emit(-1)
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange and self.areas is not None:
            self.areas.look = theme.colours(self)
            self.plot.dress(self)
            self.areas.update()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Signs stay above their places."""
        super().resizeEvent(event)
        self._view_changed()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows where the keyboard is."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard is elsewhere."""
        self.update()

    def paintEvent(self, event: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A stripe of the accent at the left where the keyboard is."""
        look = theme.colours(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), look.surface)
        if self.hasFocus():
            painter.setPen(QPen(look.accent, 2))
            painter.drawLine(QPointF(1, 0), QPointF(1, self.height()))
