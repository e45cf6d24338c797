"""What a person calls a session on the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, takewhile

from openclaw_desktop.context.sessions.catalogue import Catalogue, Listed
from openclaw_desktop.context.sessions.sessions import Session
from openclaw_desktop.engine import Engine, installation
from openclaw_desktop.errors import DesktopError, UsageError

SHORTEST = 8
"""Characters of an id that are shown at least."""

NAMED = 5
"""So many sessions are named when a name could mean several."""


def catalogue(engine: Engine) -> Catalogue:
    """The sessions of the agent whose workspace it is. Raises DesktopError when nobody knows that agent."""
    require_agent(engine)
    return engine.sessions.catalogue()


def require_agent(engine: Engine) -> None:
    """Raises DesktopError when nobody knows whose workspace it is."""
    if engine.sessions.owner.agent is None:
        installation()  # raises OpenClawConfigError when that is why
        raise DesktopError(
            f"{engine.root} is no agent's workspace as far as OpenClaw's configuration says, so there are no"
            " sessions: OPENCLAW_STATE_DIR names another OpenClaw than ~/.openclaw"
        )


class Names:
    """The names of an agent's sessions: ids, or file names where several have one id.

    `problems` say why there may be more than these.
    """

    def __init__(self, rows: Sequence[Listed], problems: Sequence[str] = ()) -> None:
        self._rows = rows
        self._problems = problems
        often = Counter(row.session.id for row in rows)
        self._names = {
            row.session: row.session.id
            if often[row.session.id] == 1 or row.session.in_database
            else row.session.source.name
            for row in rows
        }
        self._order = sorted(self._names.values())

    def of(self, session: Session) -> str:
        """Its whole name."""
        return self._names[session]

    def short(self) -> dict[Session, str]:
        """A beginning of each name that no other has."""
        shared = dict.fromkeys(self._order, 0)
        for one, other in pairwise(self._order):
            length = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
            shared[one], shared[other] = max(shared[one], length), length
        return {session: name[: max(SHORTEST, shared[name] + 1)] for session, name in self._names.items()}

    def find(self, text: str) -> Listed:
        """The session with this key, id or file name, or the only one whose id or file name begins so.

        Of several with one key the last counts, of several with one id the one that goes on. Raises
        UsageError.
        """
        keyed = [row for row in self._rows if row.session.key == text]
        if keyed:
            return max(keyed, key=lambda row: (not row.missing, row.session.changed))
        found = [row for row in self._rows if text in _spellings(row.session)]
        found = found or [
            row for row in self._rows if text and any(s.startswith(text) for s in _spellings(row.session))
        ]
        if len({row.session.id for row in found}) == 1:
            present = [row for row in found if row.session.ended is None and row.session.topic is None]
            found = present or found
        if not found:
            missed = "".join(f"\n{problem}" for problem in self._problems)
            raise UsageError(f"there is no session {text!r}: see openclaw-desktop sessions{missed}")
        if len(found) > 1:
            names = ", ".join(self.of(row.session) for row in found[:NAMED])
            more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
            raise UsageError(f"{text!r} could be any of {names}{more}")
        return found[0]


def _spellings(session: Session) -> tuple[str, ...]:
    return (session.id,) if session.in_database else (session.id, session.source.name)
