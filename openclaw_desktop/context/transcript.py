"""Reads the records of a session that is kept as lines of JSON, also while it is being written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from openclaw_desktop.errors import TranscriptError, reason_of

Record = dict[str, Any]
"""One entry of a transcript as OpenClaw wrote it; nothing about it is certain but that it is an object."""

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
        try:
            with self._path.open("rb") as file:
                file.seek(self._start)
                for line in file:
                    yield from self._record(line)
        except OSError as error:
            sentence = f"The session {self._path.name} cannot be read: {reason_of(error)}."
            raise TranscriptError(sentence) from error

    def _record(self, line: bytes) -> Iterator[Record]:
        record = record_of(line)
        if record is None and not line.endswith(b"\n"):
            return
        self.end += len(line)
        if record is not None:
            yield record
        elif line.strip():
            self.damaged += 1


def record_of(line: bytes | str) -> Record | None:
    """The JSON object on a line; None for anything else."""
    if isinstance(line, bytes):
        line = line.removeprefix(_BYTE_ORDER_MARK)
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("Record", value) if isinstance(value, dict) else None
