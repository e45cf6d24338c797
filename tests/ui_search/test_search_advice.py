"""What would help the agent find a line: tried, shown, and proposed; nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from search_stage import choose_agent

from openclaw_desktop.engine import Engine
from openclaw_desktop.ui.search_view.advice_panel import AdvicePanel
from openclaw_desktop.ui.search_view.ask_page import AskPage
from openclaw_desktop.ui.search_view.detail import Page
from openclaw_desktop.ui.search_view.trials import TrialRow, telling_line
from openclaw_desktop.ui.search_view.view import SearchView

QUESTION = "what did we decide about the rain gauge?"
NOTE, LINE = "memory/2026-02-11.md", 5


@pytest.fixture
def page(agents_whole: SearchView) -> AskPage:
    """The agent's own answer, and why a line of a note is not in it."""
    page = agents_whole.ask
    choose_agent(page)
    page.focus_query(QUESTION)
    page.explain_path(NOTE, LINE)
    return page


@pytest.fixture
def panel(page: AskPage) -> AdvicePanel:
    """What would help, measured."""
    page.panes.detail.why_not.help_button.click()
    return page.panes.detail.advice


def trials(panel: AdvicePanel) -> list[TrialRow]:
    model = panel.trials.model()
    found: list[TrialRow] = []
    for n in range(model.rowCount()):
        panel.trials.setCurrentIndex(model.index(n, 0))
        row = panel.trials.row()
        assert row is not None
        found.append(row)
    return found


def choose(panel: AdvicePanel, kind: str) -> TrialRow:
    rows = trials(panel)
    at = next(n for n, row in enumerate(rows) if row.trial.kinds == (kind,))
    panel.trials.setCurrentIndex(panel.trials.model().index(at, 0))
    return rows[at]


def bytes_of(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_this_programs_own_search_is_given_no_advice(agents_whole: SearchView) -> None:
    agents_whole.focus_query(QUESTION)
    agents_whole.explain_path(NOTE, LINE)
    assert not agents_whole.ask.panes.detail.why_not.help_button.isVisible()


def test_changes_are_listed_with_the_places_before_and_after(panel: AdvicePanel, page: AskPage) -> None:
    assert page.panes.detail.page is Page.ADVICE
    assert "changes tried bring line 5" in panel.sentence.text()
    first = trials(panel)[0]
    assert first.trial.helps
    assert first.outcome.startswith("below the line at ")
    assert "→ place " in first.outcome
    assert first.words.startswith("Helps: ")


def test_the_chosen_change_shows_what_it_does_to_the_file(panel: AdvicePanel) -> None:
    row = choose(panel, "words")
    assert row.trial.files[0].path == NOTE
    assert panel.diff.isVisible()
    assert panel.diff.hunks
    assert panel.diff.readonly


def test_proposing_puts_it_into_the_queue_and_leads_there(
    panel: AdvicePanel, page: AskPage, agent_engine: Engine, qtbot: QtBot
) -> None:
    before = bytes_of(agent_engine.root)
    choose(panel, "words")
    panel.button.click()
    waiting = agent_engine.desk.proposals(waiting=True)
    assert [proposal.path for proposal in waiting] == [NOTE]
    assert panel.notice.sentence == f"The change of {NOTE} waits for your decision."
    with qtbot.waitSignal(page.review_requested, timeout=2000) as signal:
        panel.notice.clicked.emit()
    assert signal.args == [waiting[0].id]
    assert bytes_of(agent_engine.root) == before


def test_a_file_that_changed_meanwhile_is_said_and_not_proposed(
    panel: AdvicePanel, agent_engine: Engine
) -> None:
    choose(panel, "words")
    file = agent_engine.root / NOTE
    file.write_text(file.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    panel.button.click()
    assert "measure again" in panel.notice.sentence
    assert not agent_engine.desk.proposals(waiting=True)


def test_a_setting_is_a_line_to_be_copied(panel: AdvicePanel) -> None:
    row = choose(panel, "setting")
    assert not panel.diff.isVisible()
    assert panel.lines.toPlainText().startswith('"')
    assert "openclaw.json, below agents.defaults.memorySearch" in panel.told.text()
    if row.trial.helps:
        panel.button.click()
        assert QGuiApplication.clipboard().text() == panel.lines.toPlainText()


def test_what_does_not_help_cannot_be_proposed(panel: AdvicePanel) -> None:
    rows = trials(panel)
    assert any(not row.trial.helps for row in rows)
    for at, row in enumerate(rows):
        panel.trials.setCurrentIndex(panel.trials.model().index(at, 0))
        assert panel.button.isVisible() == (row.trial.helps and not row.trial.renames)


def test_trying_can_be_stopped(page: AskPage, agent_engine: Engine) -> None:
    bridge: Any = page.beside._bridge  # pyright: ignore[reportPrivateUsage]
    bridge.holding = True
    page.panes.detail.why_not.help_button.click()
    panel = page.panes.detail.advice
    assert "Trying changes" in panel.sentence.text()
    assert panel.stop_button.isVisible()
    panel.stop_button.click()
    assert panel.sentence.text() == "Stopped. Nothing was changed."
    for held in bridge.held:
        held.go()
    assert panel.sentence.text() == "Stopped. Nothing was changed."
    assert not panel.stop_button.isVisible()


def test_a_file_without_a_line_is_asked_about_at_its_most_telling_one(page: AskPage) -> None:
    page.explain_path(NOTE)
    page.panes.detail.why_not.help_button.click()
    answer = page.session.answer
    assert answer is not None
    line = int(page.panes.detail.why_not.line.text())
    text = (page._bridge.engine.root / NOTE).read_text(encoding="utf-8")  # pyright: ignore[reportPrivateUsage]
    assert text.split("\n")[line - 1].strip()
    below = next(b.hit.candidate for b in answer.below if b.hit.candidate.path == NOTE)
    assert telling_line(below, answer.terms) == line


def test_escape_leads_from_advice_to_the_question_it_is_about(panel: AdvicePanel, page: AskPage) -> None:
    page.panes.detail.go_back()
    assert page.panes.detail.page is Page.WHY_NOT
