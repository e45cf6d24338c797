"""The page of the agent's index: what it is, what it lacks, and how the agent is set."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.engine import Engine
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.search_view.index_page import IndexPage
from openclaw_desktop.ui.search_view.view import SearchView


def told(widget: QWidget | None) -> list[str]:
    assert widget is not None
    return [label.text() for label in widget.findChildren(QLabel)]


@pytest.fixture
def page(agents_whole: SearchView) -> IndexPage:
    """The page, seen."""
    agents_whole.show_page(agents_whole.index_page)
    return agents_whole.index_page


def changed(page: IndexPage) -> list[tuple[str, str]]:
    return [(change.path, change.kind) for change in page.drift.list.rows.changes]


def test_it_says_what_the_index_was_made_with_and_how_much_is_in_it(page: IndexPage) -> None:
    said = told(page.sections.area.widget())
    assert page.title.text() == "Nimbus's index"
    assert "multilingual-e5-small by openai" in said
    assert "73, of 384 numbers each" in said
    assert "73, of 400 tokens, overlap 80" in said
    assert any(text.startswith("18 files in 73 chunks") for text in said)


def test_each_parameter_says_whether_it_is_the_default(page: IndexPage, agent_engine: Engine) -> None:
    config = agent_engine.root.parent / "openclaw.json"
    values = json.loads(config.read_text(encoding="utf-8"))
    values["agents"]["defaults"] = {"memorySearch": {"query": {"minScore": 0.5}}}
    config.write_text(json.dumps(values), encoding="utf-8")
    page.look()
    said = told(page.sections.area.widget())
    at = said.index("Min score")
    assert said[at + 1] == "0.5"
    widget = page.sections.area.widget()
    assert widget is not None
    keys = [key.text() for key in widget.findChildren(ElidedText)]
    assert keys == ["openclaw.json: agents.defaults.memorySearch.query.minScore"]
    at = said.index("Limit")
    assert said[at + 1 : at + 3] == ["6", "default"]


def test_every_key_is_seen_whole_where_there_is_room(page: IndexPage, agent_engine: Engine) -> None:
    config = agent_engine.root.parent / "openclaw.json"
    values = json.loads(config.read_text(encoding="utf-8"))
    limits = {"minScore": 0.5, "hybrid": {"candidateMultiplier": 8}}
    remote = {"baseUrl": "http://127.0.0.1:18555/v1"}
    values["agents"]["defaults"] = {"memorySearch": {"query": limits, "remote": remote}}
    config.write_text(json.dumps(values), encoding="utf-8")
    page.look()
    widget = page.sections.area.widget()
    assert widget is not None
    page.window().resize(2000, 800)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    keys = widget.findChildren(ElidedText)
    assert len(keys) == 3
    assert [key.text() for key in keys if key.width() < key.sizeHint().width()] == []
    value = next(
        label for label in widget.findChildren(QLabel) if label.text() == "http://127.0.0.1:18555/v1"
    )
    assert value.height() < 2 * value.fontMetrics().height()  # on one line, as there is room


def test_what_is_not_as_configured_says_what_that_does(page: IndexPage, agent_engine: Engine) -> None:
    assert "Made as configured" in told(page.sections.area.widget())
    config = agent_engine.root.parent / "openclaw.json"
    values = json.loads(config.read_text(encoding="utf-8"))
    values["agents"]["defaults"] = {"memorySearch": {"chunking": {"tokens": 200}}}
    config.write_text(json.dumps(values), encoding="utf-8")
    page.look()
    said = told(page.sections.area.widget())
    assert "Not made as configured" in said
    assert any("makes the whole index anew" in text for text in said)


def test_files_that_are_not_as_indexed_are_listed_and_opened(
    page: IndexPage, agent_engine: Engine, qtbot: QtBot
) -> None:
    assert changed(page) == []
    root = agent_engine.root
    (root / "memory/2026-02-11.md").write_text("Other.\n", encoding="utf-8")
    (root / "memory/new.md").write_text("New.\n", encoding="utf-8")
    (root / "memory/2026-02-03.md").unlink()
    page.again_button.click()
    kinds = {path: kind for path, kind in changed(page) if kind}
    assert kinds == {
        "memory/2026-02-11.md": "changed",
        "memory/new.md": "new",
        "memory/2026-02-03.md": "gone",
    }
    page.drift.filter.setText("new")
    assert changed(page) == [("memory/new.md", "new")]
    assert page.drift.count.text() == "1 of 3 files"
    assert "the agent cannot find it" in page.drift.told.text()
    with qtbot.waitSignal(page.open_requested, timeout=2000) as signal:
        qtbot.keyClick(page.drift.list, Qt.Key.Key_Return)
    assert signal.args == ["memory/new.md", 0, 0]


def test_a_file_that_is_gone_is_not_opened(page: IndexPage, agent_engine: Engine, qtbot: QtBot) -> None:
    (agent_engine.root / "memory/2026-02-03.md").unlink()
    page.look()
    assert changed(page) == [("memory/2026-02-03.md", "gone")]
    with qtbot.assertNotEmitted(page.open_requested):
        qtbot.keyClick(page.drift.list, Qt.Key.Key_Return)


def test_an_index_that_is_gone_is_said_and_what_was_seen_stays(page: IndexPage, agent_engine: Engine) -> None:
    index = agent_engine.root.parent / "memory" / "main.sqlite"
    away = index.rename(index.with_name("away.sqlite"))
    page.look()
    assert "has no index" in page.problem.text()
    assert page.title.text() == "Nimbus's index"
    away.rename(index)
    page.again_button.click()
    assert page.problem.text() == ""


def test_without_an_index_the_page_says_so_and_looks_again(
    agents_whole: SearchView, agent_engine: Engine
) -> None:
    index = agent_engine.root.parent / "memory" / "main.sqlite"
    away = index.rename(index.with_name("away.sqlite"))
    page = agents_whole.index_page
    agents_whole.show_page(page)
    assert any("has no index" in text for text in told(page.empty))
    away.rename(index)
    page.empty.clicked.emit()
    assert page.state is not None
