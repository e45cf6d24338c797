"""Everything a reviewer should notice about one proposal, with what the index knows of the rest."""

from __future__ import annotations

import threading
from datetime import date

from openclaw_desktop.desk.lookup import Lookup
from openclaw_desktop.desk.review import Review
from openclaw_desktop.review.risk import risk
from openclaw_desktop.review.risk.departures import departures
from openclaw_desktop.review.risk.duplicates import duplicates
from openclaw_desktop.review.risk.finding import Finding
from openclaw_desktop.review.risk.injection_limit import over_limit

FINDINGS_KEPT = 1_000
"""Reviews whose findings are not looked for again."""


class Findings:
    """What to notice about reviews, kept by the texts that were compared; any thread may ask."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._alone = threading.Lock()
        self._found: dict[tuple[str, str | None, str | None], list[Finding]] = {}

    def of(self, review: Review, *, today: date) -> list[Finding]:
        """What to notice, the loudest first; the first time it may take seconds."""
        key = review.proposal.id, review.proposal.proposed, review.seen
        with self._alone:
            known = self._found.get(key)
        if known is None:
            known = findings(review, self._lookup, today=today)
            with self._alone:
                self._found[key] = known
                while len(self._found) > FINDINGS_KEPT:
                    del self._found[next(iter(self._found))]
        return known


def findings(review: Review, lookup: Lookup, *, today: date) -> list[Finding]:
    """What to notice, the loudest first. Without an index, only what needs none."""
    if not review.is_text:
        return []
    path, before = review.proposal.path, review.approved
    after = review.target if review.target is not None else review.proposed
    found = risk.findings(before, after, path=path, origin=review.proposal.origin.who, now_date=today)
    found += departures(before, after, lives_on=lambda texts: lookup.elsewhere(texts, path))
    found += duplicates(before, after, path=path, alike=lookup.alike)
    budget = review.budget
    if budget is not None and budget.limit is not None:
        found += over_limit(
            path,
            chars_before=None if before is None else budget.chars_before,
            chars_after=None if after is None else budget.chars_after,
            limit=budget.limit,
            cut=budget.cut,
        )
    return risk.ordered(found)
