"""Settings that others wrote into the file count when one comes back to the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.settings_followed import FollowedSettings


@pytest.fixture
def window(bridge: Bridge, qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    FollowedSettings(bridge, made)
    settle(bridge, qtbot)
    return made


def settle(bridge: Bridge, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not bridge.busy, timeout=20_000)


def write(bridge: Bridge, text: str) -> Path:
    file = bridge.engine.places.settings_file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def come_back(window: QWidget, bridge: Bridge, qtbot: QtBot) -> list[Settings]:
    """The settings that were told of meanwhile."""
    told = list[Settings]()
    bridge.settings_changed.connect(told.append)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    settle(bridge, qtbot)
    bridge.settings_changed.disconnect(told.append)
    return told


def test_what_was_written_by_hand_counts(window: QWidget, bridge: Bridge, qtbot: QtBot) -> None:
    write(bridge, '[window]\ntheme = "dark"\n[search]\nlimit = 7\n')
    [told] = come_back(window, bridge, qtbot)
    assert told == bridge.engine.settings
    assert (told.window.theme, told.search.limit) == ("dark", 7)
    assert come_back(window, bridge, qtbot) == []


def test_nothing_is_told_of_what_this_window_changed_itself(
    window: QWidget, bridge: Bridge, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(bridge.settings_changed, timeout=20_000):
        bridge.spawn(bridge.change_settings({"search.limit": 9}), name="change")
    settle(bridge, qtbot)
    assert come_back(window, bridge, qtbot) == []
    assert bridge.engine.settings.search.limit == 9


def test_an_own_change_loses_nothing_that_another_window_wrote_meanwhile(
    window: QWidget, bridge: Bridge, qtbot: QtBot
) -> None:
    write(bridge, '[window]\ntheme = "dark"\n')
    with qtbot.waitSignal(bridge.settings_changed):
        bridge.spawn(bridge.change_settings({"search.limit": 9}), name="change")
    settings = bridge.engine.settings
    assert (settings.window.theme, settings.search.limit) == ("dark", 9)
    settle(bridge, qtbot)
    assert come_back(window, bridge, qtbot) == []


def test_a_value_that_is_refused_is_told_of_though_nothing_changes(
    window: QWidget, bridge: Bridge, qtbot: QtBot
) -> None:
    write(bridge, "[search]\nlimit = 900\n")
    assert come_back(window, bridge, qtbot) == [Settings()]


def test_half_a_file_changes_nothing(window: QWidget, bridge: Bridge, qtbot: QtBot) -> None:
    write(bridge, "[search]\nlimit = 7\n")
    come_back(window, bridge, qtbot)
    write(bridge, "[search]\nlimit = ")
    assert [told.search.limit for told in come_back(window, bridge, qtbot)] == [7]
    write(bridge, "[search]\nlimit = 8\n")
    assert [told.search.limit for told in come_back(window, bridge, qtbot)] == [8]
