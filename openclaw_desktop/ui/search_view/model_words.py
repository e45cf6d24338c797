"""Who gave a question its vector for the agent's index, who could, and what leaves the machine for it."""

from __future__ import annotations

from dataclasses import dataclass

from openclaw_desktop.agent_index.identity import FTS_ONLY
from openclaw_desktop.agent_index.mismatches import OPENAI
from openclaw_desktop.agent_index.question_vector import model_of
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import EmbedderError
from openclaw_desktop.keys import Keys
from openclaw_desktop.search.candidates import Candidates


@dataclass(frozen=True, slots=True)
class Asked:
    """Who gave the vector, "" if nobody did; `model` is the index's own, "" where it has none to ask.

    `samples` counts the texts of the index by which a model here was proven to be it; 0 where it answers
    unproven, None where a service answers.
    """

    by: str
    model: str
    samples: int | None = 0

    @property
    def sentence(self) -> str:
        """Who answered, and how it is known to be the agent's model; empty where nobody did."""
        if not self.by:
            return ""
        if self.samples is None:
            return f"By words and by meaning: {self.by} was sent this question, as you allowed."
        proof = (
            f"which gives {self.samples} texts of the index the vectors they have there"
            if self.samples
            else "which the configuration names; the index has no text to prove it by"
        )
        return f"By words and by meaning: the question's vector is from {self.by}, {proof}."


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be asked for a vector: the index's model, at an address to begin with; it may be empty.

    `no_keyring` says why a key cannot be kept.
    """

    model: str
    address: str
    no_keyring: str | None


def asked_of(engine: Engine, candidates: Candidates) -> Asked:
    """Who gave the vector of what was just asked; blocks. Raises AgentIndexError."""
    with engine.agent.opened() as index:
        model = model_of(index)
    name = "" if model.name in (None, FTS_ONLY) or not model.dims else model.name
    if candidates.keywords_only or not candidates.question.text.strip():
        return Asked("", name)
    found = engine.agent.asked(candidates.question.text, engine.agent.configured())
    remote = _host(engine.settings.agent.endpoint) == found.by
    return Asked(found.by, name, None if remote else len(model.samples))


def offer_of(engine: Engine) -> Offer:
    """What a person can be asked to allow; blocks, and contacts nobody. Raises AgentIndexError."""
    with engine.agent.opened() as index:
        model = model_of(index)
    configured: str | None = engine.agent.configured()["base_url"]
    usual = OPENAI if model.provider == "openai" else ""
    address = engine.settings.agent.endpoint or configured or usual
    return Offer(model.name or "", address, Keys().problem)


def leaving(address: str) -> str:
    """What leaves the machine, and where to. Raises EmbedderError for what is no address."""
    return (
        f"{_host_of(address)} is sent the words of each question to the agent's own search, also of a"
        " past one that you open, and, where you ask what would help, the passages that are tried. Nothing"
        " else leaves this machine, and nothing before you allow it."
    )


def _host(address: str) -> str | None:
    try:
        return _host_of(address)
    except EmbedderError:
        return None


def _host_of(address: str) -> str:
    from openclaw_desktop.agent_index import endpoint  # with all that speaks to the web: few ever do

    return endpoint.host_of(address)
