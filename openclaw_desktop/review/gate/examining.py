"""Which files are looked at: those that changed, those that are still open, or all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from openclaw_desktop.errors import NoWorkspaceError
from openclaw_desktop.review.gate import applying, enforcing, holding, rebuilding
from openclaw_desktop.review.gate.disk import link_target, stamp
from openclaw_desktop.review.gate.gate_context import GateContext
from openclaw_desktop.review.gate.scan import Scan
from openclaw_desktop.review.gate.standing import looked_at
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.workspace import layout
from openclaw_desktop.workspace.layout import CLOSED_FOLDERS
from openclaw_desktop.workspace.names import parents


def some(scan: Scan, paths: Iterable[str]) -> None:
    """Looks at these paths, and at those that were left unsettled."""
    if not _is_there(scan):
        return
    context = scan.context
    scan.arrived += context.untold
    context.untold.clear()
    _await_writers(scan)
    with context.reading() as standing:
        resting = {p.path for p in standing.proposals.values() if p.waits and p.left_alone}
    paths = set(paths) or _touched(context)
    unsettled, context.unsettled = context.unsettled, set[str]()
    _look_at(scan, {*paths, *unsettled, *resting}, first=False)


def everything(scan: Scan) -> None:
    """Looks at every file that is there or should be: what is protected first, the others after it."""
    if not _is_there(scan):
        return
    context = scan.context
    _await_writers(scan)
    with context.reading() as standing:
        first = standing.looked is None
        known = {path for path, approved in standing.approved.items() if approved.sha is not None}
        known |= set(standing.own) | {p.path for p in standing.proposals.values() if p.waits}
    try:
        there = {entry.path for entry in layout.scan(context.root) if not entry.is_folder}
    except NoWorkspaceError as error:
        scan.say("", "workspace", str(error))
        return
    _touched(context)
    _look_at(scan, there | known, first=first, everything=True)
    while scan.rules != context.rules:  # a policy changed meanwhile
        scan.rules = context.rules
        _look_at(scan, there | known, first=first, everything=True)


def _look_at(scan: Scan, paths: set[str], *, first: bool, everything: bool = False) -> None:
    """What is protected comes first. Whatever stops this, the protected files are looked at again."""
    places = _places(scan, paths)
    protected = [(path, policy) for path, policy in places.items() if policy is not Policy.FREE]
    try:
        enforcing.guard(scan, protected, among=places)
        if everything:
            _remember_rules(scan)
        _record(scan, places, first=first)
    except BaseException:
        scan.context.unsettled.update(path for path, _ in protected)
        raise


def _touched(context: GateContext) -> set[str]:
    """Protected files that were written since this was asked last, though nobody told of it.

    Through another hard link or a mapping of memory, for example, or where the system's watcher fails.
    """
    with context.reading() as standing:
        guarded = [path for path, approved in standing.approved.items() if approved.guarded]
    before = context.stamps
    context.stamps = {path: stamp(context.root, path) for path in guarded}
    return {path for path, now in context.stamps.items() if now != before.get(path)}


def _await_writers(scan: Scan) -> None:
    holding.take_late(scan)
    holding.describe(scan.context, scan)


def _is_there(scan: Scan) -> bool:
    """Whether the workspace can be judged; what a killed process left open in it is finished then."""
    context = scan.context
    trouble = context.trouble()
    scan.say("", "workspace", trouble)
    if trouble is not None:
        return False
    with context.reading() as standing:
        interrupted = bool(standing.open)
    if interrupted:
        with context.alone():
            scan.sentences += applying.settle(context, scan.now)
    return True


def _places(scan: Scan, paths: Iterable[str]) -> dict[str, Policy]:
    """Which of these are guarded or recorded, and how. A link inside the workspace stands for its target."""
    context, rules = scan.context, scan.rules
    with context.reading() as standing:
        files = {path for path, approved in standing.approved.items() if approved.sha is not None}
    places: dict[str, Policy] = {}
    for path in sorted(paths):
        policy = rules.policy_of(path)
        if not path or not CLOSED_FOLDERS.isdisjoint(path.split("/")) or not context.is_kept(path, policy):
            continue
        if not files.isdisjoint(parents(path)):  # a folder has taken the place of an approved file
            continue
        target = None if policy is Policy.FREE else link_target(context.root, path)
        if target is None:
            places.setdefault(path, policy)
        elif not target:
            scan.say(path, "link", f"{path} is a link that leads outside the workspace, so it is left alone.")
        elif path in files:
            _say_link(scan, path)
        elif rules.policy_of(target) is Policy.FREE:
            places[target] = policy
    return places


def _say_link(scan: Scan, path: str) -> None:
    """An approved file is a link now: what that leads to is not approved by it."""
    root = scan.context.root
    link = next((parent for parent in parents(path) if os.path.islink(root / parent)), path)  # noqa: PTH114
    scan.say(
        link, "link", f"{link} was replaced by a link; it is left alone, and what is there is not approved."
    )


def _record(scan: Scan, places: dict[str, Policy], *, first: bool) -> None:
    free = [path for path, policy in places.items() if policy is Policy.FREE]
    enforcing.record(scan, free, first=first)
    with scan.context.reading() as standing:
        locked = [path for path in standing.locked if scan.context.rules.policy_of(path) is not Policy.LOCKED]
    for path in locked:
        holding.keep_locked(scan.context, path, Policy.FREE, scan.now)
    if scan.context.unrecorded is not None:
        _catch_up(scan)


def _catch_up(scan: Scan) -> None:
    """The history refused a version: says so, and tries again."""
    context = scan.context
    with context.alone():
        scan.say("", "history", context.unrecorded)
        rebuilding.catch_up(context)
    if context.unrecorded is None:
        scan.say("", "history", None)


def _remember_rules(scan: Scan) -> None:
    context = scan.context
    with context.alone() as standing:
        rules = scan.rules
        looked = standing.looked
        if rules != context.rules:
            return
        if looked is None or (looked.general, looked.protect) != (rules.general, rules.protect):
            context.add(looked_at(rules), now=scan.now)
