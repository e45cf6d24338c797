"""Proposals as tests need them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from openclaw_desktop.review.proposal import Decision, Kind, Origin, Proposal, State, Who

NOW = datetime(2026, 3, 1, 14, 5, tzinfo=UTC)
AGENT = Origin(Who.AGENT, "agent main", "57e864eb-aaaa", 41)


def proposal(number: int, path: str = "MEMORY.md", *, minutes: float = 3, **values: Any) -> Proposal:
    """A waiting change of `path`, seen so many minutes ago."""
    at = NOW - timedelta(minutes=minutes)
    known: dict[str, Any] = {"kind": Kind.CHANGE, "origin": AGENT, "reason": "", "added": 4, "removed": 2}
    known |= {"tokens_before": 100, "tokens_after": 138}
    known |= {"base": f"base {number}", "proposed": f"new {number}"}
    return Proposal(id=str(number), path=path, at=at, changed_at=at, **(known | values))


def decided(waiting: Proposal, *, accepted: bool = True, **values: Any) -> Proposal:
    """The same, decided a minute ago by Maren."""
    known: dict[str, Any] = {"comment": "", "after": waiting.proposed if accepted else waiting.base}
    decision = Decision(
        seq=int(waiting.id),
        proposal=waiting.id,
        path=waiting.path,
        accepted=accepted,
        by="Maren",
        at=NOW - timedelta(minutes=1),
        before=waiting.base,
        **(known | values),
    )
    state = State.ACCEPTED if accepted else State.REJECTED
    return replace(waiting, state=state, decision=decision)
