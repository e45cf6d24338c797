"""What can be done with what is selected in the tree: names, keys, and the context menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

SEPARATOR = "-"


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do. `key` works while the tree has the focus."""

    text: str
    run: Callable[[], None]
    key: str = ""
    possible: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class Submenu:
    """A menu within the menu, filled when the menu is made."""

    text: str
    fill: Callable[[QMenu], None]
    possible: Callable[[], bool] = lambda: True


class Commands:
    """The tree's commands by name, in the order of the menu; None separates."""

    def __init__(self, commands: Sequence[Command | Submenu | None]) -> None:
        self._commands = commands

    def menu(self, parent: QWidget) -> QMenu:
        """A menu of what is possible now."""
        menu = QMenu(parent)
        for command in self._commands:
            if command is None:
                menu.addSeparator()
                continue
            if isinstance(command, Submenu):
                inner = menu.addMenu(command.text)
                inner.setEnabled(command.possible())
                command.fill(inner)
                continue
            action = QAction(command.text, menu)
            action.setEnabled(command.possible())
            if command.key:
                action.setShortcut(QKeySequence(command.key))
                action.setShortcutVisibleInContextMenu(True)
            action.triggered.connect(command.run)
            menu.addAction(action)
        return menu

    def for_key(self, keys: QKeySequence) -> Command | None:
        """The command of a key, if it is possible now."""
        for command in self._commands:
            if isinstance(command, Command) and command.key and QKeySequence(command.key) == keys:
                return command if command.possible() else None
        return None
