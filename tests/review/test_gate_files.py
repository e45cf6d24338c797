"""Odd files at protected paths, locks, changing policies, and a workspace that goes away."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from gate_room import AGENT, Room, sha, words

from openclaw_desktop.errors import BaseMovedError, ConflictError, WriteFailedError
from openclaw_desktop.review.audit.verify import verify
from openclaw_desktop.review.gate import enforcing
from openclaw_desktop.review.gate.disk import LARGEST_HELD
from openclaw_desktop.review.gate.gate import NewText
from openclaw_desktop.review.gate.scan import Scan
from openclaw_desktop.review.policy import Policy, Rule, Rules
from openclaw_desktop.review.proposal import Kind, Origin, State, Who

posix = pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of POSIX")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    room.begin(MEMORY="Likes tea.\n", SOUL="Calm.\n", TOOLS="git\n")
    return room


def mode(room: Room, path: str) -> int:
    return stat.S_IMODE((room.root / path).stat().st_mode)


# Odd files


@pytest.mark.parametrize("data", [b"\xff\xfe\x00caf\xe9", bytes(range(256)) * 100, b""])
def test_bytes_that_are_no_text_are_held_and_can_be_approved(room: Room, data: bytes) -> None:
    room.outside("MEMORY.md", data)
    assert room.text("MEMORY.md") == "Likes tea.\n"
    proposal = room.only()
    assert room.gate.bytes_of(proposal.proposed or "") == data
    room.approve(proposal)
    assert (room.root / "MEMORY.md").read_bytes() == data


def test_what_cannot_be_counted_has_no_tokens(room: Room) -> None:
    room.outside("MEMORY.md", b"\xff\xfe\x00caf\xe9")
    proposal = room.only()
    assert (proposal.added, proposal.tokens_before, proposal.tokens_after) == (0, None, None)


def test_a_file_of_more_than_20_mb_is_left_alone_and_said_once(room: Room) -> None:
    os.truncate(room.root / "MEMORY.md", LARGEST_HELD + 1)
    assert "larger" in words(room.examine("MEMORY.md").sentences)
    assert (room.root / "MEMORY.md").stat().st_size == LARGEST_HELD + 1
    assert room.examine("MEMORY.md").sentences == ()
    room.outside("MEMORY.md", "small\n")
    assert room.text("MEMORY.md") == "Likes tea.\n"
    os.truncate(room.root / "MEMORY.md", LARGEST_HELD + 1)
    assert "larger" in words(room.examine("MEMORY.md").sentences)


def test_a_folder_in_place_of_a_file_is_left_alone_and_said(room: Room) -> None:
    (room.root / "MEMORY.md").unlink()
    (room.root / "MEMORY.md").mkdir()
    assert "folder" in words(room.examine("MEMORY.md").sentences)
    assert room.waiting() == []
    (room.root / "MEMORY.md").rmdir()
    room.examine("MEMORY.md")
    assert room.text("MEMORY.md") == "Likes tea.\n"


@posix
def test_a_link_that_leads_outside_is_neither_followed_nor_replaced(room: Room, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.md"
    elsewhere.write_text("not ours\n")
    (room.root / "MEMORY.md").unlink()
    (room.root / "MEMORY.md").symlink_to(elsewhere)
    assert "link" in words(room.examine("MEMORY.md").sentences)
    assert (room.root / "MEMORY.md").is_symlink()
    assert elsewhere.read_text() == "not ours\n"
    assert room.waiting() == []


@posix
def test_a_link_inside_the_workspace_stands_for_the_file_it_leads_to(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.write("notes/memory.md", "Likes tea.\n")
    (room.root / "MEMORY.md").symlink_to("notes/memory.md")
    room.gate.examine_all(now=room.now)
    room.write("notes/memory.md", "Likes coffee.\n")
    room.examine("MEMORY.md", "notes/memory.md")
    assert room.text("notes/memory.md") == "Likes tea.\n"
    assert (room.root / "MEMORY.md").is_symlink()
    assert room.only().path == "notes/memory.md"


@posix
def test_a_pipe_or_an_unreadable_file_is_left_alone_and_said(room: Room) -> None:
    (room.root / "MEMORY.md").unlink()
    os.mkfifo(room.root / "MEMORY.md")
    assert "pipe" in words(room.examine("MEMORY.md").sentences)
    assert room.waiting() == []


def test_a_file_that_cannot_be_read_is_no_deletion(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        assert "no permission" in words(room.examine("MEMORY.md").sentences)
    assert room.waiting() == []
    assert room.examine("MEMORY.md").arrived == ()


@pytest.mark.parametrize("policy", [Policy.HOLD, Policy.REVIEW, Policy.APPEND_ONLY, Policy.FREE])
def test_what_is_no_file_of_the_workspace_is_passed_over(room: Room, policy: Policy) -> None:
    room.rules = Rules((Rule("**", policy),))
    for path in (".git/config.md", "node_modules/a.md", "x/node_modules/b.md"):
        room.write(path, "x\n")
    room.gate.examine_all(now=room.now)
    room.examine(".git/config.md", "../outside.md", "", "a\udcff.md")
    assert room.waiting() == []
    assert not any("node_modules" in path or ".git" in path for path in room.gate.approved_paths())


# A workspace that goes away


def test_a_workspace_that_is_gone_is_not_taken_for_deletions(room: Room) -> None:
    away = room.root.with_name("away")
    room.root.rename(away)
    for noticed in (room.examine("MEMORY.md", "SOUL.md"), room.gate.examine_all(now=room.now)):
        assert noticed.arrived == ()
    assert not room.root.exists()
    assert room.waiting() == []
    proposal = room.gate.proposals()
    assert proposal == []
    away.rename(room.root)
    assert room.gate.examine_all(now=room.now).arrived == ()


def test_an_empty_mount_point_is_not_taken_for_deletions(room: Room) -> None:
    away = room.root.with_name("away")
    room.root.rename(away)
    room.root.mkdir()
    noticed = room.gate.examine_all(now=room.now)
    assert "none of its files" in words(noticed.sentences)
    assert list(room.root.iterdir()) == []
    room.restart()
    assert "none of its files" in words(room.gate.examine_all(now=room.now).sentences)
    assert room.waiting() == []


def test_another_folder_in_the_place_of_the_workspace_is_not_taken_for_deletions(room: Room) -> None:
    away = room.root.with_name("away")
    room.root.rename(away)
    (room.root / "lost+found").mkdir(parents=True)
    assert "none of its files" in words(room.gate.examine_all(now=room.now).sentences)
    assert [file.name for file in room.root.iterdir()] == ["lost+found"]
    (room.root / "lost+found").rmdir()
    room.root.rmdir()
    away.rename(room.root)
    assert room.gate.examine_all(now=room.now).sentences == ()
    assert room.waiting() == []


@posix
def test_a_file_in_whose_place_a_link_comes_is_said_and_what_that_leads_to_is_not_approved(
    room: Room,
) -> None:
    room.write("memory/2026-03-01.md", "Note.\n")
    room.gate.examine_all(now=room.now)
    (room.root / "MEMORY.md").unlink()
    room.write("evil.md", "Likes money.\n")
    (room.root / "MEMORY.md").symlink_to("evil.md")
    (room.root / "memory").rename(room.root / "elsewhere")
    (room.root / "memory").symlink_to("elsewhere")
    sentences = room.gate.examine_all(now=room.now).sentences
    assert sorted(sentence.split(" was replaced by a link")[0] for sentence in sentences) == [
        "MEMORY.md",
        "memory",
    ]
    assert room.gate.examine_all(now=room.now).sentences == ()
    assert room.approved("MEMORY.md") == "Likes tea.\n"
    (room.root / "MEMORY.md").unlink()
    room.examine("MEMORY.md")
    assert room.text("MEMORY.md") == "Likes tea.\n"
    room.outside("evil.md", "Likes money a lot.\n")
    assert room.text("evil.md") == "Likes money a lot.\n"


def test_a_folder_in_the_place_of_an_approved_file_takes_it_from_no_history(room: Room) -> None:
    (room.root / "MEMORY.md").unlink()
    room.write("MEMORY.md/inside.md", "x\n")
    room.gate.examine_all(now=room.now)
    assert [one.sentence for one in verify(room.gate, room.root)] == [
        "MEMORY.md is no file but a folder, a pipe or a device; it is left alone.",
        "MEMORY.md/inside.md is on disk, though nobody has seen it.",
    ]
    assert room.history("MEMORY.md") == ["Likes tea.\n"]


@posix
def test_a_write_that_nobody_told_of_is_found_when_there_is_nothing_else_to_do(room: Room) -> None:
    room.gate.examine((), now=room.now)
    os.link(room.root / "MEMORY.md", room.root / "other.txt")
    with (room.root / "other.txt").open("a") as file:
        file.write("Likes money.\n")
    assert room.gate.examine((), now=room.now).arrived
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.gate.examine((), now=room.now).arrived == ()


def test_a_workspace_that_somebody_emptied_is_filled_again(room: Room) -> None:
    for path in room.root.iterdir():
        path.unlink()
    room.examine("MEMORY.md", "SOUL.md", "TOOLS.md")
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert {p.kind for p in room.waiting()} == {Kind.DELETE}


def test_nothing_is_decided_on_a_workspace_that_is_gone(room: Room) -> None:
    room.outside("MEMORY.md", "one\n")
    proposal = room.only()
    room.root.rename(room.root.with_name("away"))
    with pytest.raises(WriteFailedError, match="not there"):
        room.approve(proposal)
    assert not room.root.exists()
    assert room.only() == proposal


# Policies


def test_a_file_that_newly_comes_under_protection_is_approved_as_it_is(room: Room) -> None:
    room.outside("TOOLS.md", "git, make\n")
    room.rules = Rules((Rule("TOOLS.md", Policy.HOLD), Rule("box.json", Policy.HOLD), *room.rules.general))
    room.write("box.json", "{}")
    room.write("TOOLS.md", "git, make, awk\n")
    room.gate.examine_all(now=room.now)
    assert room.waiting() == []
    assert room.approved("TOOLS.md") == "git, make, awk\n"
    room.outside("box.json", "{1}")
    room.outside("TOOLS.md", "x\n")
    assert room.text("TOOLS.md") == "git, make, awk\n"
    assert room.text("box.json") == "{}"


def test_a_protected_file_that_changed_while_closed_is_held_though_the_policy_changed_too(room: Room) -> None:
    room.gate.close()
    room.write("MEMORY.md", "changed\n")
    room.rules = Rules((Rule("MEMORY.md", Policy.APPEND_ONLY),))
    room.restart()
    room.gate.examine_all(now=room.now)
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.proposed(room.only()) == "changed\n"


def test_a_new_file_in_a_place_that_was_protected_before_is_held_at_the_next_start(room: Room) -> None:
    room.gate.close()
    room.write("USER.md", "Called Ann.\n")
    room.restart()
    room.gate.examine_all(now=room.now)
    assert room.only().kind is Kind.CREATE
    assert room.text("USER.md") is None


def test_without_protection_everything_is_recorded_and_what_is_there_counts_when_it_returns(
    room: Room,
) -> None:
    room.rules = Rules(room.rules.general, protect=False)
    room.gate.examine_all(now=room.now)
    room.outside("MEMORY.md", "unguarded\n")
    room.outside("USER.md", "unguarded\n")
    assert room.waiting() == []
    room.rules = Rules(room.rules.general)
    room.gate.examine_all(now=room.now)
    assert room.waiting() == []
    room.outside("MEMORY.md", "x\n")
    assert room.text("MEMORY.md") == "unguarded\n"


def test_a_file_with_its_own_policy_is_guarded_from_that_moment(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.HOLD, now=room.now)
    room.gate.set_policy("later.md", Policy.HOLD, now=room.now)
    room.outside("TOOLS.md", "x\n")
    room.outside("later.md", "x\n")
    assert room.text("TOOLS.md") == "git\n"
    assert room.text("later.md") is None
    assert room.gate.rules.policy_of("TOOLS.md") is Policy.HOLD
    room.restart()
    assert room.gate.rules.policy_of("TOOLS.md") is Policy.HOLD
    room.gate.set_policy("TOOLS.md", None, now=room.now)
    assert room.gate.rules.policy_of("TOOLS.md") is Policy.FREE


def test_a_file_set_free_while_files_are_looked_at_is_not_held(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enforcing, "AT_ONCE", 1)
    room.write("MEMORY.md", "theirs\n")
    room.write("SOUL.md", "mine\n")

    def whoever_is_asked_sets_it_free(*_: object) -> Origin:
        room.gate.set_policy("SOUL.md", Policy.FREE, now=room.now)
        return AGENT

    room.gate.examine(["MEMORY.md", "SOUL.md"], now=room.now, origin_of=whoever_is_asked_sets_it_free)
    room.examine()
    assert room.only().path == "MEMORY.md"
    assert room.text("SOUL.md") == room.approved("SOUL.md") == "mine\n"


def test_what_is_there_at_the_first_look_is_approved_though_a_policy_changes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    room.write("MEMORY.md", "theirs\n")
    guard = enforcing.guard

    def changed_meanwhile(scan: Scan, *args: Any, **options: Any) -> None:
        if room.gate.rules.policy_of("SOUL.md") is not Policy.FREE:
            room.gate.set_policy("SOUL.md", Policy.FREE, now=room.now)
        guard(scan, *args, **options)

    monkeypatch.setattr(enforcing, "guard", changed_meanwhile)
    room.gate.examine_all(now=room.now)
    room.examine()
    assert room.waiting() == []
    assert room.text("MEMORY.md") == room.approved("MEMORY.md") == "theirs\n"


def test_a_text_under_review_is_taken_away_when_the_file_is_held_from_now_on(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    room.outside("TOOLS.md", "git, make\n")
    room.gate.set_policy("TOOLS.md", Policy.HOLD, now=room.now)
    room.examine("TOOLS.md")
    assert room.text("TOOLS.md") == "git\n"
    assert not room.only().on_disk
    assert room.proposed(room.only()) == "git, make\n"


# Locks


@posix
def test_a_locked_file_is_read_only_and_the_lock_moves_aside_for_what_a_person_does(room: Room) -> None:
    (room.root / "SOUL.md").chmod(0o664)
    room.gate.set_policy("SOUL.md", Policy.LOCKED, now=room.now)
    assert mode(room, "SOUL.md") == 0o444
    room.gate.own_save("SOUL.md", "Very calm.\n", seen=sha("Calm.\n"), now=room.now)
    assert mode(room, "SOUL.md") == 0o444
    proposal = room.gate.propose("SOUL.md", NewText("Wild.\n"), reason="", origin=AGENT, now=room.now)
    room.approve(proposal)
    assert (room.text("SOUL.md"), mode(room, "SOUL.md")) == ("Wild.\n", 0o444)
    room.gate.set_policy("SOUL.md", Policy.HOLD, now=room.now)
    assert mode(room, "SOUL.md") == 0o664


@posix
def test_a_locked_file_that_is_changed_all_the_same_is_held_and_locked_again(room: Room) -> None:
    room.gate.set_policy("SOUL.md", Policy.LOCKED, now=room.now)
    (room.root / "SOUL.md").chmod(0o644)
    room.outside("SOUL.md", "Wild.\n")
    assert (room.text("SOUL.md"), mode(room, "SOUL.md")) == ("Calm.\n", 0o444)
    (room.root / "SOUL.md").unlink()
    room.examine("SOUL.md")
    assert (room.text("SOUL.md"), mode(room, "SOUL.md")) == ("Calm.\n", 0o444)
    (room.root / "SOUL.md").chmod(0o644)
    room.examine("SOUL.md")
    assert mode(room, "SOUL.md") == 0o444


@posix
def test_files_are_locked_and_unlocked_by_the_settings_too(room: Room) -> None:
    before = room.rules
    room.rules = Rules((Rule("SOUL.md", Policy.LOCKED),))
    room.gate.examine_all(now=room.now)
    assert mode(room, "SOUL.md") & 0o222 == 0
    room.rules = before
    room.gate.examine_all(now=room.now)
    assert mode(room, "SOUL.md") & 0o200


@posix
def test_a_save_that_does_not_succeed_leaves_the_lock(room: Room) -> None:
    room.gate.set_policy("SOUL.md", Policy.LOCKED, now=room.now)
    with pytest.raises(ConflictError):
        room.gate.own_save("SOUL.md", "x", seen=sha("something else"), now=room.now)
    assert mode(room, "SOUL.md") == 0o444
    assert room.text("SOUL.md") == "Calm.\n"


@posix
def test_a_locked_file_that_the_person_moves_away_can_be_written_there(room: Room) -> None:
    room.gate.set_policy("SOUL.md", Policy.LOCKED, now=room.now)
    (room.root / "SOUL.md").rename(room.root / "old soul.md")
    room.gate.own_operation(["SOUL.md", "old soul.md"], now=room.now)
    assert mode(room, "old soul.md") & 0o200
    assert room.examine("SOUL.md", "old soul.md").arrived == ()


@posix
def test_a_locked_file_that_was_read_only_before_can_be_saved_and_approved(room: Room) -> None:
    (room.root / "SOUL.md").chmod(0o444)
    room.gate.set_policy("SOUL.md", Policy.LOCKED, now=room.now)
    room.gate.own_save("SOUL.md", "Very calm.\n", seen=sha("Calm.\n"), now=room.now)
    proposal = room.gate.propose("SOUL.md", NewText("Wild.\n"), reason="", origin=AGENT, now=room.now)
    room.approve(proposal)
    assert (room.text("SOUL.md"), mode(room, "SOUL.md")) == ("Wild.\n", 0o444)


# By hand


def test_what_a_person_makes_moves_and_deletes_is_approved_with_all_that_is_below(room: Room) -> None:
    room.write("memory/2026-03-01.md", "one\n")
    room.write("memory/topics/net.md", "two\n")
    room.gate.own_operation(["memory"], now=room.now)
    (room.root / "memory").rename(room.root / "archive")
    room.gate.own_operation(["memory", "archive"], now=room.now)
    (room.root / "SOUL.md").unlink()
    room.gate.own_operation(["SOUL.md"], now=room.now)
    assert room.gate.examine_all(now=room.now).arrived == ()
    assert room.approved("archive/topics/net.md") == "two\n"
    assert room.approved("memory/2026-03-01.md") is None
    assert room.history("SOUL.md") == [None, "Calm.\n"]
    assert room.gate.history.versions("archive/topics/net.md")[0].who is Who.PERSON


def test_saving_over_a_text_nobody_looked_at_keeps_that_text_in_the_journal(room: Room) -> None:
    room.write("MEMORY.md", "outside\n")
    room.gate.own_save("MEMORY.md", "mine\n", seen=sha("outside\n"), now=room.now)
    assert room.gate.bytes_of(sha("outside\n") or "") == b"outside\n"
    assert room.text("MEMORY.md") == room.approved("MEMORY.md") == "mine\n"


def test_a_save_of_what_is_there_makes_no_version(room: Room) -> None:
    room.gate.own_save("MEMORY.md", "Likes tea.\n", seen=sha("Likes tea.\n"), now=room.now)
    assert len(room.history("MEMORY.md")) == 1


def test_a_new_file_saved_by_the_person_is_approved(room: Room) -> None:
    room.gate.own_save("USER.md", "Called Ann.\n", seen=None, now=room.now)
    room.gate.own_save("data.json", "{}", seen=None, now=room.now)
    assert room.examine("USER.md", "data.json").arrived == ()
    assert room.text("USER.md") == "Called Ann.\n"


def test_approving_one_text_under_review_leaves_the_other_waiting(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    other = room.gate.propose("TOOLS.md", NewText("awk\n"), reason="", origin=AGENT, now=room.now)
    room.outside("TOOLS.md", "git, make\n")
    room.approve(other)
    assert room.text("TOOLS.md") == "awk\n"
    assert room.proposed(room.only()) == "git, make\n"
    assert not room.only().on_disk
    assert room.examine("TOOLS.md").arrived == ()


def test_a_deletion_under_review_stays_until_it_is_rejected(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    (room.root / "TOOLS.md").unlink()
    room.examine("TOOLS.md")
    assert room.only().kind is Kind.DELETE
    assert room.text("TOOLS.md") is None
    room.gate.reject(room.only().id, now=room.now)
    assert room.text("TOOLS.md") == "git\n"


def test_a_rejection_under_review_needs_the_text_that_was_looked_at(room: Room) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    room.outside("TOOLS.md", "git, make\n")
    room.write("TOOLS.md", "git, make, awk\n")
    with pytest.raises(BaseMovedError):
        room.gate.reject(room.only().id, now=room.now)
    assert room.text("TOOLS.md") == "git, make, awk\n"
    assert room.proposed(room.only()) == "git, make, awk\n"


def test_an_agents_own_text_that_appears_on_disk_is_not_asked_about_twice(room: Room) -> None:
    asked = room.gate.propose("MEMORY.md", NewText("new\n"), reason="r", origin=AGENT, now=room.now)
    room.outside("MEMORY.md", "new\n")
    assert room.only().id == asked.id
    assert room.only().reason == "r"
    assert room.text("MEMORY.md") == "Likes tea.\n"


def test_a_proposal_that_a_free_file_already_fulfils_is_withdrawn(room: Room) -> None:
    asked = room.gate.propose("TOOLS.md", NewText("new\n"), reason="r", origin=AGENT, now=room.now)
    room.outside("TOOLS.md", "new\n")
    assert room.gate.proposal(asked.id).state is State.WITHDRAWN


def test_a_note_whose_lines_were_cut_and_that_grows_again_keeps_both(room: Room) -> None:
    note = "memory/2026-03-01.md"
    room.outside(note, "one\ntwo\n")
    room.outside(note, "two\n")
    room.outside(note, "one\ntwo\nthree\n")
    assert room.text(note) == "one\ntwo\nthree\n"
    assert room.proposed(room.only()) == "two\n"
    assert room.only().base != room.gate.approved(note)


def test_the_disk_is_left_with_nothing_but_its_files(room: Room) -> None:
    before = set(room.root.iterdir())
    room.outside("MEMORY.md", "x\n")
    room.approve(room.only())
    assert set(room.root.iterdir()) == before


@posix
def test_a_person_who_saves_through_a_link_has_approved_the_file_it_leads_to(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.write("notes/memory.md", "Likes tea.\n")
    (room.root / "MEMORY.md").symlink_to("notes/memory.md")
    room.gate.examine_all(now=room.now)
    room.gate.own_save("MEMORY.md", "mine\n", seen=sha("Likes tea.\n"), now=room.now)
    assert room.examine("MEMORY.md", "notes/memory.md").arrived == ()
    assert room.text("notes/memory.md") == "mine\n"
    room.write("notes/memory.md", "theirs\n")
    room.examine("MEMORY.md", "notes/memory.md")
    assert room.text("notes/memory.md") == "mine\n"
