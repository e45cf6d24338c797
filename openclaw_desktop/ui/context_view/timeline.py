"""How the window filled along a session: areas, the measured line, limits, marks and a playhead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from openclaw_desktop.context.ledger import Ledger
from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.desk.sessions_desk import Played
from openclaw_desktop.ui.context_view.account import Account
from openclaw_desktop.ui.context_view.areas import AreasItem
from openclaw_desktop.ui.context_view.canvas import Canvas
from openclaw_desktop.ui.context_view.focus_stripe import FocusStripe
from openclaw_desktop.ui.context_view.limit_labels import LimitLabels
from openclaw_desktop.ui.context_view.mark_lane import MarkLane
from openclaw_desktop.ui.context_view.plot import Plot
from openclaw_desktop.ui.context_view.series import Axis, Series
from openclaw_desktop.ui.context_view.timeline_keys import KEYS, press

LEAST, WISHED = 96, 262
"""Pixels: lower it never gets, and so high it wants to be, 220 of them for what is drawn."""


class Timeline(FocusStripe):
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
        self._account: Account | None = None
        self._axis: Axis = "turns"
        self._whole_window = True
        self._playhead = -1
        self._canvas: Canvas | None = None  # made when the first session is shown
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
        self.setOrientation(Qt.Orientation.Horizontal)
        self.valueChanged.connect(self.set_playhead)  # by whoever cannot use keys or mouse

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
        canvas = self._canvas = self._canvas or self._make_canvas()
        all_of_it = not keep or canvas.sees_all
        account = self._account = Account(ledger, series, rules, missed)
        if not keep:
            self._whole_window = account.fills_window
        canvas.show_account(account, self.axis)
        if all_of_it:
            canvas.show_all()
        self.set_playhead(min(self._playhead, len(account) - 1) if keep else len(account) - 1)
        self._set_height()

    def show_replay(self, played: Played | None) -> None:
        """Draws what rules would have done over what happened: marks, how full, and their limits."""
        if self._account is None or self._canvas is None:
            return
        fits = self._account.fits(played)
        self._account = replace(self._account, played=played if fits else None)
        self._canvas.show_played(self._account)
        self._set_height()

    def set_axis(self, axis: Axis) -> None:
        """Turns or time; the same stretch of the session is seen, and the playhead where it was in sight."""
        before, self._axis = self.axis, axis
        if self._canvas is not None and self.axis != before:
            self._canvas.set_axis(self.axis)
            self._place_playhead()

    @property
    def axis(self) -> Axis:
        """What x is; turns for a session without times."""
        timed = self._account is not None and self._account.series.times is not None
        return "time" if self._axis == "time" and timed else "turns"

    def set_whole_window(self, whole: bool) -> None:
        """Whether y reaches to the window's limit, or only as far as the session filled it."""
        self._whole_window = whole
        self._set_height()

    @property
    def whole_window(self) -> bool:
        """Whether y reaches to the window's limit."""
        return self._whole_window

    def _set_height(self) -> None:
        if self._account is not None and self._canvas is not None:
            self._canvas.set_highest(self._account.highest(whole_window=self._whole_window))

    def replayed_at(self, index: int) -> int | None:
        """How full the window would have been there under the rules that are drawn; None without any."""
        return self._account.replayed_at(index) if self._account else None

    @property
    def marks(self) -> list[Mark]:
        """All marks, replayed ones too, in the order of the session."""
        return self._account.marks if self._account else []

    @property
    def plot(self) -> Plot:
        """Where it is drawn; only once there was an account."""
        assert self._canvas is not None
        return self._canvas.plot

    @property
    def areas(self) -> AreasItem | None:
        """What is drawn there; None before there was an account."""
        return self._canvas.areas if self._canvas else None

    # The playhead

    @property
    def playhead(self) -> int:
        """The entry it stands at, -1 for none."""
        return self._playhead

    def set_playhead(self, index: int) -> None:
        """Puts the playhead at an entry, and the entry into sight."""
        if self._account is None or self._canvas is None or not 0 <= index < len(self._account):
            self._playhead = -1
            return
        moved, self._playhead = index != self._playhead, index
        with QSignalBlocker(self):
            self.setRange(0, len(self._account) - 1)
            self.setValue(index)
        self._place_playhead()
        self._canvas.bring_into_sight(self._account.place(index, self.axis))
        if moved:
            self.playhead_moved.emit(index)

    def _place_playhead(self) -> None:
        """Draws it where its entry stands on the axis."""
        if self._account is not None:
            self.plot.set_playhead(self._account.place(self._playhead, self.axis))

    def step(self, entries: int) -> None:
        """Moves the playhead by entries."""
        if self._account:
            self.set_playhead(min(max(self._playhead + entries, 0), len(self._account) - 1))

    def step_turn(self, turns: int) -> None:
        """Moves the playhead to the beginning of another turn."""
        if self._account is not None and self._playhead >= 0:
            self.set_playhead(self._account.start_of_turn(self._playhead, turns))

    def choose_mark(self, mark: Mark) -> None:
        """Looks at a mark: the playhead goes there, and everyone is told."""
        self.lane.choose(mark)
        self.set_playhead(mark.index)
        self.mark_chosen.emit(mark)

    def step_mark(self, step: int) -> None:
        """Goes to the next mark after the playhead, or to the one before; from the last on to the first."""
        marks = self.marks
        if self._account is None or not marks:
            self.said.emit("There is no mark in this session.")
            return
        beyond = self._account.mark_beyond(self._playhead, step)
        self.choose_mark(beyond or marks[0 if step > 0 else -1])
        if beyond is None:
            self.said.emit("Back at the first mark." if step > 0 else "Round to the last mark.")

    # The view

    def show_all(self) -> None:
        """The whole session."""
        if self._canvas is not None:
            self._canvas.show_all()

    def zoom(self, factor: float) -> None:
        """More than 1 comes nearer, around the playhead when it is seen."""
        if self._account is not None and self._canvas is not None:
            place = self._account.place(self._playhead, self.axis) if self._playhead >= 0 else None
            self._canvas.zoom(factor, place)

    def pan(self, share: float) -> None:
        """Moves what is seen by a share of itself."""
        if self._canvas is not None:
            self._canvas.pan(share)

    def _make_canvas(self) -> Canvas:
        canvas = Canvas(self, self.lane, self.labels)
        self._row.insertWidget(0, canvas.plot.widget, 1)
        canvas.plot.on_playhead(self._playhead_dragged)
        canvas.plot.on_mouse(self._pointed, self._clicked)
        canvas.plot.widget.viewport().installEventFilter(self)
        return canvas

    def _pixels_of(self, indices: Sequence[int]) -> Sequence[float]:
        return self._canvas.pixels_of(indices) if self._canvas else [-1000.0] * len(indices)

    # What the plot tells

    def _playhead_dragged(self, x: float) -> None:
        if self._account:
            self.set_playhead(self._account.series.at(x, self.axis))

    def _pointed(self, x: float | None) -> None:
        there = self._account.series.at(x, self.axis) if self._account and x is not None else -1
        self.pointed.emit(there)

    def _clicked(self, x: float, twice: bool) -> None:
        if self._account:
            self.set_playhead(self._account.series.at(x, self.axis))
            self.picked.emit()
            if twice:
                self.opened.emit(self._playhead)

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """All that the mouse can do."""
        if self._account is None or not press(self, event.key(), event.modifiers()):
            event.ignore()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click into the plot brings the keyboard; leaving it ends pointing."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        elif event.type() == QEvent.Type.Leave:
            self.pointed.emit(-1)
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Follows the theme."""
        if event.type() == QEvent.Type.PaletteChange and self._canvas is not None:
            self._canvas.dress(self)
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Signs stay above their places."""
        super().resizeEvent(event)
        if self._canvas is not None:
            self._canvas.follow_view()
