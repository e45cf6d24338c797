"""Nothing is sent anywhere before a person allows it; who gave a vector is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from search_stage import choose_agent

from openclaw_desktop.agent_index.configured import AgentSearch
from openclaw_desktop.agent_index.question_vector import IndexModel, QuestionVector
from openclaw_desktop.engine import Engine
from openclaw_desktop.keys import NO_KEYRING, Keys
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.consent import ConsentDialog
from openclaw_desktop.ui.search_view.standing_line import ASK_MODEL
from openclaw_desktop.ui.search_view.view import SearchView


@pytest.fixture
def page(agents_whole: SearchView) -> AskPage:
    """The agent's own answer by words alone."""
    choose_agent(agents_whole.ask)
    agents_whole.ask.focus_query("HS-55172")
    return agents_whole.ask


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A keyring that keeps what it is given."""
    kept: dict[str, str] = {}
    monkeypatch.setattr(Keys, "problem", None)
    monkeypatch.setattr(Keys, "keep", lambda _, address, key: kept.update({address: key}))
    return kept


def dialog() -> ConsentDialog:
    (found,) = [each for each in QApplication.topLevelWidgets() if isinstance(each, ConsentDialog)]
    return found


def answer_as(engine: Engine, monkeypatch: pytest.MonkeyPatch, by: str) -> list[str]:
    """The agent's model can be asked; returns what it was asked."""
    asked: list[str] = []

    def ask(text: str, model: IndexModel, search: AgentSearch) -> QuestionVector:
        asked.append(text)
        return QuestionVector(np.ones(model.dims or 1, dtype=np.float32), by=by)

    monkeypatch.setattr(engine.agent, "_ask", ask)
    return asked


def test_where_no_model_answers_asking_it_is_offered(page: AskPage) -> None:
    assert page.notice.sentence.startswith("Keywords only: ")
    assert page.notice.button == ASK_MODEL


def test_the_dialog_says_where_to_and_what_leaves_the_machine(page: AskPage, keys: dict[str, str]) -> None:
    page.notice.clicked.emit()
    asked = dialog()
    assert "“multilingual-e5-small”" in asked.why.text()
    assert asked.address.text() == "https://api.openai.com/v1"
    assert asked.told.text().startswith("api.openai.com is sent the words of each question")
    asked.address.setText("http://localhost:11434/v1")
    assert asked.told.text().startswith("localhost:11434 is sent")
    asked.reject()


def test_no_address_cannot_be_allowed(page: AskPage, keys: dict[str, str]) -> None:
    page.notice.clicked.emit()
    asked = dialog()
    asked.address.setText("ftp://nowhere")
    assert not asked.allow_button.isEnabled()
    assert "no address like" in asked.problem.text()
    asked.address.setText("")
    assert not asked.allow_button.isEnabled()
    assert asked.problem.isHidden()
    asked.reject()


def test_not_now_leaves_everything_as_it_was(
    page: AskPage, agent_engine: Engine, keys: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = answer_as(agent_engine, monkeypatch, "api.openai.com")
    page.notice.clicked.emit()
    dialog().later_button.click()
    assert agent_engine.settings.agent.endpoint == ""
    assert keys == {}
    assert sent == []


def test_allowing_keeps_address_and_key_and_asks_again(
    page: AskPage, agent_engine: Engine, keys: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = answer_as(agent_engine, monkeypatch, "api.openai.com")
    page.notice.clicked.emit()
    dialog().key.setText("sk-secret")
    dialog().allow_button.click()
    assert agent_engine.settings.agent.endpoint == "https://api.openai.com/v1"
    assert keys == {"https://api.openai.com/v1": "sk-secret"}
    assert "HS-55172" in sent
    assert page.notice.sentence == (
        "By words and by meaning: api.openai.com was sent this question, as you allowed."
    )
    assert page.notice.button == ""


def test_a_system_without_a_keyring_is_said(page: AskPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Keys, "problem", NO_KEYRING)
    page.notice.clicked.emit()
    asked = dialog()
    assert not asked.key.isEnabled()
    assert NO_KEYRING in asked.keyring.text()
    asked.reject()


def test_a_model_on_this_machine_is_named_with_its_proof(
    page: AskPage, agent_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_as(agent_engine, monkeypatch, "e5.gguf")
    page.focus_query("rain gauge")
    said: Any = page.notice.sentence
    assert said == (
        "By words and by meaning: the question's vector is from e5.gguf, which gives 6 texts of the index"
        " the vectors they have there."
    )
