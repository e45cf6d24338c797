"""Whether journal, history and disk agree about every file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.review.gate.disk import Found, is_writable, look, workspace_trouble
from openclaw_desktop.review.gate.gate import Gate
from openclaw_desktop.review.gate.gate_context import LARGEST_FREE
from openclaw_desktop.review.history.git_names import refused
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import Decision, Proposal
from openclaw_desktop.workspace.layout import CLOSED_FOLDERS, place, scan

SHOWN = 12
"""Digits of a hash that tell it from others."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something that is not as it should be, as a sentence; `path` is "" where it is of no single file."""

    path: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Journaled:
    """What the journal says. Hashes are SHA-256; None stands for no such file."""

    approved: Mapping[str, str | None]
    waiting: Sequence[Proposal]
    decisions: Sequence[Decision]


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the history says: the hash of each file in its newest commit, and where a decision went."""

    paths: Mapping[str, str]
    find: Callable[[str, str, str | None], str | None]  # proposal, path, hash: the commit


@dataclass(frozen=True, slots=True)
class OnDisk:
    """What is on disk: every file that counts, and how to look at one."""

    paths: Iterable[str]
    look: Callable[[str], Found]
    is_writable: Callable[[str], bool]


def verify(gate: Gate, root: Path) -> list[Disagreement]:
    """Everything about which journal, history and disk disagree; reads every version and every file.

    To be called where seconds do not matter. A file that changes meanwhile may be told of though all is well.
    """
    try:
        with gate.alone():
            journaled = Journaled(gate.approved_paths(), gate.proposals(waiting=True), gate.decisions())
        found = [Disagreement("", sentence) for sentence in gate.journal.check()]
        found += [
            Disagreement(p.path, f"{p.path}: the text of proposal {p.id} is missing in the journal.")
            for p in journaled.waiting
            if p.proposed is not None and not gate.journal.has(p.proposed)
        ]
    except DesktopError as error:
        return [Disagreement("", str(error))]
    try:
        found += [Disagreement("", sentence) for sentence in gate.history.check()]
        found += history_disagrees(journaled, Recorded(gate.history.paths(), gate.history.find))
    except DesktopError as error:
        found.append(Disagreement("", str(error)))
    if trouble := workspace_trouble(root):
        return [*found, Disagreement("", trouble)]
    rules = gate.rules
    try:
        disk = _on_disk(root, rules.policy_of)
        found += disk_disagrees(journaled, disk, rules.policy_of)
    except DesktopError as error:
        found.append(Disagreement("", str(error)))
    return found


def history_disagrees(journal: Journaled, history: Recorded) -> list[Disagreement]:
    """Where the history ends with another version than the approved one, or lacks one that was approved."""
    found: list[Disagreement] = []
    for path in sorted({*journal.approved, *history.paths}):
        approved, recorded = journal.approved.get(path), history.paths.get(path)
        if approved != recorded:
            sentence = f"{path}: approved is {_named(approved)}, the history ends with {_named(recorded)}."
            found.append(Disagreement(path, sentence))
    for decision in journal.decisions:
        if decision.accepted and history.find(decision.proposal, decision.path, decision.after) is None:
            sentence = (
                f"{decision.path}: the history lacks the version {decision.by} approved"
                f" as proposal {decision.proposal}."
            )
            found.append(Disagreement(decision.path, sentence))
    return found


def disk_disagrees(
    journal: Journaled, disk: OnDisk, policy_of: Callable[[str], Policy]
) -> list[Disagreement]:
    """Where the disk holds something else than what is approved, and what is locked and can be written."""
    known = {path for path, sha in journal.approved.items() if sha is not None}
    waiting: dict[str, list[Proposal]] = {}
    for proposal in journal.waiting:
        waiting.setdefault(proposal.path, []).append(proposal)
    found: list[Disagreement] = []
    for path in sorted(known.union(disk.paths)):
        policy = policy_of(path)
        sentence = _drift(path, journal, disk.look(path), policy, waiting.get(path, []))
        if sentence is not None:
            found.append(Disagreement(path, sentence))
        elif policy is Policy.LOCKED and path in known and disk.is_writable(path):
            found.append(Disagreement(path, f"{path} is locked, and yet it can be written."))
    return found


def _drift(
    path: str, journal: Journaled, there: Found, policy: Policy, waiting: Sequence[Proposal]
) -> str | None:
    """How the file on disk differs from the approved version; None when it does not."""
    approved = journal.approved.get(path)
    if there.trouble is not None:
        return there.trouble if approved is not None or policy is not Policy.FREE else None
    if there.sha == approved:
        return None
    for proposal in waiting:
        if proposal.proposed == there.sha:
            return f"{path}: a change by {proposal.origin.sentence} waits as proposal {proposal.id}."
    if there.sha is None:
        return f"{path} is gone from the disk; approved is {_named(approved)}."
    if approved is None:
        known = path in journal.approved
        return f"{path} is on disk, though {'its deletion was approved' if known else 'nobody has seen it'}."
    seen = "recorded" if policy is Policy.FREE else "reviewed"
    return f"{path} on disk is {_named(there.sha)}, which was not {seen}; approved is {_named(approved)}."


def _named(sha: str | None) -> str:
    return "no file" if sha is None else f"the version {sha[:SHOWN]}"


def _on_disk(root: Path, policy_of: Callable[[str], Policy]) -> OnDisk:
    """The workspace's files as the gate looks at them. Raises NoWorkspaceError."""

    def seen(path: str) -> Found:
        free = policy_of(path) is Policy.FREE
        return look(root, path, most=LARGEST_FREE) if free else look(root, path)

    def counts(path: str) -> bool:
        if not CLOSED_FOLDERS.isdisjoint(path.split("/")) or refused(path):
            return False
        return path[-3:].lower() == ".md" or policy_of(path) is not Policy.FREE

    paths = [e.path for e in scan(root) if not e.is_folder and e.link is None and counts(e.path)]
    return OnDisk(paths, seen, lambda path: is_writable(place(root, path)))
