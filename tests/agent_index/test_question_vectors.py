"""Who is asked for the vector of a question to an agent's index, and that nobody is asked who may not be."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from agent_states import DATA, NewState, engine_of
from embedding_server import body, serving, vector

from openclaw_desktop.agent_index.configured import agent_search
from openclaw_desktop.agent_index.question_vector import IndexModel, QuestionVector, Sample
from openclaw_desktop.agent_index.question_vectors import QuestionVectors
from openclaw_desktop.errors import KeyStoreError
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.keys import Keys
from openclaw_desktop.settings import AgentSettings

TEXT = "Rain gauge: tipping bucket, replaced in February."
ANOTHER_PROCESSOR = 1e-3
"""So far may scores be apart that vectors made on two kinds of processor lead to; on the same kind 1e-6."""

OPENAI = agent_search({"memory": {"search": {"model": "m"}}}, "main", "2026.9")

REMOTE = IndexModel("m", "openai", 2, (Sample(TEXT, np.array([0.6, 0.8])),))
HASHED = IndexModel("m", "openai", 64, (Sample(TEXT, HashEmbedder().embed_query(TEXT).astype(np.float64)),))


class FewKeys(Keys):
    """The keys a test gives; `problem` why there can be none."""

    def __init__(self, problem: str | None = None, **keys: str) -> None:
        self._problem = problem
        self._keys = keys

    @property
    def problem(self) -> str | None:
        return self._problem

    def key_of(self, address: str) -> str | None:
        return self._keys.get("any")


class LockedKeys(FewKeys):
    def key_of(self, address: str) -> str | None:
        raise KeyStoreError("The keyring is locked.")


def asking(
    settings: AgentSettings, keys: Keys | None = None, *, bundled_name: str = "e5", home: Path | None = None
) -> QuestionVectors:
    return QuestionVectors(
        lambda: settings,
        new=lambda _: HashEmbedder(),
        keys=keys or FewKeys(),
        bundled=Path("e5.gguf"),
        bundled_name=bundled_name,
        home=home or Path("nowhere"),
    )


@pytest.fixture
def no_connection(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whoever opens a connection or looks up a name is noted, and refused."""
    tried: list[str] = []

    def refuse(name: str) -> Callable[..., None]:
        def refused(*_: object, **__: object) -> None:
            tried.append(name)
            raise OSError("no connections in this test")

        return refused

    monkeypatch.setattr(socket.socket, "connect", refuse("connect"))
    monkeypatch.setattr(socket, "getaddrinfo", refuse("getaddrinfo"))
    return tried


def test_without_a_setting_no_connection_is_opened(no_connection: list[str]) -> None:
    remote = {"model": "m", "remote": {"baseUrl": "http://127.0.0.1:9/v1", "apiKey": "k"}}
    search = agent_search({"memory": {"search": remote}}, "main", "2026.9")
    asked = asking(AgentSettings())("where?", REMOTE, search)
    assert asked.vector is None
    assert asked.why_not == "“m” cannot be asked from here, so meaning does not count"
    assert no_connection == []


def test_a_whole_search_opens_no_connection_though_openclaw_json_names_an_address(
    new_state: NewState, no_connection: list[str]
) -> None:
    state = new_state("2026.9")
    config = state.config.read_text(encoding="utf-8")
    state.config.write_text(config.replace("multilingual-e5-small", "other"), encoding="utf-8")
    with engine_of(state, ask=None) as engine:
        assert engine.agent.state().endpoint == "http://127.0.0.1:18555/v1"
        question = engine.agent.question("rain gauge", now=datetime.fromisoformat("2026-11-30T12:00:00Z"))
        engine.agent.candidates(question)
    assert no_connection == []


def test_the_connection_would_be_seen(no_connection: list[str]) -> None:
    asking(AgentSettings(endpoint="http://127.0.0.1:9/v1"))("where?", REMOTE, OPENAI)
    assert no_connection


def test_the_endpoint_a_person_named_is_asked_once_for_a_question() -> None:
    with serving(vector(3, 4)) as service:
        ask = asking(AgentSettings(endpoint=service.base), FewKeys(any="sk-1"))
        asked = [ask("where?", REMOTE, OPENAI) for _ in range(3)]
    [request] = service.asked
    assert request.headers["Authorization"] == "Bearer sk-1"
    assert request.body["input"] == "where?"
    assert asked[0].vector is not None
    assert asked[0].vector.tolist() == [3, 4]
    assert asked[0].by == f"127.0.0.1:{service.port}"
    assert asked[2] is asked[0]


def test_a_failure_is_not_remembered() -> None:
    with serving(body({}, 500)) as service:
        ask = asking(AgentSettings(endpoint=service.base))
        assert "answered 500" in str(ask("where?", REMOTE, OPENAI).why_not)
        service.answer = vector(3, 4)
        assert ask("where?", REMOTE, OPENAI).vector is not None


def test_vectors_of_another_length_are_not_used() -> None:
    with serving(vector(1, 2, 3)) as service:
        asked = asking(AgentSettings(endpoint=service.base))("where?", REMOTE, OPENAI)
    assert asked.vector is None
    assert "gives vectors of 3 numbers, and the index has 2" in str(asked.why_not)


def test_where_there_is_no_keyring_that_is_said_with_the_refusal() -> None:
    with serving(body({}, 401)) as service:
        ask = asking(AgentSettings(endpoint=service.base), FewKeys("this system has no keyring"))
        asked = ask("where?", REMOTE, OPENAI)
    assert "wants a key (this system has no keyring)" in str(asked.why_not)


def test_a_locked_keyring_sends_nothing(no_connection: list[str]) -> None:
    asked = asking(AgentSettings(endpoint="https://host/v1"), LockedKeys())("where?", REMOTE, OPENAI)
    assert str(asked.why_not).startswith("The keyring is locked")
    assert no_connection == []


def test_a_model_on_this_machine_comes_before_the_endpoint(no_connection: list[str]) -> None:
    settings = AgentSettings(endpoint="https://host/v1", model="mine.gguf")
    assert asking(settings)("where?", HASHED, OPENAI).by == "mine.gguf"
    assert no_connection == []


def test_the_bundled_copy_answers_for_an_index_of_its_name_whose_vectors_agree() -> None:
    assert asking(AgentSettings(), bundled_name="M")("where?", HASHED, OPENAI).by == "the bundled copy of M"
    other = IndexModel("m", "openai", 64, (Sample(TEXT, HASHED.samples[0].vector[::-1]),))
    asked = asking(AgentSettings(), bundled_name="M")("where?", other, OPENAI)
    assert asked.vector is None
    assert "gives other vectors than the index has" in str(asked.why_not)


def test_the_file_a_local_provider_downloaded_is_found(tmp_path: Path) -> None:
    folder = tmp_path / ".node-llama-cpp" / "models"
    folder.mkdir(parents=True)
    (folder / "hf_me_m.gguf").touch()
    model = IndexModel("hf:me/repo/m.gguf", "local", 64, HASHED.samples)
    asked = asking(AgentSettings(), home=tmp_path)("where?", model, OPENAI)
    assert asked.by == "hf_me_m.gguf"


@pytest.mark.parametrize("model", [IndexModel("fts-only", "none", None), IndexModel(None)])
def test_an_index_without_vectors_needs_none(model: IndexModel) -> None:
    settings = AgentSettings(endpoint="https://host/v1")
    assert asking(settings)("where?", model, OPENAI).why_not == "the agent's index holds no vectors"


@pytest.mark.model
@pytest.mark.parametrize("era", ["2026.2", "2026.9"])
def test_the_bundled_model_gives_the_program_s_own_answers_from_the_question_on(
    new_state: NewState, era: str
) -> None:
    run = json.loads((DATA / f"search-{era}.json").read_text(encoding="utf-8"))
    search = next(each for each in run["searches"] if each["name"] == "en-1")
    now = datetime.fromisoformat(search.get("now", run["now"]).replace("Z", "+00:00"))
    with engine_of(new_state(era), ask=None) as engine:
        answer = engine.agent.search(engine.agent.question(search["query"], now=now))
        asked: QuestionVector = engine.agent.asked(search["query"], engine.agent.configured())
    assert answer.keywords_only is None
    assert asked.by == "the bundled copy of multilingual-e5-small"
    theirs = search["answer"]["results"]
    assert [hit.candidate.path for hit in answer.hits] == [each["path"] for each in theirs]
    scores = [each["score"] for each in theirs]
    assert [hit.score for hit in answer.hits] == pytest.approx(scores, abs=ANOTHER_PROCESSOR)
