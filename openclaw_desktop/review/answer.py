"""Pure: what the one who proposed is told, in a form that a model can go on from."""

from __future__ import annotations

from typing import Any

from openclaw_desktop.review.diff.diff import unified
from openclaw_desktop.review.proposal import Decision, Kind, Proposal, State


def answer(
    proposal: Proposal, *, proposed: str | None, before: str | None = None, after: str | None = None
) -> dict[str, Any]:
    """Where a proposal stands; of an accepted one also what was accepted and what the person changed.

    `before` and `after` are the file's texts around the decision, `proposed` the text that was asked for;
    None stands for no file. Differences are unified diffs, "" where there is none.
    """
    told: dict[str, Any] = {
        "id": proposal.id,
        "status": proposal.state.value,
        "path": proposal.path,
        "reason": proposal.reason,
        "sentence": _sentence(proposal, proposed, after),
    }
    if (decision := proposal.decision) is not None:
        told |= {
            "decided_by": decision.by,
            "decided_at": decision.at.isoformat(),
            "comment": decision.comment,
        }
    if proposal.state is State.ACCEPTED:
        told["accepted"] = unified(before or "", after or "", proposal.path)
        told["changed_by_person"] = unified(proposed or "", after or "", proposal.path)
    return told


_DONE = {Kind.CREATE: "created", Kind.CHANGE: "changed", Kind.DELETE: "removed"}


def _sentence(proposal: Proposal, proposed: str | None, after: str | None) -> str:
    path, done = proposal.path, _DONE[proposal.kind]
    if proposal.state is State.WAITING:
        now = "It is on disk already, unreviewed." if proposal.on_disk else f"{path} is not {done} yet."
        return f"Waiting for a person to review it. {now}"
    if proposal.state is State.WITHDRAWN:
        return f"Nothing is left to decide: {path} was changed otherwise meanwhile, or has this text already."
    if proposal.state is State.REJECTED:
        stays = "is not created" if proposal.kind is Kind.CREATE else "stays as it was"
        return f"Rejected: {path} {stays}. Do not write it by other means."
    if proposed == after:
        return f"Accepted as proposed: {path} is {done}."
    return f"Accepted{_how(proposal.decision)}: read {path} again before the next change."


def _how(decision: Decision | None) -> str:
    hunks = decision.hunks if decision else None
    part = f" in part ({hunks[0]} of {hunks[1]} hunks)" if hunks is not None and hunks[0] < hunks[1] else ""
    if decision is not None and decision.edited:
        return f"{part}{' and' if part else ''} with changes by the person"
    return part or ", together with what changed meanwhile"
