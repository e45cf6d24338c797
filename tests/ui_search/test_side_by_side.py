"""The agent's search beside this program's: who found what, and why the other did not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from openclaw_desktop.engine import Engine
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.pairs import Pair
from openclaw_desktop.ui.search_view.view import SearchView

QUESTION = "what did we decide about the rain gauge?"


@pytest.fixture
def page(agents_whole: SearchView) -> AskPage:
    """The page of questions with both searches beside each other."""
    agents_whole.ask.bar.beside.click()
    return agents_whole.ask


def rows(page: AskPage) -> list[Pair]:
    model = page.beside.list.rows
    return [row for n in range(model.rowCount()) if (row := model.row(model.index(n)))]


def select(page: AskPage, row: Pair) -> None:
    page.beside.list.setCurrentIndex(page.beside.list.rows.index_of(row))


def only_here(page: AskPage) -> Pair:
    """The first passage of the memory that the agent does not find."""
    found = (row for row in rows(page) if row.agent is None and row.hit.candidate.path.startswith("memory/"))
    return next(found)


def test_every_hit_of_either_search_is_there_once_with_its_place(page: AskPage) -> None:
    page.focus_query(QUESTION)
    comparison = page.beside.comparison
    assert comparison is not None
    agent = {row.agent.place for row in rows(page) if row.agent}
    desktop = {row.desktop.place for row in rows(page) if row.desktop}
    assert agent == set(range(1, len(comparison.agent.hits) + 1))
    assert desktop == set(range(1, len(comparison.desktop.hits) + 1))
    assert page.beside.summary.text().startswith(f"{len(comparison.both)} found by both")
    assert "by Nimbus only" in page.beside.summary.text()


def test_what_one_alone_finds_says_why_the_other_does_not(page: AskPage) -> None:
    page.focus_query(QUESTION)
    alone = [row for row in rows(page) if not (row.agent and row.desktop)]
    assert alone
    assert all(row.reason for row in alone)
    assert all(row.reason in row.words or row.reasons[0] in row.words for row in alone)


def test_the_selected_passage_is_explained_in_both(page: AskPage) -> None:
    page.focus_query(QUESTION)
    both = next(row for row in rows(page) if row.agent and row.desktop)
    select(page, both)
    detail = page.beside.detail
    assert detail.agent_side.head.text().startswith("Nimbus: place ")
    assert detail.desktop_side.head.text().startswith("This program: place ")
    assert detail.agent_side.waterfall.sentences()[0].startswith("vector: ")
    select(page, only_here(page))
    assert detail.agent_side.head.text() == "Nimbus does not show it"
    assert detail.agent_side.waterfall.sentences()


def test_enter_and_the_button_open_the_passage(page: AskPage, qtbot: QtBot) -> None:
    page.focus_query(QUESTION)
    row = rows(page)[0]
    select(page, row)
    found = row.hit.candidate
    for act in (
        lambda: qtbot.keyClick(page.beside.list, Qt.Key.Key_Return),
        page.beside.detail.open_button.click,
    ):
        with qtbot.waitSignal(page.open_requested, timeout=2000) as signal:
            act()
        assert signal.args == [found.path, found.start_line, found.end_line]


def test_the_list_is_reached_and_left_by_keys(page: AskPage, qtbot: QtBot) -> None:
    page.focus_query(QUESTION)
    qtbot.keyClick(page.field, Qt.Key.Key_Down)
    assert page.beside.list.hasFocus()
    qtbot.keyClick(page.beside.list, Qt.Key.Key_Escape)
    assert page.field.hasFocus()


def test_going_back_answers_the_same_question_by_one_search(page: AskPage) -> None:
    page.focus_query(QUESTION)
    assert not page.preset.isVisible()
    page.bar.beside.click()
    assert page.preset.isVisible()
    assert page.session.answer is not None
    assert page.session.answer.question.text == QUESTION


def test_without_a_question_it_says_what_it_is_for(page: AskPage) -> None:
    said = " ".join(label.text() for label in page.beside.empty.findChildren(QLabel))
    assert "Ask both" in said
    page.focus_query("zzzzqqq")
    said = " ".join(label.text() for label in page.beside.empty.findChildren(QLabel))
    assert rows(page) or "Neither finds anything" in said


def test_an_agent_whose_index_is_gone_is_said_and_asked_again(page: AskPage, agent_engine: Engine) -> None:
    index = agent_engine.root.parent / "memory" / "main.sqlite"
    away = index.rename(index.with_name("away.sqlite"))
    page.focus_query(QUESTION)
    said = " ".join(label.text() for label in page.beside.empty.findChildren(QLabel))
    assert "has no index" in said
    away.rename(index)
    page.beside.empty.clicked.emit()
    assert rows(page)


def test_without_an_agent_there_is_nothing_to_set_beside(view: AskPage) -> None:
    assert not view.bar.beside.isVisible()
    view.set_side_by_side(True)
    assert not view.shows_beside


def test_what_would_help_is_offered_for_what_the_agent_lacks_alone(page: AskPage) -> None:
    page.focus_query(QUESTION)
    select(page, next(row for row in rows(page) if row.agent))
    assert not page.beside.detail.help_button.isVisible()
    select(page, only_here(page))
    page.beside.detail.help_button.click()
    assert page.beside.detail.advice.trials.row() is not None
