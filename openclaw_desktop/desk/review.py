"""One proposal as a reviewer sees it: its texts, carried onto the file as it is now, and what it costs."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass

from openclaw_desktop.context.budget import Budget
from openclaw_desktop.review.diff.merge import Merge, merge
from openclaw_desktop.review.gate.gate import Gate
from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.workspace.files import not_text

Weigh = Callable[[str, str | None, str | None], Budget]
"""What it costs when the file at a path becomes another text; None stands for no file."""


@dataclass(frozen=True, slots=True)
class Review:
    """A proposal with its texts; None stands for no such file.

    `seen` is the hash of the approved version looked at. `merge` is there when that is not the one the
    proposal was made against. `target` is what accepting all of it writes; also None where the merge has
    open conflicts. Without `is_text` there are no texts: it can only be taken or left whole. `bom`: the
    result begins with a byte order mark. `outcome`: of what was accepted, the texts before and after.
    """

    proposal: Proposal
    base: str | None
    approved: str | None
    proposed: str | None
    seen: str | None
    merge: Merge | None
    target: str | None
    is_text: bool
    bom: bool
    budget: Budget | None
    outcome: tuple[str | None, str | None] | None = None

    @property
    def has_conflicts(self) -> bool:
        """A person has to choose between what the file became and what is proposed."""
        return self.merge is not None and bool(self.merge.conflicts)


def look(gate: Gate, proposal: Proposal, weigh: Weigh) -> Review:
    """Reads everything a reviewer needs. Raises JournalError.

    Of a file this program has not looked at yet, the base counts as approved: what it finds first will be.
    """
    seen = gate.approved_paths().get(proposal.path, proposal.base)
    base = gate.bytes_of(proposal.base) if proposal.base else None
    approved = base if seen == proposal.base else gate.approved_bytes(proposal.path)
    proposed = gate.bytes_of(proposal.proposed) if proposal.proposed else None
    present = [data for data in (base, approved, proposed) if data is not None]
    if any(not_text(data) for data in present):
        return Review(
            proposal=proposal,
            base=None,
            approved=None,
            proposed=None,
            seen=seen,
            merge=None,
            target=None,
            is_text=False,
            bom=False,
            budget=None,
        )
    texts = [_text(data) for data in (base, approved, proposed)]
    merged = None
    if proposal.base != seen and proposed is not None and seen != proposal.proposed:
        merged = merge(*(text or "" for text in texts))
    target = merged.text if merged is not None else texts[2]
    return Review(
        proposal=proposal,
        base=texts[0],
        approved=texts[1],
        proposed=texts[2],
        seen=seen,
        merge=merged,
        target=target,
        is_text=True,
        bom=(proposed or approved or b"").startswith(codecs.BOM_UTF8),
        budget=weigh(proposal.path, texts[1], target if target is not None else texts[2]),
        outcome=_outcome(gate, proposal),
    )


def _outcome(gate: Gate, proposal: Proposal) -> tuple[str | None, str | None] | None:
    decision = proposal.decision
    if decision is None or not decision.accepted:
        return None
    before, after = (gate.bytes_of(sha) if sha else None for sha in (decision.before, decision.after))
    return _text(before), _text(after)


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8-sig", errors="replace")
