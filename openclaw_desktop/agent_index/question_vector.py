"""The vector of a question by an agent's own model, where that can be had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.meta import Meta
from openclaw_desktop.index.embed import Vector


@dataclass(frozen=True, slots=True, eq=False)
class QuestionVector:
    """The vector, or a sentence why there is none; `by` names what made it."""

    vector: Vector | None
    why_not: str | None = None
    by: str = ""


Ask: TypeAlias = Callable[[str, Meta, AgentSearch], QuestionVector]
"""Asked with the question, what the index says of its model, and what openclaw.json says of it."""


def nobody_to_ask(text: str, meta: Meta, search: AgentSearch) -> QuestionVector:
    """An `Ask` for where no model can be had."""
    del text, search
    name = f"“{meta.model}”" if meta.model else "the agent's model"
    return QuestionVector(None, f"{name} cannot be asked from here, so meaning does not count")
