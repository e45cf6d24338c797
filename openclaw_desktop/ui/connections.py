"""Who hears the views of a window; each is connected when it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SignalInstance

if TYPE_CHECKING:
    from openclaw_desktop.ui.context_view.view import ContextView
    from openclaw_desktop.ui.history_view.view import HistoryView
    from openclaw_desktop.ui.main_window import MainWindow
    from openclaw_desktop.ui.review_view.view import ReviewView
    from openclaw_desktop.ui.search_view.view import SearchView
    from openclaw_desktop.ui.settings_view import SettingsView


def hear(*pairs: tuple[SignalInstance, Callable[..., Any]]) -> None:
    """Connects each signal with its hearer."""
    for signal, hearer in pairs:
        signal.connect(hearer)


def of_views(window: MainWindow) -> Mapping[str, Callable[[Any], None]]:
    """By name, what connects a view with its window."""

    def search(view: SearchView) -> None:
        hear(
            (view.open_requested, window.open_and_reveal),
            (view.session_requested, window.show_session),
            (view.review_requested, window.show_proposal),
            (view.call_requested, window.show_call),
            (view.ask.session.answered, window.end_suggestions),
            (view.ask.beside.answered, window.end_suggestions),
        )

    def context(view: ContextView) -> None:
        hear(
            (view.open_requested, window.open_and_reveal),
            (view.cut_requested, window.open_at),
            (view.review_requested, window.show_proposal),
            (view.search_requested, window.show_past),
        )
        view.sessions_order = window.sessions_order

    def review(view: ReviewView) -> None:
        hear(
            (view.open_requested, window.open_and_reveal),
            (view.policies_requested, window.show_protection_settings),
            (view.session_requested, window.show_session),
            (view.stood, window.guard.take),
            (window.guard.changed, view.show_standing),
        )

    def history(view: HistoryView) -> None:
        hear(
            (view.open_requested, window.open_and_reveal),
            (view.review_requested, window.show_proposal),
        )

    def settings(view: SettingsView) -> None:
        hear((view.protection_requested, window.show_protection))

    return {
        "search": search,
        "context": context,
        "review": review,
        "history": history,
        "settings": settings,
    }
