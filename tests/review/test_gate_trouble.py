"""Full disks, damaged files and several processes: nothing is lost, and it is said."""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from gate_room import AGENT, MORNING, Room, sha, words

from openclaw_desktop.errors import (
    AlreadyDecidedError,
    BaseMovedError,
    HistoryError,
    JournalDamagedError,
    JournalError,
    ProposalGoneError,
    WriteFailedError,
)
from openclaw_desktop.review.audit.verify import verify
from openclaw_desktop.review.gate import disk, enforcing
from openclaw_desktop.review.gate.disk import Found
from openclaw_desktop.review.gate.gate import Append, NewText
from openclaw_desktop.review.gate.journal import Journal
from openclaw_desktop.review.history.history import History
from openclaw_desktop.review.proposal import State


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    room.begin(MEMORY="Likes tea.\n", SOUL="Calm.\n", TOOLS="git\n")
    return room


def full(*args: object, **kwargs: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full_journal(*args: object, **kwargs: object) -> None:
    raise JournalError("The disk is full; this goes on when there is room again.")


def full_history(*args: object, **kwargs: object) -> None:
    raise HistoryError("The history cannot be written: the disk is full.")


# Disk full


def test_when_the_disk_is_full_while_putting_back_it_is_said_and_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        noticed = room.outside("MEMORY.md", "outside\n")
    assert "disk is full" in words(noticed.sentences)
    assert room.text("MEMORY.md") == "outside\n"
    assert room.proposed(room.only()) == "outside\n"
    assert room.strays() == []
    room.examine()
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.only().writes == 1


def test_when_the_journal_is_full_nothing_is_put_back_and_nothing_is_lost(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", full_journal)
        with pytest.raises(JournalError, match="full"):
            room.outside("MEMORY.md", "outside\n")
    assert room.text("MEMORY.md") == "outside\n"
    room.examine()
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.proposed(room.only()) == "outside\n"


def test_when_the_disk_is_full_while_approving_the_proposal_waits(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(WriteFailedError, match="disk is full"):
            room.approve(proposal)
    assert room.only() == proposal
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.strays() == []
    room.approve(proposal)
    assert room.history("MEMORY.md") == ["Likes tea.\nx\n", "Likes tea.\n"]


@pytest.mark.parametrize("rows_that_fit", [0, 1])
def test_when_the_journal_fills_up_while_approving_it_is_finished_later(
    room: Room, monkeypatch: pytest.MonkeyPatch, rows_that_fit: int
) -> None:
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    real = cast("Callable[..., object]", Journal.add)
    left = [rows_that_fit]

    def filling(*args: object, **kwargs: object) -> object:
        left[0] -= 1
        return full_journal() if left[0] < 0 else real(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", filling)
        with pytest.raises(JournalError):
            room.approve(proposal)
    assert room.text("MEMORY.md") == ("Likes tea.\nx\n" if rows_that_fit else "Likes tea.\n")
    room.examine("MEMORY.md")
    room.restart()
    room.gate.examine_all(now=room.now)
    if room.waiting():
        room.approve(room.only())
    assert room.text("MEMORY.md") == "Likes tea.\nx\n"
    assert room.history("MEMORY.md") == ["Likes tea.\nx\n", "Likes tea.\n"]
    assert len(room.gate.proposals()) == 1


def test_when_the_history_is_full_the_approval_holds_and_is_recorded_later(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.outside("MEMORY.md", "outside\n")
    with monkeypatch.context() as patch:
        patch.setattr(History, "record", full_history)
        room.approve(room.only())
        assert room.text("MEMORY.md") == room.approved("MEMORY.md") == "outside\n"
        assert "disk is full" in words(room.examine().sentences)
        assert room.examine().sentences == ()
    room.examine()
    assert room.history("MEMORY.md") == ["outside\n", "Likes tea.\n"]
    assert room.gate.history.versions("MEMORY.md")[0].proposal == "1"


def test_a_persons_save_is_not_lost_when_the_journal_fills_up_meanwhile(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = cast("Callable[..., object]", Journal.add)
    left = [1]

    def filling(*args: object, **kwargs: object) -> object:
        left[0] -= 1
        return full_journal() if left[0] < 0 else real(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", filling)
        saved = room.gate.own_save("MEMORY.md", "mine\n", seen=sha("Likes tea.\n"), now=room.now)
    assert saved.text == room.text("MEMORY.md") == "mine\n"
    assert room.examine("MEMORY.md").arrived == ()
    assert room.approved("MEMORY.md") == "mine\n"
    assert room.history("MEMORY.md") == ["mine\n", "Likes tea.\n"]


def test_a_free_file_can_be_saved_without_a_journal_and_a_protected_one_cannot(room: Room) -> None:
    room.gate.close()
    (room.folder / "journal.db").write_bytes(b"no database" * 1000)
    room.gate.own_save("TOOLS.md", "mine\n", seen=sha("git\n"), now=room.now)
    assert room.text("TOOLS.md") == "mine\n"
    with pytest.raises(JournalDamagedError):
        room.gate.own_save("MEMORY.md", "mine\n", seen=sha("Likes tea.\n"), now=room.now)
    assert room.text("MEMORY.md") == "Likes tea.\n"


# Damage


def damage(path: Path) -> None:
    """Overwrites the middle of a file."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xee" * (size // 4))


def test_an_unreadable_journal_is_kept_aside_and_made_anew_from_the_history(room: Room) -> None:
    room.outside("MEMORY.md", "approved\n")
    room.approve(room.only())
    room.gate.close()
    (room.folder / "journal.db").write_bytes(b"no database" * 1000)
    sentences = room.restart()
    assert "damaged" in words(sentences)
    assert "history" in words(sentences)
    assert list(room.folder.glob("journal.db.damaged-*"))
    room.write("SOUL.md", "Wild.\n")
    room.gate.examine_all(now=room.now)
    assert room.text("SOUL.md") == "Calm.\n"
    assert room.approved("MEMORY.md") == room.text("MEMORY.md") == "approved\n"
    assert room.only().id == "2"
    assert room.gate.journal.check() == []


def test_a_decision_that_went_with_the_journal_cannot_be_taken_back(room: Room) -> None:
    room.outside("MEMORY.md", "approved\n")
    room.approve(room.only())
    decision = room.gate.decisions()[0]
    room.gate.close()
    (room.folder / "journal.db").write_bytes(b"no database" * 1000)
    room.restart()
    with pytest.raises(ProposalGoneError):
        room.gate.take_back(decision, now=room.now)


def test_rows_that_can_still_be_read_are_saved(room: Room) -> None:
    for number in range(30):
        room.gate.propose("MEMORY.md", NewText(f"{number}\n"), reason="", origin=AGENT, now=room.now)
    room.gate.reject("1", comment="no", now=room.now)
    room.gate.close()
    damage(room.folder / "journal.db")
    sentences = room.restart()
    assert "damaged" in words(sentences)
    assert room.gate.journal.check() == []
    room.gate.examine_all(now=room.now)
    assert room.approved("MEMORY.md") == room.text("MEMORY.md") == "Likes tea.\n"


def test_a_row_that_was_edited_by_hand_is_found(room: Room) -> None:
    room.outside("MEMORY.md", "outside\n")
    room.gate.reject(room.only().id, comment="no", now=room.now)
    room.gate.close()
    connection = sqlite3.connect(room.folder / "journal.db")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        connection.execute("UPDATE events SET kind = 'accepted' WHERE kind = 'rejected'")
    connection.execute("DROP TRIGGER events_keep_update")
    connection.execute("UPDATE events SET body = replace(body, 'Maren', 'Mallory') WHERE kind = 'rejected'")
    connection.commit()
    connection.close()
    problems = room.gate.journal.check()
    assert len(problems) == 1
    assert "rejected" in problems[0]


def test_a_row_that_makes_no_sense_is_damage_and_the_rows_before_it_count(room: Room) -> None:
    room.outside("MEMORY.md", "outside\n")
    room.gate.close()
    connection = sqlite3.connect(room.folder / "journal.db")
    connection.execute("DROP TRIGGER events_keep_update")
    connection.execute("UPDATE events SET body = '{}' WHERE kind = 'proposed'")
    connection.commit()
    connection.close()
    with pytest.raises(JournalDamagedError):
        room.gate.proposals()
    assert "damaged" in words(room.restart())
    room.gate.examine_all(now=room.now)
    assert room.approved("MEMORY.md") == room.text("MEMORY.md") == "Likes tea.\n"


def test_a_damaged_history_is_kept_aside_and_made_anew_from_the_journal(room: Room) -> None:
    room.outside("MEMORY.md", "approved\n")
    room.approve(room.only())
    room.gate.close()
    for file in (room.folder / "history.git").rglob("*"):
        if file.is_file() and file.name not in ("HEAD", "config", "description"):
            file.chmod(0o644)
            file.write_bytes(b"garbage")
    assert "damaged" in words(room.restart())
    assert list(room.folder.glob("history.git.damaged-*"))
    assert room.history("MEMORY.md") == ["approved\n", "Likes tea.\n"]
    assert room.gate.history.versions("MEMORY.md")[0].committer == "Maren"
    assert room.history("TOOLS.md") == ["git\n"]


def test_a_history_that_was_deleted_is_made_anew(room: Room) -> None:
    room.outside("MEMORY.md", "approved\n")
    room.approve(room.only())
    room.gate.close()
    shutil.rmtree(room.folder / "history.git")
    room.restart()
    assert room.history("MEMORY.md")[0] == "approved\n"


def test_when_both_are_gone_what_is_on_disk_is_approved_and_that_is_said(room: Room) -> None:
    room.gate.close()
    (room.folder / "journal.db").write_bytes(b"no database" * 1000)
    shutil.rmtree(room.folder / "history.git")
    assert "on disk" in words(room.restart())
    room.gate.examine_all(now=room.now)
    assert room.approved("MEMORY.md") == "Likes tea.\n"
    room.outside("MEMORY.md", "outside\n")
    assert room.text("MEMORY.md") == "Likes tea.\n"


@pytest.mark.parametrize("how", ["deleted", "emptied", "without rows"])
def test_a_journal_that_is_gone_is_no_approval_of_what_is_on_disk(room: Room, how: str) -> None:
    room.outside("MEMORY.md", "approved\n")
    room.approve(room.only())
    room.gate.close()
    journal = room.folder / "journal.db"
    if how == "without rows":
        with contextlib.closing(sqlite3.connect(journal)) as connection:
            connection.execute("DROP TABLE events")
    else:
        journal.unlink()
        if how == "emptied":
            journal.touch()
    room.write("SOUL.md", "Wild.\n")
    room.write("USER.md", "Somebody.\n")
    assert "journal is gone" in words(room.restart())
    room.gate.examine_all(now=room.now)
    assert room.text("SOUL.md") == "Calm.\n"
    assert room.text("USER.md") is None
    assert [proposal.id for proposal in room.waiting()] == ["3", "2"]
    assert verify(room.gate, room.root) == []


def test_a_missing_row_takes_no_file_from_the_disk(room: Room) -> None:
    room.outside("MEMORY.md", "outside\n")
    room.gate.close()
    with contextlib.closing(sqlite3.connect(room.folder / "journal.db")) as connection:
        connection.execute("DROP TRIGGER events_keep_delete")
        connection.execute("DELETE FROM events WHERE seq = 1")
        connection.commit()
    assert "missing" in words(room.restart())
    room.gate.examine_all(now=room.now)
    assert room.text("SOUL.md") == "Calm.\n"
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.only().id == "1"
    assert "missing" in verify(room.gate, room.root)[0].sentence
    assert "missing" not in words(room.restart())  # made up for


def test_a_number_is_never_given_twice(room: Room) -> None:
    for number in range(3):
        room.gate.propose("MEMORY.md", NewText(f"{number}\n"), reason="", origin=AGENT, now=room.now)
    room.gate.close()
    with contextlib.closing(sqlite3.connect(room.folder / "journal.db")) as connection:
        connection.execute("DROP TRIGGER events_keep_delete")
        connection.execute("DELETE FROM events WHERE proposal = '1'")
        connection.commit()
    room.restart()
    made = room.gate.propose("MEMORY.md", NewText("new\n"), reason="", origin=AGENT, now=room.now)
    assert made.id == "4"


def test_a_waiting_text_that_is_lost_is_told(room: Room) -> None:
    room.outside("MEMORY.md", "outside\n")
    room.gate.close()
    with contextlib.closing(sqlite3.connect(room.folder / "journal.db")) as connection:
        connection.execute("DROP TABLE blobs")
    room.restart()
    assert [one.sentence for one in verify(room.gate, room.root)] == [
        "MEMORY.md: the text of proposal 1 is missing in the journal."
    ]


@pytest.mark.parametrize(
    "damage",
    [
        "ALTER TABLE events RENAME COLUMN body TO other",
        "DROP TRIGGER events_keep_update; UPDATE events SET path = CAST(x'ff41' AS TEXT) WHERE seq = 1",
    ],
)
def test_a_journal_that_is_no_longer_as_it_was_made_is_damage(room: Room, damage: str) -> None:
    room.gate.close()
    with contextlib.closing(sqlite3.connect(room.folder / "journal.db")) as connection:
        connection.executescript(damage)
    with pytest.raises(JournalDamagedError):
        room.gate.proposals()
    assert "damaged" in words(room.restart())
    room.gate.examine_all(now=room.now)
    assert room.approved("SOUL.md") == room.text("SOUL.md") == "Calm.\n"


@pytest.mark.parametrize("how", ["a file", "a link", "empty"])
def test_something_else_in_the_place_of_the_history_keeps_nobody_from_guarding(room: Room, how: str) -> None:
    room.outside("MEMORY.md", "approved\n")
    room.approve(room.only())
    room.gate.close()
    history = room.folder / "history.git"
    shutil.rmtree(history)
    if how == "a file":
        history.write_text("no folder")
    elif how == "empty":
        history.mkdir()
    else:
        try:
            history.symlink_to(room.folder / "nowhere")
        except OSError:
            pytest.skip("links cannot be made here")
    assert "taken from the journal" in words(room.restart())
    assert room.history("MEMORY.md") == ["approved\n", "Likes tea.\n"]
    assert verify(room.gate, room.root) == []


def test_a_history_that_cannot_be_opened_keeps_nobody_from_guarding(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise HistoryError("The history cannot be written: the disk is full.")

    room.gate.close()
    monkeypatch.setattr("openclaw_desktop.review.history.repository.Repository.__init__", refuse)
    assert "full" in words(room.restart())
    room.outside("MEMORY.md", "outside\n")
    assert room.text("MEMORY.md") == "Likes tea.\n"


# Several at once


def _decide(home: str, barrier: object, number: str, results: object) -> None:
    room = Room(Path(home))
    barrier.wait()  # type: ignore[attr-defined]
    try:
        room.approve(room.gate.proposal(number), f"by {os.getpid()}\n")
        results.put("won")  # type: ignore[attr-defined]
    except AlreadyDecidedError as error:
        results.put(str(error))  # type: ignore[attr-defined]


def test_of_two_processes_that_decide_the_same_proposal_one_is_told(room: Room) -> None:
    room.outside("MEMORY.md", "outside\n")
    room.gate.close()
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(2), context.Queue()
    processes = [
        context.Process(target=_decide, args=(str(room.root.parent), barrier, "1", results)) for _ in range(2)
    ]
    for process in processes:
        process.start()
    answers = sorted([results.get(timeout=60), results.get(timeout=60)])
    for process in processes:
        process.join()
    results.close()
    results.join_thread()
    assert "meanwhile" in answers[0]
    assert answers[1] == "won"
    assert room.gate.proposal("1").state is State.ACCEPTED
    assert len(room.history("MEMORY.md")) == 2
    assert room.gate.journal.check() == []


def test_what_another_process_proposes_is_seen(room: Room) -> None:
    other = room.new_gate()
    assert not room.gate.changed()
    other.propose("MEMORY.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)
    assert room.gate.changed()
    assert not room.gate.changed()
    assert room.only().proposed == sha("x\n")
    room.gate.reject("1", now=room.now)
    with pytest.raises(AlreadyDecidedError):
        other.reject("1", now=room.now)
    other.close()


def test_threads_propose_and_decide_at_once(room: Room) -> None:
    errors: list[BaseException] = []

    def propose(writer: int) -> None:
        try:
            for number in range(10):
                text = NewText(f"{writer} {number}\n")
                room.gate.propose("MEMORY.md", text, reason="", origin=AGENT, now=MORNING)
                room.gate.proposals(waiting=True)
        except BaseException as error:  # noqa: BLE001 - told to the test's own thread
            errors.append(error)

    threads = [threading.Thread(target=propose, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sorted(int(p.id) for p in room.waiting()) == list(range(1, 41))
    assert room.gate.journal.check() == []


def at(checkpoint: str, do: Callable[[], object]) -> Callable[[str], None]:
    """Does something once when a write is that far."""
    left = [do]

    def reached(name: str) -> None:
        if name == checkpoint and left:
            left.pop()()

    return reached


def test_a_text_that_is_written_while_another_is_put_back_is_held_too(room: Room) -> None:
    room.checkpoint = at("after temporary file", lambda: room.write("MEMORY.md", "two\n"))
    room.outside("MEMORY.md", "one\n")
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.hashes_of(room.only()) == [sha("one\n"), sha("two\n")]
    assert room.strays() == []


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_what_a_writer_adds_to_the_file_it_has_open_is_kept_though_another_takes_its_place(
    room: Room,
) -> None:
    with (room.root / "MEMORY.md").open("a") as file:
        file.write("one\n")
        file.flush()
        room.checkpoint = at("after replace", lambda: print("two", file=file, flush=True))
        room.examine("MEMORY.md")
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.proposed(room.only()) == "Likes tea.\none\ntwo\n"


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_what_a_slow_writer_writes_long_after_its_file_lost_its_place_is_kept(room: Room) -> None:
    with (room.root / "MEMORY.md").open("w") as file:
        print("one", file=file, flush=True)
        room.examine("MEMORY.md")
        for line in ("two", "three"):
            room.later(5)
            print(line, file=file, flush=True)
            assert [proposal.id for proposal in room.examine().arrived] == ["1"]
        assert room.proposed(room.only()) == "one\ntwo\nthree\n"
        room.gate.reject("1", now=room.now)
        print("four", file=file, flush=True)
        assert room.examine().arrived[0].added == 4
    assert room.examine().arrived == ()
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.proposed(room.only()) == "one\ntwo\nthree\nfour\n"


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_what_a_writer_adds_to_the_file_that_an_approval_replaced_is_kept(room: Room) -> None:
    with (room.root / "MEMORY.md").open("a") as file:
        room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
        room.approve(room.only())
        print("late", file=file, flush=True)
        room.examine()
    assert room.proposed(room.only()) == "Likes tea.\nlate\n"
    assert room.only().base == sha("Likes tea.\n")


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_files_that_lost_their_place_are_let_go(room: Room) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    for number in range(100):
        room.later(70)
        room.outside("MEMORY.md", f"{number}\n")
    room.later(700)
    room.examine()
    assert len(list(Path("/dev/fd").iterdir())) <= before + 1


def test_a_file_that_changes_while_it_is_approved_is_looked_at_first(room: Room) -> None:
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    room.checkpoint = at("after temporary file", lambda: room.write("MEMORY.md", "theirs\n"))
    with pytest.raises(BaseMovedError, match="this very moment"):
        room.approve(proposal)
    assert room.text("MEMORY.md") == "theirs\n"
    room.examine()
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert {room.proposed(p) for p in room.waiting()} == {"Likes tea.\nx\n", "theirs\n"}
    room.approve(proposal)
    assert room.strays() == []


def test_a_drive_that_is_pulled_out_while_files_are_looked_at_has_deleted_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = room.root.with_name("away")

    def pulled_out(root: Path, path: str, **most: int) -> Found:
        if room.root.exists():
            room.root.rename(away)
        return disk.look(root, path, **most)

    with monkeypatch.context() as patch:
        patch.setattr(enforcing, "look", pulled_out)
        assert room.gate.examine_all(now=room.now).arrived == ()
    assert not room.root.exists()
    away.rename(room.root)
    assert room.gate.examine_all(now=room.now).arrived == ()
    assert room.gate.proposals() == []
    assert room.approved("TOOLS.md") == "git\n"


def test_the_queue_can_be_read_while_somebody_decides(room: Room) -> None:
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    read: list[int] = []

    def look() -> None:
        thread = threading.Thread(target=lambda: read.append(len(room.gate.proposals())))
        thread.start()
        thread.join(timeout=30)
        assert not thread.is_alive()

    room.checkpoint = at("after temporary file", look)
    room.approve(proposal)
    assert read == [1]
