"""Who wrote what is found on disk: looked up in the sessions of the workspace's own agent."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from openclaw_desktop.context.calls.call_reader import WriteCall
from openclaw_desktop.context.calls.matching import match
from openclaw_desktop.context.calls.tool_calls import WriteCalls
from openclaw_desktop.desk.owner import Owner
from openclaw_desktop.errors import OutsideWorkspaceError
from openclaw_desktop.review.proposal import OUTSIDE, Origin, Who
from openclaw_desktop.workspace.layout import place

LOOKED_BACK = timedelta(days=2)
"""Calls longer ago are not looked at. Days, because what changed meanwhile is found at the next start."""


class Origins:
    """Finds the calls by which an agent wrote into one workspace; may be asked from any thread."""

    def __init__(self, root: Path, owner: Callable[[], Owner]) -> None:
        self._root = root
        self._owner = owner
        self._alone = threading.Lock()
        self._calls: WriteCalls | None = None

    def origin_of(self, path: str, before: bytes | None, after: bytes | None, now: datetime) -> Origin:
        """The agent's session and turn that turned the file from one state into the other, if one did."""
        owner = self._owner()
        if owner.installation is None or owner.agent is None:
            return OUTSIDE
        with self._alone:
            if self._calls is None:
                self._calls = WriteCalls(owner.installation.state_dir, owner.agent.id, self._root)
            calls = self._calls.since(now - LOOKED_BACK)
        call = match(path, _text(before), _text(after), calls, min(now, self._written(path) or now))
        return OUTSIDE if call is None else _origin(call)

    def _written(self, path: str) -> datetime | None:
        """When the file was written last; None when it is not there or cannot be looked at."""
        try:
            return datetime.fromtimestamp(place(self._root, path).lstat().st_mtime, UTC)
        except (OSError, OutsideWorkspaceError):
            return None


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8-sig", errors="replace")


def _origin(call: WriteCall) -> Origin:
    return Origin(Who.AGENT, f"agent {call.agent}", call.session, call.turn, call.tool)
