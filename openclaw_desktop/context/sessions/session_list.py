"""Reads `sessions.json`, OpenClaw 2026.2's own list of an agent's sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from openclaw_desktop.context.sessions.session_entry import SessionEntry, session_entry
from openclaw_desktop.context.transcript import record_of
from openclaw_desktop.errors import reason_of


@dataclass(frozen=True, slots=True)
class SessionList:
    """What is listed, by session; of several keys of one session the shortest counts."""

    entries: Mapping[str, SessionEntry] = field(default_factory=dict[str, SessionEntry])
    problem: str | None = None  # why it could not be read, as a sentence


def read_list(path: Path) -> SessionList:
    """The list at `path`; an empty one when there is none."""
    try:
        listed = record_of(path.read_bytes())
    except FileNotFoundError:
        return SessionList()
    except OSError as error:
        return SessionList(problem=f"{path.name} cannot be read: {reason_of(error)}.")
    if listed is None:
        return SessionList(problem=f"{path.name} is damaged: keys and models of the sessions are unknown.")
    keys = sorted(listed, key=len, reverse=True)
    found = (session_entry(key, listed[key]) for key in keys)
    return SessionList({entry.id: entry for entry in found if entry})
