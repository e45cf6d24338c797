"""Who answers a question in the search view: this program's index, or the agent's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from openclaw_desktop.context.sessions import sessions
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import TranscriptError
from openclaw_desktop.index.store import Where
from openclaw_desktop.search import presets
from openclaw_desktop.search.candidates import Candidate
from openclaw_desktop.search.query import WhyNot
from openclaw_desktop.search.ranking import Candidates, Parameters, Question
from openclaw_desktop.ui.search_view.model_words import Asked, asked_of

WHOLE = ("candidate_multiplier", "limit")
"""Parameters that are whole numbers."""

AS_AGENT = "as agent"
"""The ranking that is the agent's own search, in its own index."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What a person asked for; `overrides` are the parameters tried instead of their own.

    `ranking` is a preset's name, or `AS_AGENT`, for which `where` has no say.
    """

    text: str
    ranking: str
    where: Where
    overrides: Mapping[str, float] = field(default_factory=dict[str, float])
    quiet: bool = False  # nobody pressed anything: only a changed answer is worth showing

    def same_search(self, other: Asking | None) -> bool:
        """Whether only the parameters or the index differ."""
        return other is not None and (self.text, self.ranking, self.where) == (
            other.text,
            other.ranking,
            other.where,
        )


@dataclass(frozen=True, slots=True)
class Gathered:
    """Candidates, and the parameters the ranking has when nothing is tried."""

    asking: Asking
    question: Question
    candidates: Candidates
    base: Parameters
    asked: Asked | None = None  # of the agent's own search: who gave the question its vector


def gather(engine: Engine, asking: Asking, now: datetime) -> Gathered:
    """Asks whoever is to answer; blocks. Raises IndexingError or AgentIndexError."""
    if asking.ranking == AS_AGENT:
        question = engine.agent.question(asking.text, now=now)
        base = question.parameters
        question = replace(question, parameters=tuned(base, asking.overrides))
        candidates = engine.agent.candidates(question)
        return Gathered(asking, question, candidates, base, asked_of(engine, candidates))
    base = presets.parameters(asking.ranking, engine.settings.search)
    question = Question(asking.text, tuned(base, asking.overrides), now, asking.where)
    return Gathered(asking, question, engine.candidates(question), base)


def why_not(engine: Engine, ranking: str, question: Question, path: str, line: int | None) -> WhyNot:
    """Why a file or line is not among the hits; blocks. Raises as `gather` does."""
    if ranking == AS_AGENT:
        return engine.agent.why_not(question, path, line)
    return engine.why_not(question, path, line)


def has_agent(engine: Engine) -> bool:
    """Whether an agent with an index or sessions works here, by its configuration as it is now; blocks."""
    owner = engine.desk.look_for_owner()
    if owner.installation is None or owner.agent is None:
        return False
    if engine.agent.name() is not None:
        return True
    try:
        return bool(sessions.of_agent(owner.installation.state_dir, owner.agent.id))
    except TranscriptError:
        return True  # there are some, and the page of past searches says what is wrong with them


def session_place(engine: Engine, found: Candidate) -> tuple[str, int]:
    """The id of the session that a hit is of, and the turn it begins in; 0 where that is not known; blocks.

    OpenClaw: the lines of a hit are those of the transcript, of which each is a record.
    """
    session = found.path.rpartition("/")[2].removesuffix(".jsonl")
    rows = (row for row in engine.sessions.catalogue().rows if row.session.id == session)
    try:
        opened = engine.sessions.open(next(rows))
    except (StopIteration, TranscriptError):
        return session, 0  # the page of sessions says what is the matter with it
    return session, next((e.turn for e in opened.chain if e.number + 1 >= found.start_line and e.turn), 0)


def tuned(parameters: Parameters, overrides: Mapping[str, float]) -> Parameters:
    """Parameters with the tried values in place."""
    values: dict[str, Any] = {k: int(v) if k in WHOLE else v for k, v in overrides.items()}
    return replace(parameters, **values)
