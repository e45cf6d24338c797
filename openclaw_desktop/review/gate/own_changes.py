"""What a person does in this program by hand: it is approved by being done."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from openclaw_desktop.errors import OutsideWorkspaceError
from openclaw_desktop.review.gate import disk, enforcing, hardening, holding
from openclaw_desktop.review.gate.applying import Intent, apply, settle
from openclaw_desktop.review.gate.disk import Found, link_target, look
from openclaw_desktop.review.gate.gate_context import LARGEST_FREE, GateContext, version_body
from openclaw_desktop.review.gate.journal import Entry
from openclaw_desktop.review.gate.preconditions import unmoved_hash
from openclaw_desktop.review.gate.scan import Scan, nobody_known
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import Origin, Who
from openclaw_desktop.workspace.files import hash_of
from openclaw_desktop.workspace.layout import place, scan


def operation(context: GateContext, paths: Iterable[str], *, now: datetime) -> None:
    """Approves these paths, and all below them, as they are on disk now."""
    with context.alone() as standing:
        settle(context, now)
        if context.trouble():
            return
        kept: dict[bool, dict[str, Found]] = {True: {}, False: {}}
        for path in sorted(_below(context, standing, paths)):
            policy = context.rules.policy_of(path)
            found = look(
                context.root, path, most=LARGEST_FREE if policy is Policy.FREE else disk.LARGEST_HELD
            )
            if context.is_kept(path, policy) and not found.trouble and found.sha != standing.sha(path):
                kept[policy is not Policy.FREE][path] = found
        for guarded, some in kept.items():
            if some:
                _approve(context, some, guarded, now)
        _give_back_permissions(context, standing, kept, now)


def remember(context: GateContext, paths: Iterable[str]) -> None:
    """The person changed these files while the journal could not be written."""
    for path in paths:
        real = link_target(context.root, path) or path
        found = look(context.root, real)
        if not found.trouble:
            context.own[real] = found.sha


def catch_up(context: GateContext, now: datetime) -> None:
    """Approves what was remembered and is still so: else the person's own text would be held."""
    if not context.own or context.trouble():
        return
    with context.alone():
        operation(context, [p for p, sha in context.own.items() if look(context.root, p).sha == sha], now=now)
        context.own.clear()


def _approve(context: GateContext, some: dict[str, Found], guarded: bool, now: datetime) -> None:
    hashes = {path: found.sha for path, found in some.items()}
    body = person_version(context, hashes, "own operation", "") | {"guarded": guarded}
    blobs = [found.data for found in some.values() if guarded and found.data is not None]
    path = next(iter(some)) if len(some) == 1 else None
    row = context.add(Entry("done by hand", body, path=path), now=now, blobs=blobs)[0]
    context.record(row, {path: found.data for path, found in some.items()})


def _below(context: GateContext, standing: Standing, paths: Iterable[str]) -> set[str]:
    """These paths and every file that is, or was, below them."""
    wanted = tuple(paths)
    prefixes = tuple(path + "/" for path in wanted)
    found = {path for path in standing.approved if path.startswith(prefixes)} if prefixes else set[str]()
    for path in wanted:
        try:
            folder = place(context.root, path)
        except OutsideWorkspaceError:
            continue
        if os.path.isdir(folder) and not os.path.islink(folder):  # noqa: PTH112, PTH114 - they never raise
            found.update(f"{path}/{entry.path}" for entry in scan(folder) if not entry.is_folder)
        else:
            found.add(path)
    return found


def _give_back_permissions(
    context: GateContext, standing: Standing, kept: dict[bool, dict[str, Found]], now: datetime
) -> None:
    """A locked or hardened file that was moved is as writable as before; one that came here is locked."""
    hardening.give_back(context, {path for some in kept.values() for path in some})
    gone = {path: mode for path, mode in standing.locked.items() if look(context.root, path) == Found()}
    for some in kept.values():
        for path in some:
            policy = context.rules.policy_of(path)
            if policy is not Policy.LOCKED and gone:
                disk.unlock(context.root, path, next(iter(gone.values())))
            holding.keep_locked(context, path, policy, now)
    for path in gone:
        context.add(Entry("unlocked", {}, path=path), now=now)


def restore(context: GateContext, path: str, data: bytes | None, *, of: str, now: datetime) -> None:
    """Makes an earlier version the approved one. `of` names it. Raises BaseMovedError, WriteFailedError."""
    with context.alone() as standing:
        settle(context, now)
        sha = None if data is None else hash_of(data)
        held = unmoved_hash(context, standing, path, standing.sha(path), now)
        if sha == standing.sha(path) == held:
            return
        body = person_version(context, {path: sha}, "restore", f"version {of[:10]} restored")
        apply(context, Intent("restoring", path, held, data, body), now=now)


def set_policy(context: GateContext, path: str, policy: Policy | None, *, now: datetime) -> None:
    """Gives one file a policy of its own (None: what the settings say) and acts upon it."""
    with context.alone() as standing:
        before = context.rules.policy_of(path)
        context.add(Entry("policy", {"policy": policy}, path=path), now=now)
        after = context.rules.policy_of(path)
        if after is Policy.FREE or before is not Policy.FREE:
            holding.keep_locked(context, path, after, now)
            return
        approved = standing.approved.get(path)
        if context.is_kept(path, after) and (approved is None or not approved.guarded):
            enforcing.approve_as_found(Scan(context, now, nobody_known), standing, path)


def person_version(
    context: GateContext, hashes: dict[str, str | None], source: str, reason: str
) -> dict[str, Any]:
    """What a row says of versions the person made."""
    guarded = any(context.is_guarded(path) for path in hashes)
    person = Origin(Who.PERSON, context.reviewer())
    return version_body(
        hashes, guarded=guarded, author=person, committer=person.name, source=source, reason=reason
    )
