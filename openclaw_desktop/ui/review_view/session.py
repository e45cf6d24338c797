"""What the view asks of the engine, and what was decided last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.desk.review import Review
from openclaw_desktop.errors import DesktopError, ReviewError
from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.policy import Rules
from openclaw_desktop.review.proposal import Decision, Proposal, State
from openclaw_desktop.review.risk.finding import Finding, Subject, Weight
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.review_view.findings_panel import is_summed_up
from openclaw_desktop.ui.review_view.marks import Mark, Marks
from openclaw_desktop.ui.review_view.offer import Draft, Wish, by_draft
from openclaw_desktop.ui.search_view.latest import Latest


@dataclass(frozen=True, slots=True)
class Done:
    """What was decided in one go, `edited` of it with edits. `errors`: what could not be, and why."""

    state: State
    decisions: tuple[Decision, ...]
    errors: tuple[DesktopError, ...] = ()
    edited: int = 0

    @property
    def paths(self) -> list[str]:
        """The files it was about."""
        return [decision.path for decision in self.decisions]


Decided = tuple[list[Decision], list[DesktopError]]
"""What was decided, and why the rest was not."""

NO_DRAFTS: Mapping[str, Draft] = MappingProxyType({})

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
    findings_arrived = Signal(object, object)  # Proposal, list[Finding]; always after its texts
    findings_failed = Signal(object)  # DesktopError; after the texts too
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
        self._awaits_texts = False
        self._early: Callable[[], None] | None = None  # tells of findings that came before the texts
        self.marks = Marks(bridge, self._look, self)
        self._list, self._open, self._findings = (Latest(bridge, self) for _ in range(3))
        self._list.arrived.connect(self._on_listed)
        self._list.failed.connect(self.list_failed)
        self._open.arrived.connect(self._on_opened)
        self._open.failed.connect(self.open_failed)
        self._findings.arrived.connect(self._on_findings)
        self._findings.failed.connect(self._on_findings_failed)

    # Asking

    def refresh(self) -> None:
        """Reads the queue anew."""
        desk = self._desk
        self._list.ask(lambda: (desk.proposals(), desk.rules))

    def open(self, proposal: Proposal) -> None:
        """Reads the texts of one proposal, and what there is to notice about it."""
        self._awaits_texts, self._early = True, None
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
        self._awaits_texts = False
        self.opened.emit(*answer)
        if self._early is not None:
            tell, self._early = self._early, None
            tell()

    def _read(self, proposal_id: str) -> tuple[Review, Difference | None]:
        """A proposal and how its texts differ, which takes a while with large ones; on a reader thread."""
        review = self._desk.review(proposal_id)
        return review, Difference(*compared(review)).worked_out() if is_compared(review) else None

    def _on_findings(self, answer: tuple[Proposal, list[Finding]]) -> None:
        self._after_texts(partial(self.findings_arrived.emit, *answer))

    def _on_findings_failed(self, error: DesktopError) -> None:
        self._after_texts(partial(self.findings_failed.emit, error))

    def _after_texts(self, tell: Callable[[], None]) -> None:
        """Both are read at once, and findings that are known already come first."""
        if self._awaits_texts:
            self._early = tell
        else:
            tell()

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
            return Done(State.ACCEPTED, (decision,), edited=int(wish.edited))

        self._do(approve, self._on_done)

    def accept_all(
        self, proposals: Sequence[Proposal], comment: str, drafts: Mapping[str, Draft] = NO_DRAFTS
    ) -> None:
        """Accepts several as they are proposed, or as they were drafted; `drafts` by the proposals' ids."""

        def approve(draft: Draft | None, some: list[Proposal]) -> Decided:
            if draft is not None and draft.changes:
                return self._approve_draft(draft, comment)
            ids, said = [p.id for p in some], draft.comment_with(comment) if draft else comment
            return self._desk.approve_as_proposed(ids, comment=said, now=self._now())

        self._do(lambda: _together(State.ACCEPTED, proposals, drafts, approve), self._on_done)

    def _approve_draft(self, draft: Draft, comment: str) -> Decided:
        """Accepts one as a person left it, unless its texts are others now or something is still open."""
        proposal, seen = draft.review.proposal, draft.review.seen
        if draft.wish is None:
            return [], [ReviewError(f"{proposal.path}: {draft.hint}")]
        try:
            if not draft.fits(self._desk.review(proposal.id)):
                return [], [ReviewError(f"{proposal.path} or its proposal changed since you edited it")]
            text, said, hunks = draft.wish.text(), draft.comment_with(comment), draft.wish.hunks
            decision = self._desk.approve(
                proposal.id, text=text, seen=seen, comment=said, hunks=hunks, now=self._now()
            )
        except DesktopError as error:
            return [], [error]
        return [decision], []

    def reject(
        self, proposals: Sequence[Proposal], comment: str, drafts: Mapping[str, Draft] = NO_DRAFTS
    ) -> None:
        """Rejects one or several, each with what was to be said about it; `drafts` by the proposals' ids."""

        def reject(draft: Draft | None, some: list[Proposal]) -> Decided:
            ids, said = [p.id for p in some], draft.comment_with(comment) if draft else comment
            return self._desk.reject(ids, comment=said, now=self._now())

        self._do(lambda: _together(State.REJECTED, proposals, drafts, reject), self._on_done)

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


def _together(
    state: State,
    proposals: Sequence[Proposal],
    drafts: Mapping[str, Draft],
    decide: Callable[[Draft | None, list[Proposal]], Decided],
) -> Done:
    """Decides all in their order; what cannot be decided stops none of the others."""
    decisions: list[Decision] = []
    errors: list[DesktopError] = []
    edited = 0
    for draft, some in by_draft(proposals, drafts):
        done, refused = decide(draft, some)
        decisions += done
        errors += refused
        edited += len(done) if draft is not None and draft.changes else 0
    return Done(state, tuple(decisions), tuple(errors), edited if state is State.ACCEPTED else 0)


def mark_of(findings: Sequence[Finding], *, stale: bool) -> Mark:
    """What a row tells of its findings."""
    told = [finding for finding in findings if not is_summed_up(finding, findings)]
    loud, normal, hints = (
        tuple(finding.sentence for finding in told if finding.weight is weight) for weight in Weight
    )
    return Mark(loud, normal, len(hints), stale)
