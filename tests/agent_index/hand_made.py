"""Indexes made by hand: an agent's database of either era over a few files, with vectors that count words."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime

import numpy as np
from agent_states import State

from openclaw_desktop.agent_index.advice.rows import NewFile, Piece, put, take_away
from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.question_vector import IndexModel, QuestionVector
from openclaw_desktop.desk.agent_desk import AgentDesk
from openclaw_desktop.desk.owner import Owner, owner_of
from openclaw_desktop.index.chunk import chunk_document
from openclaw_desktop.index.embed import Vector
from openclaw_desktop.sqlite import Database
from openclaw_desktop.workspace.files import hash_of

DIMENSIONS = 384
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)

NOBODY = QuestionVector(None, "nobody can be asked")


def counted(text: str) -> Vector:
    """A vector by which texts with the same words are near; Chinese counts by characters."""
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    for word in re.findall("[\u4e00-\u9fff]|[a-z0-9]+", text.lower()):
        vector[int(hashlib.sha256(word.encode()).hexdigest(), 16) % DIMENSIONS] += 1
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def by_counting(text: str, model: IndexModel, search: AgentSearch) -> QuestionVector:
    del model, search
    return QuestionVector(counted(text))


def nobody(text: str, model: IndexModel, search: AgentSearch) -> QuestionVector:
    del text, model, search
    return NOBODY


def fill(state: State, files: Mapping[str, str]) -> None:
    """Puts these files into the workspace, and nothing but them into the index."""
    root = state.workspace()
    shutil.rmtree(root / "memory")
    for name in ("MEMORY.md", "USER.md"):
        (root / name).unlink(missing_ok=True)
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    with closing(Database(state.database())) as database, database.transaction():
        index = AgentDatabase(database)
        for document in index.documents:
            take_away(index, document.path, document.source)
        database.rows(f"DELETE FROM {index.form.cache}")
        for path, text in files.items():
            put(index, _file(path, text, index))


def _file(path: str, text: str, index: AgentDatabase) -> NewFile:
    pieces = [
        Piece(chunk, counted(chunk.text).astype(np.float64))
        for chunk in chunk_document(path, text, version=index.form.version)
    ]
    data = text.encode()
    return NewFile(path, "memory", hash_of(data), len(data), int(NOW.timestamp() * 1000), tuple(pieces))


def agent_of(state: State, *, asks: bool = True) -> AgentDesk:
    """The agent's own search; without `asks` its model cannot be had."""
    root = state.workspace()
    owner: Owner = owner_of(root)
    return AgentDesk(root, lambda: owner, ask=by_counting if asks else nobody)
