"""Proposals for the tests of what the window says about protection."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from openclaw_desktop.review.policy import Rules, parse
from openclaw_desktop.review.proposal import Kind, Origin, Proposal, Who
from openclaw_desktop.settings import ReviewSettings
from openclaw_desktop.ui.standing import Standing, standing

AGENT = Origin(Who.AGENT, "agent main", session="57e864ebbf", turn=41)
AT = datetime(2026, 3, 3, 16, 20, tzinfo=UTC)
RULES = Rules(parse(ReviewSettings().policies)[0])


def proposal(path: str = "MEMORY.md", number: int = 17, **values: Any) -> Proposal:
    made = Proposal(
        id=str(number),
        path=path,
        kind=Kind.CHANGE,
        origin=AGENT,
        reason="",
        at=AT,
        changed_at=AT,
        base="0" * 64,
        proposed="1" * 64,
        added=2,
        removed=1,
    )
    return replace(made, **values)


def standing_of(*waiting: Proposal, rules: Rules = RULES) -> Standing:
    return standing(rules, waiting)
