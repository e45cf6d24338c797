"""Pure: what is said about a proposal, in the words of a person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from openclaw_desktop.review.proposal import Decision, Kind, Proposal, State, Who
from openclaw_desktop.ui.tree.names import MONTHS, ago, count_of

MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """ "+1,204", "−31", "±0"."""
    if not number:
        return "±0"
    return f"+{number:,}" if number > 0 else f"{MINUS}{-number:,}"


def plus(lines: int) -> str:
    """ "+4", or nothing."""
    return f"+{lines:,}" if lines else ""


def minus(lines: int) -> str:
    """ "−2", or nothing."""
    return f"{MINUS}{lines:,}" if lines else ""


def tokens(proposal: Proposal) -> str:
    """By how much it grows: "+38 tokens"; nothing where there is no text."""
    return "" if proposal.tokens is None else tokens_of(proposal.tokens)


def tokens_of(number: int) -> str:
    """ "+38 tokens"."""
    return f"{signed(number)} {'token' if abs(number) == 1 else 'tokens'}"


def kind(proposal: Proposal) -> str:
    """What it would do, unless that is a change: "new file", "deletion", "moved to archive/a.md"."""
    if proposal.kind is Kind.DELETE:
        return f"moved to {proposal.moved_to}" if proposal.moved_to else "deletion"
    return "new file" if proposal.kind is Kind.CREATE else ""


def exactly(at: datetime, now: datetime) -> str:
    """ "1 March 2026, 14:05", in `now`'s time zone."""
    local = at.astimezone(now.tzinfo)
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}, {local:%H:%M}"


def source(proposal: Proposal) -> str:
    """Who it comes from, short: "agent main"."""
    return proposal.origin.name


def age(proposal: Proposal, now: datetime) -> str:
    """ "3 min ago"."""
    return ago(proposal.changed_at, now)


def standing(proposal: Proposal) -> str:
    """Where its text is meanwhile, as a sentence."""
    if proposal.left_alone:
        return (
            "Its writer writes it again and again, so the file is left as that program has it. Until you "
            "decide, the agent reads the new text."
        )
    if proposal.on_disk:
        return "It is on disk, not reviewed: the agent reads the new text already."
    if proposal.waits and proposal.origin.who is Who.OUTSIDE:
        return "Held: the approved version was put back, and the agent reads that one."
    return "Held: nothing is written until you accept." if proposal.waits else ""


def verdict(proposal: Proposal, now: datetime) -> str:
    """What became of it: "Accepted 1 of 2 hunks by Maren, 3 min ago"."""
    decision = proposal.decision
    if decision is None:
        return "" if proposal.waits else "It went away by itself"
    return f"{_decided_by(decision)}, {ago(decision.at, now)}"


def _decided_by(decision: Decision) -> str:
    """ "Accepted 3 of 4 hunks by Maren", "Accepted with your changes by Maren"."""
    accepted = "Accepted" if decision.accepted else "Rejected"
    if part := of_hunks(decision):
        accepted = f"Accepted {part}"
    elif decision.accepted and decision.edited:
        accepted = "Accepted with your changes"
    return f"{accepted} by {decision.by}" if decision.by else accepted


OUTCOMES = {
    State.WAITING: "held",
    State.ACCEPTED: "accepted",
    State.REJECTED: "rejected",
    State.WITHDRAWN: "went away by itself",
}
"""What became of a proposal, in a word."""


def decided(proposal: Proposal, now: datetime) -> str:
    """All about a decision: "Rejected by Maren, 1 March 2026, 14:05: “the port is right”"; "" for none."""
    decision = proposal.decision
    if decision is None or proposal.waits:
        return ""
    said = f"{_decided_by(decision)}, {exactly(decision.at, now)}"
    return f"{said}: “{decision.comment}”" if decision.comment else said


def hover(proposal: Proposal, now: datetime) -> str:
    """All that is known about a row."""
    said = [proposal.path, f"{proposal.origin.sentence} · {exactly(proposal.changed_at, now)}"]
    if proposal.reason:
        said.append(f"“{proposal.reason}”")
    if proposal.writes > 1:
        said.append(f"Sums up {proposal.writes:,} writes.")
    if proposal.decision:
        said.append(f"{verdict(proposal, now)} ({exactly(proposal.decision.at, now)})")
        if proposal.decision.comment:
            said.append(f"“{proposal.decision.comment}”")
    said.append(standing(proposal))
    return "\n".join(part for part in said if part)


def spoken(proposal: Proposal, now: datetime) -> str:
    """A row as a screen reader says it."""
    if proposal.waits:
        lines = f"{count_of(proposal.added, 'line')} added, {proposal.removed:,} removed"
        said = [proposal.path, kind(proposal), source(proposal), age(proposal, now), lines]
    else:
        said = [proposal.path, kind(proposal), verdict(proposal, now)]
    return ", ".join(part for part in said if part)


def accept(proposal: Proposal, *, ticked: tuple[int, int] | None, edited: bool) -> str:
    """What the primary button says. `ticked`: in so many places, of so many; None: everything."""
    if edited:
        return "Accept edited"
    if proposal.kind is Kind.DELETE:
        return "Accept move" if proposal.moved_to else "Accept deletion"
    if ticked is None:
        return "Accept"
    return "Accept what is ticked" if ticked[0] == ticked[1] else f"Accept {ticked[0]:,} of {ticked[1]:,}"


def done(decisions: Sequence[Decision], *, edited: int = 0) -> str:
    """What the quiet bar says after a decision: "Accepted MEMORY.md", "Accepted 3 of 4 hunks of MEMORY.md".

    `edited`: how many of them were accepted with a person's edits.
    """
    first = decisions[0]
    verb = "Accepted" if first.accepted else "Rejected"
    if len(decisions) > 1:
        said = f"{verb} {count_of(len(decisions), 'change')}"
        return f"{said}, {with_edits(edited)}" if edited else said
    if part := of_hunks(first):
        return f"{verb} {part} of {first.path}"
    return f"{verb} {first.path} with your changes" if edited else f"{verb} {first.path}"


def with_edits(number: int) -> str:
    """ "2 with your edits"."""
    return f"{number:,} with your edits"


def of_hunks(decision: Decision) -> str:
    """How much was accepted where that was not all: "3 of 4 hunks"."""
    if not decision.accepted or not decision.hunks or decision.hunks[0] == decision.hunks[1]:
        return ""
    return f"{decision.hunks[0]:,} of {count_of(decision.hunks[1], 'hunk')}"
