"""Long walks of everything that can happen, in any order: what must hold, holds after every step."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from gate_room import AGENT, Room, sha
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.review.gate.gate import Append, NewText
from openclaw_desktop.review.policy import Policy

PATHS = ["MEMORY.md", "SOUL.md", "TOOLS.md", "memory/2026-03-01.md", "USER.md"]
TEXTS = ["", "a\n", "a\nb\n", "b\n", "a\nb\nc\n", "c", "a\r\nb\r\n", "日記\n"]
CHECKPOINTS = ["before journal", "after journal", "after temporary file", "after replace", "after commit"]

paths = st.sampled_from(PATHS)
texts = st.sampled_from(TEXTS)


class Crash(BaseException):
    """Ends a verb at a checkpoint, as the end of the process would."""


class Walk(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.home = tempfile.TemporaryDirectory()
        self.room = Room(Path(self.home.name), checkpoint=self.reached)
        self.crash_at: str | None = None
        self.seen: set[bytes] = set()
        self.decided: set[int] = set()
        self.room.begin(MEMORY="a\n", SOUL="s\n", TOOLS="t\n")
        self.room.gate.set_policy("TOOLS.md", Policy.REVIEW, now=self.room.now)

    def teardown(self) -> None:
        self.room.gate.close()
        self.home.cleanup()

    def reached(self, name: str) -> None:
        if name == self.crash_at:
            self.crash_at = None
            raise Crash

    def do(self, verb: Callable[[], object]) -> None:
        """Does it; a refusal is fine, and after a crash the program starts again."""
        try:
            verb()
        except DesktopError:
            pass
        except Crash:
            self.restart()
        self.crash_at = None
        self.look()

    def look(self) -> None:
        """What a writer in a loop leaves on disk is not put back, so not every text of it is kept."""
        for path in PATHS:
            file = self.room.root / path
            if file.exists() and path not in self.left_alone():
                self.seen.add(file.read_bytes())
        try:
            self.room.gate.examine(PATHS, now=self.room.now)
        except Crash:
            self.restart()

    def left_alone(self) -> set[str]:
        return {proposal.path for proposal in self.room.waiting() if proposal.left_alone}

    @rule(path=paths, text=texts)
    def outside(self, path: str, text: str) -> None:
        self.room.write(path, text)
        self.do(lambda: None)

    @rule(path=paths)
    def outside_deletes(self, path: str) -> None:
        (self.room.root / path).unlink(missing_ok=True)
        self.do(lambda: None)

    @rule(path=paths, text=texts, whole=st.booleans())
    def propose(self, path: str, text: str, whole: bool) -> None:
        change = NewText(text) if whole else Append(text)
        self.do(lambda: self.room.gate.propose(path, change, reason="", origin=AGENT, now=self.room.now))

    @precondition(lambda self: bool(self.room.waiting()))
    @rule(data=st.data(), edited=st.none() | texts)
    def approve(self, data: st.DataObject, edited: str | None) -> None:
        proposal = data.draw(st.sampled_from(self.room.waiting()))
        self.do(lambda: self.room.approve(proposal, edited))

    @precondition(lambda self: bool(self.room.waiting()))
    @rule(data=st.data())
    def reject(self, data: st.DataObject) -> None:
        proposal = data.draw(st.sampled_from(self.room.waiting()))
        self.do(lambda: self.room.gate.reject(proposal.id, now=self.room.now))

    @precondition(lambda self: bool(self.room.gate.decisions()))
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        decision = data.draw(st.sampled_from(self.room.gate.decisions()))
        self.do(lambda: self.room.gate.take_back(decision, now=self.room.now))

    @rule(path=paths, text=texts)
    def own_save(self, path: str, text: str) -> None:
        file = self.room.root / path
        seen = sha(file.read_bytes()) if file.exists() else None
        self.do(lambda: self.room.gate.own_save(path, text, seen=seen, now=self.room.now))

    @rule(path=paths)
    def own_delete(self, path: str) -> None:
        (self.room.root / path).unlink(missing_ok=True)
        self.do(lambda: self.room.gate.own_operation([path], now=self.room.now))

    @rule(path=paths, policy=st.none() | st.sampled_from([Policy.HOLD, Policy.REVIEW, Policy.LOCKED]))
    def set_policy(self, path: str, policy: Policy | None) -> None:
        file = self.room.root / path
        self.do(lambda: self.room.gate.set_policy(path, policy, now=self.room.now))
        if file.exists():
            file.chmod(0o644)

    @rule(path=paths, data=st.data())
    def restore(self, path: str, data: st.DataObject) -> None:
        versions = self.room.gate.history.versions(path)
        if versions:
            version = data.draw(st.sampled_from(versions))
            text = self.room.gate.history.bytes_at(version.oid, path)
            self.do(lambda: self.room.gate.restore(path, text, of=version.oid, now=self.room.now))

    @rule(checkpoint=st.sampled_from(CHECKPOINTS))
    def crash_soon(self, checkpoint: str) -> None:
        self.crash_at = checkpoint

    @rule(seconds=st.sampled_from([30, 90, 4000]))
    def later(self, seconds: int) -> None:
        self.room.later(seconds)
        self.look()

    @rule()
    def restart(self) -> None:
        self.crash_at = None
        self.room.restart()
        self.room.gate.examine_all(now=self.room.now)

    @invariant()
    def every_text_that_was_seen_is_kept(self) -> None:
        gate = self.room.gate
        kept = {path: set(self.room.history(path)) for path in PATHS}
        for data in self.seen:
            in_history = any(data.decode() in texts for texts in kept.values())
            assert in_history or gate.journal.has(sha(data) or ""), data

    @invariant()
    def the_disk_is_as_approved_but_for_what_waits_there(self) -> None:
        for path in set(PATHS) - self.left_alone():
            staying = {p.proposed for p in self.room.waiting() if p.path == path and p.on_disk}
            approved = self.room.gate.approved(path)
            assert sha(self.room.text(path)) in (staying or {approved}), path

    @invariant()
    def history_and_journal_agree_and_nothing_is_half_done(self) -> None:
        assert self.room.gate.journal.check() == []
        head = self.room.gate.history.paths()
        for path, approved in self.room.gate.approved_paths().items():
            assert head.get(path) == approved, path
        rows = self.room.gate.journal.rows()
        closed = {row.body["intent"] for row in rows if "intent" in row.body}
        begun = {row.seq for row in rows if "result" in row.body}
        assert begun == closed
        assert self.room.strays() == []

    @invariant()
    def decisions_never_vanish(self) -> None:
        now = {decision.seq for decision in self.room.gate.decisions()}
        assert self.decided <= now
        self.decided = now


Walk.TestCase.settings = settings(
    max_examples=15,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
TestWalk = Walk.TestCase
