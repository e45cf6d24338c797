"""Keeps a copy of an agent's index open, and makes a new one when the agent has written its own."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from pathlib import Path
from threading import RLock

from openclaw_desktop import snapshot
from openclaw_desktop.agent_index.database import REFUSALS, AgentDatabase
from openclaw_desktop.errors import AgentIndexError
from openclaw_desktop.snapshot import State, copied, folder_for, state_of
from openclaw_desktop.sqlite import Database


class Snapshots:
    """The copy that was asked for last. Any thread may use it; one at a time gets it."""

    def __init__(self) -> None:
        self._alone = RLock()  # around the next four
        self._path: Path | None = None
        self._state: State | None = None
        self._index: AgentDatabase | None = None
        self._open = contextlib.ExitStack()

    @contextlib.contextmanager
    def opened(self, path: Path) -> Generator[AgentDatabase]:
        """The index in the database at `path` as it is now. Raises AgentIndexError.

        The database and what lies beside it are read and never locked or written.
        """
        with self._alone:
            if self._index is None or path != self._path or state_of(path) != self._state:
                self._renew(path)
            assert self._index is not None
            with self._index.database.guarded():
                yield self._index

    def _renew(self, path: Path) -> None:
        self.close()
        with contextlib.ExitStack() as opening:
            folder = opening.enter_context(folder_for(path, AgentIndexError))
            copy, state = copied(path, folder, AgentIndexError)
            database = opening.enter_context(contextlib.closing(Database(copy, refusals=REFUSALS)))
            with database.guarded():
                self._index = AgentDatabase(database)
            self._path, self._state = path, state
            self._open = opening.pop_all()

    def close(self) -> None:
        """Removes the copy; another is made when it is asked for again."""
        with self._alone:
            self._index = self._path = self._state = None
            self._open.close()


def is_there(path: Path) -> bool:
    """Whether there is such a database. Raises AgentIndexError where one may not look."""
    return snapshot.is_there(path, AgentIndexError)
