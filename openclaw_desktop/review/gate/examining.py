"""Which files are looked at: those that changed, those that are still open, or all of them."""

from __future__ import annotations

from collections.abc import Iterable

from openclaw_desktop.errors import NoWorkspaceError
from openclaw_desktop.review.gate import applying, enforcing, holding, rebuilding
from openclaw_desktop.review.gate.disk import link_target
from openclaw_desktop.review.gate.scan import Round
from openclaw_desktop.review.gate.standing import looked_at
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.workspace.layout import CLOSED_FOLDERS, scan


def some(told: Round, paths: Iterable[str]) -> None:
    """Looks at these paths, and at those that were left unsettled."""
    if not _is_there(told):
        return
    ground = told.ground
    told.arrived += ground.untold
    ground.untold.clear()
    with ground.reading() as standing:
        resting = {p.path for p in standing.proposals.values() if p.waits and p.left_alone}
    unsettled, ground.unsettled = ground.unsettled, set[str]()
    _look_at(told, {*paths, *unsettled, *resting}, first=False)


def everything(told: Round) -> None:
    """Looks at every file that is there or should be: what is protected first, the others after it."""
    if not _is_there(told):
        return
    ground = told.ground
    with ground.reading() as standing:
        first = standing.looked is None
        known = {path for path, approved in standing.approved.items() if approved.sha is not None}
        known |= set(standing.own) | {p.path for p in standing.proposals.values() if p.waits}
    try:
        there = {entry.path for entry in scan(ground.root) if not entry.is_folder}
    except NoWorkspaceError as error:
        told.say("", "workspace", str(error))
        return
    _look_at(told, there | known, first=first, everything=True)


def _look_at(told: Round, paths: set[str], *, first: bool, everything: bool = False) -> None:
    """What is protected comes first. Whatever stops this, the protected files are looked at again."""
    places = _places(told, paths)
    protected = [(path, policy) for path, policy in places.items() if policy is not Policy.FREE]
    try:
        enforcing.guard(told, protected, among=places)
        if everything:
            _remember_rules(told)
        _record(told, places, first=first)
    except BaseException:
        told.ground.unsettled.update(path for path, _ in protected)
        raise


def _is_there(told: Round) -> bool:
    """Whether the workspace can be judged; what a killed process left open in it is finished then."""
    ground = told.ground
    trouble = ground.trouble()
    told.say("", "workspace", trouble)
    if trouble is not None:
        return False
    with ground.reading() as standing:
        interrupted = bool(standing.open)
    if interrupted:
        with ground.alone():
            told.sentences += applying.settle(ground, told.now)
    return True


def _places(told: Round, paths: Iterable[str]) -> dict[str, Policy]:
    """Which of these are guarded or recorded, and how. A link inside the workspace stands for its target."""
    ground, rules = told.ground, told.ground.rules
    places: dict[str, Policy] = {}
    for path in sorted(paths):
        policy = rules.policy_of(path)
        if not path or not CLOSED_FOLDERS.isdisjoint(path.split("/")) or not ground.is_kept(path, policy):
            continue
        target = None if policy is Policy.FREE else link_target(ground.root, path)
        if target is None:
            places.setdefault(path, policy)
        elif target and rules.policy_of(target) is Policy.FREE:
            places[target] = policy
        elif not target:
            told.say(path, "link", f"{path} is a link that leads outside the workspace, so it is left alone.")
    return places


def _record(told: Round, places: dict[str, Policy], *, first: bool) -> None:
    free = [path for path, policy in places.items() if policy is Policy.FREE]
    enforcing.record(told, free, first=first)
    with told.ground.reading() as standing:
        locked = [path for path in standing.locked if told.ground.rules.policy_of(path) is not Policy.LOCKED]
    for path in locked:
        holding.keep_locked(told.ground, path, Policy.FREE, told.now)
    if told.ground.unrecorded is not None:
        _catch_up(told)


def _catch_up(told: Round) -> None:
    """The history refused a version: says so, and tries again."""
    ground = told.ground
    with ground.alone():
        told.say("", "history", ground.unrecorded)
        rebuilding.catch_up(ground)
    if ground.unrecorded is None:
        told.say("", "history", None)


def _remember_rules(told: Round) -> None:
    ground = told.ground
    with ground.alone() as standing:
        rules = ground.rules
        looked = standing.looked
        if looked is None or (looked.general, looked.protect) != (rules.general, rules.protect):
            ground.add(looked_at(rules), now=told.now)
