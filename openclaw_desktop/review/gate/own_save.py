"""A person's save in this program is an approval by that person."""

from __future__ import annotations

import codecs
from datetime import datetime

from openclaw_desktop.errors import DesktopError, JournalError
from openclaw_desktop.review.gate import disk, hardening, holding
from openclaw_desktop.review.gate.applying import Intent, abandon, begin, close, settle
from openclaw_desktop.review.gate.deciding import editing
from openclaw_desktop.review.gate.disk import link_target, look
from openclaw_desktop.review.gate.gate_context import LARGEST_FREE, GateContext
from openclaw_desktop.review.gate.own_changes import person_version
from openclaw_desktop.review.gate.standing import Standing, as_body
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.workspace import files
from openclaw_desktop.workspace.files import TextFile, hash_of


def save(
    context: GateContext, path: str, text: str, *, seen: str | None, bom: bool, now: datetime
) -> TextFile:
    """Saves as `files.save` does, raising the same, and records the text as approved by the person.

    Where the journal cannot be used, a free file is saved all the same; for others JournalError is raised.
    """
    try:
        with context.alone() as standing:
            settle(context, now)
            with hardening.lifted(context, path):
                return _save(context, standing, path, text, seen=seen, bom=bom, now=now)
    except JournalError:
        if context.policy_by_settings(path) is not Policy.FREE:
            raise
        with hardening.lifted(context, path):
            return files.save(context.root, path, text, seen=seen, bom=bom)


def _save(
    context: GateContext,
    standing: Standing,
    path: str,
    text: str,
    *,
    seen: str | None,
    bom: bool,
    now: datetime,
) -> TextFile:
    data = (codecs.BOM_UTF8 if bom else b"") + text.encode(errors="surrogatepass")
    real = link_target(context.root, path) or path
    if not _is_news(context, standing, real, data):
        return files.save(context.root, path, text, seen=seen, bom=bom)
    before = look(context.root, real)
    body = person_version(context, {real: hash_of(data)}, "own save", "")
    body |= {"by": context.reviewer(), "at": now.isoformat(), "comment": ""}
    body |= {"before": standing.sha(real), "after": hash_of(data)}
    waiting = next((p for p in standing.waiting(real) if p.on_disk and p.proposed == seen), None)
    if waiting is not None:  # what is left of the text it stands on is its writer's
        body |= {"author": as_body(waiting.origin), "reason": waiting.reason}
        body |= editing(context, waiting, data, before=standing.sha(real))
    intent = Intent("saving", real, before.sha, data, body, waiting.id if waiting else None)
    unapproved = before.data if before.sha != standing.sha(real) and context.is_guarded(real) else None
    row = begin(context, intent, now=now, blobs=[] if unapproved is None else [unapproved])
    try:
        _lift_lock(context, standing, real)
        saved = files.save(context.root, path, text, seen=seen, bom=bom)
    except DesktopError:
        abandon(context, row, now)
        holding.keep_locked(context, real, context.rules.policy_of(real), now)
        raise
    context.checkpoint("after replace")
    try:
        close(context, row, data, now)
    except JournalError:  # the text is safe, and what is open is closed at the next look
        context.unsettled.add(real)
    return saved


def _lift_lock(context: GateContext, standing: Standing, path: str) -> None:
    """For one write; the row that says so stays, since the lock comes back."""
    if path in standing.locked:
        disk.unlock(context.root, path, standing.locked[path])
    elif context.rules.policy_of(path) is Policy.LOCKED:
        disk.allow_writing(context.root, path)


def _is_news(context: GateContext, standing: Standing, path: str, data: bytes) -> bool:
    """Whether a save makes a version that is kept."""
    policy = context.rules.policy_of(path)
    kept = context.is_kept(path, policy) and (policy is not Policy.FREE or len(data) <= LARGEST_FREE)
    approved = standing.approved.get(path)
    is_known = approved is not None and approved.sha == hash_of(data)
    return kept and not (is_known and look(context.root, path).sha == hash_of(data))
