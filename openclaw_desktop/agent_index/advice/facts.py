"""What the real legs say of a line's chunk: which words of the question are not in it."""

from __future__ import annotations

from collections.abc import Callable

from openclaw_desktop.agent_index.advice.changes import Facts
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.agent_index.standings import Standings
from openclaw_desktop.search.question import Question


def facts_of(
    index: AgentDatabase,
    question: Question,
    asked: QuestionVector,
    path: str,
    line: int,
    *,
    is_taken: Callable[[str], bool],
) -> Facts:
    """Asks for the chunk that stands best; without one, every word is missing."""
    standings = Standings(index, question, asked.vector)
    chunks = standings.chunks_of(path, line, line)
    last = standings.count + 1
    best = min(chunks, key=lambda chunk: standings.by_meaning.get(chunk.id, (last,))[0], default=None)
    words = standings.words
    return Facts(
        question=question,
        missing=[word for word in words if best is None or best.id not in standings.holders(word)],
        asked=[*words, *(word for word in standings.keywords if word not in words)],
        project=best.project if best else None,
        is_trigram=standings.is_trigram,
        is_taken=is_taken,
    )
