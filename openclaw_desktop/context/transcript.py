"""Reads the records of a session that is kept as lines of JSON, also while it is being written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from openclaw_desktop.errors import TranscriptError, reason_of

Record = dict[str, Any]
"""One entry of a transcript as OpenClaw wrote it; nothing about it is certain but that it is an object."""

Placed = tuple[Record | None, int | None]
"""A record, None for a damaged one, and how many bytes of the transcript come before it, None for unknown."""

CALLS = frozenset({"toolCall", "tool_use", "toolUse", "functionCall"})
"""What providers call the block of a tool call."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Lines:
    """The records of a JSONL file from a byte position on, in order; iterate once, then ask.

    `damaged` counts lines that are no JSON object. `end` is where to go on later: after the last line, or
    before one that is not finished yet, which is no damage. Lines end at the byte "\\n" only.
    """

    def __init__(self, path: Path, start: int = 0) -> None:
        self._path = path
        self._start = start
        self.damaged = 0
        self.end = start

    def __iter__(self) -> Iterator[Record]:
        """Raises TranscriptError when the file is gone or cannot be read."""
        return (record for record, _ in self.placed())

    def placed(self) -> Iterator[tuple[Record, int]]:
        """The records, each with how many bytes of the file come before it. Raises TranscriptError."""
        try:
            with self._path.open("rb") as file:
                file.seek(self._start)
                for line in file:
                    before = self.end
                    record = self._record(line)
                    if record is not None:
                        yield record, before
        except OSError as error:
            sentence = f"The session {self._path.name} cannot be read: {reason_of(error)}."
            raise TranscriptError(sentence) from error

    def _record(self, line: bytes) -> Record | None:
        record = record_of(line)
        if record is None and not line.endswith(b"\n"):
            return None
        self.end += len(line)
        if record is None and line.strip():
            self.damaged += 1
        return record


def record_of(line: bytes | str) -> Record | None:
    """The JSON object on a line; None for anything else."""
    if isinstance(line, bytes):
        line = line.removeprefix(_BYTE_ORDER_MARK)
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("Record", value) if isinstance(value, dict) else None


def object_of(value: object) -> Record:
    """`value` when it is an object, else an empty one."""
    return cast("Record", value) if isinstance(value, dict) else {}


def blocks_of(holder: Record) -> Iterator[Record]:
    """The content of a message as blocks; content that is plain text is one of them."""
    content: Any = holder.get("content")
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif isinstance(content, list):
        yield from (object_of(block) for block in cast("list[object]", content))


def time_of(record: Record) -> datetime | None:
    """When a record was written: its own time (ISO), else its message's (milliseconds)."""
    written = record.get("timestamp")
    if isinstance(written, str):
        try:
            time = datetime.fromisoformat(written)
            return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
        except (ValueError, OverflowError):
            return None
    return moment(written) or moment(object_of(record.get("message")).get("timestamp"))


def moment(milliseconds: object) -> datetime | None:
    """A time that is kept as milliseconds since 1970; None for what is none."""
    if not isinstance(milliseconds, int | float):
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None
