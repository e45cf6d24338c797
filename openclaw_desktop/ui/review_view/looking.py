"""What is looked at: reads it, says what is to be known about it, and keeps what was not decided."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.desk.review import Review
from openclaw_desktop.errors import DesktopError, ProposalGoneError
from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.proposal import Kind, Proposal
from openclaw_desktop.review.risk.finding import Finding
from openclaw_desktop.ui.editor.banner import Choice, Message, Weight
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.offer import Draft
from openclaw_desktop.ui.review_view.panes import Panes
from openclaw_desktop.ui.review_view.session import ReviewSession, is_stale, mark_of
from openclaw_desktop.ui.tree.names import name_of

BLANK_MS = 120
"""So long the change before stays in sight while the next one is read."""

BATCH_MS = 300
"""How often a batch shows what was found in it meanwhile."""


class Looking(QObject):
    """Follows the selection. Nothing is offered for a decision before its texts are shown."""

    nothing_chosen = Signal()
    open_wished = Signal(str, int)

    def __init__(
        self, session: ReviewSession, panes: Panes, now: Callable[[], datetime], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._panes, self._now = session, panes, now
        self._page, self._actions = panes.page, panes.actions_
        self._chosen: list[str] = []
        self._wanted: Proposal | None = None  # is being read
        self._drafts: dict[str, Draft] = {}
        self._decided: dict[str, Draft] = {}  # what went into decisions that can be taken back
        self._blank = QTimer(self, interval=BLANK_MS, singleShot=True)
        self._blank.timeout.connect(self._on_blank)
        self._refresh_batch = QTimer(self, interval=BATCH_MS, singleShot=True)
        self._refresh_batch.timeout.connect(panes.batch.refresh)
        panes.panel.list.chosen_changed.connect(self._on_chosen)
        panes.panel.list.seen_changed.connect(self._on_seen)
        session.opened.connect(self._on_opened)
        session.open_failed.connect(self._on_open_failed)
        session.findings_arrived.connect(self._on_findings)
        session.findings_failed.connect(self._on_findings_failed)
        session.marks.found.connect(self._on_mark)

    def look_again(self) -> None:
        """Reads what is looked at once more; what was typed is kept."""
        if self._page.review is not None:
            self.keep_draft()
            self._session.open(self._page.review.proposal)

    def is_decided(self, ids: Collection[str]) -> None:
        """What was typed about these is in the decision now; it comes back when that is taken back."""
        for proposal_id in ids:
            if (draft := self._drafts.pop(proposal_id, None)) is not None:
                self._decided[proposal_id] = draft
        if ids:
            self._page.review = None
            self._actions.comment.clear()

    def waits_again(self, ids: Collection[str]) -> None:
        """These were taken back: they are as the person had left them."""
        self._drafts |= {number: self._decided.pop(number) for number in ids if number in self._decided}
        if ids:
            self._page.review = None

    @property
    def drafts(self) -> dict[str, Draft]:
        """What a person did to proposals that are not shown now, by their ids."""
        return dict(self._drafts)

    def offer(self) -> None:
        """The bar says what can be decided now."""
        self._panes.show_offer(busy=self._session.busy)

    # What is selected

    def _on_chosen(self, chosen: Sequence[Proposal]) -> None:
        self.keep_draft()
        self._blank.stop()
        ids = [proposal.id for proposal in chosen]
        if ids != self._chosen:
            self._panes.forget_said(ids)
        if len(ids) > 1 >= len(self._chosen):
            self._actions.comment.clear()  # what stands there was about one of them
        self._chosen = ids
        if len(chosen) == 1:
            self._open(chosen[0])
        else:
            self._wanted = self._page.review = None
            self._session.close()
            if chosen:
                self._panes.batch.show_proposals(chosen, self._drafts)
                self._panes.show_batch()
                self._on_seen(self._panes.panel.list.seen())
            else:
                self.nothing_chosen.emit()
        self.offer()

    def _open(self, proposal: Proposal) -> None:
        shown = self._page.review
        if shown is not None and shown.proposal == proposal and self._panes.is_page:
            return
        self._wanted = proposal
        if shown is None or shown.proposal.id != proposal.id:
            draft = self._drafts.get(proposal.id)
            self._actions.comment.setText(draft.comment if draft else "")
            self._page.review = None
            self._blank.start()
        self._session.open(proposal)

    def _on_blank(self) -> None:
        if self._wanted is not None:
            self._page.wait_for(self._wanted, self._now())
            self._panes.show_page()

    # What arrives

    def _on_opened(self, review: Review, difference: Difference | None) -> None:
        self._blank.stop()
        self._wanted = None
        self._panes.show_page()
        if self._page.shows(review):
            self._page.update_review(review, self._now())
        else:
            self._page.show_review(review, self._now(), difference)
            self._tell_about(review)
            draft = self._drafts.pop(review.proposal.id, None)
            if draft is not None and review.proposal.waits:
                self._take_up(draft, review)
        self.offer()

    def _tell_about(self, review: Review) -> None:
        """What is to be known before one looks at the lines."""
        path, moved_to = review.proposal.path, review.proposal.moved_to
        since = f"{path} changed since this was proposed"
        if self._page.is_conflict:
            self._note(f"{since}, in the same places. Choose for each of them.", weight=Weight.WARNING)
        elif is_stale(review):
            self._note(f"{since}; {_carried(review)}.")
        elif review.proposal.waits and review.proposal.left_alone:
            self._note(words.standing(review.proposal))
        elif moved_to is not None:
            look = Choice(f"Open {name_of(moved_to)}", partial(self.open_wished.emit, moved_to, 0))
            self._note(f"The same text is in {moved_to} now, so it was moved.", look)

    def _note(self, sentence: str, *choices: Choice, weight: Weight = Weight.NOTE) -> None:
        closable = weight is Weight.NOTE
        self._page.note.show_message(Message("base", sentence, weight, choices, closable=closable))

    def _on_open_failed(self, error: DesktopError) -> None:
        self._blank.stop()
        self._wanted = None
        if isinstance(error, ProposalGoneError):
            self._session.refresh()
        else:
            sentence = f"{error}. Nothing was changed."
            again = Choice("Try again", self._session.refresh)
            self._panes.show_empty("This change cannot be shown", sentence, again)
        self.offer()

    def _on_findings(self, proposal: Proposal, findings: list[Finding]) -> None:
        review = self._page.review
        shown = review is not None and review.proposal.id == proposal.id
        self._session.marks.keep(
            proposal, mark_of(findings, stale=shown and review is not None and is_stale(review))
        )
        if shown:
            self._page.show_findings(findings)

    def _on_findings_failed(self, error: DesktopError) -> None:
        if self._page.review is not None:
            self._page.findings.say(f"It could not be checked. {error}.")

    def _on_seen(self, seen: Sequence[Proposal]) -> None:
        """What is in sight is looked at first, then the rest of a batch."""
        batch = self._panes.batch.unknown if self._panes.is_batch else []
        self._session.marks.want([*seen, *batch])

    def _on_mark(self, _: str) -> None:
        self._panes.panel.list.show_marks()
        if self._panes.is_batch and not self._refresh_batch.isActive():
            self._refresh_batch.start()

    # Drafts

    def keep_draft(self) -> None:
        """Remembers what would be lost by showing something else."""
        review = self._page.review
        if review is None:
            return
        draft = self._page.draft(self._actions.words)
        if draft is not None:
            self._drafts[review.proposal.id] = draft
        else:
            self._drafts.pop(review.proposal.id, None)

    def _take_up(self, draft: Draft, review: Review) -> None:
        self._page.take_up(draft)
        if draft.text is None or draft.fits(review):
            return
        new = Choice("Show the new text", partial(self._show_new, review), "Gives up what you typed")
        mine = Choice("Go on with mine", self._page.note.clear, "Your text is what is accepted")
        self._note(
            f"{review.proposal.path} or the proposal changed while you edited it.",
            new,
            mine,
            weight=Weight.WARNING,
        )

    def _show_new(self, review: Review) -> None:
        self._page.show_review(review, self._now())
        self._tell_about(review)
        self.offer()


def _carried(review: Review) -> str:
    """What becomes of the proposal on a file that changed."""
    if review.proposal.kind is Kind.DELETE:
        return "accepting deletes what is there now"
    return "the proposal was carried over" if review.is_text else "accepting replaces what is there now"
