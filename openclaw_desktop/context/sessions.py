"""Finds the sessions of an agent, in files (OpenClaw 2026.2) and in its database (2026.9)."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import repeat
from pathlib import Path
from typing import Any, Literal, cast

from openclaw_desktop.context import session_store
from openclaw_desktop.context.profiles import SessionKind
from openclaw_desktop.context.transcript import Lines, Record, record_of
from openclaw_desktop.errors import TranscriptError, reason_of

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
    """The records of a session one by one, and at the end None for each that is damaged.

    Of a file only one line at a time is in memory. Raises TranscriptError.
    """
    if session.in_database:
        events = session_store.read(session.source, lambda _: {session.id: -1}).events.get(session.id)
        if events is None:
            raise TranscriptError(f"The database of the session {session.id} is gone.")
        yield from events.records
        yield from repeat(None, events.damaged)
    else:
        lines = Lines(session.source)
        yield from lines
        yield from repeat(None, lines.damaged)


def in_files(state_dir: Path, agent_id: str) -> list[Session]:
    """The sessions with a JSONL file of their own, archived ones included. Raises TranscriptError."""
    folder = state_dir / "agents" / agent_id / "sessions"
    entries = _entries(folder / "sessions.json")
    found: list[Session] = []
    for path, changed, match in _files(folder):
        key, chat_type = entries.get(match["id"], (None, None))
        ended = cast("Ended | None", match["ended"])
        kind = kind_of(key, chat_type)
        found.append(Session(agent_id, match["id"], key, kind, path, changed, match["topic"], ended))
    return found


def in_database(state_dir: Path, agent_id: str) -> list[Session]:
    """The sessions in the agent's database. Raises TranscriptError."""
    path = database_of(state_dir, agent_id)
    return [of_stored(stored, agent_id, path) for stored in session_store.read(path).sessions]


def of_stored(stored: session_store.Stored, agent_id: str, path: Path) -> Session:
    """A session of the database at `path`."""
    kind = kind_of(stored.key, stored.scope)
    return Session(agent_id, stored.id, stored.key, kind, path, stored.changed)


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


def _entries(path: Path) -> dict[str, tuple[str, str | None]]:
    """Key and chat type of every session id in sessions.json; of several keys the shortest."""
    try:
        listed = record_of(path.read_bytes()) or {}
    except OSError:
        return {}
    entries: dict[str, tuple[str, str | None]] = {}
    for key in sorted(listed, key=len, reverse=True):
        value: Any = listed[key]
        entry = cast("Record", value) if isinstance(value, dict) else {}
        chat_type = entry.get("chatType")
        entries[str(entry.get("sessionId"))] = key, chat_type if isinstance(chat_type, str) else None
    return entries
