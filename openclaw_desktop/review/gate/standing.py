"""Pure: what the journal's rows come to: where each proposal stands, which version of a file is approved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from openclaw_desktop.review.gate.journal import Entry, Row
from openclaw_desktop.review.policy import Policy, Rule, Rules
from openclaw_desktop.review.proposal import Decision, Kind, Origin, Proposal, State, Who

PUT_BACKS_KEPT = 3
INTENTS = {
    "approving": "accepted",
    "rejecting": "rejected",
    "taking back": "taken back",
    "restoring": "restored",
    "saving": "saved",
}
"""Rows written before the disk is touched, and the row that follows when it was."""

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Approved:
    """The approved version of one file. `guarded`: its bytes are kept in the journal."""

    sha: str | None
    guarded: bool
    seq: int  # the row that made it so


@dataclass(slots=True)
class Standing:
    """Everything that is known, brought on row by row."""

    seq: int = 0
    proposals: dict[str, Proposal] = field(default_factory=dict[str, Proposal])
    approved: dict[str, Approved] = field(default_factory=dict[str, Approved])
    decisions: dict[int, Decision] = field(default_factory=dict[int, Decision])
    own: dict[str, Policy] = field(default_factory=dict[str, Policy])
    muted: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    open: dict[int, Row] = field(default_factory=dict[int, Row])  # intents without their closing row
    put_backs: dict[str, tuple[datetime, ...]] = field(default_factory=dict[str, tuple[datetime, ...]])
    locked: dict[str, int] = field(default_factory=dict[str, int])  # the permissions before the lock
    marks: dict[str, int] = field(default_factory=dict[str, int])  # of what stays on disk: its time there
    open_numbers: dict[str, set[int]] = field(default_factory=dict[str, set[int]])  # what waits, by path
    last_number: int = 0  # the highest a proposal was given, also by a journal that is lost
    looked: Rules | None = None  # under which rules everything was looked at last; None: never

    @property
    def next_id(self) -> str:
        """The number of the next proposal."""
        return self.number(0)

    def number(self, after: int) -> str:
        """The number of the proposal that comes after the next, and so on."""
        return str(self.last_number + 1 + after)

    def sha(self, path: str) -> str | None:
        """The hash of the approved version; None when no such file is approved."""
        entry = self.approved.get(path)
        return entry.sha if entry else None

    def waiting(self, path: str) -> list[Proposal]:
        """What waits for this file, oldest first."""
        return [self.proposals[str(number)] for number in sorted(self.open_numbers.get(path, ()))]

    def take(self, row: Row) -> None:
        """Brings everything on by one row; a kind it does not know changes nothing."""
        self.seq = row.seq
        if row.kind in INTENTS:
            self.open[row.seq] = row
        self.open.pop(row.body.get("intent", 0), None)
        step = _STEPS.get(row.kind)
        if step is not None:
            step(self, row)
        if "files" in row.body and row.kind not in INTENTS:
            self._approve(row)

    def _approve(self, row: Row) -> None:
        """These versions are approved and on disk now; a proposal that wanted just that is moot."""
        for path, sha in row.body["files"].items():
            self.approved[path] = Approved(sha, row.body["guarded"], row.seq)
            self.leave_disk(path)
            for proposal in self.waiting(path):
                if proposal.proposed == sha and proposal.id != row.proposal:
                    self.change(proposal.id, state=State.WITHDRAWN, on_disk=False, left_alone=False)

    def change(self, number: str, **values: Any) -> None:
        """Changes what is known of one proposal."""
        self.put(replace(self.proposals[number], **values))

    def put(self, proposal: Proposal) -> None:
        """Takes a proposal in, new or changed."""
        self.proposals[proposal.id] = proposal
        numbers = self.open_numbers.setdefault(proposal.path, set())
        (numbers.add if proposal.waits else numbers.discard)(int(proposal.id))

    def leave_disk(self, path: str) -> None:
        """Nothing that waits for this file is on disk any more."""
        for proposal in self.waiting(path):
            if proposal.on_disk or proposal.left_alone:
                self.change(proposal.id, on_disk=False, left_alone=False)


def _proposed(standing: Standing, row: Row) -> None:
    body = row.body
    number, path = row.proposal or "", row.path or ""
    proposal = Proposal(
        id=number,
        path=path,
        kind=Kind(body["kind"]),
        origin=origin_of(body["origin"]),
        reason=body["reason"],
        at=row.at,
        changed_at=row.at,
        base=body["base"],
        proposed=body["proposed"],
        found=body["found"],
        on_disk=body["on_disk"],
        moved_to=body["moved_to"],
        added=body["added"],
        removed=body["removed"],
        tokens_before=body["tokens_before"],
        tokens_after=body["tokens_after"],
        writes=1 if body["found"] else 0,
    )
    standing.put(proposal)
    standing.marks[number] = body.get("mark", 0)
    standing.last_number = max(standing.last_number, int(number))


def _rewritten(standing: Standing, row: Row) -> None:
    before = standing.proposals[row.proposal or ""]
    names = ("kind", "proposed", "on_disk", "moved_to", "base")
    values = {name: row.body[name] for name in names if name in row.body}
    if "kind" in values:
        values["kind"] = Kind(values["kind"])
    standing.change(before.id, changed_at=row.at, writes=before.writes + 1, **values)
    standing.marks[before.id] = row.body.get("mark", 0)


def _measured(standing: Standing, row: Row) -> None:
    """What was found out about a proposal after it was safe."""
    values = dict(row.body)
    if "origin" in values:
        values["origin"] = origin_of(values["origin"])
    standing.change(row.proposal or "", **values)


def _withdrawn(standing: Standing, row: Row) -> None:
    standing.change(row.proposal or "", state=State.WITHDRAWN, on_disk=False, left_alone=False)


def _left_alone(standing: Standing, row: Row) -> None:
    standing.change(row.proposal or "", left_alone=True)


def _put_back(standing: Standing, row: Row) -> None:
    path = row.path or ""
    standing.put_backs[path] = (*standing.put_backs.get(path, ()), row.at)[-PUT_BACKS_KEPT:]
    standing.leave_disk(path)


def _decided(standing: Standing, row: Row) -> None:
    body, number = row.body, row.proposal or ""
    accepted = row.kind != "rejected"
    decision = Decision(
        seq=row.seq,
        proposal=number,
        path=row.path or "",
        accepted=accepted,
        by=body["by"],
        at=datetime.fromisoformat(body["at"]),
        comment=body["comment"],
        before=body["before"],
        after=body["after"],
        hunks=tuple(body["hunks"]) if body.get("hunks") else None,
        edited=body.get("edited_by", "") != "",
    )
    standing.decisions[row.seq] = decision
    state = State.ACCEPTED if accepted else State.REJECTED
    standing.change(number, state=state, decision=decision, on_disk=False, left_alone=False)


def _taken_back(standing: Standing, row: Row) -> None:
    decision = standing.decisions[row.body["decision"]]
    standing.decisions[decision.seq] = replace(decision, taken_back=row.at)
    on_disk = row.body["on_disk"]
    standing.change(row.proposal or "", state=State.WAITING, decision=None, on_disk=on_disk)
    standing.marks[row.proposal or ""] = 0


def _saved(standing: Standing, row: Row) -> None:
    """A person who saves over a change that was on disk has approved what came of it."""
    if row.proposal is not None:
        _decided(standing, row)


def _rebuilt(standing: Standing, row: Row) -> None:
    standing.last_number = max(standing.last_number, row.body["numbers_from"])


def _policy(standing: Standing, row: Row) -> None:
    path, name = row.path or "", row.body["policy"]
    standing.own.pop(path, None)
    if name is not None:
        standing.own[path] = Policy(name)


def _muted(standing: Standing, row: Row) -> None:
    path, subject = row.path or "", {row.body["subject"]}
    muted = standing.muted.get(path, frozenset())
    standing.muted[path] = muted | subject if row.body["muted"] else muted - subject


def _locked(standing: Standing, row: Row) -> None:
    standing.locked[row.path or ""] = row.body["mode"]


def _unlocked(standing: Standing, row: Row) -> None:
    standing.locked.pop(row.path or "", None)


def _looked(standing: Standing, row: Row) -> None:
    general = tuple(Rule(pattern, Policy(policy)) for pattern, policy in row.body["general"])
    standing.looked = Rules(general, protect=row.body["protect"])


_STEPS: Mapping[str, Callable[[Standing, Row], None]] = {
    "proposed": _proposed,
    "rewritten": _rewritten,
    "measured": _measured,
    "withdrawn": _withdrawn,
    "left alone": _left_alone,
    "put back": _put_back,
    "accepted": _decided,
    "rejected": _decided,
    "taken back": _taken_back,
    "saved": _saved,
    "rebuilt": _rebuilt,
    "policy": _policy,
    "muted": _muted,
    "locked": _locked,
    "unlocked": _unlocked,
    "looked": _looked,
}


def origin_of(body: Body) -> Origin:
    """The origin that `as_body` wrote."""
    return Origin(Who(body["who"]), body["name"], body["session"], body["turn"], body["tool"])


def as_body(origin: Origin) -> dict[str, Any]:
    """An origin as the journal holds it."""
    return asdict(origin) | {"who": origin.who.value}


def looked_at(rules: Rules) -> Entry:
    """The row that says under which rules everything was looked at."""
    general = [[rule.pattern, rule.policy.value] for rule in rules.general]
    return Entry("looked", {"general": general, "protect": rules.protect})
