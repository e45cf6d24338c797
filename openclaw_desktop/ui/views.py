"""The views of a window: the workspace from the start, each other one when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtWidgets import QStackedWidget, QWidget

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.workspace_view import WorkspaceView

if TYPE_CHECKING:  # loading and making them all would take as long again as the rest of a start
    from openclaw_desktop.ui.context_view.view import ContextView
    from openclaw_desktop.ui.history_view.view import HistoryView
    from openclaw_desktop.ui.review_view.view import ReviewView
    from openclaw_desktop.ui.search_view.view import SearchView
    from openclaw_desktop.ui.settings_view import SettingsView

View = TypeVar("View", bound=QWidget)

NAMES = ("workspace", "search", "context", "review", "history", "settings")


class Views(QStackedWidget):
    """One is in front; a view is there from the moment it is asked for, by attribute or by name.

    A view is made in here, and its larger parts in it: what is finished before it is put into something is
    given all its style once more by Qt, and again at the next level.
    """

    def __init__(
        self,
        bridge: Bridge,
        *,
        left_out: Collection[str] = (),
        connect: Mapping[str, Callable[[Any], None]],
        parent: QWidget | None = None,
    ) -> None:
        """`connect`, by name, is given each view once, as soon as it is made.

        `left_out`: settings that mean nothing on this desktop.
        """
        super().__init__(parent)
        self._bridge, self._left_out, self._connect = bridge, left_out, connect
        self._made: dict[str, QWidget] = {}
        self.workspace = self._placed("workspace", WorkspaceView(bridge, self))

    @cached_property
    def search(self) -> SearchView:
        """Where questions are asked."""
        from openclaw_desktop.ui.search_view.view import SearchView

        return self._placed("search", SearchView(self._bridge, self))

    @cached_property
    def context(self) -> ContextView:
        """What the model is given, and what became of it."""
        from openclaw_desktop.ui.context_view.view import ContextView

        return self._placed("context", ContextView(self._bridge, self))

    @cached_property
    def review(self) -> ReviewView:
        """What waits for a decision."""
        from openclaw_desktop.ui.review_view.view import ReviewView

        return self._placed("review", ReviewView(self._bridge, parent=self))

    @cached_property
    def history(self) -> HistoryView:
        """Every approved version."""
        from openclaw_desktop.ui.history_view.view import HistoryView

        return self._placed("history", HistoryView(self._bridge, parent=self))

    @cached_property
    def settings(self) -> SettingsView:
        """Every setting."""
        from openclaw_desktop.ui.settings_view import SettingsView

        return self._placed("settings", SettingsView(self._bridge, left_out=self._left_out, parent=self))

    def named(self, name: str) -> QWidget:
        """The view of this name, one of NAMES."""
        view: QWidget = getattr(self, name)
        return view

    def is_made(self, name: str) -> bool:
        """It was wanted before."""
        return name in self._made

    @property
    def shown(self) -> str:
        """The name of the view in front."""
        return next(name for name, view in self._made.items() if view is self.currentWidget())

    def show_view(self, name: str) -> bool:
        """Brings a view to the front; whether another one was there before."""
        before = self.currentWidget()
        self.setCurrentWidget(self.named(name))
        return self.currentWidget() is not before

    def panes(self) -> Sequence[QWidget]:
        """What F6 goes through in the view in front."""
        match self.shown:
            case "workspace":
                return self.workspace.panes()
            case "search":
                return self.search.panes()
            case "context":
                return self.context.panes()
            case "history":
                return self.history.panes()
            case _:
                return [self._made[self.shown]]

    def _placed(self, name: str, view: View) -> View:
        self._made[name] = view
        self.addWidget(view)
        if name in self._connect:
            self._connect[name](view)
        return view
