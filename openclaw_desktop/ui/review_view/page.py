"""One proposal: its header, what to notice about it, and the view of it that was chosen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.desk.review import Review
from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.proposal import Kind, Proposal
from openclaw_desktop.review.risk.finding import Finding
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.banner import Banner
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.review_view import words
from openclaw_desktop.ui.review_view.conflict_page import ConflictPage
from openclaw_desktop.ui.review_view.diff_rows import Mode
from openclaw_desktop.ui.review_view.diff_view import DiffView
from openclaw_desktop.ui.review_view.edit_page import EditPage, why_not_edited
from openclaw_desktop.ui.review_view.findings_panel import CHECKING, FindingsPanel
from openclaw_desktop.ui.review_view.header import Header, Segment
from openclaw_desktop.ui.review_view.offer import Draft, Offer, Wish, nothing, wish_for
from openclaw_desktop.ui.review_view.reading import Reading
from openclaw_desktop.ui.review_view.redaction import NONE, Redactions
from openclaw_desktop.ui.review_view.session import compared, is_compared, texts
from openclaw_desktop.ui.tree.names import count_of


class ProposalPage(QWidget):
    """Shows one review at a time. `changed` says that `offer` may be another one now."""

    changed = Signal()
    open_wished = Signal(str, int)  # a path, and a line or 0
    mute_wished = Signal(object)  # Subject
    redact_wished = Signal(object)  # Finding
    put_back_wished = Signal(object)  # Finding
    text_changed = Signal()  # what would be accepted, perhaps

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
        self._connect()

    # What is shown

    def wait_for(self, proposal: Proposal, now: datetime) -> None:
        """Shows what the queue knows until its texts are there."""
        self.review = None
        self.preview.forget()
        self.header.show_proposal(proposal, now)
        self._show_segments(Segment.CHANGES)
        self._await_findings(proposal)
        self.note.clear()
        self.stack.setCurrentWidget(self.blank)
        self.changed.emit()

    def show_review(self, review: Review, now: datetime, difference: Difference | None = None) -> None:
        """Shows a proposal with its texts, from the beginning; `difference` saves working it out here."""
        found = self.found if self.shows(review) else None
        self.review = review
        self.redactions = NONE
        self.note.clear()
        self.header.show_proposal(review.proposal, now)
        self.header.show_budget(review.budget if review.proposal.waits else None)
        self.edit.start_from("")
        if self.is_conflict and review.merge is not None:
            self.conflicts.show_merge(review.merge)
        elif self.is_compared:
            self.diff.reserves_marks = review.proposal.waits
            self.diff.set_readonly(not review.proposal.waits or review.proposal.kind is Kind.DELETE)
            self.diff.show_difference(difference or Difference(*compared(review)))
        self._show_segments(Segment.CHANGES)
        self._show_segment(Segment.CHANGES)
        if found is None:
            self._await_findings(review.proposal)
        else:
            self.show_findings(found)
        self.changed.emit()

    def shows(self, review: Review) -> bool:
        """The same texts are shown already, so that ticks and place need not be lost."""
        shown = self.review
        return (
            shown is not None
            and shown.proposal.id == review.proposal.id
            and shown.proposal.state is review.proposal.state
            and (shown.seen, shown.proposed, shown.target, shown.merge)
            == (review.seen, review.proposed, review.target, review.merge)
        )

    def update_review(self, review: Review, now: datetime) -> None:
        """What is known about the proposal changed, and its texts did not."""
        self.review = review
        self.header.show_proposal(review.proposal, now)
        self.header.show_budget(review.budget if review.proposal.waits else None)

    def show_findings(self, findings: list[Finding]) -> None:
        """What there is to notice."""
        self.found = findings
        can_edit = self.review is not None and Segment.EDIT in self._segments()
        taken_out = self.redactions.findings
        self.findings.show_findings(findings, can_edit=can_edit, taken_out=taken_out)
        left = [finding for finding in findings if finding not in taken_out]
        new = [("new", f.line, f.sentence, f.weight) for f in left if f.line is not None]
        old = [("old", f.old_line, f.sentence, f.weight) for f in left if f.old_line is not None]
        self.diff.set_marks([*new, *old])

    def _await_findings(self, proposal: Proposal) -> None:
        self.found = None
        if proposal.waits:
            self.findings.say(CHECKING)
        else:
            self.findings.clear()

    def show_redacted(self, text: str, redactions: Redactions, line: int) -> None:
        """The text that is to be accepted after something was taken out of it, or put back; at a line."""
        self.redactions = redactions
        if not redactions.values and text == self._unedited():
            self._back_to_ticks()
        else:
            self.show_edited(text)
            self.edit.editor.go_to(max(line, 1))
        if self.found is not None:
            self.show_findings(self.found)

    def show_edited(self, text: str) -> None:
        """Another text to be accepted, as if it had been typed."""
        self.edit.start_from(text, edited=True)
        self.header.turn_to(Segment.EDIT)
        self.changed.emit()

    def apply(self, settings: EditorSettings) -> None:
        """Font and wrap as the settings say."""
        for sheet in (self.diff, self.edit.editor, self.conflicts.result):
            sheet.apply(settings)

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
        return self.edit.text() if self.edit.is_edited else self._unedited()

    def _unedited(self) -> str | None:
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
        if Segment.EDIT not in self._segments():
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

    def take_up(self, draft: Draft) -> None:
        """Goes on where the person left it, as far as that still fits."""
        review = self.review
        if review is None:
            return
        if draft.fits(review) and draft.ticked is not None:
            self.diff.set_ticked(*draft.ticked)
        if draft.fits(review) and self.is_conflict and review.merge is not None:
            self.conflicts.show_merge(review.merge, draft.choices)
            self._show_segments(Segment.CHANGES)
        if draft.text is not None:
            self.redactions = draft.redactions
            self.show_edited(draft.text)
            if self.found is not None:
                self.show_findings(self.found)
        self.changed.emit()

    # What the person does

    def turn_to_edit(self) -> None:
        """To the editor, and from it back to the difference."""
        target = Segment.CHANGES if self.header.segment is Segment.EDIT else Segment.EDIT
        self.header.turn_to(target)
        if self.header.segment is Segment.EDIT:
            self.edit.editor.setFocus()

    def step(self, by: int) -> None:
        """To the next change or conflict, or the one before."""
        self.header.turn_to(Segment.CHANGES)
        if self.is_conflict:
            (self.conflicts.go_on if by > 0 else self.conflicts.go_back)()
        elif self.is_compared:
            self.diff.step(by)

    def tick(self) -> None:
        """Ticks the change that is looked at, or takes its tick away."""
        if self.header.segment is Segment.CHANGES and self.is_compared and not self.is_conflict:
            self.diff.toggle_current()

    def go_to(self, finding: Finding) -> None:
        """Shows the line a finding is about; of what was taken out, where something stands in for it."""
        if finding in self.redactions.findings:
            self.header.turn_to(Segment.EDIT)
            self.edit.editor.go_to(self.redactions.line_of(self.edit.text(), finding) or 1)
            return
        self.header.turn_to(Segment.CHANGES)
        if self.stack.currentWidget() is self.diff:
            self.diff.go_to(finding.line, finding.old_line)

    # Segments

    def _segments(self) -> frozenset[Segment]:
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

    def _show_segments(self, current: Segment) -> None:
        sides = self.is_compared and not self.is_conflict
        steps = self.is_compared or self.is_conflict
        self.header.show_segments(self._segments(), current, steps=steps, sides=sides)

    def _show_segment(self, index: int) -> None:
        segment = Segment(index)
        self.preview.forget()
        if segment in (Segment.BEFORE, Segment.AFTER):
            self._render(segment)
        elif segment is Segment.EDIT:
            if not self.edit.is_edited:
                self.edit.start_from(self.result() or "")
                self.edit.editor.go_to(self._line_looked_at())
            self.stack.setCurrentWidget(self.edit)
        elif self.is_conflict:
            self.stack.setCurrentWidget(self.conflicts)
        elif self.is_compared:
            self.stack.setCurrentWidget(self.diff)
        else:
            self._say_why_not()
        self.changed.emit()

    def _line_looked_at(self) -> int:
        """The line (1-based) of the result that is at the change one looked at last, or at the first."""
        return self.diff.result_line() if self.is_compared and not self.is_conflict else 1

    def _say_why_not(self) -> None:
        if self.review is None:
            return
        if self.review.is_text:
            size = f"{sum(map(len, compared(self.review))):,} characters, before and after"
            title = "Too large to compare here"
        else:
            title, size = "This is no text", "Its bytes cannot be shown as lines"
        sentence = f"{size}. It can be accepted or rejected as a whole; the version before is kept."
        self.message.set_texts(title, sentence)
        self.stack.setCurrentWidget(self.message)

    def _render(self, segment: Segment) -> None:
        if self.review is None:
            return
        text = self.texts()[0] if segment is Segment.BEFORE else self.result()
        path = self.review.proposal.path
        self.stack.setCurrentWidget(self.preview if self.preview.base == path else self.blank)
        self.preview.show_text(path, text or "")

    def _on_rendered(self) -> None:
        self.stack.setCurrentWidget(self.preview)

    def _on_choices(self) -> None:
        self._show_segments(self.header.segment)
        self.changed.emit()

    def _back_to_ticks(self) -> None:
        self.edit.start_from("")
        self.redactions = NONE
        if self.found is not None:
            self.show_findings(self.found)
        self.header.turn_to(Segment.CHANGES)
        self.changed.emit()

    def _set_mode(self, beside: bool) -> None:
        self.diff.set_mode(Mode.SIDE_BY_SIDE if beside else Mode.UNIFIED)

    def _open_line(self, _side: str, line: int) -> None:
        if self.review is not None:
            self.open_wished.emit(self.review.proposal.path, line)

    def _open_path(self, path: str) -> None:
        self.open_wished.emit(path, 0)

    # Building

    def _connect(self) -> None:
        self.header.open_wished.connect(self._open_path)
        self.header.segment_changed.connect(self._show_segment)
        self.header.mode_wished.connect(self._set_mode)
        self.header.step_wished.connect(self.step)
        self.findings.line_wished.connect(self.go_to)
        self.findings.place_wished.connect(self.open_wished)
        self.findings.mute_wished.connect(self.mute_wished)
        self.findings.redact_wished.connect(self.redact_wished)
        self.findings.put_back_wished.connect(self.put_back_wished)
        self.diff.ticks_changed.connect(self.changed)
        self.diff.line_activated.connect(self._open_line)
        self.edit.edited.connect(self.changed)
        self.edit.editor.textChanged.connect(self.text_changed)
        self.diff.ticks_changed.connect(self.text_changed)
        self.conflicts.changed.connect(self.text_changed)
        self.edit.back_wished.connect(self._back_to_ticks)
        self.conflicts.changed.connect(self._on_choices)
        self.preview.path_clicked.connect(self._open_path)
        self.preview.arrived.connect(self._on_rendered)

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
