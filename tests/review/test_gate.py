"""The gate in stories: who writes what, what a person decides, and what is on disk afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from gate_room import AGENT, Room, sha, words

from openclaw_desktop.errors import (
    AlreadyDecidedError,
    BaseMovedError,
    ProposalGoneError,
    ReviewError,
    WriteFailedError,
)
from openclaw_desktop.review.gate.gate import Append, NewText
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import OUTSIDE, Kind, Origin, State, Who


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    room.begin(MEMORY="Likes tea.\n", SOUL="Calm.\n", TOOLS="git\n")
    return room


def test_what_is_there_at_first_is_approved_and_recorded_as_found(room: Room) -> None:
    assert room.waiting() == []
    assert room.approved("MEMORY.md") == "Likes tea.\n"
    assert room.approved("TOOLS.md") == "git\n"
    version = room.gate.history.versions("MEMORY.md")[0]
    assert (version.who, version.source) == (Who.IMPORT, "import")


def test_a_held_file_written_by_another_program_is_put_back_and_its_text_waits(room: Room) -> None:
    noticed = room.outside("MEMORY.md", "Likes coffee.\n")
    proposal = room.only()
    assert noticed.arrived == (proposal,)
    assert noticed.paths == {"MEMORY.md"}
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.proposed(proposal) == "Likes coffee.\n"
    assert (proposal.kind, proposal.origin, proposal.found) == (Kind.CHANGE, OUTSIDE, True)
    assert (proposal.added, proposal.removed, proposal.tokens_before) == (1, 1, 2)
    assert room.examine("MEMORY.md").arrived == ()
    assert room.only() == proposal


def test_the_writer_is_asked_for_with_the_bytes_before_and_after(room: Room) -> None:
    room.write("MEMORY.md", "Likes coffee.\n")
    asked: list[object] = []

    def origin_of(path: str, before: bytes | None, after: bytes | None, now: object) -> Origin:
        asked.append((path, before, after))
        return AGENT

    noticed = room.gate.examine(["MEMORY.md"], now=room.now, origin_of=origin_of)
    assert asked == [("MEMORY.md", b"Likes tea.\n", b"Likes coffee.\n")]
    assert noticed.arrived[0].origin == AGENT


def test_approving_makes_the_text_the_file_and_records_who_wrote_and_who_approved(room: Room) -> None:
    proposal = room.gate.propose(
        "MEMORY.md", Append("Has a dog."), reason="told today", origin=AGENT, now=room.now
    )
    assert room.text("MEMORY.md") == "Likes tea.\n"
    room.approve(proposal)
    assert room.text("MEMORY.md") == room.approved("MEMORY.md") == "Likes tea.\nHas a dog."
    version = room.gate.history.versions("MEMORY.md")[0]
    assert (version.author, version.committer, version.proposal) == ("agent main", "Maren", proposal.id)
    assert version.reason == "told today"
    decided = room.gate.proposal(proposal.id)
    assert decided.state is State.ACCEPTED
    assert decided.decision is not None
    assert (decided.decision.by, decided.decision.after) == ("Maren", sha("Likes tea.\nHas a dog."))


def test_a_person_may_approve_something_else_than_was_proposed(room: Room) -> None:
    room.outside("MEMORY.md", "Likes coffee.\nHates rain.\n")
    room.approve(room.only(), "Likes tea.\nHates rain.\n")
    assert room.text("MEMORY.md") == "Likes tea.\nHates rain.\n"


def test_what_leaves_nothing_to_accept_is_no_acceptance(room: Room) -> None:
    room.outside("MEMORY.md", "Likes coffee.\n")
    with pytest.raises(ReviewError, match="reject"):
        room.approve(room.only(), "Likes tea.\n")
    assert room.only().waits


def test_rejecting_leaves_the_file_and_closes_the_proposal(room: Room) -> None:
    room.outside("MEMORY.md", "Likes coffee.\n")
    decision = room.gate.reject(room.only().id, comment="not true", now=room.now)
    assert not decision.accepted
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.waiting() == []
    assert room.gate.proposals()[0].decision == decision


def test_deciding_twice_or_nothing_is_said(room: Room) -> None:
    room.outside("MEMORY.md", "Likes coffee.\n")
    number = room.only().id
    room.gate.reject(number, now=room.now)
    with pytest.raises(AlreadyDecidedError, match="Maren"):
        room.gate.approve(number, result=b"x", seen=sha("Likes tea.\n"), now=room.now)
    with pytest.raises(ProposalGoneError):
        room.gate.reject("99", now=room.now)


def test_several_quick_writes_are_one_proposal_with_the_latest_text(room: Room) -> None:
    for text in ("draft\n", "better draft\n", "final\n"):
        room.outside("MEMORY.md", text)
    proposal = room.only()
    assert room.proposed(proposal) == "final\n"
    assert proposal.writes == 3
    assert room.hashes_of(proposal) == [
        sha("draft\n"),
        sha("better draft\n"),
        sha("final\n"),
    ]


def test_two_additions_that_know_nothing_of_each_other_are_two_proposals(room: Room) -> None:
    room.outside("MEMORY.md", "Likes tea.\nHas a dog.\n")
    room.outside("MEMORY.md", "Likes tea.\nHates rain.\n")
    assert [room.proposed(p) for p in room.waiting()] == [
        "Likes tea.\nHates rain.\n",
        "Likes tea.\nHas a dog.\n",
    ]


def test_a_write_long_after_is_a_proposal_of_its_own(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    room.later(3600)
    room.outside("MEMORY.md", "two\n")
    assert [room.proposed(p) for p in room.waiting()] == ["two\n", "one\n"]


def test_the_base_that_moved_is_told_and_nothing_is_written(room: Room) -> None:
    seen = room.gate.approved("MEMORY.md")
    room.outside("MEMORY.md", "one\n")
    first = room.only()
    room.later(3600)
    room.outside("MEMORY.md", "two\n")
    second = room.waiting()[0]
    room.approve(first)
    with pytest.raises(BaseMovedError, match="look again"):
        room.gate.approve(second.id, result=b"two\n", seen=seen, now=room.now)
    assert room.text("MEMORY.md") == "one\n"
    room.approve(second)
    assert room.text("MEMORY.md") == "two\n"


def test_a_file_changed_behind_the_reviewers_back_is_held_before_anything_is_approved(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    first = room.only()
    room.later(3600)
    room.write("MEMORY.md", "sneaky\n")
    with pytest.raises(BaseMovedError):
        room.approve(first)
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert [room.proposed(p) for p in room.waiting()] == ["sneaky\n", "one\n"]
    assert [p.id for p in room.examine().arrived] == [room.waiting()[0].id]


def test_an_acceptance_taken_back_puts_the_earlier_text_back_and_the_proposal_waits(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    room.approve(room.only())
    decision = room.gate.decisions()[0]
    proposal = room.gate.take_back(decision, now=room.now)
    assert proposal == room.only()
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.history("MEMORY.md") == ["Likes tea.\n", "one\n", "Likes tea.\n"]
    assert room.gate.decisions()[0].taken_back is not None
    room.approve(proposal)
    assert room.text("MEMORY.md") == "one\n"
    with pytest.raises(BaseMovedError):
        room.gate.take_back(decision, now=room.now)


def test_a_rejection_taken_back_waits_again(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    decision = room.gate.reject(room.only().id, now=room.now)
    assert room.gate.take_back(decision, now=room.now).waits
    assert room.text("MEMORY.md") == "Likes tea.\n"


def test_an_acceptance_is_not_taken_back_over_what_came_after(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    room.approve(room.only())
    decision = room.gate.decisions()[0]
    room.gate.own_save("MEMORY.md", "mine\n", seen=sha("one\n"), now=room.now)
    with pytest.raises(BaseMovedError):
        room.gate.take_back(decision, now=room.now)
    assert room.text("MEMORY.md") == "mine\n"


def test_a_persons_own_save_is_an_approval_and_what_waited_still_waits(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    saved = room.gate.own_save("MEMORY.md", "mine\n", seen=sha("Likes tea.\n"), now=room.now)
    assert saved.sha256 == sha("mine\n")
    assert room.examine("MEMORY.md").arrived == ()
    assert room.only().base != room.gate.approved("MEMORY.md")
    version = room.gate.history.versions("MEMORY.md")[0]
    assert (version.author, version.committer, version.who) == ("Maren", "Maren", Who.PERSON)


def test_a_person_who_saves_just_what_was_proposed_makes_the_proposal_moot(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    room.gate.own_save("MEMORY.md", "one\n", seen=sha("Likes tea.\n"), now=room.now)
    assert room.gate.proposals()[0].state is State.WITHDRAWN


def test_a_held_file_that_is_deleted_comes_back_and_its_deletion_waits(room: Room) -> None:
    (room.root / "SOUL.md").unlink()
    room.examine("SOUL.md")
    proposal = room.only()
    assert (proposal.kind, proposal.proposed) == (Kind.DELETE, None)
    assert room.text("SOUL.md") == "Calm.\n"
    room.gate.approve(proposal.id, result=None, seen=sha("Calm.\n"), now=room.now)
    assert room.text("SOUL.md") is None
    assert room.history("SOUL.md")[0] is None
    room.gate.take_back(room.gate.decisions()[0], now=room.now)
    assert room.text("SOUL.md") == "Calm.\n"


def test_a_deletion_says_where_the_same_bytes_turned_up(room: Room) -> None:
    (room.root / "MEMORY.md").rename(room.root / "OLD.md")
    room.examine("MEMORY.md", "OLD.md")
    assert room.only().moved_to == "OLD.md"
    assert room.text("MEMORY.md") == room.text("OLD.md") == "Likes tea.\n"


def test_a_new_file_that_would_be_protected_is_taken_away_until_it_is_approved(room: Room) -> None:
    room.outside("USER.md", "Called Ann.\n")
    proposal = room.only()
    assert proposal.kind is Kind.CREATE
    assert room.text("USER.md") is None
    room.approve(proposal)
    assert room.text("USER.md") == "Called Ann.\n"


def test_a_free_file_is_only_recorded(room: Room) -> None:
    noticed = room.outside("TOOLS.md", "git, make\n")
    assert noticed.arrived == ()
    assert room.history("TOOLS.md") == ["git, make\n", "git\n"]
    assert room.gate.history.versions("TOOLS.md")[0].committer == "passed: free"


def test_a_note_may_grow_but_not_shrink(room: Room) -> None:
    note = "memory/2026-03-01.md"
    for text in ("one\n", "one\ntwo\n", "zero\none\ntwo\n"):
        assert room.outside(note, text).arrived == ()
    assert room.gate.history.versions(note)[0].committer == "passed: append-only"
    room.outside(note, "zero\ntwo\n")
    assert room.text(note) == "zero\none\ntwo\n"
    assert room.only().removed == 1


def test_under_review_a_change_stays_on_disk_and_can_be_approved_or_put_back(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    room.outside("TOOLS.md", "git, make\n")
    assert room.only().on_disk
    assert room.text("TOOLS.md") == "git, make\n"
    room.outside("TOOLS.md", "git, make, awk\n")
    assert room.only().writes == 2
    decision = room.gate.reject(room.only().id, now=room.now)
    assert room.text("TOOLS.md") == "git\n"
    room.gate.take_back(decision, now=room.now)
    assert room.text("TOOLS.md") == "git, make, awk\n"
    assert room.only().on_disk
    room.approve(room.only())
    assert room.text("TOOLS.md") == room.approved("TOOLS.md") == "git, make, awk\n"
    assert room.waiting() == []


def test_under_review_a_change_that_goes_away_by_itself_is_withdrawn(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    room.outside("TOOLS.md", "git, make\n")
    room.outside("TOOLS.md", "git\n")
    assert room.waiting() == []
    assert room.gate.proposals()[0].state is State.WITHDRAWN


def test_under_review_saving_over_what_was_seen_approves_it(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    room.outside("TOOLS.md", "git, make\n")
    room.gate.own_save("TOOLS.md", "git, make, sed\n", seen=sha("git, make\n"), now=room.now)
    proposal = room.gate.proposals()[0]
    assert proposal.state is State.ACCEPTED
    assert proposal.decision is not None
    assert proposal.decision.after == sha("git, make, sed\n")


def test_what_changed_while_the_program_was_closed_is_held_at_the_next_start(room: Room) -> None:
    room.gate.close()
    room.write("MEMORY.md", "changed\n")
    room.write("TOOLS.md", "changed\n")
    room.restart()
    room.gate.examine_all(now=room.now)
    assert room.proposed(room.only()) == "changed\n"
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.history("TOOLS.md")[0] == "changed\n"


def test_a_writer_that_does_not_stop_is_left_alone_after_three_times_and_put_back_when_it_rests(
    room: Room,
) -> None:
    for number in range(3):
        room.outside("MEMORY.md", f"turn {number}\n")
        assert room.text("MEMORY.md") == "Likes tea.\n"
    noticed = room.outside("MEMORY.md", "turn 3\n")
    assert "again and again" in words(noticed.sentences)
    assert room.only().left_alone
    assert room.text("MEMORY.md") == "turn 3\n"
    assert room.examine("MEMORY.md").sentences == ()
    room.later(120)
    room.examine()
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert not room.only().left_alone
    assert room.proposed(room.only()) == "turn 3\n"


def test_a_writer_that_was_left_alone_is_put_back_though_the_clock_was_set_back(room: Room) -> None:
    for number in range(4):
        room.outside("MEMORY.md", f"turn {number}\n")
    assert room.only().left_alone
    room.later(-24 * 3600)
    room.examine()
    assert room.text("MEMORY.md") == "Likes tea.\n"


def test_a_person_decides_over_a_writer_that_does_not_stop(room: Room) -> None:
    for number in range(5):
        room.outside("MEMORY.md", f"turn {number}\n")
    room.approve(room.only(), "mine\n")
    assert room.text("MEMORY.md") == room.approved("MEMORY.md") == "mine\n"


def test_a_file_somebody_made_read_only_is_not_written(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    (room.root / "MEMORY.md").chmod(0o444)
    with pytest.raises(WriteFailedError, match="read-only"):
        room.approve(room.only())
    assert room.only().waits


def test_the_same_proposal_of_the_same_agent_waits_once(room: Room) -> None:
    first = room.gate.propose("MEMORY.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)
    second = room.gate.propose("MEMORY.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)
    assert first == second == room.only()


def test_an_earlier_version_can_be_the_approved_one_again(room: Room) -> None:
    room.gate.own_save("MEMORY.md", "two\n", seen=sha("Likes tea.\n"), now=room.now)
    first = room.gate.history.versions("MEMORY.md")[-1]
    data = room.gate.history.bytes_at(first.oid, "MEMORY.md")
    room.gate.restore("MEMORY.md", data, of=first.oid, now=room.now)
    assert room.text("MEMORY.md") == room.approved("MEMORY.md") == "Likes tea.\n"
    assert len(room.history("MEMORY.md")) == 3


def test_a_proposal_for_a_file_that_nobody_looked_at_yet_is_accepted_at_once(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.write("MEMORY.md", "Likes tea.\n")
    proposal = room.gate.propose("MEMORY.md", Append("Has a dog."), reason="", origin=AGENT, now=room.now)
    room.gate.approve(proposal.id, result=b"Likes a dog.\n", seen=proposal.base, now=room.now)
    assert room.text("MEMORY.md") == room.approved("MEMORY.md") == "Likes a dog.\n"
    history = room.gate.history.versions("MEMORY.md")
    assert [version.who for version in history] == [Who.AGENT, Who.IMPORT]


def test_a_proposal_for_a_file_that_changed_before_anybody_looked_at_it_is_refused(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.write("MEMORY.md", "Likes tea.\n")
    proposal = room.gate.propose("MEMORY.md", Append("Has a dog."), reason="", origin=AGENT, now=room.now)
    room.write("MEMORY.md", "Likes coffee.\n")
    with pytest.raises(BaseMovedError, match=r"MEMORY\.md was changed on disk meanwhile"):
        room.gate.approve(proposal.id, result=b"Likes a dog.\n", seen=proposal.base, now=room.now)
    assert room.text("MEMORY.md") == "Likes coffee.\n"


def test_a_protected_file_that_appeared_unseen_is_not_approved_with_a_proposal_for_it(room: Room) -> None:
    room.write("IDENTITY.md", "Nobody approved this.\n")
    proposal = room.gate.propose("IDENTITY.md", Append("A line."), reason="", origin=AGENT, now=room.now)
    with pytest.raises(BaseMovedError, match=r"IDENTITY\.md was changed on disk meanwhile"):
        room.gate.approve(proposal.id, result=b"A line.\n", seen=proposal.base, now=room.now)
    assert room.text("IDENTITY.md") is None  # it waits for the person, as all that is new does
    assert "Nobody approved this.\n" in [room.proposed(waiting) for waiting in room.waiting()]
