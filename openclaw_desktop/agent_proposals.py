"""What an agent may ask for: a change to a file, which waits for a person, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.errors import ProposalRefusedError
from openclaw_desktop.review.gate.edits import Append, Change, Edit, Edits, NewText
from openclaw_desktop.review.proposal import Kind, Origin, Proposal, Who

LONGEST_NAME = 60


def client(name: str) -> Origin:
    """The agent behind an MCP client, by the name its client gave itself: "Claude Code (MCP)"."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    shown = " ".join(printable.split())[:LONGEST_NAME]
    return Origin(Who.AGENT, f"{shown or 'unnamed client'} (MCP)")


def change_of(new_text: str | None, edits: Sequence[tuple[str, str]] | None, append: str | None) -> Change:
    """The one way in which a change was given. Raises ProposalRefusedError when it is none or several.

    An empty list of edits and an empty text to append are no way: they would change nothing.
    """
    ways: list[Change] = []
    if new_text is not None:
        ways.append(NewText(new_text))
    if edits:
        ways.append(Edits(tuple(Edit(old, new) for old, new in edits)))
    if append:
        ways.append(Append(append))
    if len(ways) != 1:
        raise ProposalRefusedError(
            "Give exactly one of new_text (the whole file), edits (pieces of it) and append (at its end);"
            f" {'none' if not ways else 'more than one'} was given."
        )
    return ways[0]


def propose(
    desk: Desk, path: str, change: Change, *, reason: str, origin: Origin, now: datetime
) -> dict[str, Any]:
    """`propose_change`: what waits from now on. Raises ProposalRefusedError with what to do instead."""
    return _receipt(desk.propose(path, change, reason=reason, origin=origin, now=now))


def _receipt(proposal: Proposal) -> dict[str, Any]:
    return {
        "id": proposal.id,
        "status": str(proposal.state),
        "path": proposal.path,
        "kind": str(proposal.kind),
        "added": proposal.added,
        "removed": proposal.removed,
        "tokens": {
            "before": proposal.tokens_before,
            "after": proposal.tokens_after,
            "change": proposal.tokens,
        },
        "sentence": (
            f"Proposal {proposal.id} waits for a person; {proposal.path} {_until(proposal)} they accept it."
            " Go on with your work meanwhile."
        ),
    }


def _until(proposal: Proposal) -> str:
    return "is not there until" if proposal.kind is Kind.CREATE else "stays as it is until"


def waits(desk: Desk, number: str) -> bool:
    """Whether nobody decided the proposal yet. Raises ProposalGoneError."""
    return desk.proposal(number).waits


def budget(desk: Desk) -> dict[str, Any]:
    """`context_budget`: what the files injected into the agent's context cost."""
    return asdict(desk.context_budget())
