"""The sessions of an agent as a list with figures, which stays fast because what was read is kept."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openclaw_desktop.context.sessions import session_store, sessions
from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.sessions.kept import Kept, Stamp, name_for
from openclaw_desktop.context.sessions.session_entry import SessionEntry
from openclaw_desktop.context.sessions.session_list import read_list
from openclaw_desktop.context.sessions.session_store import Reading
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.context.sessions.summary import Summary, from_json, summarise, to_json
from openclaw_desktop.context.transcript import Record, object_of
from openclaw_desktop.errors import TranscriptError, reason_of

FORM = 3
"""Of the kept file; another one is made anew."""

KNOWN_SCHEMA = 23
"""The newest schema of OpenClaw's database this program was tried with."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A session with its figures. `summary` is None when it cannot be read; `problem` then says why."""

    session: Session
    summary: Summary | None
    problem: str | None = None
    missing: bool = False  # it is on OpenClaw's list, and nothing else is left of it

    @property
    def channel(self) -> str | None:
        """Where the conversation takes place, such as "telegram"."""
        entry = self.session.entry
        return (entry.channel if entry else None) or sessions.channel_of(self.session.key)

    @property
    def title(self) -> str:
        """What OpenClaw calls the session, else what was said first in it; may be empty."""
        entry = self.session.entry
        return (entry.title if entry else None) or (self.summary.first_words if self.summary else "")

    @property
    def model(self) -> str | None:
        """The model used last."""
        entry = self.session.entry
        return (self.summary.model if self.summary else None) or (entry.model if entry else None)

    @property
    def window(self) -> int | None:
        """The window of the model in tokens, where OpenClaw says so."""
        return self.session.entry.window if self.session.entry else None

    @property
    def fill(self) -> float | None:
        """The largest share of the window that was ever measured, 1 for all of it; None when unknown."""
        peak = self.summary.peak if self.summary else None
        return peak / self.window if peak and self.window else None

    @property
    def flushes(self) -> int:
        """Memory flushes in the transcript, and the one that only the list knows of."""
        noted = self.session.entry is not None and self.session.entry.flush is not None
        return max(self.summary.flushes if self.summary else 0, int(noted))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The list, the session that changed last first; `problems` are sentences about what is not in it."""

    rows: tuple[Listed, ...]
    problems: tuple[str, ...]


def catalogue(state_dir: Path, agent_id: str, cache_folder: Path) -> Catalogue:
    """Every session of the agent, of both eras, with figures; only sessions that changed are read.

    Nothing is raised: what cannot be read is in the list's problems or its rows.
    """
    kept = Kept(cache_folder / f"sessions-{name_for(state_dir.absolute(), agent_id)}.json", FORM)
    problems: list[str] = []
    rows = _stored(state_dir, agent_id, kept, problems)
    stored = {row.session.id for row in rows}
    rows += _in_files(state_dir, agent_id, kept, problems, stored)
    try:
        kept.save()
    except OSError as error:
        problems.append(f"The list cannot be kept, so it is slow to make: {reason_of(error)}.")
    rows.sort(key=lambda row: row.session.changed, reverse=True)
    return Catalogue(tuple(rows), tuple(problems))


def _stored(state_dir: Path, agent_id: str, kept: Kept, problems: list[str]) -> list[Listed]:
    """The sessions of the agent's database."""
    path = sessions.database_of(state_dir, agent_id)
    try:
        if not session_store.is_there(path):
            return []
        found = session_store.tried(path, lambda reading: _held(reading, path, agent_id, kept))
    except TranscriptError as error:
        problems.append(str(error))
        return []
    for row, stamp in found.rows:
        if row.summary and not found.damaged:
            kept.put(row.session, stamp, to_json(row.summary))
    problems += found.problems
    return [*(row for row, _ in found.rows), *_missing(state_dir, agent_id, found.missing)]


@dataclass(frozen=True, slots=True)
class _Held:
    """What a database holds, of one moment; `missing` is what it only lists."""

    rows: list[tuple[Listed, Stamp]]
    missing: list[SessionEntry]
    problems: list[str]
    damaged: bool


def _held(reading: Reading, path: Path, agent_id: str, kept: Kept) -> _Held:
    entries = reading.entries()
    rows: list[tuple[Listed, Stamp]] = []
    for each in reading.sessions():
        session = sessions.of_stored(each, agent_id, path, entries.pop(each.id, None))
        stamp = each.last, round(each.changed.timestamp() * 1000)
        rows.append((_row(session, stamp, reading.events(each.id), kept), stamp))
    problems = [reading.problem] if reading.problem else []
    if reading.version > KNOWN_SCHEMA:
        problems.append(
            f"{path.name} has schema {reading.version}, newer than this program knows; what it shows"
            " of it may be incomplete."
        )
    return _Held(rows, list(entries.values()), problems, damaged=reading.problem is not None)


def _in_files(
    state_dir: Path, agent_id: str, kept: Kept, problems: list[str], stored: Iterable[str]
) -> list[Listed]:
    """The sessions with a file of their own that are not in the database, and what is only listed."""
    listed = read_list(sessions.folder_of(state_dir, agent_id) / sessions.LIST)
    if listed.problem:
        problems.append(listed.problem)
    try:
        found = sessions.in_files(state_dir, agent_id, listed)
    except TranscriptError as error:
        problems.append(str(error))
        return []
    known = set(stored)
    rows = [
        row
        for session in found
        if (session.ended or session.id not in known) and (row := _file_row(session, kept))
    ]
    here = known | {session.id for session in found if not session.ended}
    lost = [entry for identity, entry in listed.entries.items() if identity not in here]
    return rows + _missing(state_dir, agent_id, lost)


def _file_row(session: Session, kept: Kept) -> Listed | None:
    try:
        status = session.source.stat()
    except OSError:  # archived this very moment: it is found under its new name the next time
        return None
    stamp = status.st_size, status.st_mtime_ns
    row = _row(session, stamp, (record for _, held in sessions.each([session]) for record in held), kept)
    if row.summary:
        kept.put(session, stamp, to_json(row.summary))
    return row


def _row(session: Session, stamp: Stamp, records: Iterable[Record | None], kept: Kept) -> Listed:
    """The figures of a session, read if they are not known; its texts are let go at once."""
    with contextlib.suppress(ValueError):
        if known := kept.get(session, stamp):
            return Listed(session, from_json(object_of(known)))
    try:
        summary = summarise(read_conversation(records, kept_chars=0))
    except TranscriptError as error:
        return Listed(session, None, str(error))
    return Listed(session, summary)


def _missing(state_dir: Path, agent_id: str, entries: Iterable[Any]) -> list[Listed]:
    sentence = "OpenClaw lists this session, but its transcript is not there."
    return [
        Listed(session, None, sentence, missing=True)
        for session in sessions.missing(state_dir, agent_id, entries)
    ]
