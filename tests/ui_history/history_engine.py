"""An engine with a history in memory, and a bridge that answers at once."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QObject

from openclaw_desktop.errors import DesktopError, FileGoneError
from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.review.history.blame import BlameLine
from openclaw_desktop.review.history.version import Version
from openclaw_desktop.review.policy import Policy, Rule, Rules
from openclaw_desktop.review.proposal import Origin, Who
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge

NOW = datetime(2026, 3, 3, 16, 20, tzinfo=UTC)


class HistoryEngine:
    """Keeps the versions a test gives it; the newest one is what is on disk."""

    def __init__(self) -> None:
        self.root = Path("/workspace")
        self.desk = self
        self.settings = Settings()
        self.kept: dict[str, list[tuple[Version, str | None]]] = {}
        self.rules = Rules((Rule("MEMORY.md", Policy.HOLD), Rule("SOUL.md", Policy.LOCKED)))
        self.disk: dict[str, str] = {}
        self.restored: list[tuple[str, str]] = []
        self.trouble: DesktopError | None = None
        self._number = 0

    def add(
        self,
        path: str,
        text: str | None,
        *,
        who: Who = Who.PERSON,
        author: str = "Maren",
        reason: str = "",
        ago: timedelta = timedelta(hours=1),
        proposal: str | None = None,
    ) -> Version:
        """One more version of a file, and on disk too."""
        self._number += 1
        version = Version(
            oid=f"{self._number:040x}",
            path=path,
            at=NOW - ago,
            origin=Origin(who, author),
            committer="Maren",
            proposal=proposal,
            source="",
            reason=reason,
            sha256=None if text is None else sha256(text.encode()).hexdigest(),
        )
        self.kept.setdefault(path, []).insert(0, (version, text))
        if text is None:
            self.disk.pop(path, None)
        else:
            self.disk[path] = text
        return version

    # Verbs

    def recorded(self) -> frozenset[str]:
        if self.trouble:
            raise self.trouble
        return frozenset(path for path, kept in self.kept.items() if kept[0][1] is not None)

    def deleted_files(self) -> list[Version]:
        return [kept[0][0] for kept in self.kept.values() if kept[0][1] is None]

    def versions(self, path: str) -> list[Version]:
        return [version for version, _ in self.kept.get(path, [])]

    def version_text(self, path: str, oid: str) -> str | None:
        return next(text for version, text in self.kept[path] if version.oid == oid)

    def blame(self, path: str, oid: str | None = None) -> list[BlameLine]:
        lines: list[tuple[str, Version]] = []
        for version, text in reversed(self.kept[path]):
            new = [] if text is None else text.split("\n")
            matcher = difflib.SequenceMatcher(None, [line for line, _ in lines], new, autojunk=False)
            found = [(line, version) for line in new]
            for block in matcher.get_matching_blocks():
                found[block.b : block.b + block.size] = lines[block.a : block.a + block.size]
            lines = found
            if version.oid == oid:
                break
        return [BlameLine(number, line, version) for number, (line, version) in enumerate(lines, 1)]

    def read(self, path: str) -> Any:
        if path not in self.disk:
            raise FileGoneError(path, f"{path} is not there.")
        return SimpleNamespace(text=self.disk[path])

    def restore(self, path: str, oid: str, *, now: datetime) -> None:
        self.restored.append((path, oid))
        self.add(path, self.version_text(path, oid), reason="Restored", ago=NOW - now)


class PlainBridge(Bridge):
    """Runs every verb in place, so that a test sees its effect at once."""

    def __init__(self, engine: HistoryEngine) -> None:
        QObject.__init__(self)
        self.engine = engine  # pyright: ignore[reportAttributeAccessIssue]
        self.errors: list[DesktopError] = []
        self.called: list[str] = []

    async def call(self, verb: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self.called.append(getattr(verb, "__name__", ""))
        return verb(*args, **kwargs)

    def spawn(self, coroutine: Coroutine[Any, Any, None], *, name: str) -> Any:
        try:
            coroutine.send(None)
        except StopIteration:
            return
        except DesktopError as error:
            self.errors.append(error)
            self.failed.emit(error)

    def tell(self, *paths: str) -> None:
        """As if the engine had reported that the history of these files changed."""
        self.review_changed.emit(ReviewChanged(frozenset(paths)))
