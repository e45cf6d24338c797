"""One table for menus, keys and the page of keys: nothing missing, nothing twice."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QLineEdit, QMainWindow
from pytestqt.qtbot import QtBot

from openclaw_desktop.ui.commands import COMMANDS, MENUS, Actions, key_in_words, keys_of
from openclaw_desktop.ui.keys_page import KeysPage


@pytest.fixture
def called() -> list[str]:
    return []


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def actions(window: QMainWindow, called: list[str]) -> Actions:
    made = Actions({c.id: lambda name=c.id: called.append(name) for c in COMMANDS}, window)
    made.fill(window.menuBar())
    return made


def test_every_command_has_a_menu_a_name_and_a_key(qtbot: QtBot) -> None:
    for command in COMMANDS:
        assert command.menu in MENUS
        assert command.title
        assert keys_of(command), command.id


def test_no_id_and_no_key_is_given_twice(qtbot: QtBot) -> None:
    assert max(Counter(c.id for c in COMMANDS).values()) == 1
    keys = Counter(key.toString() for c in COMMANDS for key in set(keys_of(c)))
    assert [key for key, times in keys.items() if times > 1] == []


def test_each_menu_holds_its_commands_in_order(window: QMainWindow, actions: Actions) -> None:
    bar = window.menuBar().actions()
    assert [entry.text() for entry in bar] == [f"&{name}" for name in MENUS]
    for entry, name in zip(bar, MENUS, strict=True):
        menu = entry.menu()
        titles = [a.text() for a in menu.actions() if not a.isSeparator()]  # type: ignore[union-attr]
        assert titles == [c.title for c in COMMANDS if c.menu == name]


def test_choosing_an_entry_does_what_it_says(actions: Actions, called: list[str]) -> None:
    for command in COMMANDS:
        actions[command.id].trigger()
    assert called == [c.id for c in COMMANDS]


def test_what_makes_no_sense_now_cannot_be_chosen(actions: Actions) -> None:
    actions.refresh(frozenset())
    assert not actions["file.save"].isEnabled()
    assert not actions["index.resume"].isEnabled()
    assert actions["go.file"].isEnabled()
    actions.refresh(frozenset({"unsaved", "paused"}))
    assert actions["file.save"].isEnabled()
    assert actions["index.resume"].isEnabled()
    assert not actions["index.pause"].isEnabled()


def test_a_tick_stands_beside_what_is_shown(actions: Actions) -> None:
    actions.refresh(frozenset({"wrap", "side panel", "workspace view"}))
    ticked = {c.id for c in COMMANDS if actions[c.id].isChecked()}
    assert ticked == {"view.wrap", "view.side_panel"}
    assert {c.id for c in COMMANDS if actions[c.id].isCheckable()} > ticked


def test_macos_finds_its_roles_and_takes_no_other_entry_for_one(actions: Actions) -> None:
    roles = {c.id: actions[c.id].menuRole() for c in COMMANDS}
    assert roles.pop("file.quit") == QAction.MenuRole.QuitRole
    assert roles.pop("edit.settings") == QAction.MenuRole.PreferencesRole
    assert roles.pop("help.about") == QAction.MenuRole.AboutRole
    assert set(roles.values()) == {QAction.MenuRole.NoRole}


TAKEN_ON_MACOS = (
    "Ctrl+H",
    "Ctrl+Alt+H",
    "Ctrl+M",
    "Ctrl+Alt+D",
    "Ctrl+Tab",
    "Ctrl+Shift+Tab",
    "Ctrl+Space",
    "F11",
)
"""Hide, hide others, minimise, the Dock, the programs, Spotlight, the desktop."""


def test_macos_keeps_its_own_keys(qtbot: QtBot) -> None:
    keys = [key.toString() for c in COMMANDS for key in keys_of(c, "darwin")]
    assert [key for key in keys if key in TAKEN_ON_MACOS] == []
    assert [key for key, times in Counter(keys).items() if times > 1] == []


@pytest.mark.parametrize(
    ("command", "mac", "elsewhere"),
    [
        ("edit.find_next", "Ctrl+G", "F3"),
        ("view.full_screen", "Meta+Ctrl+F", "F11"),
        ("edit.replace", "Ctrl+Alt+F", "Ctrl+H"),
        ("file.quit", "Ctrl+Q", "Ctrl+Q"),
    ],
)
def test_a_key_is_the_one_of_the_system(qtbot: QtBot, command: str, mac: str, elsewhere: str) -> None:
    (found,) = [c for c in COMMANDS if c.id == command]
    assert [key.toString() for key in keys_of(found, "darwin")] == [mac]
    assert [key.toString() for key in keys_of(found, "linux")] == [elsewhere]


def test_the_trash_key_works_nowhere_but_in_the_tree(
    window: QMainWindow, actions: Actions, called: list[str], qtbot: QtBot
) -> None:
    field = QLineEdit("text", window)
    window.setCentralWidget(field)
    window.show()
    field.setFocus()
    qtbot.keySequence(field, QKeySequence("Del"))
    qtbot.keySequence(window, QKeySequence("Del"))
    assert called == []


def test_the_page_of_keys_shows_every_command_and_filters(window: QMainWindow, qtbot: QtBot) -> None:
    page = KeysPage(window)
    qtbot.addWidget(page)
    page.show()
    shown = {label.text() for label in page.findChildren(QLabel) if label.isVisible()}
    assert {c.title for c in COMMANDS} <= shown
    assert {key_in_words(c) for c in COMMANDS} <= shown
    field = page.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText("today")
    shown = {label.text() for label in page.findChildren(QLabel) if label.isVisible()}
    assert shown == {"File", "Today's Note", "Ctrl+T"}
