"""Pure: what the view says when there is nothing to decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from openclaw_desktop.review.policy import Policy, Rules
from openclaw_desktop.review.proposal import Proposal, State
from openclaw_desktop.ui.tree.names import count_of

GUARDED = {
    Policy.HOLD: "held until you approve",
    Policy.LOCKED: "locked",
    Policy.APPEND_ONLY: "only added to",
    Policy.REVIEW: "marked until you have seen it",
}

DATES = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"

PURPOSE = "When an agent or another program wants to change a protected file, the change waits here for you."


def protected(rules: Rules) -> str:
    """What is protected now, a line for each policy."""
    if not rules.protect:
        return "Nothing is protected now: changes are only recorded."
    patterns: dict[Policy, list[str]] = defaultdict(list)
    for rule in rules.general:
        patterns[rule.policy].append(plainly(rule.pattern))
    for path, policy in rules.own.items():
        patterns[policy].append(path)
    lines = [f"{listed(patterns[p])}: {said}" for p, said in GUARDED.items() if patterns.get(p)]
    return "\n".join(lines) or "No file is protected now."


def plainly(pattern: str) -> str:
    """A pattern as a person says it."""
    folder, dated, rest = pattern.partition(DATES)
    if dated and rest in ("*.md", ".md"):
        return f"dated notes in {folder.replace('**/', '')}" if folder else "dated notes"
    return pattern


def listed(names: Iterable[str], most: int = 8) -> str:
    """ "SOUL.md, MEMORY.md and 3 more"."""
    all_ = list(dict.fromkeys(names))
    if len(all_) <= most:
        return ", ".join(all_)
    return f"{', '.join(all_[:most])} and {len(all_) - most:,} more"


def elsewhere(proposals: Iterable[Proposal]) -> str:
    """What was decided in another window: "MEMORY.md was accepted by Maren elsewhere"."""
    some = list(proposals)
    if not some:
        return ""
    if len(some) > 1:
        return f"{count_of(len(some), 'change')} were decided elsewhere."
    proposal = some[0]
    if proposal.state is State.WITHDRAWN:
        return f"The change of {proposal.path} went away by itself."
    by = f" by {proposal.decision.by}" if proposal.decision and proposal.decision.by else ""
    return f"{proposal.path} was {proposal.state.value}{by} elsewhere."
