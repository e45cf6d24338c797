"""A question is asked on Enter or after a pause; earlier ones come back with Up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.search_view.query_field import QueryField


@pytest.fixture
def field(qtbot: QtBot) -> QueryField:
    made = QueryField()
    qtbot.addWidget(made)
    made.show()
    return made


def test_enter_asks_at_once_and_the_pause_asks_nothing_more(field: QueryField, qtbot: QtBot) -> None:
    asked: list[str] = []
    field.asked.connect(asked.append)
    qtbot.keyClicks(field, "port")
    with qtbot.assertNotEmitted(field.typed, wait=400):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert asked == ["port"]


def test_a_pause_in_typing_asks_once_for_all_that_was_typed(field: QueryField, qtbot: QtBot) -> None:
    typed: list[str] = []
    field.typed.connect(typed.append)
    with qtbot.waitSignal(field.typed, timeout=2000):
        qtbot.keyClicks(field, "database")
    assert typed == ["database"]


def test_up_walks_back_and_down_returns_to_what_was_being_typed(field: QueryField, qtbot: QtBot) -> None:
    field.set_history(["newest", "older"])
    qtbot.keyClicks(field, "dra")
    shown: list[str] = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(field, key)
        shown.append(field.text())
    assert shown == ["newest", "older", "older", "newest", "dra"]


def test_down_without_newer_questions_leaves_for_the_results(field: QueryField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(field.left, timeout=2000):
        qtbot.keyClick(field, Qt.Key.Key_Down)


def test_the_menu_of_earlier_questions_asks_the_chosen_one(field: QueryField, qtbot: QtBot) -> None:
    field.set_history(["a & b", "x" * 300])
    menu = field.history_menu()
    qtbot.addWidget(menu)
    assert [action.text() for action in menu.actions()] == ["a && b", "x" * 80 + "…"]
    with qtbot.waitSignal(field.asked, timeout=2000) as signal:
        menu.actions()[0].trigger()
    assert signal.args == ["a & b"]


def test_a_question_of_a_hundred_thousand_characters_fits(field: QueryField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(field.asked, timeout=2000) as signal:
        field.set_question("a" * 100_000)
    assert signal.args is not None
    assert len(signal.args[0]) == 100_000
