"""What a person decides about a proposal: yes, no, and to take either back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from openclaw_desktop.errors import BaseMovedError, ProposalGoneError, ReviewError
from openclaw_desktop.review.gate.applying import Intent, apply, settle
from openclaw_desktop.review.gate.edited import Texts, edited
from openclaw_desktop.review.gate.gate_context import GateContext, version_body
from openclaw_desktop.review.gate.journal import Entry
from openclaw_desktop.review.gate.preconditions import unmoved_hash
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.review.proposal import Decision, Origin, Proposal, Who
from openclaw_desktop.workspace.files import hash_of


def approve(
    context: GateContext,
    number: str,
    *,
    result: bytes | None,
    seen: str | None,
    comment: str,
    hunks: tuple[int, int] | None,
    now: datetime,
) -> Decision:
    """Makes `result` the approved version (None: the file goes). `seen`: the approved one that was looked at.

    Raises ProposalGoneError, AlreadyDecidedError, BaseMovedError, WriteFailedError, and ReviewError where
    nothing would change.
    """
    with context.alone() as standing:
        settle(context, now)
        proposal = context.waiting(number)
        path = proposal.path
        disk = unmoved_hash(context, standing, path, seen, now)
        sha = None if result is None else hash_of(result)
        if sha == standing.sha(path):
            raise ReviewError("Nothing of the change is left to accept; reject it instead.")
        body = _decision(context, comment, before=seen, after=sha, now=now)
        body |= _version(context, path, sha, author=proposal.origin, reason=proposal.reason)
        body |= {"hunks": hunks} | editing(context, proposal, result, before=seen, hunks=hunks)
        row = apply(context, Intent("approving", path, disk, result, body, number), now=now)
        return standing.decisions[row.seq]


def editing(
    context: GateContext,
    proposal: Proposal,
    result: bytes | None,
    *,
    before: str | None,
    hunks: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """What a row says of a result that the person made of a proposal by more than choosing."""
    path = proposal.path
    texts = Texts(
        base=context.bytes_or_none(path, proposal.base),
        proposed=context.bytes_of(path, proposal.proposed),
        before=context.bytes_or_none(path, before),
        after=result,
    )
    found = edited(texts, in_part=hunks is not None and hunks[0] < hunks[1])
    return {"edited_by": context.reviewer(), "edited_lines": found.lines} if found.by_person else {}


def reject(context: GateContext, number: str, *, comment: str, now: datetime) -> Decision:
    """Leaves the approved version as it is, or puts it back where the other one stayed on disk.

    Raises ProposalGoneError, AlreadyDecidedError, BaseMovedError, WriteFailedError.
    """
    with context.alone() as standing:
        settle(context, now)
        proposal = context.waiting(number)
        path, approved = proposal.path, standing.sha(proposal.path)
        body = _decision(context, comment, before=approved, after=approved, now=now)
        if not (proposal.on_disk or proposal.left_alone):
            row = context.add(Entry("rejected", body | {"stayed": False}, number, path), now=now)[0]
            return standing.decisions[row.seq]
        disk = unmoved_hash(context, standing, path, approved, now)
        stayed = proposal.on_disk and disk == proposal.proposed
        data = context.bytes_of(path, approved)
        intent = Intent("rejecting", path, disk, data, body | {"stayed": stayed}, number)
        row = apply(context, intent, now=now)
        return standing.decisions[row.seq]


def take_back(context: GateContext, decision: Decision, *, now: datetime) -> Proposal:
    """The proposal waits again, and the file is as it was before the decision.

    Raises BaseMovedError when it was taken back already or the file moved on, ProposalGoneError,
    WriteFailedError.
    """
    with context.alone() as standing:
        settle(context, now)
        proposal = standing.proposals.get(decision.proposal)
        if proposal is None:
            raise ProposalGoneError(f"There is no proposal {decision.proposal} any more.")
        if proposal.decision is None or proposal.decision.seq != decision.seq:
            raise BaseMovedError(f"Proposal {decision.proposal} was decided anew meanwhile; look again.")
        if decision.accepted:
            _undo_acceptance(context, standing, proposal, decision, now)
        else:
            _undo_rejection(context, standing, proposal, decision, now)
        return standing.proposals[proposal.id]


def _undo_acceptance(
    context: GateContext, standing: Standing, proposal: Proposal, decision: Decision, now: datetime
) -> None:
    path = proposal.path
    if standing.sha(path) != decision.after:
        raise BaseMovedError(f"{path} has moved on since; restore the earlier version instead.")
    disk = unmoved_hash(context, standing, path, decision.after, now)
    data = context.bytes_of(path, decision.before)
    body = {"decision": decision.seq, "on_disk": False, "by": context.reviewer()}
    person = Origin(Who.PERSON, context.reviewer())
    reason = f"approval of proposal {proposal.id} taken back"
    body |= _version(context, path, decision.before, author=person, reason=reason, source="taken back")
    apply(context, Intent("taking back", path, disk, data, body, proposal.id), now=now)


def _undo_rejection(
    context: GateContext, standing: Standing, proposal: Proposal, decision: Decision, now: datetime
) -> None:
    path = proposal.path
    stayed = context.row(decision.seq).body["stayed"]
    body = {"decision": decision.seq, "on_disk": stayed, "by": context.reviewer()}
    if not stayed:
        context.add(Entry("taken back", body, proposal.id, path), now=now)
        return
    if standing.sha(path) != decision.before:
        raise BaseMovedError(f"{path} has moved on since; its text cannot go back on disk.")
    disk = unmoved_hash(context, standing, path, decision.before, now)
    data = None if proposal.proposed is None else context.journal.bytes_of(proposal.proposed)
    apply(context, Intent("taking back", path, disk, data, body, proposal.id), now=now)


def _decision(
    context: GateContext, comment: str, *, before: str | None, after: str | None, now: datetime
) -> dict[str, Any]:
    return {
        "by": context.reviewer(),
        "at": now.isoformat(),
        "comment": comment,
        "before": before,
        "after": after,
    }


def _version(
    context: GateContext, path: str, sha: str | None, *, author: Origin, reason: str, source: str = "proposal"
) -> dict[str, Any]:
    return version_body(
        {path: sha},
        guarded=context.is_guarded(path),
        author=author,
        committer=context.reviewer(),
        source=source,
        reason=reason,
    )
