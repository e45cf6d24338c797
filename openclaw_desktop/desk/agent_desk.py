"""The verbs of the agent's own search: what its index holds, and what it finds in it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from openclaw_desktop.agent_index import asking, form, snapshots
from openclaw_desktop.agent_index.configured import AgentSearch, agent_search
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.question_vector import Ask, model_of
from openclaw_desktop.agent_index.snapshots import Snapshots
from openclaw_desktop.desk import agent_state
from openclaw_desktop.desk.agent_state import AgentState, Place
from openclaw_desktop.desk.owner import Owner
from openclaw_desktop.errors import NoAgentIndexError
from openclaw_desktop.index.where import Where
from openclaw_desktop.search.candidates import Candidates
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.ranking import Answer, rank

MEMORY_ONLY = Where(sources=frozenset({"memory"}))


class AgentDesk:
    """The own search of the agent one workspace belongs to; every verb blocks and only reads."""

    def __init__(self, root: Path, owner: Callable[[], Owner], *, ask: Ask) -> None:
        """`ask` is asked for the vectors of questions."""
        self.root = root
        self._owner = owner
        self._ask = ask
        self._snapshots = Snapshots()

    def close(self) -> None:
        """Removes the copy of the index."""
        self._snapshots.close()

    def place(self) -> Place:
        """Where the index is. Raises NoAgentIndexError where there is no agent, or it has none."""
        owner = self._owner()
        found, agent = owner.installation, owner.agent
        if found is None or agent is None:
            raise NoAgentIndexError(
                "No OpenClaw agent is known for this workspace, so there is no index of its own to look into."
            )
        tried = form.places(found.state_dir, agent.id, found.era)
        for path in tried:
            if snapshots.is_there(path):
                return Place(path, found, agent)
        if log := next(filter(snapshots.is_there, map(form.log_of, tried)), None):
            raise NoAgentIndexError(
                f"{agent.name} has no index: {log} is left of one, but the database itself is gone."
            )
        raise NoAgentIndexError(
            f"{agent.name} has no index: there is no {tried[0]}. It makes one when it searches its memory."
        )

    def name(self) -> str | None:
        """What the agent is called whose own search can be asked here; None where there is none."""
        try:
            agent = self.place().agent
        except NoAgentIndexError:
            return None
        return agent.name or agent.id

    @contextlib.contextmanager
    def opened(self) -> Generator[AgentDatabase]:
        """The index as it is now, for one thread at a time. Raises AgentIndexError."""
        with self._snapshots.opened(self.place().path) as index:
            yield index

    def configured(self) -> AgentSearch:
        """How this agent searches, by the form of its index. Raises AgentIndexError."""
        place = self.place()
        with self._snapshots.opened(place.path) as index:
            era = index.form.version
        return agent_search(place.installation.values, place.agent.id, era)

    def state(self) -> AgentState:
        """What the index is made of, what it lacks, and how the agent is set. Raises AgentIndexError."""
        place, search = self.place(), self.configured()
        with self._snapshots.opened(place.path) as index:
            return agent_state.look(index, place, self.root, search)

    def question(
        self,
        text: str,
        *,
        now: datetime,
        limit: int | None = None,
        min_score: float | None = None,
        where: Where = MEMORY_ONLY,
    ) -> Question:
        """A question as this agent would ask it: by its version's rules and its configuration's numbers.

        Its tool looks into the memory's own files unless it is told otherwise. Raises AgentIndexError.
        """
        parameters = self.configured().parameters(limit=limit, min_score=min_score)
        return Question(text, parameters, now, where)

    def candidates(self, question: Question) -> Candidates:
        """What both legs of the agent's search find, ready to be ranked. Raises AgentIndexError."""
        search = self.configured()
        with self.opened() as index:
            model = model_of(index)
        asked = self._ask(question.text, model, search)
        with self.opened() as index:
            found = asking.gather(index, question, asked.vector, keywords_only=asked.why_not)
        return found if search.is_hybrid else _by_meaning_alone(found)

    def search(self, question: Question) -> Answer:
        """The agent's answer with everything that led to it. Raises AgentIndexError."""
        return rank(self.candidates(question), question.parameters)


def _by_meaning_alone(found: Candidates) -> Candidates:
    """What is left where the configuration switches words off. OpenClaw 2026.2: hybrid.enabled."""
    if found.keywords_only:
        return replace(found, items=())
    return replace(found, items=tuple(item for item in found.items if item.cosine is not None))
