"""From a mark in a session's timeline to why those hits came out, and back, in the whole window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from past_asked import Asked
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.search_view.searchers import AS_AGENT

LONG = 30_000


@pytest.fixture
def window(run: Run[Any], state: Path, told: Asked, qtbot: QtBot) -> MainWindow:
    """The window on the agent's workspace, with the session that was told."""

    def engine(report: Callable[[Any], None]) -> Engine:
        places = Places.of_user()
        root = state / "workspace"
        return Engine(root, settings=Settings(), places=places, report=report, embedder=HashEmbedder)

    bridge = Bridge(engine)
    made = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(made, before_close_func=lambda _window: run(bridge.close()))
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    return made


def in_timeline(window: MainWindow, qtbot: QtBot, told: Asked) -> list[Mark]:
    """Shows the session, and gives its searches."""
    window.show_session(told.name, 1)
    view = window.views.context.sessions.session

    def is_there() -> bool:
        shown = view.state
        return shown is not None and shown.opened.listed.session.id == told.name and not view.busy

    qtbot.waitUntil(is_there, timeout=LONG)
    return [mark for mark in view.timeline.marks if mark.kind is MarkKind.SEARCH]


def wait_for_call(window: MainWindow, qtbot: QtBot, question: str) -> None:
    def is_shown() -> bool:
        past = window.views.search.past.detail.past
        return past is not None and past.call.question == question and not window.views.search.past.busy

    qtbot.waitUntil(is_shown, timeout=LONG)


def test_a_search_mark_leads_to_its_call_and_the_call_back_to_its_mark(
    window: MainWindow, told: Asked, qtbot: QtBot
) -> None:
    marks = in_timeline(window, qtbot, told)
    timeline = window.views.context.sessions.session.timeline
    barn = next(mark for mark in marks if "barn" in mark.sentence)
    timeline.choose_mark(barn)
    qtbot.keyClick(timeline, Qt.Key.Key_S)
    assert window.view == "search"
    assert window.views.search.page is window.views.search.past
    wait_for_call(window, qtbot, "where is the old barn key")
    timeline.set_playhead(0)
    qtbot.keyClick(window.views.search.past.list.view, Qt.Key.Key_S)
    assert window.view == "context"
    qtbot.waitUntil(lambda: timeline.playhead == barn.index, timeout=LONG)
    assert timeline.hasFocus()


def test_a_mark_that_is_a_read_leads_to_it_though_reads_are_not_listed(
    window: MainWindow, told: Asked, qtbot: QtBot
) -> None:
    marks = in_timeline(window, qtbot, told)
    timeline = window.views.context.sessions.session.timeline
    timeline.choose_mark(next(mark for mark in marks if "memory_get" in mark.sentence))
    qtbot.keyClick(timeline, Qt.Key.Key_S)
    wait_for_call(window, qtbot, "MEMORY.md")
    assert window.views.search.past.list.choosing.reads.isChecked()


def test_where_no_search_is_the_key_says_so_and_the_button_is_not_there(
    window: MainWindow, told: Asked, qtbot: QtBot
) -> None:
    marks = in_timeline(window, qtbot, told)
    view = window.views.context.sessions.session
    view.timeline.set_playhead(0)
    assert not view.why_button.isVisible()
    qtbot.keyClick(view.timeline, Qt.Key.Key_S)
    assert view.readout.text().startswith("There is no memory search here")
    assert window.view == "context"
    view.timeline.choose_mark(marks[-1])
    assert view.why_button.isVisible()
    view.why_button.click()
    wait_for_call(window, qtbot, "HS-55172")


def test_a_call_is_found_on_whatever_session_and_turn_it_is(
    window: MainWindow, told: Asked, qtbot: QtBot
) -> None:
    window.show_view("search")
    window.views.search.show_page(window.views.search.past)
    page = window.views.search.past
    qtbot.waitUntil(lambda: page.list.rows.rowCount() == 7 and not page.busy, timeout=LONG)
    last = page.list.rows.rowCount() - 1
    page.list.view.setCurrentIndex(page.list.rows.index(last))  # of another session, in the database
    past = page.detail.past
    assert past is not None
    assert past.session.id != told.name
    page.detail.head.session_button.click()
    view = window.views.context.sessions.session

    def is_there() -> bool:
        return view.state is not None and view.state.opened.listed.session.id == past.session.id

    qtbot.waitUntil(is_there, timeout=LONG)
    qtbot.waitUntil(lambda: not view.busy, timeout=LONG)
    assert view.state is not None
    assert view.state.opened.chain[view.timeline.playhead].id == past.call.entry
    assert view.why_button.isVisible()


def test_ask_now_asks_the_agent_itself_and_the_view_comes_back_where_it_was_left(
    window: MainWindow, told: Asked, qtbot: QtBot
) -> None:
    window.show_view("search")
    search = window.views.search
    search.show_page(search.past)
    qtbot.waitUntil(lambda: search.past.list.rows.rowCount() == 7, timeout=LONG)
    wait_for_call(window, qtbot, "HS-55172")
    window.show_view("workspace")
    window.show_view("search")
    assert search.page is search.past
    search.past.detail.head.ask_button.click()
    assert search.page is search.ask
    assert search.ask.bar.ranking == AS_AGENT
    qtbot.waitUntil(lambda: search.ask.session.answer is not None, timeout=LONG)
    assert search.ask.session.answer is not None
    assert search.ask.session.answer.question.text == "HS-55172"
    assert search.ask.session.answer.question.parameters.preset == "OpenClaw 2026.9"
