"""Which files an agent's sessions wrote lately, cheap enough to ask after every change on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from openclaw_desktop.context.calls.call_reader import CallReader, WriteCall
from openclaw_desktop.context.sessions import session_store, sessions
from openclaw_desktop.context.sessions.session_store import Stored
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.context.transcript import Lines
from openclaw_desktop.errors import TranscriptError, reason_of
from openclaw_desktop.snapshot import State, state_of

MARK = 256
"""Bytes before the place where reading stopped: they tell whether the file was only added to."""

SLACK = timedelta(seconds=10)
"""So far a session's own times and those of the disk may lie apart."""


@dataclass(slots=True)
class _Place:
    """How far a session was read: a byte position in a file, or the number of an event in the database."""

    reader: CallReader
    end: int
    state: tuple[int, int] = (0, 0)  # size and time of the file
    mark: bytes = b""


class WriteCalls:
    """The write-like calls of one agent.

    What was read of a session is not read again; sessions that did not change since the time asked for are
    not read at all. One thread at a time may use it. `problems` says what could not be read the last time.
    """

    def __init__(self, state_dir: Path, agent_id: str, workspace_root: Path) -> None:
        self.problems: tuple[str, ...] = ()
        self._state_dir = state_dir
        self._agent = agent_id
        self._root = workspace_root.as_posix()
        self._files: dict[Path, _Place] = {}
        self._stored: dict[str, _Place] = {}
        self._database: State | None = None

    def since(self, time: datetime) -> list[WriteCall]:
        """The calls that had not ended before `time`, in order; earlier ones are forgotten for good."""
        problems: list[str] = []
        try:
            listed = sessions.in_files(self._state_dir, self._agent)
            problems += self._read_files(listed, time - SLACK)
        except TranscriptError as error:
            problems.append(str(error))
        problems += self._read_database(time - SLACK)
        self.problems = tuple(problems)
        readers = [place.reader for place in (*self._files.values(), *self._stored.values())]
        for reader in readers:
            reader.forget_before(time)
        return sorted((call for reader in readers for call in reader.calls.values()), key=lambda c: c.at)

    def _read_files(self, listed: Sequence[Session], time: datetime) -> list[str]:
        here = {session.source for session in listed}
        self._files = {path: place for path, place in self._files.items() if path in here}
        changed = [session for session in listed if session.changed >= time]
        return [problem for session in changed if (problem := _problem(lambda s=session: self._read_file(s)))]

    def _read_file(self, session: Session) -> None:
        try:
            status = session.source.stat()
        except FileNotFoundError:  # archived this very moment: it is found under its new name the next time
            return
        state = status.st_size, status.st_mtime_ns
        place = self._files.get(session.source)
        if place and place.state == state:
            return
        if place is None or _mark(session.source, place.end) != place.mark:
            place = _Place(self._reader(session), 0)
        lines = Lines(session.source, place.end)
        for record in lines:
            place.reader.take(record)
        mark = _mark(session.source, lines.end)
        self._files[session.source] = _Place(place.reader, lines.end, state, mark)

    def _read_database(self, time: datetime) -> list[str]:
        path = sessions.database_of(self._state_dir, self._agent)
        problem = _problem(lambda: self._read_stored(path, time))
        return [problem] if problem else []

    def _read_stored(self, path: Path, time: datetime) -> None:
        state = state_of(path)
        if state == self._database:
            return
        snapshot = session_store.read(path, lambda stored: self._wanted(stored, time))
        for stored in snapshot.sessions:
            if stored.id not in snapshot.events:
                continue
            after = self._after(stored)
            if after < 0:
                self._stored[stored.id] = _Place(
                    self._reader(sessions.of_stored(stored, self._agent, path)), -1
                )
            place = self._stored[stored.id]
            for record in snapshot.events[stored.id].records:
                place.reader.take(record)
            place.end = stored.last
        if snapshot.problem:
            raise TranscriptError(snapshot.problem)
        self._database = state

    def _wanted(self, stored: Sequence[Stored], time: datetime) -> dict[str, int]:
        """The sessions that went on, and from where."""
        return {each.id: self._after(each) for each in stored if each.changed >= time}

    def _after(self, stored: Stored) -> int:
        """The number of the last event that was read; -1 for none, or when the session was written anew."""
        place = self._stored.get(stored.id)
        return place.end if place and place.end <= stored.last else -1

    def _reader(self, session: Session) -> CallReader:
        return CallReader(self._agent, session.id, key=session.key, kind=session.kind, root=self._root)


def writes(state_dir: Path, agent_id: str, workspace_root: Path, since: datetime) -> list[WriteCall]:
    """The agent's write-like calls that had not ended before `since`, read afresh."""
    return WriteCalls(state_dir, agent_id, workspace_root).since(since)


def _problem(work: Callable[[], None]) -> str | None:
    """Does the work; what was in its way, as a sentence."""
    try:
        work()
    except TranscriptError as error:
        return str(error)
    except OSError as error:
        return f"A session cannot be read: {reason_of(error)}."
    return None


def _mark(path: Path, end: int) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, end - MARK))
        return file.read(min(end, MARK))
