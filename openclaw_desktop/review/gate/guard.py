"""The thread that looks after protected files, and tells what other processes proposed or decided."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import filelock

from openclaw_desktop.errors import (
    DesktopError,
    HistoryDamagedError,
    JournalDamagedError,
    ProposalGoneError,
    sentence_of,
)
from openclaw_desktop.events import Event, Problem, ReviewChanged
from openclaw_desktop.review.gate.gate import Gate
from openclaw_desktop.review.gate.scan import Noticed, OriginOf
from openclaw_desktop.review.proposal import Who
from openclaw_desktop.traces import trace

log = logging.getLogger(__name__)

POLL_SECONDS = 0.5
"""So often the journal is asked whether another process wrote it."""

RETRY = timedelta(seconds=5)
"""So often what could not be settled is tried again."""

ATTRIBUTE_AFTER = (timedelta(seconds=5), timedelta(seconds=30))
"""A session may be written down later than the file: then its writer is looked for again."""

CLOSE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class _Unknown:
    """A proposal whose writer is still looked for."""

    id: str
    due: tuple[datetime, ...]


class Guard:
    """Looks after one workspace. Of several windows on it one guards; the others only hear of changes."""

    def __init__(
        self,
        gate: Gate,
        folder: Path,
        *,
        origin_of: OriginOf,
        report: Callable[[Event], None],
        looked_at: Callable[[frozenset[str]], None],
        clock: Callable[[], datetime],
    ) -> None:
        """`folder` is the review folder; `clock` is asked for the time of what is noticed.

        `looked_at` is told which of the paths submitted are as they stay for now: what was held is put back.
        """
        self._gate = gate
        self._folder = folder
        self._origin_of = origin_of
        self._report = report
        self._looked_at = looked_at
        self._clock = clock
        self._lock = filelock.FileLock(folder / "guard.lock")
        self._thread = threading.Thread(target=self._run, name="guard", daemon=True)
        self._wake = threading.Condition()  # around the next three
        self._paths: set[str] = set()
        self._everything = False
        self._closing = False
        self._last: datetime | None = None  # when files were looked at last
        self._unknown: list[_Unknown] = []
        self._said: set[str] = set()

    def start(self) -> None:
        """Begins by recovering what a crash left and comparing every file with its approved version."""
        self._thread.start()

    def close(self) -> None:
        """Ends the thread; what it is doing is finished first."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join(CLOSE_SECONDS)

    def submit(self, paths: frozenset[str]) -> None:
        """These files changed, came or went."""
        with self._wake:
            self._paths |= paths
            self._wake.notify()

    def look_at_everything(self) -> None:
        """Compares every file again: the rules changed, or a disk came back."""
        with self._wake:
            self._everything = True
            self._wake.notify()

    # the thread

    def _run(self) -> None:
        try:
            while not self._closing:
                went_well = self._outlived(self._turn_or_start_over)
                self._rest(POLL_SECONDS if went_well else RETRY.total_seconds(), at_work=went_well)
        finally:
            self._outlived(self._lock.release)

    def _turn_or_start_over(self) -> None:
        """What turns out to be damaged on the way is opened anew and recovered with the next turn."""
        try:
            self._turn()
        except (JournalDamagedError, HistoryDamagedError):
            self._gate.close()
            self._lock.release()
            raise

    def _turn(self) -> None:
        """Everything there is to do now. Whatever becomes of it, the paths are passed on."""
        everything, paths = self._take()
        try:
            self._work(everything, paths)
        except BaseException:
            self.look_at_everything()
            raise
        finally:
            if paths:
                self._looked_at(paths)

    def _work(self, everything: bool, paths: frozenset[str]) -> None:
        if self._gate.changed():
            self._report(ReviewChanged(frozenset()))
        if not self._may_guard():
            return
        now = self._clock()
        if everything:
            self._tell(self._gate.examine_all(now=now, origin_of=self._origin_of), now)
            self._tidy()
        elif paths or self._last is None or abs(now - self._last) >= RETRY:
            self._last = now
            self._tell(self._gate.examine(paths, now=now, origin_of=self._origin_of), now)
        self._attribute(now)

    def _may_guard(self) -> bool:
        """Whether this process guards; the one that begins to do so recovers first."""
        if self._lock.is_locked:
            return True
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            return False
        try:
            for sentence in self._gate.recover(now=self._clock()):
                self._report(Problem(sentence))
        except BaseException:
            self._lock.release()
            raise
        self.look_at_everything()
        return True

    def _take(self) -> tuple[bool, frozenset[str]]:
        with self._wake:
            everything, self._everything = self._everything, False
            paths, self._paths = frozenset(self._paths), set()
        return everything, paths

    def _tell(self, noticed: Noticed, now: datetime) -> None:
        arrived = frozenset(proposal.id for proposal in noticed.arrived)
        if noticed.paths or arrived:
            self._report(ReviewChanged(noticed.paths, arrived))
        for sentence in noticed.sentences:
            self._report(Problem(sentence))
        self._said.clear()
        due = tuple(now + delay for delay in ATTRIBUTE_AFTER)
        self._unknown += [_Unknown(p.id, due) for p in noticed.arrived if p.origin.who is Who.OUTSIDE]

    def _tidy(self) -> None:
        """Packs the history when that is worth it; beside the guarding, for it takes seconds."""
        tidy = self._gate.history.tidy
        threading.Thread(target=self._outlived, args=(tidy,), name="tidy", daemon=True).start()

    def _attribute(self, now: datetime) -> None:
        """Looks again for the writers of what came from a program that could not be named."""
        waiting: list[_Unknown] = []
        for unknown in self._unknown:
            if now < unknown.due[0]:
                waiting.append(unknown)
            elif not self._named(unknown.id, now) and len(unknown.due) > 1:
                waiting.append(_Unknown(unknown.id, unknown.due[1:]))
        self._unknown = waiting

    def _named(self, proposal_id: str, now: datetime) -> bool:
        try:
            proposal = self._gate.proposal(proposal_id)
        except ProposalGoneError:
            return True
        before, after = (
            self._gate.bytes_of(sha) if sha else None for sha in (proposal.base, proposal.proposed)
        )
        origin = self._origin_of(proposal.path, before, after, proposal.changed_at)
        if origin.who is Who.OUTSIDE:
            return False
        self._gate.attribute(proposal_id, origin, now=now)
        self._report(ReviewChanged(frozenset({proposal.path})))
        return True

    def _rest(self, seconds: float, *, at_work: bool) -> None:
        """Waits; what there is to do ends the wait, unless there was trouble."""
        with self._wake:
            self._wake.wait_for(
                lambda: self._closing or (at_work and bool(self._paths or self._everything)), seconds
            )

    def _outlived(self, work: Callable[[], object]) -> bool:
        """Whether the work went well. What fails is told once and never ends the thread."""
        try:
            work()
        except DesktopError as error:
            sentence = str(error)
        except OSError as error:
            sentence = f"{sentence_of(error)}."
        except Exception as error:  # noqa: BLE001 - the thread outlives a bug, and says so
            sentence = (
                f"Protected files are not looked after: an unexpected error, please report it: {error!r}"
            )
            if sentence not in self._said:
                log.error("the guard met an unexpected error\n%s", trace(error))
        else:
            return True
        if sentence not in self._said:
            self._said.add(sentence)
            self._report(Problem(sentence))
        return False
