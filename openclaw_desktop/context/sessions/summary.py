"""Pure: what a list of sessions shows of one, from reading it once."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from openclaw_desktop.context.marks import error_of
from openclaw_desktop.context.sessions.conversation import Conversation
from openclaw_desktop.context.sessions.entries import Entry, EntryKind
from openclaw_desktop.context.sessions.parts import Category, Label

FIRST_WORDS = 120
"""Characters of what the person said first."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a session along its last branch; cost and damage are those of all of it.

    `peak` is the most the provider ever counted in the window, in tokens, None when it never did; `cost` is
    in dollars, None when no price is known. `problems` are sentences.
    """

    started: datetime | None
    ended: datetime | None
    entries: int
    branches: int
    turns: int
    model: str | None
    peak: int | None
    compactions: int
    resets: int
    flushes: int
    errors: int
    cost: float | None
    damaged: int
    first_words: str
    problems: tuple[str, ...]

    @property
    def length(self) -> timedelta | None:
        """From the first to the last entry with a time."""
        return self.ended - self.started if self.started and self.ended else None


def summarise(conversation: Conversation) -> Summary:
    """The figures of a session."""
    chain = conversation.chain()
    times = [entry.at for entry in chain if entry.at]
    prompts = [entry.usage.prompt for entry in chain if entry.usage and entry.usage.prompt]
    costs = [entry.usage.cost for entry in conversation.entries if entry.usage and entry.usage.cost]
    return Summary(
        started=min(times, default=None),
        ended=max(times, default=None),
        entries=len(conversation.entries),
        branches=len(conversation.branches),
        turns=chain[-1].turn if chain else 0,
        model=next((entry.model_used for entry in reversed(chain) if entry.model_used), None),
        peak=max(prompts, default=None),
        compactions=sum(entry.kind is EntryKind.COMPACTION for entry in chain),
        resets=sum(entry.kind is EntryKind.RESET for entry in chain),
        flushes=sum(any(part.label == Label.FLUSH for part in entry.parts) for entry in chain),
        errors=sum(bool(error_of(entry)) for entry in chain),
        cost=sum(costs) if costs else None,
        damaged=conversation.damaged,
        first_words=_first_words(chain),
        problems=conversation.problems,
    )


def to_json(summary: Summary) -> dict[str, Any]:
    """The summary as JSON can hold it."""
    values = asdict(summary)
    for key in ("started", "ended"):
        values[key] = values[key].isoformat() if values[key] else None
    return values


def from_json(values: dict[str, Any]) -> Summary:
    """The summary `to_json` made; ValueError for anything else."""
    try:
        restored: dict[str, Any] = {**values, "problems": tuple(values["problems"])}
        for key in ("started", "ended"):
            restored[key] = datetime.fromisoformat(values[key]) if values[key] else None
        return Summary(**restored)
    except (TypeError, KeyError) as error:
        raise ValueError("no summary") from error


def _first_words(chain: list[Entry]) -> str:
    own = (
        part.text
        for entry in chain
        for part in entry.parts
        if part.category is Category.USER and not part.folded and part.text and part.label != Label.HISTORY
    )
    text = " ".join(next(own, "")[: 2 * FIRST_WORDS].split())
    return text if len(text) <= FIRST_WORDS else text[:FIRST_WORDS] + "…"
