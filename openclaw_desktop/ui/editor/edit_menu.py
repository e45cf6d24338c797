"""Qt's menu of a text field, as all other menus of the program are."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

Standard = QKeySequence.StandardKey

KEYS = {
    "edit-undo": Standard.Undo,
    "edit-redo": Standard.Redo,
    "edit-cut": Standard.Cut,
    "edit-copy": Standard.Copy,
    "edit-paste": Standard.Paste,
    "edit-delete": Standard.Delete,
    "select-all": Standard.SelectAll,
}
"""By the names that Qt gives the entries."""


def like_all_others(menu: QMenu) -> QMenu:
    """No letter is underlined, and each entry names its key.

    Qt leaves out the keys that a menu of the window has as well, which here are all of them.
    """
    for action in menu.actions():
        action.setText(action.text().partition("\t")[0].replace("&", ""))
        if action.objectName() in KEYS:
            action.setShortcuts(KEYS[action.objectName()])
            action.setShortcutVisibleInContextMenu(True)
    return menu
