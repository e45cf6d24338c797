"""What an agent might propose for the sample workspace, so that there is something to review."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, cast

from openclaw_desktop import resources
from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.errors import ProposalRefusedError
from openclaw_desktop.review.gate.gate import Edit, Edits
from openclaw_desktop.review.proposal import Origin, Who

JUNIPER = Origin(Who.AGENT, "agent juniper")


def propose_examples(desk: Desk, now: datetime) -> None:
    """Puts the examples into the queue of a sample in which nothing was ever proposed.

    What does not fit any more, because the person changed the sample, is left out. Raises JournalError.
    """
    if desk.proposals():
        return
    examples = cast(
        "list[dict[str, Any]]",
        json.loads(resources.path("sample-proposals.json").read_text(encoding="utf-8")),
    )
    for example in examples:
        edits = Edits(tuple(Edit(edit["old"], edit["new"]) for edit in example["edits"]))
        try:
            desk.propose(example["path"], edits, reason=example["reason"], origin=JUNIPER, now=now)
        except ProposalRefusedError:
            continue
