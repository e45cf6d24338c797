"""The parts of a proposal's page, and what of them would be accepted now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.desk.review import Review
from openclaw_desktop.review.proposal import Kind, Proposal
from openclaw_desktop.review.risk.finding import Finding
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.banner import Banner
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.conflict_page import ConflictPage
from openclaw_desktop.ui.review_view.diff_view import DiffView
from openclaw_desktop.ui.review_view.edit_page import EditPage, why_not_edited
from openclaw_desktop.ui.review_view.findings_panel import FindingsPanel
from openclaw_desktop.ui.review_view.header import Header, Segment
from openclaw_desktop.ui.review_view.offer import Draft, Offer, Wish, nothing, wish_for
from openclaw_desktop.ui.review_view.reading import Reading
from openclaw_desktop.ui.review_view.redaction import NONE
from openclaw_desktop.ui.review_view.session import is_compared, texts
from openclaw_desktop.ui.tree.names import count_of


class PageParts(QWidget):
    """What `ProposalPage` consists of; how it gets from one proposal to the next is not known here."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.review: Review | None = None
        self.found: list[Finding] | None = None  # what there is to notice; None while that is not known
        self.redactions = NONE  # what was taken out of the text that is edited
        settings = bridge.engine.settings.editor
        self.header = Header()
        self.note = Banner()
        self.findings = FindingsPanel()
        self.diff = DiffView(settings)
        self.preview = Reading(bridge)
        self.edit = EditPage(settings)
        self.conflicts = ConflictPage(settings)
        self.message = EmptyState("binary", "", "")
        self.blank = QWidget()
        self.stack = QStackedWidget()
        for part in (self.blank, self.diff, self.preview, self.edit, self.conflicts, self.message):
            self.stack.addWidget(part)
        self._lay_out()

    # What it is

    @property
    def is_conflict(self) -> bool:
        """Both sides changed the same places: somebody has to choose."""
        review = self.review
        return review is not None and review.proposal.waits and review.has_conflicts

    @property
    def is_compared(self) -> bool:
        """There are two texts to set against each other."""
        return self.review is not None and is_compared(self.review)

    @property
    def is_as_proposed(self) -> bool:
        """Nothing was typed, chosen or left out."""
        whole = not self.is_compared or self.diff.is_everything_ticked
        return not self.edit.is_edited and not self.is_conflict and whole

    def texts(self) -> tuple[str | None, str | None]:
        """What is there, and what is wished instead; of what was accepted, what came of it."""
        if self.review is None:
            return None, None
        if self.is_conflict:
            return self.review.approved, self.conflicts.text()
        return texts(self.review)

    def result(self) -> str | None:
        """The text that accepting would write; None for none at all, or as long as that is open."""
        return self.edit.text() if self.edit.is_edited else self.unedited()

    def unedited(self) -> str | None:
        """What it would write had nothing been typed."""
        if self.is_conflict:
            return self.conflicts.text()
        if self.review is None or self.review.proposal.kind is Kind.DELETE:
            return None
        return self._of_ticks()() if self.is_compared else self.review.target

    def offer(self) -> Offer:
        """What can be accepted now."""
        review = self.review
        if review is None:
            return Offer("Accept", "Reading the change…", None)
        if self.is_conflict and self.conflicts.open_count:
            left = count_of(self.conflicts.open_count, "conflict")
            return Offer("Accept", f"{left} to decide first", None)
        return self._decided_whole(review) or self._ticked(review.proposal, self._to_edit())

    def _decided_whole(self, review: Review) -> Offer | None:
        """What accepting does where there is nothing to tick."""
        proposal, edit = review.proposal, self._to_edit()
        if self.edit.is_edited:
            button, hint = words.accept(proposal, ticked=None, edited=True), "Writes what you typed"
            wish = partial(wish_for, self.edit.text, edited=True)
            return Offer(button, f"{hint} to {proposal.path}", wish, edit=edit)
        if proposal.kind is Kind.DELETE:
            button = words.accept(proposal, ticked=None, edited=False)
            return Offer(
                button, f"{proposal.path} goes; its text is kept in the history", partial(Wish, nothing)
            )
        if self.is_conflict:
            hint = f"Writes what you chose to {proposal.path}"
            return Offer("Accept", hint, partial(wish_for, self.conflicts.text), edit=edit)
        if not self.is_compared:
            return Offer("Accept", f"Writes it to {proposal.path}", partial(Wish, nothing), whole=True)
        return None

    def _to_edit(self) -> str:
        """What the button to the editor says; empty where nothing can be edited."""
        if Segment.EDIT not in self.segments():
            return ""
        return "Show changes" if self.header.segment is Segment.EDIT else "Edit…"

    def _ticked(self, proposal: Proposal, edit: str) -> Offer:
        accepted, of = self.diff.accepted
        if not accepted and of:
            return Offer("Accept", "Tick what to accept, or reject", None, edit=edit)
        ticked = None if self.diff.is_everything_ticked else (accepted, of)
        button = words.accept(proposal, ticked=ticked, edited=False)
        wish = partial(Wish, self._of_ticks(), ticked)
        return Offer(button, f"Writes it to {proposal.path}", wish, edit=edit)

    def _of_ticks(self) -> Callable[[], str | None]:
        """The text of what is ticked now; putting a large one together is left to whoever wants it."""
        if self.diff.is_everything_ticked and self.review is not None:
            return partial(getattr, self.review, "target")
        return partial(self.diff.difference.selected, *self.diff.ticked)

    # Drafts

    def draft(self, comment: str) -> Draft | None:
        """What would be lost by showing another proposal."""
        if self.review is None or not self.review.proposal.waits:
            return None
        text = self.edit.text() if self.edit.is_edited else None
        ticks = self.is_compared and not self.is_conflict and not self.diff.is_everything_ticked
        choices = tuple(self.conflicts.choices) if self.is_conflict else ()
        offer = self.offer()
        draft = Draft(
            self.review,
            text,
            self.diff.ticked if ticks else None,
            choices,
            comment,
            wish=offer.wish() if offer.wish else None,
            hint=offer.hint,
            redactions=self.redactions,
        )
        return None if draft.empty else draft

    def segments(self) -> frozenset[Segment]:
        review = self.review
        if review is None or not review.is_text:
            return frozenset()
        before, after = self.texts()
        found = {Segment.CHANGES}
        if before is not None:
            found.add(Segment.BEFORE)
        if after is not None:
            found.add(Segment.AFTER)
            if review.proposal.waits and not why_not_edited(after):
                found.add(Segment.EDIT)
        return frozenset(found)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.header, _hairline(), self.note, self.findings):
            column.addWidget(part)
        column.addWidget(self.stack, 1)


def _hairline() -> QFrame:
    line = QFrame()
    line.setProperty("role", "hairline")
    line.setFixedHeight(1)
    return line
