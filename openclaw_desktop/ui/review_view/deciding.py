"""Accepts, rejects and takes back what is shown; asks inline, and at most once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.errors import AlreadyDecidedError, BaseMovedError, DesktopError
from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.editor.banner import Choice, Message, Weight
from openclaw_desktop.ui.review_view import queue, quiet, words
from openclaw_desktop.ui.review_view.looking import Looking
from openclaw_desktop.ui.review_view.panes import Panes
from openclaw_desktop.ui.review_view.session import Done, ReviewSession
from openclaw_desktop.ui.tree.names import count_of

GLANCE_MS = 700
"""So long after a decision the next change cannot be decided: a double click must not take one unseen."""


class Deciding(QObject):
    """Knows what was decided here, so that only what others decided is told as news."""

    waits_again = Signal(object)  # list of ids that were taken back

    def __init__(self, session: ReviewSession, panes: Panes, looking: Looking, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._panes, self._looking = session, panes, looking
        self.own: set[str] = set()  # ids decided here
        self._under_way: set[str] = set()
        self._next: str | None = None  # to be looked at afterwards
        self._glance = QTimer(self, singleShot=True)
        session.decided.connect(self._on_decided)
        session.refused.connect(self._on_refused)
        session.taken_back.connect(self._on_taken_back)

    def accept(self) -> None:
        """Accepts what is shown as the button says it."""
        if self._panes.is_batch:
            self._accept_batch()
            return
        review, offer = self._panes.page.review, self._panes.page.offer()
        proposals = self._panes.decidable()
        if review is None or offer.wish is None or not proposals or not self.may_decide:
            return
        self._begin(proposals)
        if offer.whole:
            self._session.accept_all(proposals, self._panes.actions_.words)
        else:
            self._session.accept(review, offer.wish(), self._panes.actions_.words)

    def reject(self) -> None:
        """Rejects what is shown, or all that is selected."""
        proposals = self._panes.decidable()
        if proposals and self.may_decide:
            self._begin(proposals)
            drafts = self._looking.drafts if self._panes.is_batch else {}
            self._session.reject(proposals, self._panes.actions_.words, drafts)

    def take_back(self) -> None:
        """Takes the last decision of this window back, or the one that is shown."""
        if self._session.last is not None:
            self._session.take_back(self._session.last)
        else:
            self.take_back_shown()

    def take_back_shown(self) -> None:
        """Takes the decision back that is shown."""
        review = self._panes.page.review
        if review is not None and review.proposal.decision is not None:
            self._session.take_back(Done(review.proposal.state, (review.proposal.decision,)))

    # Several

    def _accept_batch(self, *, asked: bool = False) -> None:
        proposals, batch = self._panes.decidable(), self._panes.batch
        if not proposals or not self.may_decide:
            return
        if batch.unknown and not asked:
            sentence = f"{count_of(len(batch.unknown), 'change')} were not looked at yet."
            self._ask(sentence, "Accept without looking", Choice("Wait", self._panes.banner.clear))
        elif batch.loud and not asked:
            paths = quiet.listed((p.path for p in batch.loud), 3)
            sentence = f"{count_of(len(batch.loud), 'change')} should be looked at first: {paths}."
            look = Choice("Look at the first", partial(self.look_at, batch.loud[0].id))
            self._ask(sentence, "Accept anyway", look)
        else:
            self._begin(proposals)
            self._session.accept_all(proposals, self._panes.actions_.words, self._looking.drafts)

    def _ask(self, sentence: str, accept: str, instead: Choice) -> None:
        choices = (Choice(accept, partial(self._accept_batch, asked=True)), instead)
        self._panes.show_message(Message("ask", sentence, Weight.WARNING, choices))

    def look_at(self, proposal_id: str) -> None:
        """Selects one of several."""
        self._panes.banner.clear()
        self._panes.panel.list.reveal([proposal_id])
        self._panes.panel.list.setFocus()

    # Before and after

    @property
    def may_decide(self) -> bool:
        """No decision is on its way, and what is shown was there to be seen."""
        return not self._session.busy and not self._glance.isActive()

    def _begin(self, proposals: Sequence[Proposal]) -> None:
        ids = [proposal.id for proposal in proposals]
        self._under_way = set(ids)
        self.own |= self._under_way
        rows = self._panes.panel.list.rows.ids
        self._next = queue.after(rows if self._under_way & set(rows) else self._panes.panel.order, ids)
        self._looking.keep_draft()
        self._panes.banner.clear()

    def _on_decided(self, done: Done) -> None:
        decided = {decision.proposal for decision in done.decisions}
        self.own -= self._under_way - decided
        self._looking.is_decided(decided)
        refused = refusals(done.errors)
        if decided:
            undo = Choice("Undo", self.take_back, "Takes this decision back  Ctrl+Z")
            sentence = f"{words.done(done.decisions, edited=done.edited)}."
            message = Message("done", sentence, Weight.NOTE, (undo,), refused)
            self._panes.show_message(message, self._under_way - decided, decided)
        elif refused:
            self._panes.say(refused, self._under_way, weight=Weight.WARNING)
        self._glance.start(GLANCE_MS)
        if self._next is not None and not refused:
            self._panes.panel.list.select_ids([self._next])

    def _on_refused(self, error: DesktopError) -> None:
        if isinstance(error, BaseMovedError):
            self._looking.look_again()
        if not isinstance(error, AlreadyDecidedError):  # it says itself that somebody was faster
            self.own -= self._under_way
        self._panes.say(str(error), self._under_way, weight=Weight.WARNING)
        self._looking.offer()

    def _on_taken_back(self, done: Done) -> None:
        ids = [decision.proposal for decision in done.decisions]
        self.own.difference_update(ids)
        if ids:
            self._looking.waits_again(ids)
            self._panes.panel.show_waiting(True)
            which = done.paths[0] if len(ids) == 1 else count_of(len(ids), "change")
            self._panes.tell(f"Taken back: {which} {'waits' if len(ids) == 1 else 'wait'} again.")
        if done.errors:
            self._panes.say(refusals(done.errors), ids, weight=Weight.WARNING)
        self.waits_again.emit(ids)


def refusals(errors: Sequence[DesktopError]) -> str:
    """What could not be decided, and why; the first few."""
    said = [str(error) for error in errors[:3]]
    more = [f"and {len(errors) - 3:,} more"] if len(errors) > 3 else []
    return "\n".join([*said, *more])
