"""Indexes that are damaged, newer, half gone, or somebody else's: what is had of them, and what is said."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from agent_states import DATA, NewState, State, engine_of

from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.desk.agent_state import AgentState
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import AgentIndexError, NoAgentIndexError
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.sqlite import Database

ERAS = ("2026.2", "2026.9")
CHUNKS = {"2026.2": "chunks", "2026.9": "memory_index_chunks"}
META = {"2026.2": "meta", "2026.9": "memory_index_meta"}
WORDS = {"2026.2": "chunks_fts", "2026.9": "memory_index_chunks_fts"}

RAIN: dict[str, Any] = json.loads((DATA / "search-2026.2.json").read_text(encoding="utf-8"))["searches"][0]
NOW = datetime.fromisoformat("2026-11-30T12:00:00+00:00")


def as_recorded(*_: object) -> QuestionVector:
    return QuestionVector(np.array(RAIN["queryVector"], dtype=np.float32), by="the recording")


@contextlib.contextmanager
def untouched(state: State) -> Generator[Engine]:
    """An engine; whatever is done with it, the state directory is afterwards as it was, to the last time."""
    before = state.everything()
    with engine_of(state, ask=as_recorded) as engine:
        yield engine
    assert state.everything() == before


def looked_at(state: State) -> tuple[AgentState, Answer]:
    with untouched(state) as engine:
        question = engine.agent.question(RAIN["query"], now=NOW)
        return engine.agent.state(), engine.agent.search(question)


def refused(state: State, kind: type[AgentIndexError] = AgentIndexError) -> str:
    """The one sentence that both verbs say."""
    with untouched(state) as engine:
        with pytest.raises(kind) as first:
            engine.agent.state()
        with pytest.raises(kind) as second:
            engine.agent.search(engine.agent.question(RAIN["query"], now=NOW))
    assert str(first.value) == str(second.value)
    return str(first.value)


def spoil(state: State, *statements: str) -> None:
    database = Database(state.database())
    with contextlib.closing(database), database.transaction():
        for each in statements:
            database.rows(each)


@pytest.fixture(params=ERAS)
def state(new_state: NewState, request: pytest.FixtureRequest) -> State:
    return new_state(request.param)


def test_a_sound_index_has_no_problems_and_is_not_touched(state: State) -> None:
    found, answer = looked_at(state)
    assert found.problems == ()
    assert found.mismatches == ()
    assert answer.hits


def test_a_newer_database_is_said_and_read_as_far_as_it_is_understood(state: State) -> None:
    spoil(state, "PRAGMA user_version = 99")
    found, answer = looked_at(state)
    assert any("A newer OpenClaw wrote this database (schema 99" in each for each in found.problems)
    assert found.identity.schema == 99
    assert answer.hits


def test_a_database_whose_tables_changed_is_said(new_state: NewState) -> None:
    state = new_state("2026.9")
    spoil(
        state,
        "DROP TABLE memory_index_chunk_provenance",
        "DROP TABLE memory_index_chunk_recall_metadata",
        "DROP TABLE memory_index_chunks",
        "CREATE TABLE memory_index_chunks (id TEXT, words TEXT)",
    )
    assert "keeps its index in a way this program does not know" in refused(state)


def test_a_log_without_its_database_is_said(state: State) -> None:
    log = state.database().with_name(state.database().name + "-wal")
    state.database().rename(log)
    assert refused(state, NoAgentIndexError) == (
        f"Nimbus has no index: {log} is left of one, but the database itself is gone."
    )


def test_what_only_the_log_holds_is_read(state: State) -> None:
    with contextlib.closing(sqlite3.connect(state.database())) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute(f"UPDATE {CHUNKS[state.era]} SET text = '' WHERE path = 'MEMORY.md'")
        writer.commit()
        found, _ = looked_at(state)
    assert found.log_bytes > 0
    assert found.identity.contents.without_text


def test_another_agent_s_index_is_said(state: State) -> None:
    shutil.copyfile(state.database("research"), state.database())
    found, _ = looked_at(state)
    assert any("it may be the index of another agent" in each for each in found.problems)
    assert {each.kind for each in found.drift.changes} >= {"gone", "changed", "new"}


def test_vectors_of_two_lengths_are_counted_and_those_that_fit_are_found(state: State) -> None:
    short = "'[0.5, 0.5]'" if state.era == "2026.2" else "zeroblob(16)"
    spoil(state, f"UPDATE {CHUNKS[state.era]} SET embedding = {short} WHERE path = 'MEMORY.md'")
    found, answer = looked_at(state)
    [problem] = found.problems
    assert problem.startswith("Its vectors have different lengths: ")
    assert " of 2 numbers and " in problem
    assert any(hit.candidate.cosine for hit in answer.hits)


def test_vectors_that_cannot_be_read_are_counted(state: State) -> None:
    none = "'[broken'" if state.era == "2026.2" else "x''"
    spoil(state, f"UPDATE {CHUNKS[state.era]} SET embedding = {none} WHERE path = 'MEMORY.md'")
    found, _ = looked_at(state)
    [problem] = found.problems
    assert problem.endswith("chunks have no vector: only words find them.")


@pytest.mark.parametrize("value", [None, "", "null", "[1]", '{"model": 7}'])
def test_an_index_that_does_not_say_how_it_was_made_is_asked_by_the_model_of_its_chunks(
    state: State, value: str | None
) -> None:
    spoil(state, f"DELETE FROM {META[state.era]} WHERE key = 'memory_index_meta_v1'")
    if value is not None:
        spoil(state, f"INSERT INTO {META[state.era]} VALUES ('memory_index_meta_v1', '{value}')")
    found, answer = looked_at(state)
    assert found.identity.model == "multilingual-e5-small"
    assert found.identity.dims == 384
    assert any(hit.candidate.cosine for hit in answer.hits)
    assert [each.code for each in found.mismatches][:1] != []


def test_without_a_table_of_words_meaning_alone_is_found(state: State) -> None:
    spoil(state, f"DROP TABLE {WORDS[state.era]}")
    found, answer = looked_at(state)
    assert any("no table of words" in each for each in found.problems)
    assert answer.hits
    assert all(hit.candidate.bm25 is None for hit in answer.hits)


def test_chunks_without_text_are_counted(state: State) -> None:
    spoil(state, f"UPDATE {CHUNKS[state.era]} SET text = ' ' WHERE path = 'memory/2026-02-11.md'")
    found, _ = looked_at(state)
    [problem] = found.problems
    assert problem.endswith("hold no text: they can be found, and say nothing.")


def test_an_empty_index_finds_nothing_and_says_why(state: State) -> None:
    spoil(state, f"DELETE FROM {CHUNKS[state.era]}")
    found, answer = looked_at(state)
    assert "The index is empty: the agent finds nothing." in found.problems
    assert answer.hits == ()


def cut_short(database: Path) -> None:
    database.write_bytes(database.read_bytes()[:20_000])


def overwritten(database: Path) -> None:
    data = bytearray(database.read_bytes())
    data[4_096:-4_096] = bytes(255 - number % 251 for number in range(len(data) - 8_192))
    database.write_bytes(data)


def no_database(database: Path) -> None:
    database.write_text("this is no database, whatever its name says\n" * 100, encoding="utf-8")


@pytest.mark.parametrize("damage", [cut_short, overwritten, no_database])
def test_a_damaged_file_is_said(state: State, damage: Callable[[Path], None]) -> None:
    damage(state.database())
    assert "is damaged" in refused(state)


def test_a_file_of_no_bytes_is_said(state: State) -> None:
    state.database().write_bytes(b"")
    assert "holds no index of an agent's memory" in refused(state)


def test_a_folder_in_its_place_is_said(state: State) -> None:
    state.database().unlink()
    state.database().mkdir()
    assert "cannot be read" in refused(state)


HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA locking_mode = EXCLUSIVE")
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there, what is locked cannot be read at all")
def test_a_database_that_another_process_holds_locked_is_read_all_the_same(state: State) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(state.database())], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    with holder, holder.stdin:
        assert holder.stdout.readline() == b"locked\n"
        found, answer = looked_at(state)
    assert found.problems == ()
    assert answer.hits


def test_the_copy_is_renewed_when_the_agent_writes(state: State) -> None:
    with engine_of(state, ask=as_recorded) as engine:
        before = engine.agent.state().identity.contents.chunks
        spoil(state, f"DELETE FROM {CHUNKS[state.era]} WHERE path = 'MEMORY.md'")
        assert engine.agent.state().identity.contents.chunks < before
