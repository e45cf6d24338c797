"""Every past call of an agent to its memory, as a list that stays fast because what was read is kept."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from openclaw_desktop.context.recall.calls import Call
from openclaw_desktop.context.recall.calls_json import from_json, to_json
from openclaw_desktop.context.recall.failings import failings
from openclaw_desktop.context.recall.finding import memory_calls
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.context.sessions import session_store, sessions
from openclaw_desktop.context.sessions.kept import Kept, Stamp, name_for
from openclaw_desktop.context.sessions.session_store import Reading
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.context.transcript import Record
from openclaw_desktop.errors import TranscriptError, reason_of

FORM = 1
"""Of the kept file; another one is made anew."""

LONG_AGO = datetime.fromtimestamp(0, UTC)
NAMED = (b"memory_search", b"memory_get")


@dataclass(frozen=True, slots=True)
class PastCalls:
    """The calls, the newest first; `problems` are sentences about what is not in the list."""

    pasts: tuple[Past, ...] = ()
    problems: tuple[str, ...] = ()


def past_calls(
    state_dir: Path,
    agent_id: str,
    root: Path,
    cache_folder: Path,
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> PastCalls:
    """Every call of the agent, of both eras; only sessions that changed are read.

    `root` is its workspace. Nothing is raised: what cannot be read is in the list's problems. Entries that
    a later session has copied from an earlier one count once. `progress` is told before each session how
    many were looked at; what it raises ends the reading.
    """
    name = name_for(state_dir.absolute(), agent_id, root)
    kept = Kept(cache_folder / f"searches-{name}.json", FORM)
    reading = _Sessions(state_dir, agent_id, root, kept, progress)
    reading.read_stored()
    reading.read_files()
    try:
        reading.kept.save()
    except OSError as error:
        reading.problems.append(f"The list cannot be kept, so it is slow to make: {reason_of(error)}.")
    return PastCalls(tuple(_judged(reading.found)), tuple(reading.problems))


@dataclass(frozen=True, slots=True)
class _Read:
    """A session's calls; `is_new`: they were not known before."""

    session: Session
    stamp: Stamp
    calls: list[Call]
    is_new: bool


class _Sessions:
    """The sessions of one agent, with what was read of them in `found`."""

    def __init__(
        self, state_dir: Path, agent_id: str, root: Path, kept: Kept, progress: Callable[[int], None]
    ) -> None:
        self._place = state_dir, agent_id
        self._root = str(root)
        self._progress = progress
        self._looked_at = 0
        self.kept = kept
        self.found: list[_Read] = []
        self.problems: list[str] = []

    def read_stored(self) -> None:
        """Those of the agent's database."""
        path = sessions.database_of(*self._place)
        try:
            if not session_store.is_there(path):
                return
            found, problem = session_store.tried(path, lambda reading: self._held(reading, path))
        except TranscriptError as error:
            self.problems.append(str(error))
            return
        self.problems += [problem] if problem else []
        self._take(found, keep=problem is None)

    def _held(self, reading: Reading, path: Path) -> tuple[list[_Read], str | None]:
        entries = reading.entries()
        self._looked_at = 0  # a database that changes meanwhile is read again from its beginning
        found: list[_Read] = []
        for each in reading.sessions():
            session = sessions.of_stored(each, self._place[1], path, entries.get(each.id))
            stamp = each.last, round(each.changed.timestamp() * 1000)
            found.append(self._read(session, stamp, lambda e=each: reading.events(e.id)))
        return found, reading.problem

    def read_files(self) -> None:
        """Those with a file of their own that are not in the database."""
        stored = {each.session.id for each in self.found}
        try:
            listed = sessions.in_files(*self._place)
        except TranscriptError as error:
            self.problems.append(str(error))
            return
        for session in listed:
            if session.ended or session.id not in stored:
                self._read_file(session)

    def _read_file(self, session: Session) -> None:
        try:
            status = session.source.stat()
            stamp = status.st_size, status.st_mtime_ns
            self._take([self._read(session, stamp, lambda: _records(session))], keep=True)
        except FileNotFoundError:  # archived this very moment: it is found under its new name the next time
            return
        except TranscriptError as error:
            self.problems.append(str(error))
        except OSError as error:
            self.problems.append(f"The session {session.source.name} cannot be read: {reason_of(error)}.")

    def _read(self, session: Session, stamp: Stamp, records: Callable[[], Iterable[Record | None]]) -> _Read:
        """The calls of a session, read if they are not known."""
        self._progress(self._looked_at)
        self._looked_at += 1
        known = self.kept.get(session, stamp)
        if known is not None:
            with contextlib.suppress(ValueError):
                return _Read(session, stamp, from_json(known), is_new=False)
        return _Read(session, stamp, memory_calls(records(), self._root), is_new=True)

    def _take(self, found: list[_Read], *, keep: bool) -> None:
        self.found += found
        for each in found:
            if keep and each.is_new:
                self.kept.put(each.session, each.stamp, to_json(each.calls))


def _records(session: Session) -> Iterable[Record | None]:
    """The records of a session in a file; none where its bytes name no tool of the memory: most do not."""
    with session.source.open("rb") as file:
        if not any(name in line for line in file for name in NAMED):
            return ()
    return sessions.records(session)


def _judged(found: Iterable[_Read]) -> Iterator[Past]:
    """The newest first, each with what was wrong with it."""
    once: dict[object, Past] = {}
    for each in sorted(found, key=lambda each: each.session.changed):
        for call in each.calls:
            past = Past(each.session, call)
            is_named = call.at and not call.entry.startswith("#")
            copied = call.entry, call.nth, call.at, call.question
            once.setdefault(copied if is_named else past.id, past)
    pasts = sorted(once.values(), key=lambda past: (past.call.at or LONG_AGO, past.call.number))
    judged = zip(pasts, failings(pasts), strict=True)
    return reversed([replace(past, failings=troubles) for past, troubles in judged])
