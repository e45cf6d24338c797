"""Looks at files on disk and does what their policies say: records, lets pass, keeps, or holds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from openclaw_desktop.review.diff.diff import is_append
from openclaw_desktop.review.gate import holding
from openclaw_desktop.review.gate.disk import Found, is_untouched, look
from openclaw_desktop.review.gate.gate_context import LARGEST_FREE, version_body
from openclaw_desktop.review.gate.holding import Outside
from openclaw_desktop.review.gate.journal import Entry
from openclaw_desktop.review.gate.scan import Scan
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.review.gate.verdicts import Verdict, judge
from openclaw_desktop.review.policy import Policy, Rules
from openclaw_desktop.review.proposal import IMPORTED, Origin

AT_ONCE = 50
"""So many files are held under one lock and one write of the journal."""

MANY_AT_ONCE = 1_000
"""So many free files become one commit."""

TRIES = 3

Place: TypeAlias = "tuple[str, Policy]"
File: TypeAlias = "tuple[str, Found]"


def guard(scan: Scan, places: Sequence[Place], among: Iterable[str]) -> None:
    """Deals with protected files; returns when what is held is put back and described.

    A file that is missing may have been moved to one of the paths `among` which it is looked at.
    """
    left = list(places)
    moved_to = _turned_up(scan, among)
    for _ in range(TRIES):
        todo, left = left, list[Place]()
        for start in range(0, len(todo), AT_ONCE):
            left += _guard_some(scan, todo[start : start + AT_ONCE], moved_to)
        if not left:
            return
    scan.context.unsettled.update(path for path, _ in left)


def _guard_some(scan: Scan, places: Sequence[Place], moved_to: Mapping[str, str]) -> list[Place]:
    """Deals with some; returns those that moved under its hands."""
    context = scan.context
    sorted_out: dict[Verdict, list[tuple[str, Policy, Found]]] = {verdict: [] for verdict in Verdict}
    with context.alone() as standing:
        if _ruled_anew(scan, (path for path, _ in places)):
            return []
        for path, policy in places:
            found = _look(scan, path)
            if found is not None:
                verdict = _judged(scan, standing, path, policy, found)
                sorted_out[verdict].append((path, policy, found))
        if any(found.sha is None for _, _, found in sorted_out[Verdict.HOLD]) and context.trouble():
            context.unsettled.update(path for path, _ in places)
            return []
        for path, policy, _ in sorted_out[Verdict.SETTLED]:
            _settle(scan, standing, path, policy)
        _approve_as_found(scan, standing, [(path, f) for path, _, f in sorted_out[Verdict.BASELINE]])
        outside = [
            Outside(path, found, verdict is Verdict.KEEP, _new_place(standing, path, found, moved_to))
            for verdict in (Verdict.KEEP, Verdict.HOLD)
            for path, _, found in sorted_out[verdict]
        ]
        moved = holding.hold(context, outside, scan)
    holding.describe(context, scan)
    for origin, files in _by_origin(scan, [(path, f) for path, _, f in sorted_out[Verdict.PASS]]).items():
        _take(scan, files, origin, guarded=True, committer="passed: append-only")
    return [place for place in places if place[0] in moved]


def _ruled_anew(scan: Scan, paths: Iterable[str]) -> bool:
    """Whether a policy changed since the look began: then these are looked at again, and nothing is done now.

    To be called with the lock held.
    """
    if scan.rules == scan.context.rules:
        return False
    scan.context.unsettled.update(paths)
    return True


def _look(scan: Scan, path: str) -> Found | None:
    found = look(scan.context.root, path)
    scan.say(path, "look", found.trouble)
    return found if found.trouble is None else None


def _judged(scan: Scan, standing: Standing, path: str, policy: Policy, found: Found) -> Verdict:
    looked = standing.looked or Rules(protect=False)
    expected = Rules(looked.general, standing.own, looked.protect).policy_of(path) is not Policy.FREE
    approved = standing.approved.get(path)

    def grew() -> bool:
        before = scan.context.bytes_or_none(path, standing.sha(path))
        return is_append(before or b"", found.data or b"")

    return judge(policy, approved, found.sha, expected=expected, grew=grew)


def _settle(scan: Scan, standing: Standing, path: str, policy: Policy) -> None:
    """What was waiting on disk, if anything, went away by itself."""
    context = scan.context
    gone = [proposal for proposal in standing.waiting(path) if proposal.on_disk or proposal.left_alone]
    if gone:
        context.add(*(Entry("withdrawn", {}, proposal.id, path) for proposal in gone), now=scan.now)
        scan.paths.add(path)
    scan.say(path, "hold", None)
    holding.keep_locked(context, path, policy, scan.now)


def _turned_up(scan: Scan, among: Iterable[str]) -> dict[str, str]:
    """If any approved file is missing: where bytes are in this batch that were not there before, by hash."""
    root = scan.context.root
    with scan.context.reading() as standing:
        known = {path: standing.sha(path) for path in among}
    if all(sha is None or os.path.lexists(root / path) for path, sha in known.items()):
        return {}
    new = [(path, look(root, path).sha) for path, before in known.items() if before is None]
    return {sha: path for path, sha in new if sha is not None}


def _new_place(standing: Standing, path: str, found: Found, moved_to: Mapping[str, str]) -> str | None:
    approved = standing.sha(path)
    return moved_to.get(approved) if approved is not None and found.sha is None else None


def approve_as_found(scan: Scan, standing: Standing, path: str) -> None:
    """What is there is approved, also when nothing is: with the lock held."""
    found = _look(scan, path)
    if found is not None:
        _approve_as_found(scan, standing, [(path, found)])


def _approve_as_found(scan: Scan, standing: Standing, files: Sequence[File]) -> None:
    """What is there when protection begins is approved."""
    if not files:
        return
    context = scan.context
    new = {path: found.data for path, found in files if found.sha != standing.sha(path)}
    body = version_body(
        {path: found.sha for path, found in files},
        guarded=True,
        author=IMPORTED,
        committer="passed: first look",
        source="import",
    )
    blobs = [found.data for _, found in files if found.data is not None]
    row = context.add(Entry("baseline", body), now=scan.now, blobs=blobs)[0]
    context.record(row, new)
    scan.paths.update(new)
    for path, _ in files:
        holding.keep_locked(context, path, context.rules.policy_of(path), scan.now)


def record(scan: Scan, paths: Sequence[str], *, first: bool) -> None:
    """Takes free files as they are; `first`: nobody looked before, so nobody can be asked who wrote them."""
    for start in range(0, len(paths), MANY_AT_ONCE):
        changed = _changed(scan, paths[start : start + MANY_AT_ONCE])
        groups = {IMPORTED: changed} if first else _by_origin(scan, changed)
        committer = "passed: first look" if first else "passed: free"
        for origin, files in groups.items():
            _take(scan, files, origin, guarded=False, committer=committer)


def _changed(scan: Scan, paths: Iterable[str]) -> list[File]:
    found = [(path, look(scan.context.root, path, most=LARGEST_FREE)) for path in paths]
    with scan.context.reading() as standing:
        return [(path, f) for path, f in found if not f.trouble and f.sha != standing.sha(path)]


def _by_origin(scan: Scan, files: Sequence[File]) -> dict[Origin, list[File]]:
    groups: dict[Origin, list[File]] = {}
    for path, found in files:
        with scan.context.reading() as standing:
            sha = standing.sha(path)
        before = scan.context.bytes_or_none(path, sha)
        groups.setdefault(scan.origin(path, before, found.data), []).append((path, found))
    return groups


def _take(scan: Scan, files: Sequence[File], origin: Origin, *, guarded: bool, committer: str) -> None:
    """Approves files as they are, unless they moved since they were judged."""
    context = scan.context
    with context.alone() as standing:
        if _ruled_anew(scan, (path for path, _ in files)):
            return
        still = {path: found for path, found in files if _is_still(scan, standing, path, found)}
        if not still or (any(found.sha is None for found in still.values()) and context.trouble()):
            return
        body = version_body(
            {path: found.sha for path, found in still.items()},
            guarded=guarded,
            author=origin,
            committer=committer,
            source="import" if origin == IMPORTED else "noticed",
        )
        path = next(iter(still)) if len(still) == 1 else None
        blobs = [found.data for found in still.values() if guarded and found.data is not None]
        kind = "passed" if guarded else "recorded"
        row = context.add(Entry(kind, body, path=path), now=scan.now, blobs=blobs)[0]
        context.record(row, {path: found.data for path, found in still.items()})
    scan.paths.update(still)


def _is_still(scan: Scan, standing: Standing, path: str, found: Found) -> bool:
    if not is_untouched(scan.context.root, path, found):
        scan.context.unsettled.add(path)
        return False
    return found.sha != standing.sha(path)
