"""The search view on a real engine, with threads, loop and watcher as in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.help_page import TITLES, HelpPage
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.view import SearchView


@pytest.fixture
def view(indexed_bridge: Bridge, qtbot: QtBot) -> AskPage:
    made = AskPage(indexed_bridge)
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    return made


def paths(view: AskPage) -> list[str]:
    answer = view.session.answer
    return [hit.candidate.path for hit in answer.hits] if answer else []


def test_what_is_typed_is_answered_and_opened_at_its_lines(view: AskPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.session.answered, timeout=10_000):
        qtbot.keyClicks(view.field, "rain gauge")
    assert paths(view)[0] == "memory/2026-03-01.md"
    qtbot.keyClick(view.field, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.open_requested, timeout=5000) as signal:
        qtbot.keyClick(view.panes.results, Qt.Key.Key_Return)
    assert signal.args is not None
    assert signal.args[0] == "memory/2026-03-01.md"


def test_the_last_of_many_questions_is_the_one_answered(view: AskPage, qtbot: QtBot) -> None:
    answered: list[str] = []
    view.session.answered.connect(lambda answer: answered.append(answer.question.text))
    for question in ("router", "database", "station", "雨量計"):
        view.focus_query(question)
    qtbot.waitUntil(lambda: bool(answered), timeout=10_000)
    assert answered == ["雨量計"]
    assert paths(view)[0] == "MEMORY.md"


def test_a_file_written_by_somebody_else_appears_in_the_answer(
    view: AskPage, workspace: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(view.session.answered, timeout=10_000):
        view.focus_query("rain gauge")
    with qtbot.waitSignal(view.session.answered, timeout=20_000):
        (workspace / "memory/2026-03-02.md").write_text("# 2 March\n\nThe rain gauge is clogged.\n")
    assert "memory/2026-03-02.md" in paths(view)


def test_the_question_mark_opens_the_help(bridge: Bridge, qtbot: QtBot) -> None:
    view = SearchView(bridge)  # not shown: it has nothing to read meanwhile
    qtbot.addWidget(view)
    view.help_button.click()
    (page,) = view.findChildren(HelpPage)
    assert page.windowTitle() == TITLES["search"]
    qtbot.waitUntil(lambda: "Side by side" in page.view.toPlainText(), timeout=5_000)
    page.close()
    qtbot.waitUntil(lambda: not bridge.busy, timeout=5_000)
