"""What an agent's own index is at a moment, and how far it is from the disk and from its configuration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from openclaw_desktop.agent_index.configured import AgentSearch, Setting
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.drift import Drift, drift
from openclaw_desktop.agent_index.identity import Identity, identity
from openclaw_desktop.agent_index.mismatches import Mismatch, mismatches
from openclaw_desktop.agent_index.oddities import oddities
from openclaw_desktop.errors import AgentIndexError, reason_of
from openclaw_desktop.workspace.agents import Agent, Installation


@dataclass(frozen=True, slots=True)
class Place:
    """Where an agent's index lies, and whose it is."""

    path: Path
    installation: Installation
    agent: Agent


@dataclass(frozen=True, slots=True)
class AgentState:
    """An agent's index as it was a moment ago.

    Sizes are of the files in bytes, the second that of SQLite's log. `problems` are sentences.
    """

    place: Place
    root: Path
    identity: Identity
    search: AgentSearch
    drift: Drift
    mismatches: tuple[Mismatch, ...]
    problems: tuple[str, ...]
    database_bytes: int
    log_bytes: int

    @property
    def is_dirty(self) -> bool:
        """Whether `openclaw memory status` calls it dirty: 2026.2 only where it does not know itself."""
        if self.identity.era == "2026.2":
            return self.identity.meta is None
        return bool(self.drift.changes)

    @property
    def settings(self) -> Sequence[Setting]:
        """Everything that decides what the agent finds, each with the key that sets it, if one does."""
        return tuple(self.search.settings.values())

    @property
    def endpoint(self) -> str | None:
        """Where openclaw.json has the agent's model; it is only offered, nothing is sent to it unasked."""
        base: str | None = self.search["base_url"]
        return base


def look(index: AgentDatabase, place: Place, root: Path, search: AgentSearch) -> AgentState:
    """Counts and compares everything. Raises AgentIndexError."""
    found = identity(index)
    sessions = place.installation.state_dir / "agents" / place.agent.id / "sessions"
    apart = drift(index, root, search, sessions)
    return AgentState(
        place=place,
        root=root,
        identity=found,
        search=search,
        drift=apart,
        mismatches=mismatches(found, search),
        problems=(*index.problems, *oddities(found, apart)),
        database_bytes=_size(place.path),
        log_bytes=_size(place.path.with_name(place.path.name + "-wal")),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise AgentIndexError(f"{path.name} cannot be read: {reason_of(error)}.") from error
