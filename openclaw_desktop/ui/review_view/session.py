"""What the view asks of the engine, and what was decided last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.desk.review import Review
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.policy import Rules
from openclaw_desktop.review.proposal import Decision, Proposal, State
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.review_view.marks import Mark, Marks
from openclaw_desktop.ui.search_view.latest import Latest


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be written for one proposal: `text` may take a while; its None means that the file goes."""

    text: Callable[[], str | None]
    hunks: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What was decided in one go. `errors`: what could not be, and why."""

    state: State
    decisions: tuple[Decision, ...]
    errors: tuple[DesktopError, ...] = ()

    @property
    def paths(self) -> list[str]:
        """The files it was about."""
        return [decision.path for decision in self.decisions]


LARGEST_COMPARED = 8 * 2**20
"""Characters of both texts; what is larger is accepted or rejected whole."""


def texts(review: Review) -> tuple[str | None, str | None]:
    """What is there and what is wished instead; of what was accepted, what was there and what came of it."""
    if not review.proposal.waits:
        return review.outcome or (review.base, review.proposed)
    return review.approved, review.target


def compared(review: Review) -> tuple[str, str]:
    """Both texts, "" for no file."""
    before, after = texts(review)
    return before or "", after or ""


def is_stale(review: Review) -> bool:
    """The file is not the one any more that the proposal was made against."""
    proposal = review.proposal
    return proposal.waits and proposal.base != review.seen and proposal.proposed != review.seen


def is_compared(review: Review) -> bool:
    """There are two texts that can be set against each other."""
    return review.is_text and sum(map(len, compared(review))) <= LARGEST_COMPARED


class ReviewSession(QObject):
    """Every question goes to a reader thread; late answers are dropped. One decision at a time."""

    listed = Signal(object, object)  # list[Proposal], Rules
    list_failed = Signal(object)  # DesktopError
    opened = Signal(object, object)  # Review, Difference | None
    open_failed = Signal(object)  # DesktopError
    findings_arrived = Signal(object, object)  # Proposal, list[Finding]
    deciding = Signal(bool)
    decided = Signal(object)  # Done
    refused = Signal(object)  # DesktopError
    taken_back = Signal(object)  # Done

    def __init__(self, bridge: Bridge, now: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._now = bridge, now
        self._desk = bridge.engine.desk
        self.busy = False
        self.last: Done | None = None
        self.marks = Marks(bridge, self._look, self)
        self._list, self._open, self._findings = (Latest(bridge, self) for _ in range(3))
        self._list.arrived.connect(self._on_listed)
        self._list.failed.connect(self.list_failed)
        self._open.arrived.connect(self._on_opened)
        self._open.failed.connect(self.open_failed)
        self._findings.arrived.connect(self._on_findings)
        self._findings.failed.connect(self.refused)

    # Asking

    def refresh(self) -> None:
        """Reads the queue anew."""
        desk = self._desk
        self._list.ask(lambda: (desk.proposals(), desk.rules))

    def open(self, proposal: Proposal) -> None:
        """Reads the texts of one proposal, and then what there is to notice about it."""
        self._open.ask(lambda: self._read(proposal.id))
        self._findings.forget()
        if proposal.waits:
            self._findings.ask(lambda: (proposal, self._desk.findings(proposal.id, now=self._now())))

    def close(self) -> None:
        """Nothing is looked at any more."""
        self._open.forget()
        self._findings.forget()

    def mute(self, path: str, subject: Subject) -> None:
        """Hints of this kind are no longer wanted for this file."""
        self._do(lambda: self._desk.mute(path, subject, now=self._now()), lambda _: None)

    def _on_listed(self, answer: tuple[list[Proposal], Rules]) -> None:
        self.listed.emit(*answer)

    def _on_opened(self, answer: tuple[Review, Difference | None]) -> None:
        self.opened.emit(*answer)

    def _read(self, proposal_id: str) -> tuple[Review, Difference | None]:
        """A proposal and how its texts differ, which takes a while with large ones; on a reader thread."""
        review = self._desk.review(proposal_id)
        return review, Difference(*compared(review)).worked_out() if is_compared(review) else None

    def _on_findings(self, answer: tuple[Proposal, list[Finding]]) -> None:
        self.findings_arrived.emit(*answer)

    def _look(self, proposal_id: str) -> Mark:
        """What a row tells; on a reader thread."""
        stale = is_stale(self._desk.review(proposal_id))
        return mark_of(self._desk.findings(proposal_id, now=self._now()), stale=stale)

    # Deciding

    def accept(self, review: Review, wish: Wish, comment: str) -> None:
        """Accepts one proposal with the text that is wished."""

        def approve() -> Done:
            decision = self._desk.approve(
                review.proposal.id,
                text=wish.text(),
                seen=review.seen,
                comment=comment,
                hunks=wish.hunks,
                now=self._now(),
            )
            return Done(State.ACCEPTED, (decision,))

        self._do(approve, self._on_done)

    def accept_all(self, proposals: Sequence[Proposal], comment: str) -> None:
        """Accepts several as they are proposed."""

        def approve() -> Done:
            ids = [proposal.id for proposal in proposals]
            decisions, errors = self._desk.approve_as_proposed(ids, comment=comment, now=self._now())
            return Done(State.ACCEPTED, tuple(decisions), tuple(errors))

        self._do(approve, self._on_done)

    def reject(self, proposals: Sequence[Proposal], comment: str) -> None:
        """Rejects one or several."""

        def reject() -> Done:
            ids = [proposal.id for proposal in proposals]
            decisions, errors = self._desk.reject(ids, comment=comment, now=self._now())
            return Done(State.REJECTED, tuple(decisions), tuple(errors))

        self._do(reject, self._on_done)

    def take_back(self, done: Done) -> None:
        """Takes decisions back."""

        def undo() -> Done:
            proposals, errors = self._desk.take_back(done.decisions, now=self._now())
            back = {proposal.id for proposal in proposals}
            decisions = tuple(d for d in done.decisions if d.proposal in back)
            return Done(done.state, decisions, tuple(errors))

        self._do(undo, partial(self._on_taken_back, done))

    def _on_done(self, done: Done) -> None:
        if done.decisions:
            self.last = done
        self.decided.emit(done)

    def _on_taken_back(self, done: Done, back: Done) -> None:
        if self.last is done:
            self.last = None
        self.taken_back.emit(back)

    def _do(self, verb: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Runs one decision at a time; another that comes meanwhile is not taken: it was not looked at."""
        if not self.busy:
            self.busy = True
            self.deciding.emit(True)
            self._bridge.spawn(self._run(verb, then), name="decide")

    async def _run(self, verb: Callable[[], Any], then: Callable[[Any], None]) -> None:
        try:
            answer = await self._bridge.call(verb)
        except DesktopError as error:
            self.busy = False
            self.deciding.emit(False)
            self.refused.emit(error)
        except BaseException:
            self.busy = False
            raise
        else:
            self.busy = False
            self.deciding.emit(False)
            then(answer)
        self.refresh()


def mark_of(findings: Sequence[Finding], *, stale: bool) -> Mark:
    """What a row tells of its findings."""
    weights = [finding.weight for finding in findings]
    loud = tuple(finding.sentence for finding in findings if finding.weight is Weight.LOUD)
    return Mark(loud, weights.count(Weight.NORMAL), weights.count(Weight.QUIET), stale)
