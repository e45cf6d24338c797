"""The guard goes on, whatever happens, and tells what it saw."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from openclaw_desktop.errors import JournalBusyError
from openclaw_desktop.events import Event, Problem, ReviewChanged
from openclaw_desktop.review.gate.gate import Gate, NewText
from openclaw_desktop.review.gate.guard import ATTRIBUTE_AFTER, Guard
from openclaw_desktop.review.policy import Rules, parse
from openclaw_desktop.review.proposal import OUTSIDE, Origin, Who
from openclaw_desktop.settings import ReviewSettings

PATIENCE = 20.0
NIMBUS = Origin(Who.AGENT, "agent nimbus", "57e864eb", 3, "write")


class Heard:
    """Keeps what is reported, and waits for what a story needs."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait(self, seen: Callable[[Event], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: any(map(seen, self.events)), PATIENCE), self.events


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "MEMORY.md").write_text("# Memory\n", encoding="utf-8")
    return root


Make = Callable[..., tuple[Guard, Gate, Heard]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def make(root: Path, tmp_path: Path, clock: Clock) -> Iterator[Make]:
    made: list[tuple[Guard, Gate]] = []

    def guard(
        *,
        origin_of: Callable[..., Origin] = lambda *_: OUTSIDE,
        gate: Any = None,
        looked_at: Callable[[frozenset[str]], None] = lambda _: None,
    ) -> tuple[Guard, Gate, Heard]:
        heard = Heard()
        rules, _ = parse(ReviewSettings().policies)
        own = Gate(
            root, tmp_path / "review", rules=lambda: Rules(rules), reviewer=lambda: "Maren", count_tokens=len
        )
        guard = Guard(
            gate or own,
            tmp_path / "review",
            origin_of=origin_of,
            report=heard,
            looked_at=looked_at,
            clock=clock,
        )
        made.append((guard, own))
        guard.start()
        return guard, own, heard

    yield guard
    for guard_, gate in made:
        guard_.close()
        gate.close()


def settled(event: Event) -> bool:
    return isinstance(event, ReviewChanged) and "MEMORY.md" in event.paths


def arrived(event: Event) -> bool:
    return isinstance(event, ReviewChanged) and bool(event.arrived)


def test_a_change_is_told_with_the_proposal_it_became(make: Make, root: Path) -> None:
    guard, gate, heard = make()
    heard.wait(settled)
    (root / "MEMORY.md").write_text("# Mine now\n", encoding="utf-8")
    guard.submit(frozenset({"MEMORY.md"}))
    heard.wait(arrived)
    assert (root / "MEMORY.md").read_text(encoding="utf-8") == "# Memory\n"
    assert len(gate.proposals(waiting=True)) == 1


def test_of_two_windows_one_guards_and_the_other_takes_over_when_it_leaves(make: Make, root: Path) -> None:
    first, _, first_heard = make()
    first_heard.wait(settled)
    second, _, second_heard = make()
    first.close()
    (root / "MEMORY.md").write_text("# Mine now\n", encoding="utf-8")
    second.submit(frozenset({"MEMORY.md"}))
    second_heard.wait(arrived)
    assert not any(map(arrived, first_heard.events))


def test_what_another_process_wrote_into_the_journal_is_told(
    make: Make, root: Path, tmp_path: Path, clock: Clock
) -> None:
    _, _, heard = make()
    heard.wait(settled)
    heard.events.clear()
    other = Gate(root, tmp_path / "review", rules=Rules, reviewer=lambda: "Maren", count_tokens=len)
    other.propose("MEMORY.md", NewText("# Other\n"), reason="", origin=NIMBUS, now=clock())
    other.close()
    heard.wait(lambda event: isinstance(event, ReviewChanged))


def test_a_writer_found_out_later_is_named(make: Make, root: Path, clock: Clock) -> None:
    known = threading.Event()
    guard, gate, heard = make(origin_of=lambda *_: NIMBUS if known.is_set() else OUTSIDE)
    heard.wait(settled)
    (root / "MEMORY.md").write_text("# Mine now\n", encoding="utf-8")
    guard.submit(frozenset({"MEMORY.md"}))
    heard.wait(arrived)
    (proposal,) = gate.proposals()
    assert proposal.origin == OUTSIDE
    heard.events.clear()
    known.set()
    clock.now += ATTRIBUTE_AFTER[0] + timedelta(seconds=1)
    heard.wait(settled)
    assert gate.proposal(proposal.id).origin == NIMBUS


class Failing:
    """A gate that fails the first times."""

    def __init__(self, errors: list[Exception]) -> None:
        self.errors = errors
        self.looked = threading.Event()

    def changed(self) -> bool:
        return False

    def recover(self, *, now: datetime) -> list[str]:
        return []

    def examine_all(self, **_: Any) -> Any:
        if self.errors:
            raise self.errors.pop()
        self.looked.set()
        raise JournalBusyError("The end.")


def test_trouble_is_said_once_and_the_guard_goes_on(
    make: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("openclaw_desktop.review.gate.guard.RETRY", timedelta(milliseconds=10))
    busy = "Another program holds the journal."
    gate = Failing([ValueError("a bug"), JournalBusyError(busy), JournalBusyError(busy), OSError(28, "full")])
    _, _, heard = make(gate=cast(Any, gate))
    assert gate.looked.wait(PATIENCE)
    said = [event.sentence for event in heard.events if isinstance(event, Problem)]
    assert said.count(busy) == 1
    assert any("please report it" in sentence for sentence in said)
    assert "ValueError: a bug" in caplog.text
    assert "in examine_all" in caplog.text


def test_nobody_is_told_of_a_file_before_what_is_held_in_it_is_put_back(make: Make, root: Path) -> None:
    seen: list[str] = []
    told = threading.Event()

    def look(paths: frozenset[str]) -> None:
        if "MEMORY.md" in paths:
            seen.append((root / "MEMORY.md").read_text(encoding="utf-8"))
            told.set()

    guard, _, heard = make(looked_at=look)
    heard.wait(settled)
    (root / "MEMORY.md").write_text("# Mine now\n", encoding="utf-8")
    guard.submit(frozenset({"MEMORY.md"}))
    assert told.wait(PATIENCE)
    assert seen == ["# Memory\n"]


def test_a_guard_in_trouble_still_passes_on_which_files_changed(make: Make) -> None:
    told = threading.Event()
    gate = Failing([JournalBusyError("Another program holds the journal.")] * 1000)
    guard, _, _ = make(gate=cast(Any, gate), looked_at=lambda _: told.set())
    guard.submit(frozenset({"memory/a.md"}))
    assert told.wait(PATIENCE)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps what is open")
def test_a_journal_that_is_taken_away_while_in_use_is_made_anew_from_the_history(
    make: Make, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openclaw_desktop.review.gate.guard.RETRY", timedelta(milliseconds=10))
    guard, gate, heard = make()
    heard.wait(settled)
    for name in ("journal.db", "journal.db-wal", "journal.db-shm"):
        (tmp_path / "review" / name).unlink(missing_ok=True)
    heard.wait(lambda event: isinstance(event, Problem) and "taken from the history" in event.sentence)
    (root / "MEMORY.md").write_text("# Mine now\n", encoding="utf-8")
    guard.submit(frozenset({"MEMORY.md"}))
    heard.wait(lambda event: isinstance(event, ReviewChanged) and bool(event.arrived))
    assert (root / "MEMORY.md").read_text(encoding="utf-8") == "# Memory\n"
    assert len(gate.proposals(waiting=True)) == 1


def test_a_clock_that_is_set_back_stops_no_looking(make: Make, root: Path, clock: Clock) -> None:
    _, _, heard = make()
    heard.wait(settled)
    with (root / "MEMORY.md").open("a", encoding="utf-8") as file:  # and nobody tells of it
        file.write("- late\n")
    clock.now -= timedelta(days=1)
    heard.wait(lambda event: isinstance(event, ReviewChanged) and bool(event.arrived))
