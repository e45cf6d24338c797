"""The review view: the queue, the change that is looked at, and what is decided about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.desk.review import Review
from openclaw_desktop.errors import AlreadyDecidedError, BaseMovedError, DesktopError, ProposalGoneError
from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.policy import Rules
from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.review.risk.finding import Finding, Subject
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.banner import Banner, Choice, Message, Weight
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.review_view import queue, quiet, words
from openclaw_desktop.ui.review_view.action_bar import ActionBar
from openclaw_desktop.ui.review_view.batch_page import BatchPage
from openclaw_desktop.ui.review_view.header import Segment
from openclaw_desktop.ui.review_view.page import Draft, ProposalPage
from openclaw_desktop.ui.review_view.queue_panel import QueuePanel
from openclaw_desktop.ui.review_view.redaction import taken_out
from openclaw_desktop.ui.review_view.session import Done, ReviewSession, is_stale, mark_of
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.tree import names
from openclaw_desktop.ui.tree.names import count_of

QUEUE_WIDTH, QUEUE_LEAST = 300, 220

BLANK_MS = 120
"""So long the change before stays in sight while the next one is read."""

BATCH_MS = 300
"""How often a batch shows what was found in it meanwhile."""

LETTERS = {
    "A": "accept",
    "R": "reject",
    "E": "edit",
    "N": "next_change",
    "P": "previous_change",
    "J": "next_proposal",
    "K": "previous_proposal",
    "C": "comment",
    "U": "take_back",
}
"""Keys of this view, and its verb; a field that is typed in keeps its letters."""


class ReviewView(QWidget):
    """Look, decide, go on. What was decided can be taken back until the next decision, and later too."""

    open_requested = Signal(str, int, int)  # a path, and its line twice; 0 for none
    policies_requested = Signal()

    def __init__(
        self,
        bridge: Bridge,
        parent: QWidget | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        super().__init__(parent)
        self._bridge, self._now = bridge, now
        self._waiting: dict[str, Proposal] | None = None  # as last listed
        self._rules = Rules()
        self._stale = True  # something changed while nobody saw this view
        self._changed: frozenset[str] = frozenset()  # paths, since the last look
        self._chosen: list[str] = []
        self._next: str | None = None  # to be looked at after a decision
        self._back: list[str] = []  # taken back, to be looked at once they wait again
        self._own: set[str] = set()  # decided here
        self._deciding: set[str] = set()  # ids of the decision on its way
        self._drafts: dict[str, Draft] = {}
        self._wanted: Proposal | None = None  # is being read
        self.session = ReviewSession(bridge, now, self)
        self._redacting = Latest(bridge, self)
        self.panel = QueuePanel(self.session.marks.of, now)
        self.page = ProposalPage(bridge)
        self.batch = BatchPage(self.session.marks.of)
        self.empty = EmptyState("review", "", "", primary=False)
        self.banner = Banner()
        self.actions_ = ActionBar()
        self._pages = QStackedWidget()
        self._blank = QTimer(self, interval=BLANK_MS, singleShot=True)
        self._refresh_batch = QTimer(self, interval=BATCH_MS, singleShot=True)
        self._lay_out()
        self._connect()
        self._say_nothing_chosen()

    def show_proposal(self, proposal_id: str) -> None:
        """Selects a proposal, waiting or decided, wherever it stands; one not known yet when it is listed."""
        self._back = [proposal_id]
        self._show_back()

    # The queue

    def _on_listed(self, proposals: Sequence[Proposal], rules: Rules) -> None:
        self._rules = rules
        waiting = {p.id: p for p in proposals if p.waits}
        before, self._waiting = self._waiting, waiting
        gone = [p for p in proposals if before and p.id in before and not p.waits and p.id not in self._own]
        if said := quiet.elsewhere(gone):
            self._say(said)
        self.panel.show_proposals(proposals)
        self._show_back()
        self._say_nothing_chosen()

    def _show_back(self) -> None:
        """Selects what was asked for, as soon as it is listed."""
        if self._back and self.panel.reveal(self._back):
            self._back = []

    def _on_list_failed(self, error: DesktopError) -> None:
        self.empty.set_texts("The queue cannot be read", f"{error}. Nothing was changed.", "Try again")
        self._pages.setCurrentWidget(self.empty)
        self.actions_.hide()

    def _on_review_changed(self, changed: ReviewChanged) -> None:
        known = (self._waiting or {}).values()
        self.session.marks.forget([p for p in known if p.path in changed.paths])
        self._changed |= changed.paths
        if self.isVisible():
            self._refresh()
        else:
            self._stale = True

    def _refresh(self) -> None:
        """Reads the queue anew, and what is looked at when its file has to do with what changed."""
        self._stale = False
        paths, self._changed = self._changed, frozenset()
        self.session.refresh()
        review = self.page.review
        if review is not None and review.proposal.path in paths and not self.session.busy:
            self._keep_draft()
            self.session.open(review.proposal)

    def _on_chosen(self, chosen: Sequence[Proposal]) -> None:
        self._keep_draft()
        self._blank.stop()
        ids = [proposal.id for proposal in chosen]
        if ids != self._chosen:
            self.banner.clear("ask")
        self._chosen = ids
        if len(chosen) == 1:
            self._open(chosen[0])
        else:
            self._wanted = None
            self.page.review = None
            self.session.close()
            if chosen:
                self.batch.show_proposals(chosen)
                self._pages.setCurrentWidget(self.batch)
                self._on_seen(self.panel.list.seen())
            else:
                self._say_nothing_chosen()
        self._offer()

    def _open(self, proposal: Proposal) -> None:
        shown = self.page.review
        same = shown is not None and shown.proposal == proposal
        if same and self._pages.currentWidget() is self.page:
            return
        self._wanted = proposal
        if shown is None or shown.proposal.id != proposal.id:
            self.actions_.comment.setText(self._comment_of(proposal))
            self.page.review = None
            self._blank.start()
        self.session.open(proposal)

    def _on_blank(self) -> None:
        if self._wanted is not None:
            self.page.wait_for(self._wanted, self._now())
            self._pages.setCurrentWidget(self.page)

    def _on_opened(self, review: Review, difference: Difference | None) -> None:
        self._blank.stop()
        self._wanted = None
        self._pages.setCurrentWidget(self.page)
        if self.page.shows(review):
            self.page.update_review(review, self._now())
            self._offer()
            return
        self.page.show_review(review, self._now(), difference)
        self._tell_about(review)
        draft = self._drafts.pop(review.proposal.id, None)
        if draft is not None and review.proposal.waits:
            self._take_up(draft, review)
        self._offer()

    def _tell_about(self, review: Review) -> None:
        """What is to be known before one looks at the lines."""
        path, moved_to = review.proposal.path, review.proposal.moved_to
        note = partial(Message, "base", weight=Weight.NOTE)
        if self.page.is_conflict:
            sentence = f"{path} changed in the same places since this was proposed. Choose for each of them."
            self.page.note.show_message(Message("base", sentence, Weight.WARNING, closable=False))
        elif is_stale(review) and review.target is None:
            said = f"{path} changed since this was proposed; accepting deletes what is there now."
            self.page.note.show_message(note(sentence=said))
        elif is_stale(review):
            said = f"{path} changed since this was proposed; the proposal was carried over."
            self.page.note.show_message(note(sentence=said))
        elif review.proposal.left_alone and review.proposal.waits:
            self.page.note.show_message(note(sentence=words.standing(review.proposal)))
        elif moved_to is not None:
            look = Choice(f"Open {names.name_of(moved_to)}", partial(self._open_file, moved_to, 0))
            said = f"The same text is in {moved_to} now, so it was moved."
            self.page.note.show_message(note(sentence=said, choices=(look,)))

    def _on_open_failed(self, error: DesktopError) -> None:
        self._blank.stop()
        self._wanted = None
        if isinstance(error, ProposalGoneError):
            self.session.refresh()
            return
        self.empty.set_texts("This change cannot be shown", f"{error}. Nothing was changed.", "Try again")
        self._pages.setCurrentWidget(self.empty)
        self._offer()

    def _on_findings(self, proposal_id: str, findings: list[Finding]) -> None:
        review = self.page.review
        known = (self._waiting or {}).get(proposal_id)
        if known is not None:
            stale = review is not None and review.proposal.id == proposal_id and is_stale(review)
            self.session.marks.keep(known, mark_of(findings, stale=stale))
        if review is not None and review.proposal.id == proposal_id:
            self.page.show_findings(findings)

    def _on_seen(self, seen: Sequence[Proposal]) -> None:
        """What is in sight is looked at first, then the rest of a batch."""
        batch = self.batch.unknown if self._pages.currentWidget() is self.batch else []
        self.session.marks.want([*seen, *batch])

    def _on_mark(self, _: str) -> None:
        self.panel.list.show_marks()
        if self._pages.currentWidget() is self.batch and not self._refresh_batch.isActive():
            self._refresh_batch.start()

    # Drafts

    def _keep_draft(self) -> None:
        if self.page.review is None:
            return
        draft = self.page.draft(self.actions_.words)
        if draft is not None:
            self._drafts[draft.review.proposal.id] = draft
        else:
            self._drafts.pop(self.page.review.proposal.id, None)

    def _comment_of(self, proposal: Proposal) -> str:
        draft = self._drafts.get(proposal.id)
        return draft.comment if draft else ""

    def _take_up(self, draft: Draft, review: Review) -> None:
        moved = (draft.review.seen, draft.review.proposal.proposed) != (review.seen, review.proposal.proposed)
        self.page.take_up(draft)
        if not moved or draft.text is None:
            return
        new = Choice("Show the new text", partial(self._show_new, review), "Gives up what you typed")
        mine = Choice("Go on with mine", self.page.note.clear, "Your text is what is accepted")
        sentence = f"{review.proposal.path} or the proposal changed while you edited it."
        self.page.note.show_message(Message("moved", sentence, Weight.WARNING, (new, mine)))

    def _show_new(self, review: Review) -> None:
        self.page.show_review(review, self._now())
        self._offer()

    # Deciding

    def accept(self) -> None:
        """Accepts what is shown as the button says it."""
        if self._pages.currentWidget() is self.batch:
            self._accept_batch()
            return
        review, offer = self.page.review, self.page.offer()
        if review is None or offer.wish is None or not review.proposal.waits or self.session.busy:
            return
        self._begin([review.proposal])
        if offer.whole:
            self.session.accept_all([review.proposal], self.actions_.words)
        else:
            self.session.accept(review, offer.wish(), self.actions_.words)

    def reject(self) -> None:
        """Rejects what is shown, or all that is selected."""
        proposals = self._decidable()
        if proposals and not self.session.busy:
            self._begin(proposals)
            self.session.reject(proposals, self.actions_.words)

    def _accept_batch(self, *, asked: bool = False) -> None:
        proposals = self._decidable()
        if not proposals or self.session.busy:
            return
        if self.batch.unknown and not asked:
            self.session.marks.want(self.batch.unknown)
            self._ask_unknown(len(self.batch.unknown))
        elif self.batch.loud and not asked:
            self._ask_loud()
        else:
            self._begin(proposals)
            self.session.accept_all(proposals, self.actions_.words)

    def _ask_loud(self) -> None:
        loud = self.batch.loud
        paths = quiet.listed((p.path for p in loud), 3)
        accept = Choice("Accept all the same", partial(self._accept_batch, asked=True))
        look = Choice("Look at the first", partial(self._look_at, loud[0].id))
        sentence = f"{count_of(len(loud), 'change')} should be looked at first: {paths}."
        self.banner.show_message(Message("ask", sentence, Weight.WARNING, (accept, look)))

    def _ask_unknown(self, number: int) -> None:
        accept = Choice("Accept without looking", partial(self._accept_batch, asked=True))
        wait = Choice("Wait", self.banner.clear)
        sentence = f"{count_of(number, 'change')} are still being looked at."
        self.banner.show_message(Message("ask", sentence, Weight.WARNING, (accept, wait)))

    def _decidable(self) -> list[Proposal]:
        if self._pages.currentWidget() is self.batch:
            return [p for p in self.batch.proposals if p.waits]
        review = self.page.review
        shown = self._pages.currentWidget() is self.page
        return [review.proposal] if shown and review is not None and review.proposal.waits else []

    def _begin(self, proposals: Sequence[Proposal]) -> None:
        ids = [p.id for p in proposals]
        self._deciding = set(ids)
        self._own |= self._deciding
        rows = self.panel.list.rows.ids
        self._next = queue.after(rows if set(ids) & set(rows) else self.panel.order, ids)
        self.banner.clear()

    def _on_decided(self, done: Done) -> None:
        for decision in done.decisions:
            self._drafts.pop(decision.proposal, None)
        self._own -= self._deciding - {decision.proposal for decision in done.decisions}
        self.page.review = None  # what was typed is in the decision now
        self.actions_.comment.clear()
        if done.decisions:
            sentence = f"{words.done(done.state, done.paths)}."
            undo = Choice("Undo", self.take_back, "Takes this decision back  Ctrl+Z")
            self.banner.show_message(Message("done", sentence, Weight.NOTE, (undo,), _refusals(done.errors)))
        elif done.errors:
            self._say(_refusals(done.errors), weight=Weight.WARNING)
        if self._next is not None and not done.errors:
            self.panel.list.select_ids([self._next])

    def _on_refused(self, error: DesktopError) -> None:
        if isinstance(error, BaseMovedError) and self.page.review is not None:
            self._keep_draft()
            self.session.open(self.page.review.proposal)
        if not isinstance(error, AlreadyDecidedError):  # it says itself who was faster
            self._own -= self._deciding
        self._say(str(error), weight=Weight.WARNING)
        self._offer()

    def take_back(self) -> None:
        """Takes the last decision back, or the one that is shown."""
        review = self.page.review
        if self.session.last is not None:
            self.session.take_back_last()
        elif review is not None and review.proposal.decision is not None:
            self._take_back_shown()

    def _take_back_shown(self) -> None:
        review = self.page.review
        if review is not None and review.proposal.decision is not None:
            self.session.take_back(Done(review.proposal.state, (review.proposal.decision,)))

    def _on_taken_back(self, done: Done) -> None:
        ids = [decision.proposal for decision in done.decisions]
        self._own.difference_update(ids)
        self._back = ids
        self.page.review = None
        if ids:
            self.panel.show_waiting(True)
            which = done.paths[0] if len(ids) == 1 else count_of(len(ids), "change")
            self._say(f"{which[:1].upper()}{which[1:]} {'waits' if len(ids) == 1 else 'wait'} again.")
        if done.errors:
            self._say(_refusals(done.errors), weight=Weight.WARNING)
        self.session.refresh()

    # Keys and commands

    def edit(self) -> None:
        """To the editor of the result, and back."""
        self.page.turn_to_edit()

    def next_change(self) -> None:
        """To the next change of the file, or the next conflict."""
        self.page.step(1)

    def previous_change(self) -> None:
        """To the change before."""
        self.page.step(-1)

    def next_proposal(self) -> None:
        """To the next row of the queue."""
        self.panel.list.step(1)

    def previous_proposal(self) -> None:
        """To the row before."""
        self.panel.list.step(-1)

    def comment(self) -> None:
        """Into the comment to the agent."""
        if self.actions_.comment.isVisible():
            self.actions_.comment.setFocus()

    @property
    def is_typed_in(self) -> bool:
        """A field of this view has the focus, so that Ctrl+Z is for its text."""
        focused = QApplication.focusWidget()
        return isinstance(focused, QLineEdit) or (
            isinstance(focused, QPlainTextEdit) and not focused.isReadOnly()
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks the change that is looked at; Escape goes from the editor back to the changes."""
        if event.key() == Qt.Key.Key_Space:
            self.page.tick()
        elif event.key() == Qt.Key.Key_Escape and self.page.header.segment is Segment.EDIT:
            self.page.turn_to_edit()
            self.panel.list.setFocus()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Looks at what changed while nobody saw it."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    # What else is said and done

    def _offer(self) -> None:
        """The bar says what can be decided now."""
        shown = self._pages.currentWidget()
        self.actions_.setVisible(shown is not self.empty)
        review = self.page.review
        if shown is self.batch:
            waiting = len(self._decidable())
            self.actions_.offer(
                f"Accept all {waiting:,}",
                hint="Accepts each as proposed",
                enabled=bool(waiting),
                reject="Reject all",
            )
        elif review is not None and not review.proposal.waits:
            self.actions_.tell(
                words.verdict(review.proposal, self._now()),
                can_take_back=review.proposal.decision is not None,
            )
        else:
            offer = self.page.offer()
            self.actions_.offer(
                offer.button, hint=offer.hint, enabled=offer.wish is not None, edit=offer.edit
            )
        self.actions_.hold(self.session.busy)

    def _on_minute(self) -> None:
        self.page.header.show_age(self._now())

    def _say(self, sentence: str, *, weight: Weight = Weight.NOTE) -> None:
        self.banner.show_message(Message("said", sentence, weight))

    def _say_nothing_chosen(self) -> None:
        if self.panel.list.chosen():
            return
        if self._waiting is None:
            self.empty.set_texts("Reading the queue…", "")
        elif self._waiting:
            self.empty.set_texts("Select a change", f"{count_of(len(self._waiting), 'change')} wait for you.")
        else:
            sentence = f"{quiet.PURPOSE}\n\n{quiet.protected(self._rules)}"
            self.empty.set_texts("Nothing waits for you", sentence, "See what is protected")
        self._pages.setCurrentWidget(self.empty)
        self._offer()

    def _on_empty_button(self) -> None:
        if self._waiting is not None and not self._waiting:
            self.policies_requested.emit()
        else:
            self.session.refresh()

    def _look_at(self, proposal_id: str) -> None:
        self.banner.clear()
        self.panel.list.reveal([proposal_id])
        self.panel.list.setFocus()

    def _mute(self, subject: Subject) -> None:
        if self.page.review is not None:
            self.session.mute(self.page.review.proposal.path, subject)

    def _redact(self, finding: Finding) -> None:
        text = self.page.result()
        review = self.page.review
        if text is not None and review is not None:
            proposed = review.target or review.proposed or ""
            self._redacting.ask(lambda: (review.proposal.id, taken_out(text, finding, proposed=proposed)))

    def _on_redacted(self, answer: tuple[str, str]) -> None:
        proposal_id, text = answer
        if self.page.review is not None and self.page.review.proposal.id == proposal_id:
            self.page.show_edited(text)
            self._say(
                "Taken out of the text. What has it already keeps it, such as a transcript or a Git history: "
                "change the secret itself too."
            )

    def _on_settings(self, settings: Settings) -> None:
        self.page.apply(settings.editor)
        self.session.refresh()

    def _open_file(self, path: str, line: int) -> None:
        self.open_requested.emit(path, line, line)

    # Building

    def _lay_out(self) -> None:
        for part in (self.empty, self.page, self.batch):
            self._pages.addWidget(part)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        column.addWidget(self.banner)
        column.addWidget(self.actions_)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.panel.setMinimumWidth(QUEUE_LEAST)
        for part in (self.panel, right):
            self.splitter.addWidget(part)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([QUEUE_WIDTH, 1000])
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.splitter)
        self.setFocusProxy(self.panel)

    def _connect(self) -> None:
        session, panel, page, actions = self.session, self.panel, self.page, self.actions_
        for signal, hearer in (
            (self._refresh_batch.timeout, self.batch.refresh),
            (self._blank.timeout, self._on_blank),
            (session.listed, self._on_listed),
            (session.list_failed, self._on_list_failed),
            (session.opened, self._on_opened),
            (session.open_failed, self._on_open_failed),
            (session.findings_arrived, self._on_findings),
            (session.deciding, actions.hold),
            (session.decided, self._on_decided),
            (session.refused, self._on_refused),
            (session.taken_back, self._on_taken_back),
            (session.marks.found, self._on_mark),
            (panel.list.chosen_changed, self._on_chosen),
            (panel.list.seen_changed, self._on_seen),
            (panel.list.undo_wished, self.take_back),
            (panel.list.accept_wished, self.accept),
            (panel.list.minute.timeout, self._on_minute),
            (page.changed, self._offer),
            (page.open_wished, self._open_file),
            (page.mute_wished, self._mute),
            (page.redact_wished, self._redact),
            (self.batch.opened, self._look_at),
            (self.empty.clicked, self._on_empty_button),
            (self._redacting.arrived, self._on_redacted),
            (actions.accepted, self.accept),
            (actions.rejected, self.reject),
            (actions.edit_wished, self.edit),
            (actions.taken_back, self._take_back_shown),
            (actions.left, panel.list.setFocus),
            (self._bridge.review_changed, self._on_review_changed),
            (self._bridge.settings_changed, self._on_settings),
        ):
            signal.connect(hearer)
        for letter, verb in LETTERS.items():
            key = QShortcut(QKeySequence(letter), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(getattr(self, verb))


def _refusals(errors: Sequence[DesktopError]) -> str:
    """What could not be decided, and why; the first few."""
    said = [str(error) for error in errors[:3]]
    more = [f"and {len(errors) - 3:,} more"] if len(errors) > 3 else []
    return "\n".join([*said, *more])
