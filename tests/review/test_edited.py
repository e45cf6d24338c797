"""Stories of accepting somebody's text with changes: both are named, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from gate_room import AGENT, Room, sha

from openclaw_desktop.review.answer import answer
from openclaw_desktop.review.audit.verify import verify
from openclaw_desktop.review.gate.edited import Edited, Texts, edited
from openclaw_desktop.review.gate.edits import NewText
from openclaw_desktop.review.history.version import Account, account_of, message_of
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import Decision, Proposal, Who

BEFORE = "# Memory\n\n- one\n- two\n- three\n"
PROPOSED = "# Memory\n\n- one\n- 2\n- three\n- four\n"


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    room.begin(MEMORY=BEFORE)
    return room


def decided(
    room: Room, text: str | None, hunks: tuple[int, int] | None = None, proposed: str = PROPOSED
) -> tuple[Proposal, Decision]:
    proposal = room.gate.propose("MEMORY.md", NewText(proposed), reason="Why.", origin=AGENT, now=room.now)
    result, seen = None if text is None else text.encode(), room.gate.approved("MEMORY.md")
    decision = room.gate.approve(proposal.id, result=result, seen=seen, hunks=hunks, now=room.now)
    return room.gate.proposal(proposal.id), decision


def writers(room: Room) -> list[tuple[str, str]]:
    return [(line.text, line.version.author) for line in room.gate.history.blame("MEMORY.md")]


def test_lines_the_person_added_are_the_persons_and_the_rest_the_proposers(room: Room) -> None:
    _, decision = decided(room, "# Memory\n\n- one\n- 2\n- three\n- mine\n- four\n- mine too\n")
    assert decision.edited
    assert writers(room)[2:] == [
        ("- one", "found here"),
        ("- 2", "agent main"),
        ("- three", "found here"),
        ("- mine", "Maren"),
        ("- four", "agent main"),
        ("- mine too", "Maren"),
        ("", "found here"),
    ]
    newest = room.gate.history.versions("MEMORY.md")[0]
    assert (newest.who, newest.author, newest.edited_by) == (Who.AGENT, "agent main", "Maren")
    assert {line.version.oid for line in room.gate.history.blame("MEMORY.md")[3:4]} == {newest.oid}
    assert verify(room.gate, room.root) == []


def test_later_versions_keep_the_credit_where_the_lines_move_to(room: Room) -> None:
    decided(room, PROPOSED + "- mine\n")
    text = PROPOSED.replace("# Memory", "# Memory\n\nAn introduction.") + "- mine\n- five\n"
    decided(room, text, proposed=text)
    assert dict(writers(room))["- mine"] == "Maren"
    assert dict(writers(room))["- five"] == dict(writers(room))["- four"] == "agent main"


@pytest.mark.parametrize(
    ("text", "hunks", "by_person"),
    [
        (PROPOSED, None, False),
        (BEFORE.replace("two", "2"), (1, 2), False),
        (BEFORE.replace("two", "2") + "- 4\n", (1, 2), True),
        (PROPOSED.replace("- one\n", ""), (2, 2), True),
        (PROPOSED.replace("- one\n", ""), (1, 2), True),
        (BEFORE.replace("two", "2"), None, True),
        (PROPOSED[:-1], None, True),
        (None, None, True),
    ],
)
def test_choosing_is_no_editing(
    room: Room, text: str | None, hunks: tuple[int, int] | None, by_person: bool
) -> None:
    proposal, decision = decided(room, text, hunks)
    assert decision.edited == by_person
    told = answer(proposal, proposed=PROPOSED, before=BEFORE, after=text)["sentence"]
    assert ("with changes by the person" in told) == by_person
    assert ("in part (1 of 2 hunks)" in told) == (hunks == (1, 2))
    assert (room.gate.history.versions("MEMORY.md")[0].edited_by == "Maren") == by_person


def test_what_was_approved_meanwhile_is_no_change_by_the_person() -> None:
    before, merged = BEFORE.replace("one", "1"), PROPOSED.replace("one", "1")
    base, proposed = BEFORE.encode(), PROPOSED.encode()
    assert not edited(Texts(base, proposed, before.encode(), merged.encode()), in_part=False).by_person
    more = (merged + "- mine\n").encode()
    assert edited(Texts(base, proposed, before.encode(), more), in_part=False) == Edited(True, ((7, 7),))


def test_the_sentence_for_a_merged_proposal_claims_no_edit(room: Room) -> None:
    proposal = room.gate.propose("MEMORY.md", NewText(PROPOSED), reason="", origin=AGENT, now=room.now)
    moved = BEFORE.replace("one", "1")
    room.gate.own_save("MEMORY.md", moved, seen=sha(BEFORE), now=room.now)
    merged = PROPOSED.replace("one", "1")
    room.gate.approve(proposal.id, result=merged.encode(), seen=sha(moved), now=room.now)
    told = answer(room.gate.proposal(proposal.id), proposed=PROPOSED, before=moved, after=merged)["sentence"]
    assert told.startswith("Accepted, together with what changed meanwhile: read MEMORY.md again")


def test_a_save_over_a_change_under_review_leaves_its_lines_to_their_writer(room: Room) -> None:
    room.gate.set_policy("MEMORY.md", Policy.REVIEW, now=room.now)
    room.outside("MEMORY.md", PROPOSED)
    room.gate.own_save("MEMORY.md", PROPOSED + "- mine\n", seen=sha(PROPOSED), now=room.now)
    credited = dict(writers(room))
    assert (credited["- four"], credited["- mine"]) == ("outside program", "Maren")
    assert room.gate.decisions()[0].edited


def test_bytes_that_are_no_text_are_only_told_apart() -> None:
    texts = Texts(b"\xff", b"\xff\xfe", b"\xff", b"\xfe")
    assert edited(texts, in_part=False) == Edited(True)


def test_a_commit_says_it_and_nonsense_in_its_place_says_nothing() -> None:
    account = Account(AGENT, "Maren", "7", "", "", {"a.md": "0" * 64}, "Maren: the\n2nd", ((1, 3), (9, 9)))
    message = message_of(account)
    assert "Edited-lines: 1-3 9-9" in message
    assert account_of(message) == account
    broken = account_of(message.replace("1-3 9-9", "x 1- -2 4-5"))
    assert broken is not None
    assert broken.edited_lines == ((4, 5),)
