"""A secret is taken out wherever the person's text has it now, and put back where it was."""

from __future__ import annotations

from datetime import date

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.review.risk.finding import Finding, Subject
from openclaw_desktop.review.risk.risk import findings
from openclaw_desktop.ui.review_view.redaction import NONE, Redactions

KEY = "AKIA" + "IOSFODNN7EXAMPLF"
OTHER = "AKIA" + "JQ5FODNN7EXAMPLT"
PROPOSED = f"# Keys\n\nThe bucket's key is {KEY} since May.\n"
TWO = f"# Keys\n\nold: [redacted: AWS access key]\nfirst: {KEY}\nsecond: {OTHER}, then {KEY}\n"


def secrets(text: str) -> list[Finding]:
    found = findings(None, text, path="MEMORY.md", origin=Who.AGENT, now_date=date(2026, 3, 1))
    found = [finding for finding in found if finding.subject is Subject.SECRET]
    return sorted(found, key=lambda finding: (finding.line or 0, finding.span or (0, 0)))


def taken(text: str, proposed: str, which: int = 0, so_far: Redactions = NONE) -> tuple[str, Redactions]:
    found = secrets(proposed)
    return so_far.take_out(text, found[which], proposed=proposed, others=found)


def test_it_is_taken_out_of_the_proposed_text() -> None:
    text, _ = taken(PROPOSED, PROPOSED)
    assert KEY not in text
    assert text.startswith("# Keys\n\nThe bucket's key is [redacted")
    assert text.endswith("since May.\n")


def test_it_is_found_on_another_line_too_and_every_time() -> None:
    assert KEY not in taken(f"# Mine\n\n\n\nkey: {KEY}\nagain: {KEY}\n", PROPOSED)[0]


def test_a_text_that_has_it_no_longer_stays_as_it_is() -> None:
    typed = "# Mine\n\nNo keys here.\n"
    assert taken(typed, PROPOSED)[0] == typed


def test_all_findings_about_one_secret_are_taken_out_together_and_put_back_together() -> None:
    first, other, again = secrets(TWO)
    text, known = taken(TWO, TWO)
    assert known.findings == {first, again}
    assert known.line_of(text, first) == 4
    text, known = taken(text, TWO, 1, known)
    assert known.findings == {first, again, other}
    assert known.line_of(text, other) == 5
    back = known.put_back(text, again)
    assert back is not None
    assert back[0] == TWO.replace(OTHER, "[redacted: AWS access key]")
    assert back[1].findings == {other}
    whole = back[1].put_back(back[0], other)
    assert whole == (TWO, Redactions((None,)))


def test_it_is_put_back_into_what_was_typed_meanwhile() -> None:
    text, known = taken(PROPOSED, PROPOSED)
    back = known.put_back(f"More.\n{text}", secrets(PROPOSED)[0])
    assert back is not None
    assert back[0] == f"More.\n{PROPOSED}"


def test_it_is_not_put_back_where_nobody_knows_the_place() -> None:
    _, known = taken(PROPOSED, PROPOSED)
    assert known.put_back("# Keys\n\nThe bucket's key is gone.\n", secrets(PROPOSED)[0]) is None
