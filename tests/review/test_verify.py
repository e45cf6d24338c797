"""Stories of whether journal, history and disk agree."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from gate_room import MORNING, Room
from history_helpers import git, needs_git

from openclaw_desktop.review.audit.verify import (
    Disagreement,
    Journaled,
    OnDisk,
    Recorded,
    disk_disagrees,
    history_disagrees,
    verify,
)
from openclaw_desktop.review.gate.disk import Found
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import OUTSIDE, Kind, Proposal
from openclaw_desktop.workspace.files import hash_of


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    room.write("memory/2026-02-01.md", "note\n")
    room.begin(MEMORY="one\n", SOUL="me\n", NOTES="free\n")
    return room


def told(room: Room) -> list[str]:
    return [each.sentence for each in verify(room.gate, room.root)]


def test_all_agree_after_a_day_of_work(room: Room) -> None:
    assert told(room) == []
    [proposal] = room.outside("MEMORY.md", "one\ntwo\n").arrived
    room.gate.approve(proposal.id, result=b"one\nthree\n", seen=hash_of(b"one\n"), now=room.now)
    [rejected] = room.outside("SOUL.md", "you\n").arrived
    room.gate.reject(rejected.id, now=room.now)
    room.outside("NOTES.md", "free and changed\n")
    (room.root / "memory" / "2026-02-01.md").rename(room.root / "memory" / "2026-02-02.md")
    room.gate.own_operation(["memory/2026-02-01.md", "memory/2026-02-02.md"], now=room.now)
    assert told(room) == []


def test_drift_while_nobody_looked_is_told_by_file(room: Room) -> None:
    room.write("MEMORY.md", "changed\n")
    room.write("NOTES.md", "changed\n")
    room.write("memory/new.md", "new\n")
    room.write("picture.png", b"\x89PNG")
    (room.root / "memory" / "2026-02-01.md").unlink()
    found = {each.path: each.sentence for each in verify(room.gate, room.root)}
    assert set(found) == {"MEMORY.md", "NOTES.md", "memory/new.md", "memory/2026-02-01.md"}
    assert "which was not reviewed; approved is the version" in found["MEMORY.md"]
    assert "which was not recorded" in found["NOTES.md"]
    assert found["memory/new.md"] == "memory/new.md is on disk, though nobody has seen it."
    assert found["memory/2026-02-01.md"].startswith("memory/2026-02-01.md is gone from the disk; approved is")


def test_a_change_that_waits_on_disk_is_told_with_its_proposal(room: Room) -> None:
    room.gate.set_policy("NOTES.md", Policy.REVIEW, now=room.now)
    room.examine("NOTES.md")
    [proposal] = room.outside("NOTES.md", "changed\n").arrived
    assert told(room) == [f"NOTES.md: a change by outside program waits as proposal {proposal.id}."]


def test_a_history_that_is_lost_or_damaged_is_told(room: Room) -> None:
    [proposal] = room.outside("MEMORY.md", "one\ntwo\n").arrived
    room.gate.approve(proposal.id, result=b"one\ntwo\n", seen=hash_of(b"one\n"), now=room.now)
    room.gate.close()
    shutil.rmtree(room.folder / "history.git")
    found = verify(room.new_gate(), room.root)
    assert "MEMORY.md: the history lacks the version Maren approved as proposal 1." in {
        each.sentence for each in found
    }
    assert {each.path for each in found} >= {"MEMORY.md", "SOUL.md", "NOTES.md", "memory/2026-02-01.md"}
    shutil.rmtree(room.folder / "history.git" / "objects")
    assert any("is damaged" in each.sentence for each in verify(room.new_gate(), room.root))


@needs_git
def test_a_history_that_another_program_turned_back_is_told(room: Room) -> None:
    [proposal] = room.outside("MEMORY.md", "one\ntwo\n").arrived
    room.gate.approve(proposal.id, result=b"one\ntwo\n", seen=hash_of(b"one\n"), now=room.now)
    git(room.folder / "history.git", "update-ref", "refs/heads/main", "main~")
    found = told(room)
    assert len(found) == 2
    assert found[0].startswith("MEMORY.md: approved is the version")


def test_a_journal_that_cannot_be_read_is_the_only_thing_told(room: Room) -> None:
    room.gate.close()
    for file in room.folder.glob("journal.db*"):
        file.write_bytes(b"garbage" * 1000)
    [only] = verify(room.new_gate(), room.root)
    assert only.path == ""
    assert "damaged" in only.sentence


def test_a_workspace_that_is_unplugged_is_told_and_not_each_file_of_it(room: Room) -> None:
    room.root.rename(room.root.with_name("elsewhere"))
    [only] = verify(room.gate, room.root)
    assert (only.path, "is not there" in only.sentence) == ("", True)


def test_a_locked_file_that_can_be_written_is_told(room: Room) -> None:
    room.gate.set_policy("SOUL.md", Policy.LOCKED, now=room.now)
    room.examine("SOUL.md")
    assert told(room) == []
    (room.root / "SOUL.md").chmod(0o644)
    assert told(room) == ["SOUL.md is locked, and yet it can be written."]


ONE, TWO = "1" * 64, "2" * 64


def on_disk(**files: Found) -> OnDisk:
    return OnDisk(files, lambda path: files.get(path, Found()), lambda _: True)


def test_what_was_approved_as_gone_may_not_be_there() -> None:
    journal = Journaled({"a": None, "b": None}, [], [])
    found = disk_disagrees(journal, on_disk(a=Found(ONE)), lambda _: Policy.HOLD)
    assert found == [Disagreement("a", "a is on disk, though its deletion was approved.")]


def test_what_cannot_be_looked_at_counts_only_where_it_is_protected() -> None:
    big = Found(trouble="It is too large.")
    nothing = Journaled({}, [], [])
    assert disk_disagrees(nothing, on_disk(a=big), lambda _: Policy.FREE) == []
    assert disk_disagrees(nothing, on_disk(a=big), lambda _: Policy.HOLD) == [
        Disagreement("a", "It is too large.")
    ]
    approved = Journaled({"a": ONE}, [], [])
    assert len(disk_disagrees(approved, on_disk(a=big), lambda _: Policy.FREE)) == 1


def test_a_deletion_that_waits_is_told_with_its_proposal() -> None:
    waiting = Proposal("9", "a", Kind.DELETE, OUTSIDE, "", MORNING, MORNING, ONE, None)
    journal = Journaled({"a": ONE}, [waiting], [])
    [only] = disk_disagrees(journal, on_disk(), lambda _: Policy.REVIEW)
    assert only.sentence == "a: a change by outside program waits as proposal 9."


def test_history_and_journal_must_end_with_the_same_versions() -> None:
    journal = Journaled({"same": ONE, "other": ONE, "lost": ONE, "gone": None, "kept": None}, [], [])
    history = Recorded({"same": ONE, "other": TWO, "kept": ONE, "unknown": ONE}, lambda *_: None)
    assert [each.path for each in history_disagrees(journal, history)] == ["kept", "lost", "other", "unknown"]
