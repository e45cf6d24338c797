"""Finds the sessions of an agent, in files (OpenClaw 2026.2) and in its database (2026.9)."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import repeat
from pathlib import Path
from typing import Literal, cast

from openclaw_desktop.context.profiles import SessionKind
from openclaw_desktop.context.sessions import session_store
from openclaw_desktop.context.sessions.session_entry import SessionEntry
from openclaw_desktop.context.sessions.session_list import SessionList, read_list
from openclaw_desktop.context.transcript import Lines, Placed, Record
from openclaw_desktop.errors import TranscriptError, reason_of

LIST = "sessions.json"

Ended = Literal["reset", "deleted"]

_FILE = re.compile(r"(?P<id>.+?)(?:-topic-(?P<topic>.+?))?\.jsonl(?:\.(?P<ended>reset|deleted)\..+)?")


@dataclass(frozen=True, slots=True)
class Session:
    """One transcript. `key` and `kind` are None where OpenClaw's own list does not name it (any more)."""

    agent: str
    id: str
    key: str | None
    kind: SessionKind | None
    source: Path  # a JSONL file of its own, or the agent's database
    changed: datetime
    topic: str | None = None
    ended: Ended | None = None
    entry: SessionEntry | None = field(default=None, compare=False)  # what OpenClaw's list says of it

    @property
    def in_database(self) -> bool:
        """Whether it is kept in the agent's database, not in a file of its own."""
        return self.source.name == session_store.NAME


@dataclass(frozen=True, slots=True)
class Transcript:
    """The records of a session in the order they were written, and how many could not be read."""

    records: tuple[Record, ...]
    damaged: int


def of_agent(state_dir: Path, agent_id: str) -> list[Session]:
    """Every session of the agent, the one that changed last first. Raises TranscriptError."""
    stored = in_database(state_dir, agent_id)
    known = {session.id for session in stored}
    files = [session for session in in_files(state_dir, agent_id) if session.ended or session.id not in known]
    return sorted([*stored, *files], key=lambda session: session.changed, reverse=True)


def read(session: Session) -> Transcript:
    """All of a session. Raises TranscriptError."""
    listed = list(records(session))
    kept = tuple(record for record in listed if record is not None)
    return Transcript(kept, len(listed) - len(kept))


def records(session: Session) -> Iterator[Record | None]:
    """The records of a session one by one; None for each that is damaged, those of a file at its end.

    A record is read when it is asked for, so that a session of any size can be gone through. Raises
    TranscriptError.
    """
    return (record for record, _ in placed(session))


def placed(session: Session) -> Iterator[Placed]:
    """The records like `records`, each with how many bytes of the transcript come before it."""
    for _, held in _each_placed([session]):
        yield from held


def each(listed: Iterable[Session]) -> Iterator[tuple[Session, Iterator[Record | None]]]:
    """The sessions with their records, each to be read before the next; a database is opened once.

    Raises TranscriptError, while the records are read too.
    """
    for session, held in _each_placed(listed):
        yield session, (record for record, _ in held)


def _each_placed(listed: Iterable[Session]) -> Iterator[tuple[Session, Iterator[Placed]]]:
    stored: dict[Path, list[Session]] = {}
    for session in listed:
        if session.in_database:
            stored.setdefault(session.source, []).append(session)
        else:
            yield session, _lines(session.source)
    for path, held in stored.items():
        if not session_store.is_there(path):
            raise TranscriptError(f"The database of the session {held[0].id} is gone.")
        with session_store.opened(path) as reading:
            for session in held:
                yield session, reading.placed(session.id)


def _lines(path: Path) -> Iterator[Placed]:
    lines = Lines(path)
    yield from lines.placed()
    yield from repeat((None, None), lines.damaged)


def in_files(state_dir: Path, agent_id: str, listed: SessionList | None = None) -> list[Session]:
    """The sessions with a JSONL file of their own, archived ones included. Raises TranscriptError.

    `listed` saves reading sessions.json again.
    """
    folder = folder_of(state_dir, agent_id)
    entries = (listed or read_list(folder / LIST)).entries
    found: list[Session] = []
    for path, changed, match in _files(folder):
        entry = entries.get(match["id"])
        ended = cast("Ended | None", match["ended"])
        found.append(_session(agent_id, match["id"], entry, path, changed, match["topic"], ended))
    return found


def missing(state_dir: Path, agent_id: str, entries: Iterable[SessionEntry]) -> list[Session]:
    """Sessions that are listed although nothing is left of them, as they would be found."""
    folder = folder_of(state_dir, agent_id)
    never = datetime.fromtimestamp(0, UTC)
    return [
        _session(agent_id, entry.id, entry, folder / f"{entry.id}.jsonl", entry.updated or never)
        for entry in entries
    ]


def _session(
    agent_id: str,
    identity: str,
    entry: SessionEntry | None,
    path: Path,
    changed: datetime,
    topic: str | None = None,
    ended: Ended | None = None,
) -> Session:
    key = entry.key if entry else None
    kind = kind_of(key, entry.chat_type if entry else None)
    return Session(agent_id, identity, key, kind, path, changed, topic, ended, entry)


def in_database(state_dir: Path, agent_id: str) -> list[Session]:
    """The sessions in the agent's database. Raises TranscriptError."""
    path = database_of(state_dir, agent_id)
    if not session_store.is_there(path):
        return []
    with session_store.opened(path) as reading:
        entries = reading.entries()
        return [of_stored(stored, agent_id, path, entries.get(stored.id)) for stored in reading.sessions()]


def of_stored(
    stored: session_store.Stored, agent_id: str, path: Path, entry: SessionEntry | None = None
) -> Session:
    """A session of the database at `path`."""
    kind = kind_of(stored.key, stored.scope)
    return Session(agent_id, stored.id, stored.key, kind, path, stored.changed, entry=entry)


def folder_of(state_dir: Path, agent_id: str) -> Path:
    """Where OpenClaw 2026.2 keeps the agent's sessions, and its archives since."""
    return state_dir / "agents" / agent_id / "sessions"


def database_of(state_dir: Path, agent_id: str) -> Path:
    """Where OpenClaw 2026.9 keeps the agent's sessions, whether or not it is there."""
    return state_dir / "agents" / agent_id / "agent" / session_store.NAME


def kind_of(key: str | None, chat_type: str | None = None) -> SessionKind | None:
    """The kind of session a key such as `agent:main:telegram:group:-100` stands for."""
    if key is None:
        return None
    parts = key.lower().split(":")
    if parts[0] == "agent":
        parts = parts[2:]
    if parts[:1] == ["subagent"]:
        return "sub-agent"
    if parts[:1] == ["cron"]:
        return "cron"
    return "group" if {"group", "channel"} & {*parts, chat_type} else "main"


def channel_of(key: str | None) -> str | None:
    """The channel a key names, as `agent:main:telegram:direct:7` does; None when it names none."""
    parts = (key or "").split(":")
    if parts[0] == "agent":
        parts = parts[2:]
    return parts[0] if len(parts) > 2 and parts[1] in ("direct", "group", "channel") else None


def _files(folder: Path) -> list[tuple[Path, datetime, re.Match[str]]]:
    """Every file that is a session by its name, and when it changed."""
    found: list[tuple[Path, datetime, re.Match[str]]] = []
    try:
        with os.scandir(folder) as items:
            for item in items:
                match = _FILE.fullmatch(item.name)
                with contextlib.suppress(FileNotFoundError):  # it is archived under another name just now
                    if match and item.is_file():
                        changed = datetime.fromtimestamp(item.stat().st_mtime, UTC)
                        found.append((Path(item.path), changed, match))
    except FileNotFoundError:  # the agent has no sessions of this kind
        pass
    except OSError as error:
        raise TranscriptError(f"The sessions in {folder} cannot be read: {reason_of(error)}.") from error
    return found
