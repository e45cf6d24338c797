"""A person's save in this program is an approval by that person."""

from __future__ import annotations

import codecs
from datetime import datetime

from openclaw_desktop.errors import DesktopError, JournalError
from openclaw_desktop.review.gate import disk, holding
from openclaw_desktop.review.gate.applying import Intent, abandon, begin, close, settle
from openclaw_desktop.review.gate.disk import link_target, look
from openclaw_desktop.review.gate.gate_context import LARGEST_FREE, Ground
from openclaw_desktop.review.gate.own_changes import person_version
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.workspace import files
from openclaw_desktop.workspace.files import TextFile, hash_of


def save(ground: Ground, path: str, text: str, *, seen: str | None, bom: bool, now: datetime) -> TextFile:
    """Saves as `files.save` does, raising the same, and records the text as approved by the person.

    Where the journal cannot be used, a free file is saved all the same; for others JournalError is raised.
    """
    try:
        with ground.alone() as standing:
            settle(ground, now)
            return _save(ground, standing, path, text, seen=seen, bom=bom, now=now)
    except JournalError:
        if ground.policy_by_settings(path) is not Policy.FREE:
            raise
        return files.save(ground.root, path, text, seen=seen, bom=bom)


def _save(
    ground: Ground,
    standing: Standing,
    path: str,
    text: str,
    *,
    seen: str | None,
    bom: bool,
    now: datetime,
) -> TextFile:
    data = (codecs.BOM_UTF8 if bom else b"") + text.encode(errors="surrogatepass")
    real = link_target(ground.root, path) or path
    if not _is_news(ground, standing, real, data):
        return files.save(ground.root, path, text, seen=seen, bom=bom)
    before = look(ground.root, real)
    body = person_version(ground, {real: hash_of(data)}, "own save", "")
    body |= {"by": ground.reviewer(), "at": now.isoformat(), "comment": ""}
    body |= {"before": standing.sha(real), "after": hash_of(data)}
    seen_waiting = next((p.id for p in standing.waiting(real) if p.on_disk and p.proposed == seen), None)
    intent = Intent("saving", real, before.sha, data, body, seen_waiting)
    unapproved = before.data if before.sha != standing.sha(real) and ground.is_guarded(real) else None
    row = begin(ground, intent, now=now, blobs=[] if unapproved is None else [unapproved])
    try:
        _lift_lock(ground, standing, real)
        saved = files.save(ground.root, path, text, seen=seen, bom=bom)
    except DesktopError:
        abandon(ground, row, now)
        holding.keep_locked(ground, real, ground.rules.policy_of(real), now)
        raise
    ground.checkpoint("after replace")
    try:
        close(ground, row, data, now)
    except JournalError:  # the text is safe, and what is open is closed at the next look
        ground.unsettled.add(real)
    return saved


def _lift_lock(ground: Ground, standing: Standing, path: str) -> None:
    """For one write; the row that says so stays, since the lock comes back."""
    if path in standing.locked:
        disk.unlock(ground.root, path, standing.locked[path])
    elif ground.rules.policy_of(path) is Policy.LOCKED:
        disk.allow_writing(ground.root, path)


def _is_news(ground: Ground, standing: Standing, path: str, data: bytes) -> bool:
    """Whether a save makes a version that is kept."""
    policy = ground.rules.policy_of(path)
    kept = ground.is_kept(path, policy) and (policy is not Policy.FREE or len(data) <= LARGEST_FREE)
    approved = standing.approved.get(path)
    is_known = approved is not None and approved.sha == hash_of(data)
    return kept and not (is_known and look(ground.root, path).sha == hash_of(data))
