"""What each command does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices

from openclaw_desktop.ui import dialogs, focus
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.help_page import HelpPage
from openclaw_desktop.ui.keys_page import KeysPage

if TYPE_CHECKING:
    from openclaw_desktop.ui.about_page import AboutPage
    from openclaw_desktop.ui.main_window import MainWindow


Handlers = dict[str, Callable[[], object]]


def handlers(window: MainWindow, bridge: Bridge, log_file: Path) -> Handlers:
    """One function for every id in the table of commands."""
    return (
        _of_files(window, bridge)
        | _of_text(window)
        | _of_views(window, bridge)
        | _of_places(window)
        | _of_review(window)
        | _of_index(window, bridge)
        | _of_help(window, bridge, log_file)
    )


def _in_workspace(window: MainWindow, act: Callable[[], object]) -> Callable[[], object]:
    """`act`, once the workspace is what is seen."""

    def shown() -> None:
        window.show_view("workspace")
        act()

    return shown


def _find(window: MainWindow) -> None:
    """Find means the question in the search view, and the text anywhere else."""
    if window.view == "search":
        window.focus_search()
    else:
        _in_workspace(window, lambda: window.workspace.editor.bars.show_find(False))()


def _undo(window: MainWindow) -> None:
    """Undo means the last decision in the review view, and what was typed anywhere else."""
    if window.view == "review" and not window.views.review.is_typed_in:
        window.views.review.take_back()
    else:
        focus.edit("undo")


def _of_files(window: MainWindow, bridge: Bridge) -> Handlers:
    tree, editor = window.workspace.tree, window.workspace.editor
    return {
        "file.daily": window.new_daily,
        "file.new": _in_workspace(window, tree.new_note),
        "file.open_folder": lambda: bridge.spawn(_open_folder(window, bridge), name="open folder"),
        "file.workspaces": lambda: bridge.spawn(window.leave(None, listed=True), name="leave"),
        "file.save": editor.save,
        "file.save_all": editor.save_all,
        "file.new_folder": _in_workspace(window, tree.new_folder),
        "file.rename": tree.rename,
        "file.move": tree.move_selected,
        "file.duplicate": tree.duplicate,
        "file.delete": tree.delete,
        "file.undo": tree.undo_last,
        "file.show": tree.file_actions.show_in_file_manager,
        "file.copy_path": tree.file_actions.copy_path,
        "file.copy_short": tree.file_actions.copy_relative_path,
        "file.close": editor.close_current,
        "file.quit": window.close,
    }


def _of_text(window: MainWindow) -> Handlers:
    editor = window.workspace.editor
    return {
        **{f"edit.{verb}": partial(focus.edit, slot) for verb, slot in focus.EDITING.items()},
        "edit.undo": partial(_undo, window),
        "edit.find": partial(_find, window),
        "edit.replace": _in_workspace(window, lambda: editor.bars.show_find(True)),
        "edit.find_next": _in_workspace(window, editor.bars.find_bar.next),
        "edit.find_previous": _in_workspace(window, editor.bars.find_bar.previous),
        "edit.settings": lambda: window.show_view("settings"),
    }


def _of_views(window: MainWindow, bridge: Bridge) -> Handlers:
    workspace, editor = window.workspace, window.workspace.editor
    return {
        "view.workspace": lambda: window.show_view("workspace"),
        "view.search": lambda: window.show_view("search"),
        "view.context": lambda: window.show_view("context"),
        "view.review": lambda: window.show_view("review"),
        "view.history": lambda: window.show_view("history"),
        "view.preview": _in_workspace(window, editor.toggle_preview),
        "view.side_panel": lambda: workspace.show_side_panel(not workspace.side_panel),
        "view.right_panel": lambda: workspace.show_right_panel(not workspace.right_panel),
        "view.zoom_in": lambda: editor.zoom(1),
        "view.zoom_out": lambda: editor.zoom(-1),
        "view.zoom_reset": lambda: editor.zoom(0),
        "view.wrap": lambda: _toggle(bridge, "wrap"),
        "view.cuts": lambda: _toggle(bridge, "cuts"),
        "view.full_screen": lambda: _toggle_full_screen(window),
    }


def _of_places(window: MainWindow) -> Handlers:
    tree, editor = window.workspace.tree, window.workspace.editor
    return {
        "go.file": window.quick_open.ask,
        "go.search": window.focus_search,
        "go.line": _in_workspace(window, editor.bars.ask_line),
        "go.last_tab": editor.next_tab,
        "go.first_tab": lambda: editor.next_tab(-1),
        "go.reveal": _in_workspace(window, lambda: tree.reveal(editor.current_path, 0)),
        "go.history": lambda: window.show_history(editor.current_path),
        "go.why_not": lambda: window.explain(editor.current_path, window.front.line),
        "go.side_by_side": lambda: window.views.search.ask.bar.beside.click(),
        "go.compare": lambda: window.views.search.ask.panes.detail.start_comparing(),
        "go.why_not_file": lambda: window.views.search.ask.panes.detail.start_why_not(),
        "go.save_ranking": lambda: window.views.search.ask.panes.tuning.save_button.click(),
        "go.reset_ranking": lambda: window.views.search.ask.panes.tuning.reset_button.click(),
        "go.next_pane": lambda: window.cycle_panes(1),
        "go.previous_pane": lambda: window.cycle_panes(-1),
    }


def _of_review(window: MainWindow) -> Handlers:
    return {
        "review.accept": lambda: window.views.review.accept(),
        "review.reject": lambda: window.views.review.reject(),
        "review.edit": lambda: window.views.review.edit(),
        "review.comment": lambda: window.views.review.comment(),
        "review.take_back": lambda: window.views.review.take_back(),
        "review.tick": lambda: window.views.review.page.tick(),
        "review.next_change": lambda: window.views.review.next_change(),
        "review.change_before": lambda: window.views.review.previous_change(),
        "review.next": lambda: window.views.review.next_proposal(),
        "review.before": lambda: window.views.review.previous_proposal(),
        "review.protection": window.show_protection,
    }


def _of_index(window: MainWindow, bridge: Bridge) -> Handlers:
    engine = bridge.engine
    return {
        "index.pause": window.pause,
        "index.resume": window.resume,
        "index.retry": window.retry,
        "index.rescan": lambda: window.ask_engine(engine.rescan),
        "index.rebuild": lambda: window.ask_engine(engine.rebuild),
    }


def _of_help(window: MainWindow, bridge: Bridge, log_file: Path) -> Handlers:
    return {
        "help.start": lambda: HelpPage(bridge, "start", window).show(),
        "help.tour": window.tour.begin,
        "help.review": lambda: HelpPage(bridge, "review", window).show(),
        "help.search": lambda: HelpPage(bridge, "search", window).show(),
        "help.context": lambda: HelpPage(bridge, "context", window).show(),
        "help.window": lambda: HelpPage(bridge, "window", window).show(),
        "help.keys": lambda: KeysPage(window).open(),
        "help.log": lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_file))),
        "help.updates": lambda: _about(window, bridge).look(),
        "help.about": lambda: _about(window, bridge),
    }


async def _open_folder(window: MainWindow, bridge: Bridge) -> None:
    root = await dialogs.choose_folder(window, "Open a workspace", bridge.engine.root.parent)
    if root is not None:
        await window.leave(root)


def _toggle(bridge: Bridge, name: Literal["wrap", "cuts"]) -> None:
    """Turns a setting of the editor on or off."""
    is_on = getattr(bridge.engine.settings.editor, name)
    bridge.spawn(bridge.change_settings({f"editor.{name}": not is_on}), name=name)


def _toggle_full_screen(window: MainWindow) -> None:
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def _about(window: MainWindow, bridge: Bridge) -> AboutPage:
    from openclaw_desktop.ui.about_page import AboutPage

    page = AboutPage(bridge, window)
    page.open()
    return page
