"""What was read out of sessions that did not change since, in a file of our own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openclaw_desktop.atomic import write_atomically
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.context.transcript import object_of, record_of

Stamp = tuple[int, int]
"""What changes when a session does: size and time of its file, or number and time of its last event."""


def name_for(*parts: object) -> str:
    """A short name for what was read about these: a state directory, an agent and the like."""
    identity = hashlib.sha256("\0".join(map(str, parts)).encode(errors="replace"))
    return identity.hexdigest()[:16]


class Kept:
    """The file at `path`; one of another `form` is made anew. Values are what JSON can hold."""

    def __init__(self, path: Path, form: int) -> None:
        self._path = path
        self._form = form
        self._old = _loaded(path, form)
        self._new: dict[str, Any] = {}

    def get(self, session: Session, stamp: Stamp) -> Any | None:
        """What is known of the session as it was at `stamp`."""
        name = _name(session)
        row = object_of(self._old.get(name))
        if row.get("stamp") != list(stamp):
            return None
        self._new[name] = row
        return row.get("value")

    def put(self, session: Session, stamp: Stamp, value: Any) -> None:
        """Keeps what was read of it."""
        self._new[_name(session)] = {"stamp": list(stamp), "value": value}

    def save(self) -> None:
        """Writes what was asked for or put, if that is not what the file has. Raises OSError."""
        if self._new != self._old:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"format": self._form, "sessions": self._new}, ensure_ascii=False)
            write_atomically(self._path, text.encode("utf-8", "surrogatepass"))


def _loaded(path: Path, form: int) -> Mapping[str, Any]:
    """What the file has; nothing when there is none, or one of another form."""
    try:
        record = record_of(path.read_bytes()) or {}
    except OSError:
        return {}
    return object_of(record.get("sessions")) if record.get("format") == form else {}


def _name(session: Session) -> str:
    """What tells a session from all others of its agent."""
    return f"event {session.id}" if session.in_database else session.source.name
