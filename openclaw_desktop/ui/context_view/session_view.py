"""One session: its timeline, what was in the window at the playhead, and what left it."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.context.recall import leading
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view import last_call, left_rows
from openclaw_desktop.ui.context_view import session_reading as reading
from openclaw_desktop.ui.context_view import session_words as words
from openclaw_desktop.ui.context_view.mark_lane import sentence
from openclaw_desktop.ui.context_view.noting import Noting
from openclaw_desktop.ui.context_view.session_panes import INSIDE, LEFT, RULES, SessionPanes
from openclaw_desktop.ui.context_view.session_reading import Errand, Row, Shown
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.tree.names import shown

if TYPE_CHECKING:
    from openclaw_desktop.context.lost.losses import Left, LostFact
    from openclaw_desktop.context.recall.calls import Call
    from openclaw_desktop.context.sessions.catalogue import Listed
    from openclaw_desktop.desk.sessions_desk import Played

SETTLE_MS, PROGRESS_MS = 70, 120


class SessionView(SessionPanes):
    """Reads on a reader thread; what is late is let go."""

    review_requested = Signal(str)  # the id of a proposal
    search_requested = Signal(object, object)  # Opened, Mark: a search of the memory
    opened = Signal(object)  # Shown

    def __init__(self, bridge: Bridge, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._bridge, self._now = bridge, now
        self._row: Listed | None = None
        self._shown: Shown | None = None
        self._mark: Mark | None = None
        self._window: int | None = None  # entered by the person, for this session
        self._errand = self._new_errand()
        self._wanted = ""  # the id of an entry to be looked at once the session is there
        self._needle = ""
        self._turn = 0  # likewise; 0 for none
        self._call: Call | None = None  # likewise
        self._kept = False
        self.noting = Noting(bridge, self)
        self._opening, self._inside = Latest(bridge, self), Latest(bridge, self)
        self._leaving, self._losing = Latest(bridge, self), Latest(bridge, self)
        self._settle = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._progress = QTimer(self, interval=PROGRESS_MS)
        self._connect()

    # What is looked at

    def open(
        self, row: Listed, *, entry: str = "", needle: str = "", turn: int = 0, call: Call | None = None
    ) -> None:
        """Opens a session, at an entry, turn or call to the memory where one is given.

        `needle` is a text that is looked for, and marked.
        """
        same = self._shown is not None and self._shown.opened.listed.session == row.session
        self._row, self._needle, self._turn, self._call = row, needle, turn, call
        self._wanted = call.entry if call is not None else entry
        if same and self._shown is not None:
            self._go_to_wanted()
            return
        self._window, self._shown = None, None
        self._read(keep=False)

    def refresh(self, row: Listed) -> None:
        """The session went on: reads it again, and stays where it is."""
        self._row = row
        self._read(keep=self._shown is not None)

    def lose(self, row: Listed) -> None:
        """The session cannot be read any more: what was read of it stays, and it is said."""
        self._row = row
        if self._shown is not None:
            self.remarks.show_sentences(
                [f"{row.problem} What was read of it before is still shown."], loud=True
            )

    @property
    def row(self) -> Listed | None:
        """The session that is looked at."""
        return self._row

    @property
    def state(self) -> Shown | None:
        """What is shown; None while the first reading goes on."""
        return self._shown

    @property
    def busy(self) -> bool:
        """Something is still being read, or about to be."""
        asked = (self._opening, self._inside, self._leaving, self._losing)
        return self._settle.isActive() or any(latest.busy for latest in asked)

    def _read(self, *, keep: bool) -> None:
        row = self._row
        if row is None:
            return
        self._errand.stopped = True
        self._kept, self._errand = keep, self._new_errand()
        self.head.show_session(row, self._now())
        leaf = self._shown.leaf if keep and self._shown else None
        if not keep:
            for latest in (self._inside, self._leaving, self._losing):
                latest.forget()
            self.stack.setCurrentWidget(self.waiting)
        self._progress.start()
        self._tell_progress()
        engine, window, errand = self._bridge.engine, self._window, self._errand
        self._opening.ask(partial(reading.opened, engine, row, errand, leaf=leaf, window=window))

    def _new_errand(self) -> Errand:
        return Errand(lambda: self._bridge.closing)

    def _tell_progress(self) -> None:
        if self._row is None:
            return
        done, most = self._errand.done, self._row.summary.entries if self._row.summary else None
        self.head.show_progress(done, most)
        self.waiting.set_texts("Reading the session…", words.progress(self._row, done, most), "Stop")

    def _stop(self) -> None:
        self._errand.stopped = True
        self._opening.forget()
        self._progress.stop()
        self.head.end_progress()
        self._say("Reading was stopped", "Nothing was changed.", "Read it")

    def _again(self, leaf: str | None, window: int | None) -> None:
        """The same session along another branch or with another window."""
        if self._shown is not None:
            self._kept = leaf == self._shown.leaf
            self._progress.start()
            self._opening.ask(partial(reading.along, self._bridge.engine, self._shown, leaf, window))

    def _opened(self, shown: Shown) -> None:
        self._progress.stop()
        self.head.end_progress()
        before, self._shown = self._shown, shown
        keep = self._kept and before is not None
        account = shown.opened.ledger
        conversation = shown.opened.conversation
        self.head.show_branches(conversation.branches, shown.leaf)
        self.head.show_times(shown.series.times is not None)
        self.remarks.show_sentences([*account.problems, *conversation.problems], loud=not account.points)
        if not keep:
            self._mark = None
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
        self._tell_point(-1)
        self._settle.start()
        self.figures.weigh(shown.series)
        self.replay_panel.show_session(shown.opened, shown.rules, shown.missed)
        self._show_window()
        self.opened.emit(shown)
        self._go_to_wanted()

    def _failed(self, error: DesktopError) -> None:
        self._progress.stop()
        self.head.end_progress()
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
        chain = self._shown.opened.chain
        begins = next((n for n, entry in enumerate(chain) if self._turn and entry.turn == self._turn), -1)
        self._turn = 0
        if begins >= 0:
            self.tabs.setCurrentIndex(INSIDE)
            self.timeline.set_playhead(begins)
        if not self._wanted:
            return
        wanted = self._wanted
        place = next((n for n, entry in enumerate(chain) if entry.id == wanted), -1)
        if place < 0:
            leaf = reading.leaf_with(self._shown, wanted)
            self._wanted = wanted if leaf and leaf != self._shown.leaf else ""
            if self._wanted:
                self._again(leaf, self._window)
            elif self._call is not None:
                self._add("The session was written anew, and this call is not in it any more.")
            return
        self._wanted = ""
        self.tabs.setCurrentIndex(INSIDE)
        self.timeline.set_playhead(place)
        self.window_panel.look_for(self._needle)
        if self._call is not None:
            self._choose_call(self._shown, self._call)

    def _choose_call(self, shown: Shown, call: Call) -> None:
        """The mark of a call to the memory."""
        chain, marks = shown.opened.chain, shown.opened.ledger.marks
        there = (mark for mark in marks if leading.call_of(chain, marks, mark) == (call.entry, call.nth))
        if (mark := next(there, None)) is not None:
            self.timeline.choose_mark(mark)
        self.timeline.setFocus()

    # The playhead

    def _tell_point(self, index: int) -> None:
        """The numbers under the mouse, else those at the playhead."""
        if self._shown is None:
            return
        points = self._shown.opened.ledger.points
        place = index if index >= 0 else self.timeline.playhead
        if 0 <= place < len(points):
            text = words.reading_of(points[place], self._now())
            if self._mark is not None and index < 0 and self._mark.index == place:
                text = f"{shown(sentence(self._mark))} · {text}"
            self.readout.show_text(text, hover=html.escape(text))
            self.why_button.setVisible(self._search_here() is not None)
            self._compare(place)

    def _compare(self, place: int) -> None:
        """What is measured and estimated there, and how far apart they are."""
        if self._shown is None:
            return
        account = self._shown.opened.ledger
        call = last_call.last_call(account.points, place)
        replayed = self.timeline.replayed_at(place)
        self.figures.show_point(account.points[place], account.fixed, call, replayed)
        self.compared.setText(last_call.compared(call, place, fixed=account.fixed is not None))

    def _add(self, sentence: str) -> None:
        """Says something before the numbers, until the playhead moves."""
        text = f"{sentence} · {self.readout.text()}"
        self.readout.show_text(text, hover=html.escape(text))

    def _search_here(self) -> Mark | None:
        """The search of the memory at the playhead, the chosen one where there are several."""
        if self._shown is None:
            return None
        place = self.timeline.playhead
        marks = self._shown.opened.ledger.marks
        here = [mark for mark in marks if mark.index == place and mark.kind is MarkKind.SEARCH]
        return next((mark for mark in here if mark is self._mark), next(iter(here), None))

    def _ask_why(self) -> None:
        mark = self._search_here()
        if self._shown is not None and mark is not None:
            self.search_requested.emit(self._shown.opened, mark)
        elif self._shown is not None:
            self._add("There is no memory search here: M leads to the next mark.")

    def _moved(self, index: int) -> None:
        if self._shown is not None:
            turn = self._shown.opened.ledger.points[index].turn
            self.tabs.setTabText(INSIDE, f"In the window at turn {turn:,}")
        self._tell_point(-1)
        self._settle.start()

    def _ask_inside(self) -> None:
        index = self.timeline.playhead
        if self._shown is not None and index >= 0:
            self._inside.ask(partial(reading.inside, self._bridge.engine, self._shown, index))

    def _inside_arrived(self, found: tuple[int, list[Row]]) -> None:
        self.window_panel.show_rows(found[1], found[0])

    def _picked(self) -> None:
        """A click shows the texts there, but for who tries rules."""
        if self.tabs.currentIndex() != RULES:
            self.tabs.setCurrentIndex(INSIDE)

    def _read_turn(self, _index: int) -> None:
        self.tabs.setCurrentIndex(INSIDE)
        self.window_panel.focus_text()

    # What left

    def _mark_chosen(self, mark: Mark) -> None:
        self._mark = mark
        self._tell_point(-1)
        leaves = reading.takes_away(mark)
        if not leaves and self.tabs.currentIndex() == LEFT:
            self.tabs.setCurrentIndex(INSIDE)
        self.tabs.setTabEnabled(LEFT, leaves)
        if not leaves or self._shown is None:
            return
        self.tabs.setTabText(LEFT, f"Left at the {mark.kind.value} at turn {mark.turn:,}")
        self.tabs.setCurrentIndex(LEFT)
        self._losing.forget()
        self._leaving.ask(partial(reading.left_at, self._bridge.engine, self._shown, mark))

    def _left_arrived(self, found: tuple[Mark, Left]) -> None:
        """The texts first; what is lost takes longer to find."""
        self.left_panel.show_left(*found)
        if self._shown is not None and found[0].kind is MarkKind.COMPACTION:
            self._losing.ask(partial(reading.lost, self._bridge.engine, self._shown, found[0]))

    def _lost_arrived(self, found: list[LostFact]) -> None:
        if self._shown is not None:
            said = left_rows.said(found, self._shown.opened.chain, self._now())
            self.left_panel.show_lost(found, self.noting.states(), said)

    def _leaving_failed(self, error: DesktopError) -> None:
        self.left_panel.say(str(error))

    def _propose(self, facts: list[LostFact]) -> None:
        if self._shown is not None:
            self.noting.propose(self._shown.opened, facts, self._now())

    def _show_proposal(self, fact: LostFact) -> None:
        if proposal := self.noting.proposal_of(fact):
            self.review_requested.emit(proposal)

    def _go_to_entry(self, index: int) -> None:
        self.tabs.setCurrentIndex(INSIDE)
        self.timeline.set_playhead(index)

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
        self._tell_point(-1)

    def _choose_branch(self, leaf: str) -> None:
        self._again(leaf, self._window)

    def _enter_window(self, window: int | None) -> None:
        self._window = window
        self.replay_panel.leave_window()
        if self._shown is not None:
            self._again(self._shown.leaf, window)

    def _connect(self) -> None:
        self._opening.arrived.connect(self._opened)
        self._opening.failed.connect(self._failed)
        self._inside.arrived.connect(self._inside_arrived)
        self._leaving.arrived.connect(self._left_arrived)
        self._losing.arrived.connect(self._lost_arrived)
        for latest in (self._leaving, self._losing):
            latest.failed.connect(self._leaving_failed)
        self._settle.timeout.connect(self._ask_inside)
        self._progress.timeout.connect(self._tell_progress)
        self.waiting.clicked.connect(self._stop)
        self.failure.clicked.connect(lambda: self._read(keep=False))
        self.head.axis_chosen.connect(self.timeline.set_axis)
        self.head.scale_chosen.connect(self.timeline.set_whole_window)
        self.head.zoom_wanted.connect(self._zoom)
        self.head.branch_chosen.connect(self._choose_branch)
        self.head.window_chosen.connect(self._enter_window)
        self.timeline.pointed.connect(self._tell_point)
        self.timeline.playhead_moved.connect(self._moved)
        self.timeline.picked.connect(self._picked)
        self.timeline.opened.connect(self._read_turn)
        self.timeline.mark_chosen.connect(self._mark_chosen)
        self.window_panel.entry_chosen.connect(self.timeline.set_playhead)
        self.left_panel.entry_wanted.connect(self._go_to_entry)
        self.left_panel.propose_wanted.connect(self._propose)
        self.left_panel.review_wanted.connect(self._show_proposal)
        self.replay_panel.entry_wanted.connect(self.timeline.set_playhead)
        self.replay_panel.replayed.connect(self._replayed)
        self.replay_panel.rules_changed.connect(self._show_window)
        self.replay_panel.window_entered.connect(self._enter_window)
        self.timeline.said.connect(self._add)
        self.timeline.why_wanted.connect(self._ask_why)
        self.why_button.clicked.connect(self._ask_why)
        self.noting.changed.connect(lambda: self.left_panel.show_states(self.noting.states()))
        self.noting.failed.connect(self.left_panel.say)
