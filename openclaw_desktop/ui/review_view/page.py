"""One proposal: its header, what to notice about it, and the view of it that was chosen."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from openclaw_desktop.desk.review import Review
from openclaw_desktop.review.diff.difference import Difference
from openclaw_desktop.review.proposal import Kind, Proposal
from openclaw_desktop.review.risk.finding import Finding
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.review_view.diff_rows import Mode
from openclaw_desktop.ui.review_view.findings_panel import CHECKING
from openclaw_desktop.ui.review_view.header import Segment
from openclaw_desktop.ui.review_view.offer import Draft
from openclaw_desktop.ui.review_view.page_parts import PageParts
from openclaw_desktop.ui.review_view.redaction import NONE, Redactions
from openclaw_desktop.ui.review_view.session import compared


class ProposalPage(PageParts):
    """Shows one review at a time. `changed` says that `offer` may be another one now."""

    changed = Signal()
    open_wished = Signal(str, int)  # a path, and a line or 0
    session_wished = Signal(str, int)  # a session's id, and a turn or 0
    mute_wished = Signal(object)  # Subject
    redact_wished = Signal(object)  # Finding
    put_back_wished = Signal(object)  # Finding
    text_changed = Signal()  # what would be accepted, perhaps

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
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
        can_edit = self.review is not None and Segment.EDIT in self.segments()
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
        if not redactions.values and text == self.unedited():
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

    def _show_segments(self, current: Segment) -> None:
        sides = self.is_compared and not self.is_conflict
        steps = self.is_compared or self.is_conflict
        self.header.show_segments(self.segments(), current, steps=steps, sides=sides)

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
        self.header.session_wished.connect(self.session_wished)
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
