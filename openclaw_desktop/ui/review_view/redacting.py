"""Takes a secret out of the text that is to be accepted, and puts it back, as a person asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.review.risk.finding import Finding, Subject
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.review_view.page import ProposalPage
from openclaw_desktop.ui.review_view.redaction import Redactions
from openclaw_desktop.ui.search_view.latest import Latest

LOST = "The text was changed where this was taken out, so it cannot be put back there."


@dataclass(frozen=True, slots=True)
class Redacted:
    """What came of one request: it was about `finding` in `before`, the text of one proposal."""

    proposal: str
    finding: Finding
    before: str
    text: str
    redactions: Redactions


class Redacting(QObject):
    """Looks for the secret on a reader thread; what was typed meanwhile is not lost."""

    lost = Signal(str)  # why it cannot be put back

    def __init__(self, bridge: Bridge, page: ProposalPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._asking = Latest(bridge, self)
        self._asking.arrived.connect(self._on_redacted)
        page.redact_wished.connect(self._take_out)
        page.put_back_wished.connect(self._put_back)

    def _take_out(self, finding: Finding) -> None:
        text, review = self._page.result(), self._page.review
        if text is None or review is None:
            return
        proposed = review.target or review.proposed or ""
        number, redactions = review.proposal.id, self._page.redactions
        others = [other for other in self._page.found or () if other.subject is Subject.SECRET]

        def take_out() -> Redacted:
            done = redactions.take_out(text, finding, proposed=proposed, others=others)
            return Redacted(number, finding, text, *done)

        self._asking.ask(take_out)

    def _on_redacted(self, done: Redacted) -> None:
        page = self._page
        if page.review is None or page.review.proposal.id != done.proposal:
            return
        if page.result() != done.before:
            self._take_out(done.finding)
        elif done.finding in done.redactions.findings:
            page.show_redacted(done.text, done.redactions, done.redactions.line_of(done.text, done.finding))

    def _put_back(self, finding: Finding) -> None:
        page, text = self._page, self._page.result()
        if text is None or finding not in page.redactions.findings:
            return
        line = page.redactions.line_of(text, finding)
        done = page.redactions.put_back(text, finding)
        if done is None:
            self.lost.emit(LOST)
        else:
            page.show_redacted(*done, line)
