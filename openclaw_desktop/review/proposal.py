"""What waits for a person, where it came from, and what the person decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

SESSION_SHOWN = 8
"""Characters of a session's id that tell it from others."""


class Kind(StrEnum):
    """What accepting a proposal does to the file."""

    CHANGE = "change"
    CREATE = "create"
    DELETE = "delete"


class State(StrEnum):
    """Where a proposal stands."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"  # the change went away by itself, or a person's own save made it moot


class Who(StrEnum):
    """What kind of writer a text comes from."""

    PERSON = "person"
    AGENT = "agent"
    OUTSIDE = "outside"  # a program that cannot be named
    IMPORT = "import"  # it was there when this program first looked


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a text came from. `turn` counts the session's turns from 1; `tool` is what the agent called."""

    who: Who
    name: str  # "agent main", "Claude Code", "Maren"
    session: str | None = None
    turn: int | None = None
    tool: str | None = None

    @property
    def sentence(self) -> str:
        """ "agent main, session 57e864eb, turn 41"; "noted by Maren from session 57e864eb, turn 41"."""
        parts = [self.name]
        if self.session:
            session = f"session {self.session[:SESSION_SHOWN]}"
            noted = self.who is Who.PERSON
            parts = [f"noted by {self.name} from {session}"] if noted else [self.name, session]
        if self.turn is not None:
            parts.append(f"turn {self.turn}")
        return ", ".join(parts)


OUTSIDE = Origin(Who.OUTSIDE, "outside program")
IMPORTED = Origin(Who.IMPORT, "found here")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided. Hashes are of the file's bytes; None stands for no such file."""

    seq: int  # its row in the journal
    proposal: str
    path: str
    accepted: bool
    by: str
    at: datetime
    comment: str
    before: str | None
    after: str | None
    hunks: tuple[int, int] | None = None  # accepted, of so many; None when it was taken or left whole
    taken_back: datetime | None = None
    edited: bool = False  # the person did more than to choose among what was proposed


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that somebody wants. Hashes are of bytes; None stands for no such file."""

    id: str
    path: str
    kind: Kind
    origin: Origin
    reason: str
    at: datetime  # when it was first seen
    changed_at: datetime  # when its text last changed
    base: str | None  # the approved version it was made against
    proposed: str | None
    state: State = State.WAITING
    found: bool = False  # somebody wrote it to the disk; else it was asked for
    on_disk: bool = False  # it stays on disk while it waits
    moved_to: str | None = None  # of a deletion: where the same bytes turned up
    added: int = 0  # lines
    removed: int = 0
    tokens_before: int | None = None  # None: there is no text to count
    tokens_after: int | None = None
    writes: int = 1  # how many writes on disk it sums up
    left_alone: bool = False  # its writer does not stop: the approved version is not put back any more
    decision: Decision | None = None

    @property
    def waits(self) -> bool:
        """Nobody decided it yet."""
        return self.state is State.WAITING

    @property
    def tokens(self) -> int | None:
        """By how many tokens the file grows."""
        if self.tokens_before is None and self.tokens_after is None:
            return None
        return (self.tokens_after or 0) - (self.tokens_before or 0)
