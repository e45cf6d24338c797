"""Processes that are killed in the midst of a write: nothing is lost, half done, or done twice."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gate_room import AGENT, Room, sha

from openclaw_desktop.errors import AlreadyDecidedError
from openclaw_desktop.review.gate.gate import Append, NewText
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.review.proposal import State

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="no process is forked or killed like this there"
)

CHECKPOINTS = ["before journal", "after journal", "after temporary file", "after replace", "after commit"]
KILLED = -signal.SIGKILL

Crash = Callable[[Room, str, str], int]


@pytest.fixture(scope="module")
def crash() -> Iterator[Crash]:
    """Lets another process do something and be killed at a checkpoint; how it ended."""
    child = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("crash_child.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin
    assert child.stdout

    def run(room: Room, verb: str, checkpoint: str) -> int:
        room.gate.close()
        later = (room.now - Room(room.root.parent).time).total_seconds()
        job = {"home": str(room.root.parent), "verb": verb, "checkpoint": checkpoint, "later": later}
        assert child.stdin
        assert child.stdout
        child.stdin.write(json.dumps(job) + "\n")
        child.stdin.flush()
        return int(child.stdout.readline())

    with child:
        yield run
        child.stdin.close()


@pytest.fixture
def room(tmp_path: Path) -> Room:
    room = Room(tmp_path)
    room.begin(MEMORY="Likes tea.\n", SOUL="Calm.\n", TOOLS="git\n")
    return room


def is_sound(room: Room) -> None:
    """Nothing half done: no open intent, no stray file, the chain holds, history and disk as approved."""
    assert room.gate.journal.check() == []
    assert room.strays() == []
    kinds = [row.kind for row in room.gate.journal.rows()]
    begun = [
        kind for kind in kinds if kind in ("approving", "rejecting", "taking back", "restoring", "saving")
    ]
    ended = [row for row in room.gate.journal.rows() if "intent" in row.body]
    assert len(begun) == len(ended)
    head = room.gate.history.paths()
    for path, approved in room.gate.approved_paths().items():
        assert head.get(path) == approved, path
        staying = {p.proposed for p in room.waiting() if p.path == path and p.on_disk}
        assert sha(room.text(path)) in staying | {approved}


@pytest.mark.parametrize("checkpoint", CHECKPOINTS)
def test_an_approval_is_done_or_not_done(room: Room, crash: Crash, checkpoint: str) -> None:
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    assert crash(room, "approve", checkpoint) == KILLED
    sentences = room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    done = checkpoint in ("after replace", "after commit")
    assert bool(sentences) == (checkpoint != "before journal")
    assert room.gate.proposal(proposal.id).state is (State.ACCEPTED if done else State.WAITING)
    assert room.text("MEMORY.md") == ("Likes tea.\nx\n" if done else "Likes tea.\n")
    assert len(room.history("MEMORY.md")) == (2 if done else 1)
    if not done:
        room.approve(proposal)
    assert room.history("MEMORY.md") == ["Likes tea.\nx\n", "Likes tea.\n"]


@pytest.mark.parametrize("checkpoint", ["after replace", "after commit"])
def test_an_approval_with_changes_names_both_writers_all_the_same(
    room: Room, crash: Crash, checkpoint: str
) -> None:
    room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    assert crash(room, "approve edited", checkpoint) == KILLED
    room.restart()
    is_sound(room)
    assert room.history("MEMORY.md") == ["Likes tea.\nx\nmine\n", "Likes tea.\n"]
    lines = room.gate.history.blame("MEMORY.md")
    assert [line.version.author for line in lines[:3]] == ["found here", "agent main", "Maren"]
    assert room.gate.decisions()[0].edited


@pytest.mark.parametrize("checkpoint", CHECKPOINTS)
def test_a_new_file_and_a_deletion_too(room: Room, crash: Crash, checkpoint: str) -> None:
    room.gate.propose("notes/new.md", NewText("x\n"), reason="", origin=AGENT, now=room.now)
    assert crash(room, "approve", checkpoint) == KILLED
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    if room.waiting():
        room.approve(room.only())
    assert room.text("notes/new.md") == "x\n"
    (room.root / "SOUL.md").unlink()
    room.examine("SOUL.md")
    assert crash(room, "approve", checkpoint) == KILLED
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    if room.waiting():
        room.gate.approve(room.only().id, result=None, seen=sha("Calm.\n"), now=room.now)
    assert room.history("SOUL.md") == [None, "Calm.\n"]


@pytest.mark.parametrize("checkpoint", CHECKPOINTS)
@pytest.mark.parametrize("verb", ["take back", "restore"])
def test_going_back_is_done_or_not_done(room: Room, crash: Crash, verb: str, checkpoint: str) -> None:
    room.outside("MEMORY.md", "new\n")
    room.approve(room.only())
    assert crash(room, verb, checkpoint) == KILLED
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    done = checkpoint in ("after replace", "after commit")
    assert room.text("MEMORY.md") == ("Likes tea.\n" if done else "new\n")
    assert len(room.history("MEMORY.md")) == (3 if done else 2)
    if verb == "take back":
        assert bool(room.waiting()) == done


@pytest.mark.parametrize("checkpoint", ["before journal", "after journal", "after replace", "after commit"])
def test_a_persons_save_is_recorded_if_it_reached_the_disk(room: Room, crash: Crash, checkpoint: str) -> None:
    assert crash(room, "save", checkpoint) == KILLED
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    saved = checkpoint in ("after replace", "after commit")
    assert room.text("MEMORY.md") == ("saved\n" if saved else "Likes tea.\n")
    assert room.history("MEMORY.md") == (["saved\n", "Likes tea.\n"] if saved else ["Likes tea.\n"])
    assert room.waiting() == []


@pytest.mark.parametrize("checkpoint", CHECKPOINTS[:4])
@pytest.mark.parametrize("text", ["outside\n", None])
def test_what_was_being_held_is_held_at_the_next_look(
    room: Room, crash: Crash, text: str | None, checkpoint: str
) -> None:
    if text is None:
        (room.root / "MEMORY.md").unlink()
    else:
        room.write("MEMORY.md", text)
    assert crash(room, "examine", checkpoint) == KILLED
    assert room.text("MEMORY.md") in (text, "Likes tea.\n")
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert room.only().proposed == sha(text)
    assert room.only().writes == 1


@pytest.mark.parametrize("checkpoint", CHECKPOINTS[:4])
def test_a_file_that_was_being_taken_away_is_in_the_queue_once(
    room: Room, crash: Crash, checkpoint: str
) -> None:
    room.write("USER.md", "Called Ann.\n")
    assert crash(room, "examine", checkpoint) == KILLED
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    assert room.text("USER.md") is None
    assert room.proposed(room.only()) == "Called Ann.\n"


@pytest.mark.parametrize("path", ["memory/2026-03-01.md", "TOOLS.md"])
def test_what_may_pass_is_recorded_once(room: Room, crash: Crash, path: str) -> None:
    room.write(path, "grown\n")
    assert crash(room, "examine", "after commit") == KILLED
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    assert room.history(path).count("grown\n") == 1
    assert room.waiting() == []


@pytest.mark.parametrize("checkpoint", CHECKPOINTS[:4])
def test_a_rejection_under_review_is_done_or_not_done(room: Room, crash: Crash, checkpoint: str) -> None:
    room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=room.now)
    room.outside("TOOLS.md", "git, make\n")
    assert crash(room, "reject", checkpoint) == KILLED
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    done = checkpoint == "after replace"
    assert room.text("TOOLS.md") == ("git\n" if done else "git, make\n")
    assert bool(room.waiting()) != done


def test_what_an_interrupted_approval_left_and_somebody_wrote_over_is_held(room: Room, crash: Crash) -> None:
    room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    crash(room, "approve", "after replace")
    room.write("MEMORY.md", "something else\n")
    room.restart()
    room.gate.examine_all(now=room.now)
    is_sound(room)
    assert room.text("MEMORY.md") == "Likes tea.\n"
    assert {room.proposed(p) for p in room.waiting()} == {"Likes tea.\nx\n", "something else\n"}


def test_another_process_that_goes_on_finishes_what_the_killed_one_left(room: Room, crash: Crash) -> None:
    proposal = room.gate.propose("MEMORY.md", Append("x\n"), reason="", origin=AGENT, now=room.now)
    crash(room, "approve", "after replace")
    with pytest.raises(AlreadyDecidedError):
        room.approve(proposal)
    is_sound(room)
    assert room.history("MEMORY.md")[0] == "Likes tea.\nx\n"
