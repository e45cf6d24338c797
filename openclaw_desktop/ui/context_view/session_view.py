"""One session: its timeline, what was in the window at the playhead, and what left it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view import session_reading as reading
from openclaw_desktop.ui.context_view.at_playhead import AtPlayhead
from openclaw_desktop.ui.context_view.in_window import InWindow
from openclaw_desktop.ui.context_view.session_panes import INSIDE, LEFT, RULES, SessionPanes
from openclaw_desktop.ui.context_view.session_reader import SessionReader
from openclaw_desktop.ui.context_view.session_reading import Shown
from openclaw_desktop.ui.context_view.wanted import Wanted, begin_of_turn, mark_of, place_of
from openclaw_desktop.ui.context_view.what_left import WhatLeft

if TYPE_CHECKING:
    from openclaw_desktop.context.recall.calls import Call
    from openclaw_desktop.context.sessions.catalogue import Listed
    from openclaw_desktop.desk.sessions_desk import Played


class SessionView(SessionPanes):
    """Holds who of a session hears whom."""

    review_requested = Signal(str)  # the id of a proposal
    search_requested = Signal(object, object)  # Opened, Mark: a search of the memory
    opened = Signal(object)  # Shown

    def __init__(self, bridge: Bridge, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._bridge, self._now = bridge, now
        self._shown: Shown | None = None
        self._window: int | None = None  # entered by the person, for this session
        self._wanted = Wanted()
        self._kept = False
        self._reader = SessionReader(bridge, self)
        self._at_playhead = AtPlayhead(self, now)
        self._what_left = WhatLeft(bridge, self.left_panel, now, self)
        self._in_window = InWindow(bridge, self.timeline, self.window_panel)
        self._connect()

    # What is looked at

    def open(
        self, row: Listed, *, entry: str = "", needle: str = "", turn: int = 0, call: Call | None = None
    ) -> None:
        """Opens a session, at an entry, turn or call to the memory where one is given.

        `needle` is a text that is looked for, and marked.
        """
        self._reader.row = row
        self._wanted = Wanted(call.entry if call is not None else entry, needle, turn, call)
        if self._shown is not None and self._shown.opened.listed.session == row.session:
            self._go_to_wanted()
            return
        self._window = None
        self._hold(None)
        self._read(keep=False)

    def refresh(self, row: Listed) -> None:
        """The session went on: reads it again, and stays where it is."""
        self._reader.row = row
        self._read(keep=self._shown is not None)

    def lose(self, row: Listed) -> None:
        """The session cannot be read any more: what was read of it stays, and it is said."""
        self._reader.row = row
        if self._shown is not None:
            self.remarks.show_sentences(
                [f"{row.problem} What was read of it before is still shown."], loud=True
            )

    @property
    def row(self) -> Listed | None:
        """The session that is looked at."""
        return self._reader.row

    @property
    def state(self) -> Shown | None:
        """What is shown; None while the first reading goes on."""
        return self._shown

    @property
    def busy(self) -> bool:
        """Something is still being read, or about to be."""
        return self._reader.busy or self._in_window.busy or self._what_left.busy

    def _hold(self, shown: Shown | None) -> None:
        """Everyone speaks of the same."""
        self._shown = shown
        self._at_playhead.shown = self._in_window.shown = self._what_left.shown = shown

    def _read(self, *, keep: bool) -> None:
        row = self._reader.row
        if row is None:
            return
        self._kept = keep
        self.head.show_session(row, self._now())
        if not keep:
            self._in_window.forget()
            self._what_left.forget()
            self.stack.setCurrentWidget(self.waiting)
        leaf = self._shown.leaf if keep and self._shown else None
        self._reader.read(row, leaf=leaf, window=self._window)

    def _stop(self) -> None:
        self._reader.stop()
        self._say("Reading was stopped", "Nothing was changed.", "Read it")

    def _again(self, leaf: str | None, window: int | None) -> None:
        """The same session along another branch or with another window."""
        if self._shown is not None:
            self._kept = leaf == self._shown.leaf
            self._reader.read_along(self._shown, leaf, window)

    def _opened(self, shown: Shown) -> None:
        before = self._shown
        self._hold(shown)
        keep = self._kept and before is not None
        account, conversation = shown.opened.ledger, shown.opened.conversation
        self.head.show_branches(conversation.branches, shown.leaf)
        self.head.show_times(shown.series.times is not None)
        self.remarks.show_sentences([*account.problems, *conversation.problems], loud=not account.points)
        if not keep:
            self._at_playhead.mark = None
            self.tabs.setTabEnabled(LEFT, False)
            self.tabs.setTabText(LEFT, "What left")
            self.tabs.setCurrentIndex(INSIDE)
        if not account.points:
            self._say("No entries in this session", "Its transcript is there, and nothing was said in it.")
            return
        self.stack.setCurrentWidget(self.whole)
        at_end = before is not None and self.timeline.playhead == len(before.series) - 1
        self.timeline.show_account(account, shown.series, shown.rules, keep=keep, missed=shown.missed)
        if keep and at_end:
            self.timeline.set_playhead(len(shown.series) - 1)
        self.head.show_scale(whole=self.timeline.whole_window, possible=shown.rules is not None)
        self._at_playhead.tell()
        self._in_window.ask_soon()
        self.figures.weigh(shown.series)
        self.replay_panel.show_session(shown.opened, shown.rules, shown.missed)
        self._show_window()
        self.opened.emit(shown)
        self._go_to_wanted()

    def _failed(self, error: DesktopError) -> None:
        if self._shown is None:
            self._say("This session cannot be read", str(error), "Try again")
        else:
            self.remarks.show_sentences([f"It cannot be read again: {error}"], loud=True)

    def _say(self, title: str, sentence: str, button: str = "") -> None:
        self.failure.set_texts(title, sentence, button)
        self.stack.setCurrentWidget(self.failure)

    def _go_to_wanted(self) -> None:
        """To the entry that was asked for, on whatever branch it is, or to where a turn begins."""
        if self._shown is None:
            return
        shown, wanted = self._shown, self._wanted
        self._wanted = replace(wanted, turn=0)
        begins = begin_of_turn(shown.opened.chain, wanted.turn)
        if begins >= 0:
            self._go_to_entry(begins)
        if not wanted.entry:
            return
        place = place_of(shown.opened.chain, wanted.entry)
        if place < 0:
            self._look_on_branches(shown, wanted)
            return
        self._wanted = replace(self._wanted, entry="")
        self._go_to_entry(place)
        self.window_panel.look_for(wanted.needle)
        if wanted.call is not None:
            if (mark := mark_of(shown, wanted.call)) is not None:
                self.timeline.choose_mark(mark)
            self.timeline.setFocus()

    def _look_on_branches(self, shown: Shown, wanted: Wanted) -> None:
        """Goes along the branch the entry is on; there is none once the session was written anew."""
        leaf = reading.leaf_with(shown, wanted.entry)
        if leaf and leaf != shown.leaf:
            self._again(leaf, self._window)
            return
        self._wanted = replace(self._wanted, entry="")
        if wanted.call is not None:
            self._at_playhead.add("The session was written anew, and this call is not in it any more.")

    # The playhead

    def _moved(self, index: int) -> None:
        if self._shown is not None:
            turn = self._shown.opened.ledger.points[index].turn
            self.tabs.setTabText(INSIDE, f"In the window at turn {turn:,}")
        self._at_playhead.tell()
        self._in_window.ask_soon()

    def _picked(self) -> None:
        """A click shows the texts there, but for who tries rules."""
        if self.tabs.currentIndex() != RULES:
            self.tabs.setCurrentIndex(INSIDE)

    def _read_turn(self, _index: int) -> None:
        self.tabs.setCurrentIndex(INSIDE)
        self.window_panel.focus_text()

    def _go_to_entry(self, index: int) -> None:
        self.tabs.setCurrentIndex(INSIDE)
        self.timeline.set_playhead(index)

    def _mark_chosen(self, mark: Mark) -> None:
        """Says what the mark is, and what left there."""
        self._at_playhead.mark = mark
        self._at_playhead.tell()
        leaves = reading.takes_away(mark)
        if not leaves and self.tabs.currentIndex() == LEFT:
            self.tabs.setCurrentIndex(INSIDE)
        self.tabs.setTabEnabled(LEFT, leaves)
        if not leaves or self._shown is None:
            return
        self.tabs.setTabText(LEFT, f"Left at the {mark.kind.value} at turn {mark.turn:,}")
        self.tabs.setCurrentIndex(LEFT)
        self._what_left.ask(self._shown, mark)

    # What the person wants

    def _zoom(self, factor: float) -> None:
        if factor:
            self.timeline.zoom(factor)
        else:
            self.timeline.show_all()

    def _show_window(self, _rules: object = None) -> None:
        """Whose window it is that everything is drawn for."""
        if self._shown is None:
            return
        own, rules = self._shown.rules, self.replay_panel.rules
        tried = rules.window if rules and own and rules.window != own.window else None
        listed = self._shown.opened.listed
        self.head.show_window(listed.window, self._window, tried)

    def _replayed(self, played: Played | None) -> None:
        self.timeline.show_replay(played)
        self._at_playhead.tell()

    def _choose_branch(self, leaf: str) -> None:
        self._again(leaf, self._window)

    def _enter_window(self, window: int | None) -> None:
        self._window = window
        self.replay_panel.leave_window()
        if self._shown is not None:
            self._again(self._shown.leaf, window)

    def _connect(self) -> None:
        self._reader.arrived.connect(self._opened)
        self._reader.failed.connect(self._failed)
        self._at_playhead.search_requested.connect(self.search_requested)
        self._what_left.review_requested.connect(self.review_requested)
        self.waiting.clicked.connect(self._stop)
        self.failure.clicked.connect(lambda: self._read(keep=False))
        self.head.axis_chosen.connect(self.timeline.set_axis)
        self.head.scale_chosen.connect(self.timeline.set_whole_window)
        self.head.zoom_wanted.connect(self._zoom)
        self.head.branch_chosen.connect(self._choose_branch)
        self.head.window_chosen.connect(self._enter_window)
        self.timeline.playhead_moved.connect(self._moved)
        self.timeline.picked.connect(self._picked)
        self.timeline.opened.connect(self._read_turn)
        self.timeline.mark_chosen.connect(self._mark_chosen)
        self.window_panel.entry_chosen.connect(self.timeline.set_playhead)
        self.left_panel.entry_wanted.connect(self._go_to_entry)
        self.replay_panel.entry_wanted.connect(self.timeline.set_playhead)
        self.replay_panel.replayed.connect(self._replayed)
        self.replay_panel.rules_changed.connect(self._show_window)
        self.replay_panel.window_entered.connect(self._enter_window)
