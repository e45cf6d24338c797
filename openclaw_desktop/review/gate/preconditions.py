"""Whether a file is as the person who decides believes it is; if not, it is looked at first."""

from __future__ import annotations

from datetime import datetime

from openclaw_desktop.errors import BaseMovedError, WriteFailedError
from openclaw_desktop.review.gate import examining, hardening
from openclaw_desktop.review.gate.disk import is_writable, look
from openclaw_desktop.review.gate.gate_context import GateContext
from openclaw_desktop.review.gate.scan import Scan, nobody_known
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.workspace.layout import place


def look_again(context: GateContext, path: str, now: datetime) -> None:
    """Takes in what is on disk, so that the next look at the queue shows it."""
    scan = Scan(context, now, nobody_known, forced=True)
    examining.some(scan, [path])
    context.untold += scan.arrived


def unmoved_hash(
    context: GateContext, standing: Standing, path: str, seen: str | None, now: datetime
) -> str | None:
    """The hash of what is on disk, which may be replaced: it is approved, or waits and stays on disk.

    Raises BaseMovedError when the approved version is not `seen` any more or the disk moved (what is there
    is in the queue then), WriteFailedError where nothing can be written.
    """
    refuse_unwritable(context, standing, path)
    known = path in standing.approved
    if not known or any(proposal.left_alone for proposal in standing.waiting(path)):
        look_again(context, path, now)
    found = look(context.root, path)
    if found.trouble:
        raise WriteFailedError(path, found.trouble)
    staying = {p.proposed for p in standing.waiting(path) if p.on_disk or p.left_alone}
    if found.sha != standing.sha(path) and found.sha not in staying:
        look_again(context, path, now)
        raise BaseMovedError(f"{_changed(path)}; look again.")
    if seen != standing.sha(path):
        what = f"Another version of {path} was approved since you looked" if known else _changed(path)
        raise BaseMovedError(f"{what}; look again.")
    return found.sha


def refuse_unwritable(context: GateContext, standing: Standing, path: str) -> None:
    """A file somebody made read-only stays as it is; what this program locked or hardened is none."""
    if trouble := context.trouble():
        raise WriteFailedError(path, trouble)
    ours = path in standing.locked or context.rules.policy_of(path) is Policy.LOCKED
    if not (ours or is_writable(place(context.root, path)) or hardening.is_read_only(context, path)):
        raise WriteFailedError(path, f"{path} is read-only; allow writing to it first, or lock it here.")


def _changed(path: str) -> str:
    return f"{path} was changed on disk meanwhile"
