"""Before a window or a tab goes: nothing unsaved is lost without being asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox, QWidget

from openclaw_desktop.ui import dialogs
from openclaw_desktop.ui.editor.tab_names import tab_names

if TYPE_CHECKING:
    from openclaw_desktop.ui.editor.tabs import EditorTabs

NAMED = 8


async def nothing_is_lost(window: QWidget, editor: EditorTabs) -> bool:
    """True when all text is saved, or the person agreed to lose it."""
    paths = editor.unsaved()
    if not paths:
        return True
    answer = await dialogs.ask(window, question(paths), listed(paths), answers(paths))
    if answer == "save":
        return await editor.save_all_and_wait()
    return answer == "discard"


def answers(paths: Sequence[str]) -> list[dialogs.Answer]:
    """What can be done with them; the last one changes nothing."""
    roles = QMessageBox.ButtonRole
    return [
        ("save", "Save" if len(paths) == 1 else "Save all", roles.AcceptRole),
        ("discard", "Discard", roles.DestructiveRole),
        ("cancel", "Cancel", roles.RejectRole),
    ]


def question(paths: Sequence[str]) -> str:
    """What is asked about so many files."""
    return (
        f"{tab_names(paths)[paths[0]]} has unsaved text"
        if len(paths) == 1
        else f"{len(paths):,} files have unsaved text"
    )


def listed(paths: Sequence[str]) -> str:
    """The first of them by the names of their tabs, the rest by number."""
    if len(paths) == 1:
        return "Save it before the window closes?"
    more = [f"and {len(paths) - NAMED:,} more"] if len(paths) > NAMED else []
    return "\n".join([*list(tab_names(paths).values())[:NAMED], *more])
