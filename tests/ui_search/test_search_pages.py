"""The search view's pages: a strip of tabs that is only there where an agent is."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from openclaw_desktop import resources
from openclaw_desktop.ui.commands import COMMANDS
from openclaw_desktop.ui.search_view.view import SearchView


def test_without_an_agent_there_is_one_page_and_no_strip(whole: SearchView) -> None:
    whole.add_page("Past searches", QLineEdit, panes=lambda page: [page])
    assert not whole.tabs.isVisible()
    assert whole.page is whole.ask
    assert whole.panes()[0] is whole.ask.bar


def test_where_an_agent_is_the_strip_leads_to_its_pages(agents_whole: SearchView) -> None:
    field = QLineEdit()
    past = agents_whole.add_page("Past searches", QWidget, panes=lambda _page: [field])()
    assert agents_whole.tabs.isVisible()
    agents_whole.show_page(past)
    assert agents_whole.page is past
    assert agents_whole.tabs.tabText(agents_whole.tabs.currentIndex()) == "Past searches"
    assert agents_whole.panes() == [agents_whole.tabs, field]


def test_a_question_from_elsewhere_leads_back_to_asking(agents_whole: SearchView) -> None:
    page = agents_whole.add_page("Past searches", QWidget, panes=lambda page: [page])()
    agents_whole.show_page(page)
    agents_whole.focus_query("HS-55172")
    assert agents_whole.page is agents_whole.ask
    assert agents_whole.ask.field.text() == "HS-55172"
    agents_whole.show_page(page)
    agents_whole.explain_path("MEMORY.md")
    assert agents_whole.page is agents_whole.ask


def test_the_help_names_the_keys_of_the_view_and_every_page(agents_whole: SearchView) -> None:
    text = resources.path("help/search.md").read_text(encoding="utf-8")
    keys = [command.key for command in COMMANDS if command.id in ("go.compare", "go.why_not_file")]
    keys += [command.key for command in COMMANDS if command.id == "go.side_by_side"]
    assert [key for key in keys if f"| {key} |" not in text] == []
    plain = text.lower()
    titles = [agents_whole.tabs.tabText(n) for n in range(1, agents_whole.tabs.count())]
    assert [title for title in titles if title.lower() not in plain] == []


def test_the_next_pane_is_what_was_found_and_then_what_explains_it(agents_whole: SearchView) -> None:
    page = agents_whole.ask
    agents_whole.focus_query("rain gauge")
    assert agents_whole.panes() == [agents_whole.tabs, page.bar, page.panes.results, page.panes.reasons]
    page.bar.beside.click()
    assert agents_whole.panes() == [agents_whole.tabs, page.bar, page.beside.list, page.beside.detail]
