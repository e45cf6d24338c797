"""Places the queue, what is looked at, what was decided and what can be decided."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.banner import Banner, Choice, Message, Weight
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.action_bar import ActionBar
from openclaw_desktop.ui.review_view.batch_page import BatchPage
from openclaw_desktop.ui.review_view.marks import Mark
from openclaw_desktop.ui.review_view.page import ProposalPage
from openclaw_desktop.ui.review_view.queue_panel import QueuePanel

QUEUE_WIDTH, QUEUE_LEAST = 300, 220


class Panes(QSplitter):
    """The queue at the left; at the right one proposal, several, or why there is nothing."""

    def __init__(
        self,
        bridge: Bridge,
        mark_of: Callable[[Proposal], Mark | None],
        now: Callable[[], datetime],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._now = now
        self._about: frozenset[str] = frozenset()  # proposals that the banner speaks of
        self._undone_here: frozenset[str] = frozenset()  # whose decision its button takes back
        self.panel = QueuePanel(mark_of, now)
        self.page = ProposalPage(bridge)
        self.batch = BatchPage(mark_of)
        self.empty = EmptyState("review", "", "", primary=False)
        self.empty.clicked.connect(self._choose)
        self._choice: Choice | None = None  # where nothing is shown
        self.banner = Banner()
        self.actions_ = ActionBar()
        self._stack = QStackedWidget()
        for part in (self.empty, self.page, self.batch):
            self._stack.addWidget(part)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self.banner)
        column.addWidget(self.actions_)
        self.panel.setMinimumWidth(QUEUE_LEAST)
        for part in (self.panel, right):
            self.addWidget(part)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(1, 1)
        self.setSizes([QUEUE_WIDTH, 1000])

    # What is shown

    @property
    def is_page(self) -> bool:
        """One proposal is shown."""
        return self._stack.currentWidget() is self.page

    @property
    def is_batch(self) -> bool:
        """Several are shown."""
        return self._stack.currentWidget() is self.batch

    def show_page(self) -> None:
        """One proposal."""
        self._stack.setCurrentWidget(self.page)

    def show_batch(self) -> None:
        """Several."""
        self._stack.setCurrentWidget(self.batch)

    def show_empty(self, title: str, sentence: str, choice: Choice | None = None) -> None:
        """Nothing, why, and what can be done about it."""
        self._choice = choice
        self.empty.set_texts(title, sentence, choice.text if choice else "")
        self._stack.setCurrentWidget(self.empty)

    def say(self, sentence: str, about: Collection[str], *, weight: Weight = Weight.NOTE) -> None:
        """Says something about proposals, below what is shown, as long as one of them is selected."""
        self.show_message(Message("said", sentence, weight), about)

    def tell(self, sentence: str) -> None:
        """News about something else than what is selected; they go by themselves."""
        self.show_message(Message("news", sentence, Weight.CUE))

    def show_message(
        self, message: Message, about: Collection[str] = (), undoes: Collection[str] = ()
    ) -> None:
        """Shows a message in the place of any other.

        `about`: the proposals it speaks of; `undoes`: those whose decision its button takes back.
        """
        self._about, self._undone_here = frozenset(about), frozenset(undoes)
        self.banner.show_message(message)

    def forget_said(self, chosen: Collection[str]) -> None:
        """Others are selected now: what was said or asked about those before is over.

        What was decided last stays, with its Undo, until the decision itself is looked at; but not why others
        were refused along with it.
        """
        self.banner.clear("ask")
        if not self._undone_here.isdisjoint(chosen):
            self.banner.clear("done")
        message = self.banner.message
        if message is None or not self._about.isdisjoint(chosen):
            return
        if message.key == "said":
            self.banner.clear()
        elif message.detail:
            self.banner.show_message(replace(message, detail=""))

    # What can be decided

    def decidable(self) -> list[Proposal]:
        """The proposals that a decision would be about."""
        if self.is_batch:
            return [proposal for proposal in self.batch.proposals if proposal.waits]
        review = self.page.review
        return [review.proposal] if self.is_page and review is not None and review.proposal.waits else []

    def show_offer(self, *, busy: bool) -> None:
        """The bar says what can be decided now; nothing while a decision is on its way."""
        review = self.page.review
        self.actions_.setVisible(self.is_page or self.is_batch)
        if self.is_batch:
            count, edited = len(self.decidable()), self.batch.edited
            hint = "Accepts each as proposed"
            hint += f", {words.with_edits(edited)}" if edited else ""
            self.actions_.offer(
                f"Accept all {count:,}", hint=hint, enabled=bool(count), reject=f"Reject all {count:,}"
            )
        elif review is not None and not review.proposal.waits:
            verdict = words.verdict(review.proposal, self._now())
            self.actions_.tell(verdict, can_take_back=review.proposal.decision is not None)
        else:
            offer = self.page.offer()
            self.actions_.offer(
                offer.button, hint=offer.hint, enabled=offer.wish is not None, edit=offer.edit
            )
        self.actions_.hold(busy)

    def _choose(self) -> None:
        if self._choice is not None:
            self._choice.act()
