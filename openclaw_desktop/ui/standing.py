"""Pure: how the files of a workspace are protected, and what waits for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from openclaw_desktop.review.policy import SENTENCES, Policy, Rules
from openclaw_desktop.review.proposal import Kind, Proposal
from openclaw_desktop.ui.tree.names import count_of, shown

if TYPE_CHECKING:
    from openclaw_desktop.engine import Engine

GUARDED = (Policy.REVIEW, Policy.HOLD, Policy.LOCKED)
"""Policies under which nothing of others counts before a person has seen it."""

INSTRUCTIONS = ("SOUL.md", "AGENTS.md")
"""Files that say who the agent is and what it does: a change to them is told loudly."""

NAMED = 3
"""So many files are named before the rest is only counted."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rules of a workspace and the proposals that wait, newest first."""

    rules: Rules = field(default_factory=Rules)
    waiting: tuple[Proposal, ...] = ()
    by_path: Mapping[str, tuple[Proposal, ...]] = field(default_factory=dict[str, tuple[Proposal, ...]])

    def policy_of(self, path: str) -> Policy:
        """What happens when somebody else changes this file."""
        return self.rules.policy_of(path)

    def waiting_for(self, path: str) -> tuple[Proposal, ...]:
        """What waits for a decision about this file, newest first."""
        return self.by_path.get(path, ())

    def is_unreviewed(self, path: str) -> bool:
        """What is on disk now was not approved by anybody."""
        return any(proposal.on_disk for proposal in self.waiting_for(path))


def look(engine: Engine) -> Standing:
    """How it stands now. Blocking."""
    return standing(engine.desk.rules, engine.desk.proposals(waiting=True))


def standing(rules: Rules, waiting: Sequence[Proposal]) -> Standing:
    """The proposals sorted by their files."""
    by_path: dict[str, list[Proposal]] = {}
    for proposal in waiting:
        by_path.setdefault(proposal.path, []).append(proposal)
    return Standing(rules, tuple(waiting), {path: tuple(found) for path, found in by_path.items()})


# Sentences


def sentences(stand: Standing, path: str) -> list[str]:
    """What is true of one file: its policy, what waits, what is on disk unseen."""
    policy = stand.policy_of(path)
    said = [SENTENCES[policy]] if policy is not Policy.FREE else []
    if waiting := stand.waiting_for(path):
        verb = "waits" if len(waiting) == 1 else "wait"
        said.append(f"{count_of(len(waiting), 'change')} {verb} for your review.")
    if stand.is_unreviewed(path):
        said.append("What is on disk now was not reviewed yet.")
    return said


def of_file(stand: Standing, path: str) -> str:
    """What the banner over an open file says; "" when nothing waits."""
    waiting = stand.waiting_for(path)
    if not waiting:
        return ""
    newest = waiting[0]
    if newest.left_alone:
        return f"{_writer(newest)} keeps rewriting this file, so it is left as it is until you decide."
    if newest.on_disk:
        return f"This text was written by {_writer(newest)} and was not reviewed yet."
    if len(waiting) > 1:
        return f"{len(waiting):,} changes of this file wait for your review."
    if newest.kind is Kind.DELETE:
        return f"{_writer(newest)} deleted this file; the deletion waits for your review."
    return f"A change by {_writer(newest)} waits for your review."


def arrivals(arrived: Sequence[Proposal]) -> str:
    """One sentence for a burst of proposals; it names files, never what is in them."""
    paths = list(dict.fromkeys(shown(proposal.path) for proposal in arrived))
    names = ", ".join(paths[:NAMED]) + (", …" if len(paths) > NAMED else "")
    if len(arrived) == 1:
        return f"A change waits for review: {names}"
    return f"{len(arrived):,} changes wait for review: {names}"


def loud(arrived: Sequence[Proposal]) -> list[Proposal]:
    """Those that change the agent's instructions."""
    return [proposal for proposal in arrived if proposal.path in INSTRUCTIONS]


def alarm(loud: Sequence[Proposal]) -> str:
    """The sentence about changed instructions; there is at least one."""
    first = loud[0]
    others = {proposal.path for proposal in loud} - {first.path}
    names = " and ".join([first.path, *sorted(others)])
    stays = "It is on disk already." if first.on_disk else "Nothing of it takes effect before you approve."
    does = "changed" if first.found else "wants to change"
    return f"{_writer(first)} {does} {names}, which tells your agent how to behave. {stays}"


def protected(stand: Standing, paths: Sequence[str]) -> str:
    """Which of the files are protected: "MEMORY.md, SOUL.md and 4 others"; "" for none.

    MEMORY.md and what lies in the root come first.
    """
    found = [path for path in paths if stand.policy_of(path) in GUARDED]
    if not found:
        return ""
    found.sort(key=lambda path: (path != "MEMORY.md", path != "SOUL.md", path.count("/"), path))
    names = [shown(path) for path in found]
    if len(names) == 1:
        return f"{names[0]} is protected: changes by others wait for your review."
    named, rest = names[:2], len(names) - 2
    said = f"{', '.join(named)} and {count_of(rest, 'other')}" if rest else " and ".join(named)
    return f"{said} are protected: changes by others wait for your review."


def in_short(stand: Standing, path: str) -> str:
    """The facts panel's words: "held · 3 waiting"; "" for a free file of which nothing waits."""
    policy, waiting = stand.policy_of(path), len(stand.waiting_for(path))
    parts = [] if policy is Policy.FREE else [SHORT[policy]]
    if waiting:
        parts.append(f"{waiting:,} waiting")
    return " · ".join(parts)


SHORT = {
    Policy.FREE: "free",
    Policy.REVIEW: "reviewed later",
    Policy.HOLD: "held",
    Policy.LOCKED: "locked",
    Policy.APPEND_ONLY: "append only",
}
"""A policy as a fact about one file."""


def _writer(proposal: Proposal) -> str:
    """Who it comes from, fit for a sentence: "agent main", "another program"."""
    name = shown(proposal.origin.name)
    return "another program" if name == "outside program" else name
