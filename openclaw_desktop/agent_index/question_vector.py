"""The vector of a question by an agent's own model, where that can be had."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.vectors import vector_of
from openclaw_desktop.index.embed import Vector


@dataclass(frozen=True, slots=True, eq=False)
class QuestionVector:
    """The vector, or a sentence why there is none; `by` names what made it."""

    vector: Vector | None
    why_not: str | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """An indexed text and the vector that the index's model gave it."""

    text: str
    vector: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class IndexModel:
    """The model an index was made with, as far as the index knows it.

    By its `samples` another copy of the model can be told from another model.
    """

    name: str | None
    provider: str | None = None
    dims: int | None = None
    samples: tuple[Sample, ...] = ()

    @property
    def mark(self) -> str:
        """The same for the same vectors of the same texts."""
        digest = hashlib.sha256(f"{self.name}\0{self.dims}".encode())
        for sample in self.samples:
            digest.update(sample.text.encode("utf-8", "surrogatepass") + sample.vector.tobytes())
        return digest.hexdigest()


Ask: TypeAlias = Callable[[str, IndexModel, AgentSearch], QuestionVector]
"""Asked with the question, the model of the index, and what openclaw.json says of it."""


def model_of(index: AgentDatabase) -> IndexModel:
    """The model of an index with some of its vectors. Raises AgentIndexError."""
    meta = index.meta
    read = [(text, vector_of(stored, meta.dims if meta else None)) for text, stored in index.short_texts]
    samples = tuple(Sample(text, vector) for text, vector in read if vector is not None)
    lengths = {len(sample.vector) for sample in samples}
    dims = (meta.dims if meta else None) or (lengths.pop() if len(lengths) == 1 else None)
    return IndexModel(index.model or None, meta.provider if meta else None, dims, samples)


def nobody_to_ask(text: str, model: IndexModel, search: AgentSearch) -> QuestionVector:
    """An `Ask` for where no model can be had."""
    del text, search
    name = f"“{model.name}”" if model.name else "the agent's model"
    return QuestionVector(None, f"{name} cannot be asked from here, so meaning does not count")
