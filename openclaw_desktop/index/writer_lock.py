"""One writer among processes, and who it is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

import filelock


class WriterLock:
    """The right to write the index in `folder`; for one thread."""

    def __init__(self, folder: Path, role: str) -> None:
        """`role` says what this process is: "window" or "command line"."""
        self._lock = filelock.FileLock(folder / "index.lock")
        self._note = folder / "index.lock.json"
        self._role = role

    def take(self) -> bool:
        """Whether this process may write now. Raises OSError when the folder cannot be written."""
        if self._lock.is_locked:
            return True
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            return False
        self._note.write_text(json.dumps({"pid": os.getpid(), "role": self._role}), encoding="utf-8")
        return True

    def release(self) -> None:
        """Lets the next process write."""
        if self._lock.is_locked:
            self._note.unlink(missing_ok=True)
            self._lock.release()

    def holder(self) -> str:
        """Who writes, in words."""
        try:
            note = cast("dict[str, Any]", json.loads(self._note.read_text(encoding="utf-8")))
            return f"the {note['role']} with process number {note['pid']}"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"
