"""What the journal's rows come to, however many there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gate_room import AGENT, Room

from openclaw_desktop.review.gate.edits import NewText
from openclaw_desktop.review.gate.journal import Row
from openclaw_desktop.review.gate.standing import Standing
from openclaw_desktop.review.proposal import Proposal


class Counted(dict[str, Proposal]):
    """Proposals that count how often one looks through all of them."""

    looked_through = 0

    def values(self) -> Any:
        self.looked_through += 1
        return super().values()


def test_a_long_journal_is_taken_in_without_looking_through_all_proposals_for_each_row(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path)
    room.begin(MEMORY="Likes tea.\n")
    proposal = room.gate.propose("MEMORY.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)
    room.approve(proposal)
    rows = [row for row in room.gate.journal.rows() if row.proposal is not None]
    standing = Standing(proposals=Counted())
    seq = 0
    for number in range(1, 101):
        for row in rows:
            seq += 1
            body = {**row.body, "intent": seq - 1} if row.kind == "accepted" else row.body
            standing.take(Row(seq, row.at, row.kind, str(number), row.path, body))
    assert isinstance(standing.proposals, Counted)
    assert standing.proposals.looked_through == 0
    assert len(standing.proposals) == 100
    assert standing.waiting("MEMORY.md") == []


def test_what_waits_for_a_file_is_told_in_the_order_it_came(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.begin(MEMORY="Likes tea.\n")
    for number in range(11):
        room.gate.propose("MEMORY.md", NewText(f"{number}\n"), reason="", origin=AGENT, now=room.now)
    decision = room.gate.reject("2", now=room.now)
    room.gate.take_back(decision, now=room.now)
    assert [p.id for p in room.waiting()] == [str(number) for number in range(11, 0, -1)]
    standing = Standing()
    for row in room.gate.journal.rows():
        standing.take(row)
    assert [p.id for p in standing.waiting("MEMORY.md")] == [str(number) for number in range(1, 12)]
