"""What there is to take pictures of: each view, the pages of those that have several, and the tour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QAbstractItemView

from openclaw_desktop.ui import examples
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.search_view import searchers


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture. Of `first`, a list, the first row is chosen once it is filled."""

    name: str
    show: Callable[[MainWindow], None]
    first: Callable[[MainWindow], QAbstractItemView] | None = None
    needs_agent: bool = False


def _search_beside(window: MainWindow) -> None:
    window.show_view("search")
    window.views.search.show_page(window.views.search.ask)
    window.views.search.ask.set_side_by_side(True)


def _search_past(window: MainWindow) -> None:
    window.show_view("search")
    window.views.search.show_page(window.views.search.past)


def _search_index(window: MainWindow) -> None:
    window.show_view("search")
    window.views.search.show_page(window.views.search.index_page)


def _context_sessions(window: MainWindow) -> None:
    window.show_view("context")
    window.views.context.show_page(window.views.context.sessions)


SCENES = (
    Scene("workspace", lambda window: window.show_view("workspace")),
    Scene("search", lambda window: window.show_view("search")),
    Scene("search-beside", _search_beside, needs_agent=True),
    Scene("search-past", _search_past, lambda window: window.views.search.past.list.view, needs_agent=True),
    Scene("search-index", _search_index, needs_agent=True),
    Scene("context", lambda window: window.show_view("context")),
    Scene("context-sessions", _context_sessions, lambda window: window.views.context.sessions.list.view),
    Scene("review", lambda window: window.show_view("review")),
    Scene(
        "history", lambda window: window.show_view("history"), lambda window: window.views.history.files.view
    ),
    Scene("settings", lambda window: window.show_view("settings")),
    Scene("tour", lambda window: window.tour.begin()),
)
"""In this order: what was asked in the search is asked again in the pages after it."""


async def scenes_of(bridge: Bridge) -> list[Scene]:
    """Those that this workspace has something for; of a folder that is no agent's they are fewer."""
    has_agent = await bridge.call(searchers.has_agent, bridge.engine)
    return [scene for scene in SCENES if has_agent or not scene.needs_agent]


async def fill(scene: Scene, window: MainWindow, bridge: Bridge) -> None:
    """Puts something into a scene that is shown, and has nothing under way, worth looking at."""
    if scene.name == "workspace" and not window.workspace.editor.current_path:
        path = await bridge.call(examples.first_file, bridge.engine.root)
        if path:
            window.open_and_reveal(path)
    if scene.name == "search":
        question = await bridge.call(examples.question, bridge.engine)
        if question:
            window.views.search.focus_query(question)
    if scene.first is not None:
        rows = scene.first(window)
        if rows.isVisible() and not rows.currentIndex().isValid():
            rows.setCurrentIndex(rows.model().index(0, 0))
