"""What a person sees of the files the model is given, and tries."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from context_bridge import MEMORY, HandBridge
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from openclaw_desktop.context.outlook import Session
from openclaw_desktop.context.sessions.fixed import fixed_chars
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import WriteFailedError
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.budget.files_model import COLUMNS, FILE, KIND_COLUMNS
from openclaw_desktop.ui.context_view.budget.files_table import PAD
from openclaw_desktop.ui.context_view.budget.measured import NAME, measured
from openclaw_desktop.ui.context_view.budget.page import BudgetPage
from openclaw_desktop.ui.context_view.budget.what_if import WhatIf
from openclaw_desktop.ui.context_view.view import ContextView
from openclaw_desktop.ui.search_view import lettering

DATA = Path(__file__).parent.parent / "data" / "openclaw"

REPORT = {
    "source": "run",
    "systemPrompt": {"chars": 9_000},
    "injectedWorkspaceFiles": [{"name": "MEMORY.md", "injectedChars": 1_000}],
    "skills": {"promptChars": 2_000},
    "tools": {"schemaChars": 19_000},
}


@pytest.fixture
def page(view: ContextView) -> BudgetPage:
    return view.budget


def cell(page: BudgetPage, name: str, title: str) -> str:
    column = next(at for at, column in enumerate(COLUMNS) if column.title == title)
    row = next(at for at, row in enumerate(page.table.files.rows) if row.name == name)
    return str(page.table.files.index(row, column).data())


def totals(page: BudgetPage, title: str) -> str:
    column = next(at for at, column in enumerate(COLUMNS) if column.title == title)
    return str(page.table.files.index(len(page.table.files.rows), column).data())


def names(page: BudgetPage) -> list[str]:
    return [row.name for row in page.table.files.rows]


def choose(box: Any, text: str) -> None:
    at = box.findText(text)
    assert at >= 0, text
    box.setCurrentIndex(at)
    box.activated.emit(at)


def sources(page: BudgetPage) -> list[str]:
    return [field._source.text() for field in page.what_if._fields]  # pyright: ignore[reportPrivateUsage]


def said(page: BudgetPage) -> list[str]:
    return [note.sentence for note in page.notes.notes]


def test_each_file_has_its_numbers_and_each_kind_of_session_its_word(page: BudgetPage) -> None:
    assert names(page) == ["AGENTS.md", "SOUL.md", "IDENTITY.md", "MEMORY.md", "TOOLS.md"]
    assert cell(page, "MEMORY.md", "On disk") == f"{len(MEMORY.rstrip()):,}"
    assert cell(page, "MEMORY.md", "Limit") == "20,000"
    assert [cell(page, "MEMORY.md", COLUMNS[at].title) for at in KIND_COLUMNS] == ["cut", "–", "–", "–"]
    assert [cell(page, "AGENTS.md", COLUMNS[at].title) for at in KIND_COLUMNS] == ["all"] * 4
    assert cell(page, "IDENTITY.md", "On disk") == "–"
    assert cell(page, "TOOLS.md", "Injected") == "–"
    assert totals(page, "Cut") == cell(page, "MEMORY.md", "Cut")


def test_what_nobody_measured_is_called_unknown(page: BudgetPage) -> None:
    assert cell(page, "MEMORY.md", "Share") == "unknown"
    assert page.what_if.window_.currentText() == ""
    sizes = {item.name: item.size for item in page.legend.items}
    assert sizes.pop("files") == totals(page, "Tokens")
    assert sizes == dict.fromkeys(("system prompt", "skills", "tool schemas", "history"), "unknown")
    assert "No session measured" in page._source.text()  # pyright: ignore[reportPrivateUsage]


def test_a_window_nobody_knows_is_asked_for_and_never_guessed(page: BudgetPage, bridge: HandBridge) -> None:
    field = page.what_if.window_.lineEdit()
    assert bridge.engine.context.owner.installation is None
    assert field
    assert (field.text(), field.placeholderText()) == ("", "unknown")
    assert sources(page)[4] == "choose your model's"
    assert "window unknown" in page.bar.accessibleDescription()
    assert page.answer
    assert (page.answer.own.terms.window, page.answer.outlook.rest) == (None, None)
    choose(page.what_if.window_, "8,192")
    assert page.answer.outlook.terms.window == 8_192


def test_the_first_file_that_is_cut_is_shown_with_the_text_that_is_gone(page: BudgetPage) -> None:
    row = page.table.current
    assert row
    assert row.name == "MEMORY.md"
    shown = page.cut.sheet.toPlainText()
    assert shown.startswith(f"Lines {row.cuts[0].first_line:,} to ")
    (cut,) = row.cuts
    assert cut.text.removesuffix("\n") in shown
    assert "fact 0000" not in shown


def test_enter_opens_a_file_at_the_cut_and_another_where_it_was(page: BudgetPage, qtbot: QtBot) -> None:
    row = page.table.current
    assert row
    with qtbot.waitSignal(page.cut_requested, timeout=1000) as caught:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    line, column = row.cuts[0].first_line, row.cuts[0].column
    assert caught.args == ["MEMORY.md", line, column]
    assert column > 1
    assert row.cuts[0].text.startswith(MEMORY.split("\n")[line - 1][column - 1 :])
    page.table.choose("SOUL.md")
    with qtbot.waitSignal(page.open_requested, timeout=1000) as caught:
        page.cut.open_button.click()
    assert caught.args == ["SOUL.md", 0, 0]


def test_a_missing_file_is_not_opened(page: BudgetPage, qtbot: QtBot) -> None:
    page.table.choose("IDENTITY.md")
    with qtbot.assertNotEmitted(page.open_requested):
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert page.cut.open_button.isHidden()


def test_a_double_click_opens(page: BudgetPage, qtbot: QtBot) -> None:
    place = page.table.visualRect(page.table.files.index_of("AGENTS.md")).center()
    with qtbot.waitSignal(page.open_requested, timeout=1000) as caught:
        qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.mouseDClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == ["AGENTS.md", 0, 0]


def test_a_column_sorts_and_the_totals_stay_below(page: BudgetPage) -> None:
    tokens = next(at for at, column in enumerate(COLUMNS) if column.title == "Tokens")
    page.table.sort(tokens)
    assert names(page)[0] == "MEMORY.md"
    assert page.table.files.headerData(tokens, Qt.Orientation.Horizontal) == "Tokens ↓"
    page.table.sort(tokens)
    assert names(page)[-1] == "MEMORY.md"
    assert page.table.current
    assert page.table.current.name == "MEMORY.md"
    assert totals(page, "File") == "All files"
    page.table.sort(FILE)
    assert names(page)[0] == "AGENTS.md"


def test_another_session_is_given_other_files_and_the_reason_is_said(page: BudgetPage) -> None:
    choose(page.what_if.kind, "Group")
    assert cell(page, "MEMORY.md", "Injected") == "–"
    page.table.choose("MEMORY.md")
    sentences = [label.text() for label in page.cut.findChildren(QLabel)]
    assert "A group session is not given MEMORY.md." in sentences


def test_a_version_that_leaks_memory_into_groups_is_warned_of(page: BudgetPage) -> None:
    assert not any(note.loud for note in page.notes.notes)
    choose(page.what_if.profile, "2026.2")
    assert said(page)[0].startswith("OpenClaw 2026.2 gives MEMORY.md to groups and channels")
    assert page.notes.notes[0].loud
    assert cell(page, "TOOLS.md", "Group") == "all"


def test_other_limits_are_tried_at_once_and_not_saved(page: BudgetPage, bridge: HandBridge) -> None:
    before = bridge.engine.settings
    page.what_if.per_file.setValue(40_000)
    assert cell(page, "MEMORY.md", "Cut") == "–"
    assert cell(page, "MEMORY.md", "Limit") == "40,000"
    assert sources(page)[2] == "tried, not saved"
    assert bridge.engine.settings == before
    page.what_if.reset_button.click()
    assert page.what_if.per_file.value() == 20_000
    assert cell(page, "MEMORY.md", "Cut") != "–"
    assert sources(page)[2] == "by default"
    assert not page.what_if.reset_button.isEnabled()


def test_where_a_tried_cut_is_opened_it_is_said_that_the_editors_ruler_stays(page: BudgetPage) -> None:
    assert not page.cut.tried.isVisible()
    page.what_if.per_file.setValue(9_000)
    assert page.cut.tried.isVisible()
    assert "its ruler stays at the agent's own" in page.cut.tried.text()
    page.what_if.per_file.setValue(90_000)  # nothing is cut, so nothing is opened at a cut
    assert not page.cut.tried.isVisible()
    page.what_if.reset_button.click()
    page.what_if.window_.setEditText("128k")  # moves no cut
    assert page.cut.sheet.isVisible()
    assert not page.cut.tried.isVisible()


def test_a_value_put_back_by_hand_is_not_tried_any_more(page: BudgetPage) -> None:
    page.what_if.total.setValue(5_000)
    page.what_if.total.setValue(60_000)
    assert not page.what_if.reset_button.isEnabled()


def test_limits_of_another_version_are_its_own_unless_tried(page: BudgetPage) -> None:
    page.what_if.per_file.setValue(12_000)
    choose(page.what_if.profile, "2026.2")
    assert page.what_if.total.value() == 150_000
    assert page.what_if.per_file.value() == 12_000


@pytest.mark.parametrize(("text", "window"), [("8k", 8_000), ("1M", 1_000_000), ("65,536", 65_536)])
def test_a_window_is_typed_or_chosen(page: BudgetPage, text: str, window: int) -> None:
    page.what_if.window_.setEditText(text)
    assert page.answer
    assert page.answer.outlook.terms.window == window
    assert cell(page, "AGENTS.md", "Share").endswith(" %")  # as sessions and rules write theirs
    assert page._total.text().endswith(" %")  # pyright: ignore[reportPrivateUsage]


def test_what_is_no_window_is_marked_and_changes_nothing(page: BudgetPage) -> None:
    page.what_if.window_.setEditText("128k")
    page.what_if.window_.setEditText("lots")
    assert page.what_if.window_.property("wrong")
    assert page.answer
    assert page.answer.outlook.terms.window == 128_000
    assert sources(page)[4] == "Write 200k or 65,536."
    assert page.what_if.window_.toolTip().startswith("“lots” is no window: write 200k")
    page.refresh()
    assert page.what_if.window_.currentText() == "lots"  # it is the person who puts it right
    page.what_if.reset_button.click()
    assert page.what_if.window_.currentText() == ""
    assert not page.what_if.window_.property("wrong")
    assert (sources(page)[4], page.what_if.window_.toolTip()) == ("choose your model's", "")


def test_reset_takes_away_what_is_no_window_when_nothing_else_is_tried(page: BudgetPage) -> None:
    page.session.show_sessions([session(21)])
    page.what_if.window_.setEditText("abc")
    assert sources(page)[4] == "Write 200k or 65,536."
    page.what_if.reset_button.click()
    assert (page.what_if.window_.currentText(), sources(page)[4]) == ("200,000", "from the session")
    assert not page.what_if.reset_button.isEnabled()


def test_a_window_nobody_knows_is_tried_where_the_session_has_one(page: BudgetPage) -> None:
    page.session.show_sessions([session(21)])
    choose(page.what_if.window_, "unknown")
    assert cell(page, "AGENTS.md", "Share") == "unknown"
    assert (page.what_if.window_.currentText(), sources(page)[4]) == ("unknown", "tried, not saved")
    page.what_if.reset_button.click()
    assert cell(page, "AGENTS.md", "Share").endswith("%")


def test_an_emptied_window_is_the_agents_own_again(page: BudgetPage, qtbot: QtBot) -> None:
    page.session.show_sessions([session(21)])
    page.what_if.window_.setEditText("8k")
    field = page.what_if.window_.lineEdit()
    assert field
    page.what_if.window_.setFocus()
    qtbot.waitUntil(page.what_if.window_.hasFocus, timeout=2000)
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert page.what_if.window_.currentText() == ""  # nobody writes into what is being written
    page.table.setFocus()
    assert (page.what_if.window_.currentText(), sources(page)[4]) == ("200,000", "from the session")


def test_tokens_can_be_counted_otherwise(page: BudgetPage) -> None:
    choose(page.what_if.encoding, "characters ÷ 4")
    injected = int(cell(page, "AGENTS.md", "Injected").replace(",", ""))
    assert cell(page, "AGENTS.md", "Tokens") == f"{-(-injected // 4):,}"
    assert "as OpenClaw does" in page._source.text()  # pyright: ignore[reportPrivateUsage]


def session(number: int, tokens: int | None = 60_000) -> Session:
    chars = fixed_chars({**REPORT, "tools": {"schemaChars": 19_000 + 4 * number}})
    assert chars
    return Session(f"id-{number}", f"telegram · {number} Feb", chars, tokens, 200_000)


def test_before_the_agent_is_known_nothing_stands_where_its_terms_will(qtbot: QtBot) -> None:
    fields = WhatIf()
    qtbot.addWidget(fields)
    choosers = (fields.profile, fields.kind, fields.encoding, fields.window_)
    assert {choice.currentText() for choice in choosers} == {""}
    assert {number.text() for number in (fields.per_file, fields.total)} == {""}
    assert not fields.reset_button.isEnabled()


def test_the_newest_session_brings_what_was_measured(page: BudgetPage) -> None:
    page.session.show_sessions([session(21), session(20)])
    sizes = {item.name: item.size for item in page.legend.items}
    assert (sizes["system prompt"], sizes["skills"], sizes["tool schemas"]) == ("1,500", "500", "4,771")
    assert sizes["history"] != "unknown"
    assert (page.what_if.window_.currentText(), sources(page)[4]) == ("200,000", "from the session")
    assert page._source.text().endswith("and tool schemas are a quarter of the characters measured in")  # pyright: ignore[reportPrivateUsage]
    sentences = [label.text() for label in page.cut.findChildren(QLabel)]
    assert "In the session that was measured, 1,000 characters of it were injected." in sentences


def test_the_name_of_the_session_is_seen_whole_where_there_is_room(page: BudgetPage) -> None:
    name = "telegram · 24 Feb 08:00 · 12 turns · peak 70 %"
    page.session.show_sessions([replace(session(21), name=name)])
    page.resize(1500, 800)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    room = page.session.width() - page.session.minimumSizeHint().width()
    usual = page.session.fontMetrics().horizontalAdvance("X" * NAME)
    assert usual + room >= page.session.fontMetrics().horizontalAdvance(name)


def test_a_long_name_of_a_session_leaves_room_for_the_words_before_it(page: BudgetPage) -> None:
    page.session.show_sessions([replace(session(21), name="关于观测站数据库迁移方案的讨论 · " * 4)])
    page.resize(600, 500)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    words = page._source  # pyright: ignore[reportPrivateUsage]
    assert words.width() >= 0.4 * page.width()
    assert page.session.geometry().right() <= page._content.width()  # pyright: ignore[reportPrivateUsage]


def test_another_session_or_none_can_be_chosen_and_stays_chosen(page: BudgetPage) -> None:
    def tools() -> str:
        return {item.name: item.size for item in page.legend.items}["tool schemas"]

    page.session.show_sessions([session(21), session(20)])
    choose(page.session, "telegram · 20 Feb")
    assert tools() == "4,770"
    page.session.show_sessions([session(22), session(21), session(20)])
    assert tools() == "4,770"
    choose(page.session, "No session")
    assert tools() == "unknown"
    page.session.show_sessions([session(23)])
    assert tools() == "unknown"


def test_without_measured_sessions_there_is_nothing_to_choose(page: BudgetPage) -> None:
    assert page.session.isHidden()
    page.session.show_sessions([session(21)])
    assert not page.session.isHidden()
    page.session.show_sessions([])
    assert page.session.isHidden()
    assert {item.size for item in page.legend.items if item.name != "files"} == {"unknown"}


def test_sessions_of_the_agent_are_found_where_openclaw_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "state"
    shutil.copytree(DATA / "state-2026.2", state)
    config = state / "openclaw.json"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("/home/sam/.openclaw", state.as_posix()), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(state))
    engine = Engine(
        state / "workspace",
        settings=Settings(),
        places=Places.of_user(),
        report=list[object]().append,
        embedder=HashEmbedder,
    )
    (found,) = measured(engine, datetime(2026, 3, 1, tzinfo=UTC))
    engine.close()
    assert found.name.startswith("telegram · ")
    assert (found.chars.tools, found.window) == (4_466, 65_536)


def test_a_file_that_changes_on_disk_is_read_again(
    page: BudgetPage, bridge: HandBridge, root: Path, qtbot: QtBot
) -> None:
    page.table.choose("SOUL.md")
    (root / "SOUL.md").write_text("Quiet and exact.\n", encoding="utf-8")
    bridge.files_changed.emit(frozenset({"SOUL.md"}))
    qtbot.waitUntil(lambda: cell(page, "SOUL.md", "On disk") == "16", timeout=2000)
    assert page.table.current
    assert page.table.current.name == "SOUL.md"


def test_a_note_that_changes_is_no_reason_to_read_again(page: BudgetPage, bridge: HandBridge) -> None:
    bridge.holding = True
    bridge.files_changed.emit(frozenset({"memory/2026-03-01.md"}))
    assert not page._soon.isActive()  # pyright: ignore[reportPrivateUsage]


def test_what_changes_while_it_is_not_seen_is_read_when_it_is(
    view: ContextView, bridge: HandBridge, root: Path
) -> None:
    view.hide()
    (root / "SOUL.md").write_text("Loud.\n", encoding="utf-8")
    bridge.files_changed.emit(frozenset({"SOUL.md"}))
    view.budget._soon.timeout.emit()  # pyright: ignore[reportPrivateUsage]
    assert cell(view.budget, "SOUL.md", "On disk") == "6"
    view.show()
    assert cell(view.budget, "SOUL.md", "On disk") == "5"


def test_only_the_newest_question_is_answered(page: BudgetPage, bridge: HandBridge) -> None:
    bridge.holding = True
    for limit in (19_000, 18_000, 17_000):
        page.what_if.per_file.setValue(limit)
    assert len(bridge.held) == 1
    bridge.held[0].go()
    assert cell(page, "AGENTS.md", "Limit") == "20,000"
    assert len(bridge.held) == 2
    bridge.held[1].go()
    assert cell(page, "AGENTS.md", "Limit") == "17,000"


def test_a_failure_says_what_happened_and_offers_to_try_again(page: BudgetPage, bridge: HandBridge) -> None:
    bridge.trouble = WriteFailedError("x", "The disk is gone.")
    page.refresh()
    assert page.failure.isVisible()
    bridge.trouble = None
    page.failure.clicked.emit()
    assert not page.failure.isVisible()
    assert page.table.isVisible()


def test_a_click_on_the_bar_chooses_the_file_below_it(page: BudgetPage, qtbot: QtBot) -> None:
    page.what_if.window_.setEditText("8k")
    page.table.choose("AGENTS.md")
    qtbot.mouseClick(page.bar, Qt.MouseButton.LeftButton, pos=QPoint(page.bar.width() - 20, 40))
    assert page.table.current
    assert page.table.current.name == "MEMORY.md"


def test_an_empty_workspace_says_so(page: BudgetPage, bridge: HandBridge, root: Path) -> None:
    for file in root.iterdir():
        file.unlink()
    page.refresh()
    assert "None of the files an agent is given is here yet." in said(page)
    assert names(page) == ["AGENTS.md", "SOUL.md", "IDENTITY.md"]


def inks(page: BudgetPage) -> set[int]:
    picture = page.bar.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return {picture.pixel(x, 40) for x in range(0, picture.width(), 7)}


def test_the_bars_are_drawn_in_the_colours_of_the_theme(page: BudgetPage, qapp: QApplication) -> None:
    assert theme.LIGHT.bootstrap.rgb() in inks(page)
    theme.apply(qapp, "dark")
    try:
        assert theme.DARK.bootstrap.rgb() in inks(page)
    finally:
        theme.apply(qapp, "light")


@pytest.mark.parametrize("width", [592, 852, 1200, 1600, 2400])
def test_columns_fill_the_width_they_have(view: ContextView, width: int, qtbot: QtBot) -> None:
    view.resize(width, 700)
    table = view.budget.table
    qtbot.waitUntil(lambda: view.width() == width and table.viewport().width() > 0, timeout=2000)
    shown = [at for at in range(len(COLUMNS)) if not table.isColumnHidden(at)]
    assert FILE in shown
    assert sum(table.columnWidth(at) for at in shown) <= table.viewport().width()
    assert (KIND_COLUMNS[0] in shown) == (width >= 852)


def test_nothing_jumps_when_there_is_more_than_the_page_can_show(
    view: ContextView, page: BudgetPage, qtbot: QtBot
) -> None:
    bar = page._area.verticalScrollBar()  # pyright: ignore[reportPrivateUsage]
    seen: dict[bool, tuple[int, int]] = {}
    for height, needed in ((500, True), (2_000, False)):
        view.resize(1_200, height)
        qtbot.waitUntil(partial(lambda needed: bar.isEnabled() == needed, needed), timeout=5000)
        seen[bar.maximum() > 0] = (page.bar.width(), page.table.viewport().width())
    assert seen[True] == seen[False]
    right = page.what_if.reset_button.mapTo(page, page.what_if.reset_button.rect().topRight()).x()
    assert page.bar.mapTo(page, page.bar.rect().topRight()).x() == right


def test_what_is_unknown_is_not_clipped(view: ContextView, page: BudgetPage) -> None:
    view.resize(852, 668)
    share = next(at for at, column in enumerate(COLUMNS) if column.title == "Share")
    assert cell(page, "AGENTS.md", "Share") == "unknown"
    words = lettering.metrics(theme.BODY).horizontalAdvance("unknown")
    assert words <= page.table.columnWidth(share) - 2 * PAD


def test_pages_are_turned_by_their_tabs(view: ContextView, qtbot: QtBot) -> None:
    other = view.add_page("Another", lambda parent: QLabel("one more", parent), panes=lambda page: [page])()
    assert view.page is view.budget
    view.tabs.setCurrentIndex(view.tabs.count() - 1)
    assert view.page is other
    assert other.isVisible()
    assert view.panes() == [view.tabs, other]
    view.show_page(view.budget)
    assert view.page is view.budget
    assert view.panes()[-1] is view.budget.cut.sheet


def test_the_window_s_bar_is_what_is_seen_first(view: ContextView, qtbot: QtBot) -> None:
    page = view.budget
    view.resize(1000, 480)
    page.table.setFocus()
    qtbot.waitUntil(page.table.hasFocus, timeout=5000)
    page.refresh()
    assert page._area.verticalScrollBar().value() == 0
