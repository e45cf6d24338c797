"""What the page of past searches reads from the engine, as values. Blocking: it runs on a reader thread."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.recall import past as recalled
from openclaw_desktop.context.recall.past import Past
from openclaw_desktop.context.recall.past_list import PastCalls
from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.desk.again import Again, Compared
from openclaw_desktop.desk.sessions_desk import Opened
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError, TranscriptError
from openclaw_desktop.ui.elided import shown_path


class StoppedError(DesktopError):
    """Nobody waits for this any more."""


@dataclass(slots=True)
class Errand:
    """What a reader thread and the window share while one of them works: how far, and whether to go on."""

    closing: Callable[[], bool]
    done: int = 0
    stopped: bool = False

    def progress(self, done: int) -> None:
        """So many sessions were looked at. Raises StoppedError once they are not wanted any more."""
        self.done = done
        if self.stopped or self.closing():
            raise StoppedError("Stopped.")


@dataclass(frozen=True, slots=True)
class Listing:
    """The calls, and whose they are.

    `found`: there is an OpenClaw, looked for in `folder`; `agent` is the id of the one whose workspace this
    is; `name` what it is called if its own search can be asked now. `sessions` are counted where there is no
    call.
    """

    calls: PastCalls
    found: bool
    agent: str | None
    folder: str
    name: str | None = None
    sessions: int = 0


def listed(engine: Engine, errand: Errand, before: Listing | None = None) -> Listing:
    """Every call of the agent to its memory. Raises StoppedError.

    Where they are those of the listing `before`, they are the very same values: the window need not compare.
    """
    owner = engine.sessions.owner
    folder = shown_path(engine.sessions.looked_in, Path.home())
    if owner.installation is None or owner.agent is None:
        return Listing(PastCalls(), owner.installation is not None, None, folder)
    calls = engine.past.past(progress=errand.progress)
    if before is not None and before.calls == calls:
        calls = before.calls
    count = 0
    if not calls.pasts:
        with contextlib.suppress(TranscriptError):  # `calls` says it already
            count = len(sessions.of_agent(owner.installation.state_dir, owner.agent.id))
    return Listing(calls, True, owner.agent.id, folder, engine.agent.name(), count)


def matching(pasts: Sequence[Past], text: str) -> frozenset[str]:
    """The ids of those in which the text stands."""
    return frozenset(past.id for past in recalled.matching(pasts, text))


def of_mark(engine: Engine, listing: Listing, opened: Opened, mark: Mark) -> Past | None:
    """The call that a mark of a session's timeline stands for."""
    return engine.past.of_mark(listing.calls.pasts, opened, mark)


def recorded(past: Past) -> Again:
    """What is on record, shown while the same is asked again."""
    hits = enumerate(past.call.answer.hits, 1) if past.call.kind == "search" else ()
    rows = tuple(Compared(hit, place) for place, hit in hits)
    return Again(past, past.call.at or past.session.changed, rows)
