"""From a question to candidates out of an agent's own index, by the rules of its version."""

from __future__ import annotations

from dataclasses import replace

from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.legs import AgentLegs
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.index.embed import Vector
from openclaw_desktop.search import agent_legs
from openclaw_desktop.search.candidates import Candidates
from openclaw_desktop.search.question import Question


def gather(
    index: AgentDatabase, question: Question, vector: Vector | None, *, keywords_only: str | None = None
) -> Candidates:
    """What the agent's two legs find, ready to be ranked and ranked again.

    The question's preset is the one of the index's form. `vector` is the question's by the index's own model;
    `keywords_only` says why there is none.
    """
    if not question.text.strip():
        return Candidates(question, ())
    legs = AgentLegs(index, question)
    near = [] if vector is None else legs.near(vector, agent_legs.wanted(question.parameters))
    if vector is not None and not near:
        keywords_only = keywords_only or "the agent's index has no vectors like the question's"
    gathered = replace(agent_legs.gather(legs, question, dict(near)), keywords_only=keywords_only)
    _ = gathered.similarity  # now, so that the first slider does not wait for it
    return gathered


def found(index: AgentDatabase, question: Question, asked: QuestionVector, search: AgentSearch) -> Candidates:
    """The same, but without words where openclaw.json switches them off. OpenClaw 2026.2: hybrid.enabled."""
    gathered = gather(index, question, asked.vector, keywords_only=asked.why_not)
    if search.is_hybrid:
        return gathered
    if gathered.keywords_only:
        return replace(gathered, items=())
    return replace(gathered, items=tuple(item for item in gathered.items if item.cosine is not None))
