"""A copy of the agent's index in which files are changed on trial, as the agent would index them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from typing import Any

import numpy as np
import pytest
from agent_states import DATA, NewState, State
from hand_made import NOW, agent_of, counted, fill

from openclaw_desktop.agent_index import asking
from openclaw_desktop.agent_index.advice.pieces import embeddable
from openclaw_desktop.agent_index.advice.rows import Vector
from openclaw_desktop.agent_index.advice.scratch import scratch
from openclaw_desktop.agent_index.configured import AgentSearch, agent_search
from openclaw_desktop.agent_index.database import AgentDatabase
from openclaw_desktop.agent_index.form import places
from openclaw_desktop.agent_index.question_vector import QuestionVector
from openclaw_desktop.agent_index.snapshots import Snapshots
from openclaw_desktop.index.chunk import Chunk
from openclaw_desktop.index.where import Where
from openclaw_desktop.search.question import Question
from openclaw_desktop.search.ranking import Answer, rank
from openclaw_desktop.sqlite import Database
from openclaw_desktop.workspace import config
from openclaw_desktop.workspace.agents import Era

MEMORY = Where(sources=frozenset({"memory"}))


@pytest.fixture
def snapshots() -> Iterator[Snapshots]:
    with closing(Snapshots()) as kept:
        yield kept


def never(text: str) -> Vector | None:
    raise AssertionError(f"this text is known to the index: {text[:80]}")


def by_counting(text: str) -> Vector:
    return counted(text).astype(np.float64)


def settings_of(era: Era) -> AgentSearch:
    return agent_search(config.read(DATA / f"state-{era}" / "openclaw.json").values, "main", era)


def results(answer: Answer) -> list[tuple[str, int, int, str, float]]:
    return [
        (c.path, c.start_line, c.end_line, c.text, round(hit.score, 9))
        for hit in answer.hits
        for c in (hit.candidate,)
    ]


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_every_file_replaced_by_itself_changes_no_recorded_answer(snapshots: Snapshots, era: Era) -> None:
    run: Any = json.loads((DATA / f"search-{era}.json").read_text(encoding="utf-8"))
    search = settings_of(era)
    root = DATA / f"state-{era}" / "workspace"
    with (
        snapshots.opened(places(DATA / f"state-{era}", "main", era)[0]) as index,
        scratch(index, search, never, now_ms=0) as copy,
    ):
        paths = [document.path for document in index.documents if document.source == "memory"]
        texts = {path: (root / path).read_bytes().decode() for path in paths}
        questions = [_recorded(each, run, search) for each in run["searches"]]
        before = [_asked(index, *each, search) for each in questions]
        with copy.changed(texts) as changed:
            during = [_asked(changed, *each, search) for each in questions]
        after = [_asked(copy.index, *each, search) for each in questions]
    assert before == during == after


def _recorded(
    each: dict[str, Any], run: dict[str, Any], search: AgentSearch
) -> tuple[Question, QuestionVector]:
    now = datetime.fromisoformat((each.get("now") or run["now"]).replace("Z", "+00:00"))
    vector = np.array(each["queryVector"], dtype=np.float32)
    return Question(each["query"], search.parameters(), now, MEMORY), QuestionVector(vector)


def _asked(
    index: AgentDatabase, question: Question, asked: QuestionVector, search: AgentSearch
) -> list[tuple[str, int, int, str, float]]:
    return results(rank(asking.found(index, question, asked, search), question.parameters))


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_a_change_is_found_while_it_is_tried_and_gone_afterwards(
    new_state: NewState, snapshots: Snapshots, era: Era
) -> None:
    state = new_state(era)
    fill(state, {"memory/a.md": "Hills.\n"})
    search = settings_of(era)
    question = Question("gateway", search.parameters(), NOW, MEMORY)
    asked = QuestionVector(counted("gateway"))
    with (
        snapshots.opened(state.database()) as index,
        scratch(index, search, by_counting, now_ms=0) as copy,
    ):
        with copy.changed({"memory/a.md": None, "memory/new.md": "The gateway.\n"}) as changed:
            assert [document.path for document in changed.documents] == ["memory/new.md"]
            assert [hit[0] for hit in _asked(changed, question, asked, search)] == ["memory/new.md"]
        assert _asked(copy.index, question, asked, search) == []


def test_what_the_agent_does_not_look_at_is_not_put_in(new_state: NewState, snapshots: Snapshots) -> None:
    state = new_state("2026.9")
    fill(state, {"memory/a.md": "Hills.\n"})
    with (
        snapshots.opened(state.database()) as index,
        scratch(index, settings_of("2026.9"), never, now_ms=0) as copy,
        copy.changed({"SOUL.md": "The gateway.\n"}) as changed,
    ):
        assert [document.path for document in changed.documents] == ["memory/a.md"]


@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
@pytest.mark.parametrize("lost", ["words", "vectors", "meta", "cache"])
def test_an_index_that_lacks_a_table_can_be_tried_on_all_the_same(
    new_state: NewState, era: Era, lost: str
) -> None:
    state = new_state(era)
    fill(state, {"memory/a.md": "Hills.\n", "memory/gate.md": "It listens.\n"})
    drop(state, lost)
    with closing(agent_of(state)) as agent:
        question = agent.question("gateway port", now=NOW)
        assert agent.why_not(question, "memory/gate.md", 1).indexed
        with (
            agent.opened() as index,
            scratch(index, agent.configured(), by_counting, now_ms=0) as copy,
            copy.changed({"memory/gate.md": "The gateway port.\n"}) as changed,
        ):
            asked = QuestionVector(counted("gateway port"))
            found = _asked(changed, question, asked, agent.configured())
            assert found[0][0] == "memory/gate.md"


def drop(state: State, lost: str) -> None:
    with closing(Database(state.database())) as database, database.transaction():
        form = AgentDatabase(database).form
        for (name,) in database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? AND sql LIKE ?",
            (form.chunks, f"%{getattr(form, lost)}%"),
        ):
            database.rows(f"DROP TRIGGER {name}")
        database.rows(f"DROP TABLE {getattr(form, lost)}")


def test_a_text_longer_than_the_model_takes_is_cut_between_characters() -> None:
    chunk = Chunk("网" * 1000 + "é", 3, 4, "whole")
    pieces = embeddable([chunk], "local")
    assert "".join(piece.text for piece in pieces) == chunk.text
    assert [len(piece.text.encode()) for piece in pieces] == [2046, 956]
    assert {(piece.start_line, piece.end_line) for piece in pieces} == {(3, 4)}
    assert len({piece.hash for piece in pieces}) == 2
    assert embeddable([chunk], "openai") == [chunk]
