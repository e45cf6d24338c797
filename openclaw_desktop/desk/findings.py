"""Everything a reviewer should notice about one proposal, with what the index knows of the rest."""

from __future__ import annotations

from datetime import date

from openclaw_desktop.desk.lookup import Lookup
from openclaw_desktop.desk.review import Review
from openclaw_desktop.review.risk import risk
from openclaw_desktop.review.risk.risk import Finding


def findings(review: Review, lookup: Lookup, *, muted: frozenset[str], today: date) -> list[Finding]:
    """What to notice, the loudest first. Without an index, only what needs none."""
    if not review.is_text:
        return []
    path, before = review.proposal.path, review.approved
    after = review.target if review.target is not None else review.proposed
    found = risk.findings(
        before, after, path=path, origin=review.proposal.origin.who, now_date=today, muted=muted
    )
    found += risk.departures(before, after, lives_on=lambda texts: lookup.elsewhere(texts, path))
    found += risk.duplicates(before, after, path=path, alike=lookup.alike)
    budget = review.budget
    if budget is not None and budget.limit is not None:
        found += risk.budget(
            path,
            chars_before=None if before is None else budget.chars_before,
            chars_after=None if after is None else budget.chars_after,
            limit=budget.limit,
            cut=budget.cut,
        )
    return risk.ordered([finding for finding in found if finding.subject not in muted])
