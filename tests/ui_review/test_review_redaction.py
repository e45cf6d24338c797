"""A secret is taken out wherever the person's text has it now."""

from __future__ import annotations

from datetime import date

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.review.risk.finding import Finding, Subject
from openclaw_desktop.review.risk.risk import findings
from openclaw_desktop.ui.review_view.redaction import taken_out

KEY = "AKIA" + "IOSFODNN7EXAMPLF"
PROPOSED = f"# Keys\n\nThe bucket's key is {KEY} since May.\n"


def secret() -> Finding:
    found = findings(None, PROPOSED, path="MEMORY.md", origin=Who.AGENT, now_date=date(2026, 3, 1))
    return next(finding for finding in found if finding.subject is Subject.SECRET)


def test_it_is_taken_out_of_the_proposed_text() -> None:
    text = taken_out(PROPOSED, secret(), proposed=PROPOSED)
    assert KEY not in text
    assert text.startswith("# Keys\n\nThe bucket's key is [redacted")
    assert text.endswith("since May.\n")


def test_it_is_found_on_another_line_too_and_every_time() -> None:
    typed = f"# Mine\n\n\n\nkey: {KEY}\nagain: {KEY}\n"
    assert KEY not in taken_out(typed, secret(), proposed=PROPOSED)


def test_a_text_that_has_it_no_longer_stays_as_it_is() -> None:
    typed = "# Mine\n\nNo keys here.\n"
    assert taken_out(typed, secret(), proposed=PROPOSED) == typed
