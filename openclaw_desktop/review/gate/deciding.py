"""What a person decides about a proposal: yes, no, and to take either back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from openclaw_desktop.errors import BaseMovedError, ProposalGoneError, ReviewError
from openclaw_desktop.review.gate.applying import Intent, carry_out, settle
from openclaw_desktop.review.gate.gate_context import Ground, version_body
from openclaw_desktop.review.gate.journal import Entry
from openclaw_desktop.review.gate.preconditions import steady
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.review.proposal import Decision, Origin, Proposal, Who
from openclaw_desktop.workspace.files import hash_of


def approve(
    ground: Ground,
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
    with ground.alone() as standing:
        settle(ground, now)
        proposal = ground.waiting(number)
        path = proposal.path
        disk = steady(ground, standing, path, seen, now)
        sha = None if result is None else hash_of(result)
        if sha == standing.sha(path):
            raise ReviewError("Nothing of the change is left to accept; reject it instead.")
        body = _decision(ground, comment, before=seen, after=sha, now=now)
        body |= _version(ground, path, sha, author=proposal.origin, reason=proposal.reason)
        body |= {"hunks": hunks}
        row = carry_out(ground, Intent("approving", path, disk, result, body, number), now=now)
        return standing.decisions[row.seq]


def reject(ground: Ground, number: str, *, comment: str, now: datetime) -> Decision:
    """Leaves the approved version as it is, or puts it back where the other one stayed on disk.

    Raises ProposalGoneError, AlreadyDecidedError, BaseMovedError, WriteFailedError.
    """
    with ground.alone() as standing:
        settle(ground, now)
        proposal = ground.waiting(number)
        path, approved = proposal.path, standing.sha(proposal.path)
        body = _decision(ground, comment, before=approved, after=approved, now=now)
        if not (proposal.on_disk or proposal.left_alone):
            row = ground.add(Entry("rejected", body | {"stayed": False}, number, path), now=now)[0]
            return standing.decisions[row.seq]
        disk = steady(ground, standing, path, approved, now)
        stayed = proposal.on_disk and disk == proposal.proposed
        data = ground.bytes_of(path, approved)
        intent = Intent("rejecting", path, disk, data, body | {"stayed": stayed}, number)
        row = carry_out(ground, intent, now=now)
        return standing.decisions[row.seq]


def take_back(ground: Ground, decision: Decision, *, now: datetime) -> Proposal:
    """The proposal waits again, and the file is as it was before the decision.

    Raises BaseMovedError when it was taken back already or the file moved on, ProposalGoneError,
    WriteFailedError.
    """
    with ground.alone() as standing:
        settle(ground, now)
        proposal = standing.proposals.get(decision.proposal)
        if proposal is None:
            raise ProposalGoneError(f"There is no proposal {decision.proposal} any more.")
        if proposal.decision is None or proposal.decision.seq != decision.seq:
            raise BaseMovedError(f"Proposal {decision.proposal} was decided anew meanwhile; look again.")
        if decision.accepted:
            _undo_acceptance(ground, standing, proposal, decision, now)
        else:
            _undo_rejection(ground, standing, proposal, decision, now)
        return standing.proposals[proposal.id]


def _undo_acceptance(
    ground: Ground, standing: Standing, proposal: Proposal, decision: Decision, now: datetime
) -> None:
    path = proposal.path
    if standing.sha(path) != decision.after:
        raise BaseMovedError(f"{path} has moved on since; restore the earlier version instead.")
    disk = steady(ground, standing, path, decision.after, now)
    data = ground.bytes_of(path, decision.before)
    body = {"decision": decision.seq, "on_disk": False, "by": ground.reviewer()}
    person = Origin(Who.PERSON, ground.reviewer())
    reason = f"approval of proposal {proposal.id} taken back"
    body |= _version(ground, path, decision.before, author=person, reason=reason, source="taken back")
    carry_out(ground, Intent("taking back", path, disk, data, body, proposal.id), now=now)


def _undo_rejection(
    ground: Ground, standing: Standing, proposal: Proposal, decision: Decision, now: datetime
) -> None:
    path = proposal.path
    stayed = ground.row(decision.seq).body["stayed"]
    body = {"decision": decision.seq, "on_disk": stayed, "by": ground.reviewer()}
    if not stayed:
        ground.add(Entry("taken back", body, proposal.id, path), now=now)
        return
    if standing.sha(path) != decision.before:
        raise BaseMovedError(f"{path} has moved on since; its text cannot go back on disk.")
    disk = steady(ground, standing, path, decision.before, now)
    data = None if proposal.proposed is None else ground.journal.bytes_of(proposal.proposed)
    carry_out(ground, Intent("taking back", path, disk, data, body, proposal.id), now=now)


def _decision(
    ground: Ground, comment: str, *, before: str | None, after: str | None, now: datetime
) -> dict[str, Any]:
    return {
        "by": ground.reviewer(),
        "at": now.isoformat(),
        "comment": comment,
        "before": before,
        "after": after,
    }


def _version(
    ground: Ground, path: str, sha: str | None, *, author: Origin, reason: str, source: str = "proposal"
) -> dict[str, Any]:
    return version_body(
        {path: sha},
        guarded=ground.is_guarded(path),
        author=author,
        committer=ground.reviewer(),
        source=source,
        reason=reason,
    )
