"""The verbs of the agent's own search: what its index holds, and what it finds in it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from datetime import datetime
from pathlib import Path

from openclaw_desktop.agent_index import asking, form, snapshots
from openclaw_desktop.agent_index.configured import AgentSearch, agent_search
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.drift import content_hash
from openclaw_desktop.agent_index.following import Following
from openclaw_desktop.agent_index.question_vector import Ask, QuestionVector, model_of
from openclaw_desktop.agent_index.snapshots import Snapshots
from openclaw_desktop.agent_index.standings import Standings
from openclaw_desktop.desk import agent_state
from openclaw_desktop.desk.agent_state import AgentState, Place
from openclaw_desktop.desk.owner import Owner
from openclaw_desktop.errors import AgentIndexError, NoAgentIndexError, reason_of
from openclaw_desktop.index.where import Where
from openclaw_desktop.search.candidates import Candidates
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.search.why_not import WhyNot

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
                owner.problem
                or "No OpenClaw agent is known for this workspace, so there is no index of its own to look"
                " into."
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
        where: Where | None = None,
    ) -> Question:
        """A question as this agent would ask it: by its version's rules and its configuration's numbers.

        Without `where` its tool looks into all it has indexed (2026.2), or into the memory's own files alone
        (2026.9). Raises AgentIndexError.
        """
        search = self.configured()
        parameters = search.parameters(limit=limit, min_score=min_score)
        usual = MEMORY_ONLY if search.era == "2026.9" else Where()
        return Question(text, parameters, now, where or usual)

    def candidates(self, question: Question) -> Candidates:
        """What both legs of the agent's search find, ready to be ranked. Raises AgentIndexError."""
        search = self.configured()
        asked = self.asked(question.text, search)
        with self.opened() as index:
            return asking.found(index, question, asked, search)

    def asked(self, text: str, search: AgentSearch) -> QuestionVector:
        """The vector of a text by the model of the index, or why there is none. Raises AgentIndexError."""
        return self.asker(search)(text)

    def asker(self, search: AgentSearch) -> Callable[[str], QuestionVector]:
        """The same for many texts, by the model of the index as it is now. Raises AgentIndexError."""
        with self.opened() as index:
            model = model_of(index)
        return lambda text: self._ask(text, model, search)

    def search(self, question: Question) -> Answer:
        """The agent's answer with everything that led to it. Raises AgentIndexError."""
        return rank(self.candidates(question), question.parameters)

    @contextlib.contextmanager
    def following(self, question: Question) -> Generator[Following]:
        """A search through which any file or line can be followed. Raises AgentIndexError."""
        search = self.configured()
        asked = self.asked(question.text, search)
        with self.opened() as index:
            answer = rank(asking.found(index, question, asked, search), question.parameters)
            standings = Standings(index, question, asked.vector)
            yield Following(answer, standings, search.is_hybrid, self._hash_on_disk)

    def why_not(self, question: Question, path: str, line: int | None = None) -> WhyNot:
        """Where one file or line stands in the agent's search, and which step lost it.

        Raises AgentIndexError.
        """
        with self.following(question) as search:
            return search.why_not(path, None if line is None else (line, line))

    def _hash_on_disk(self, path: str) -> str | None:
        file = self.root / path
        try:
            return content_hash(file.read_bytes()) if file.is_file() else None
        except OSError as error:
            raise AgentIndexError(f"{path} cannot be compared with the index: {reason_of(error)}.") from error
