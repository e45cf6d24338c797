"""The icon in the tray: off until wanted, counts what waits, and leads to the window."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop import resources
from openclaw_desktop.review.gate.edits import Append
from openclaw_desktop.review.proposal import Origin, Who
from openclaw_desktop.ui import main_window, notifications
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow
from openclaw_desktop.ui.setting_row import SettingRow
from openclaw_desktop.ui.tray import Tray, numbered

pytestmark = pytest.mark.qt_log_ignore(
    "This plugin does not support raise",
    "systemTrayWindowChanged",  # the offscreen plugin
)


@pytest.fixture(autouse=True)
def app_icon(qapp: QApplication) -> Iterator[None]:
    """As the program has one."""
    qapp.setWindowIcon(own_icon())
    yield
    qapp.setWindowIcon(QIcon())


def own_icon() -> QIcon:
    return QIcon(str(resources.path("icons/app.svg")))


@pytest.fixture
def window(bridge: Bridge, qtbot: QtBot, run: Run[Any]) -> MainWindow:
    made = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
    qtbot.addWidget(made, before_close_func=lambda _window: run(bridge.close()))
    made.show()
    return made


@pytest.fixture
def tray(window: MainWindow, bridge: Bridge) -> Tray:
    return Tray(window, bridge, available=lambda: True)


def texts(tray: Tray) -> list[str]:
    return [action.text() for action in tray.menu.actions() if not action.isSeparator()]


def choose(tray: Tray, text: str) -> None:
    next(action for action in tray.menu.actions() if action.text().startswith(text)).trigger()


def test_it_is_off_until_wanted_and_goes_when_it_is_not(tray: Tray, bridge: Bridge, run: Run[Any]) -> None:
    assert tray.icon is None
    run(bridge.change_settings({"window.tray": True}))
    assert isinstance(tray.icon, QSystemTrayIcon)
    assert tray.icon.toolTip() == "OpenClaw Desktop"
    run(bridge.change_settings({"window.tray": False}))
    assert tray.icon is None


def test_an_icon_waits_for_a_panel_that_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openclaw_desktop.ui.notifications.QGuiApplication.platformName", lambda: "xcb")
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    assert notifications.may_have_tray()
    assert not notifications.is_tray_there()


def test_where_there_is_no_tray_there_is_no_icon(window: MainWindow, bridge: Bridge, run: Run[Any]) -> None:
    tray = Tray(window, bridge)
    run(bridge.change_settings({"window.tray": True}))
    assert not notifications.may_have_tray()
    assert not notifications.is_tray_there()
    assert tray.icon is None


def test_where_there_is_no_tray_it_is_not_offered(
    bridge: Bridge, qtbot: QtBot, run: Run[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def offered(is_there: bool) -> bool:
        monkeypatch.setattr(main_window, "is_tray_there", lambda: is_there)
        window = MainWindow(bridge, log_file=Path("openclaw-desktop.log"))
        qtbot.addWidget(window, before_close_func=lambda _window: run(bridge.close()))
        return "window.tray" in [row.option.key for row in window.views.settings.findChildren(SettingRow)]

    assert offered(True)
    assert not offered(False)


def test_it_counts_what_waits(tray: Tray, bridge: Bridge, run: Run[Any], qtbot: QtBot) -> None:
    run(bridge.change_settings({"window.tray": True}))
    assert texts(tray) == ["Open", "Search the Memory", "Today's Note", "Reviews", "Quit"]
    agent = Origin(Who.AGENT, "agent main")
    bridge.engine.desk.propose(
        "MEMORY.md", Append("- More.\n"), reason="news", origin=agent, now=datetime.now(UTC)
    )
    qtbot.waitUntil(lambda: "Reviews (1)" in texts(tray), timeout=10_000)
    assert tray.icon is not None
    assert tray.icon.toolTip() == "1 change waits for your review"


def test_its_menu_leads_into_the_window(tray: Tray, window: MainWindow, qtbot: QtBot) -> None:
    window.hide()
    choose(tray, "Search")
    assert window.isVisible()
    assert window.view == "search"
    choose(tray, "Reviews")
    assert window.view == "review"
    choose(tray, "Today")
    assert window.view == "workspace"
    with qtbot.waitSignal(tray.quit_wanted, timeout=1000):
        choose(tray, "Quit")


def test_a_notification_speaks_at_the_icon_that_is_there(
    tray: Tray, window: MainWindow, bridge: Bridge, run: Run[Any], qtbot: QtBot
) -> None:
    run(bridge.change_settings({"window.tray": True}))
    assert tray.icon is not None
    with qtbot.waitSignal(window.alerts.notifier.clicked, timeout=1000):
        tray.icon.messageClicked.emit()


def test_the_number_is_drawn_on_the_icon(qtbot: QtBot) -> None:
    plain, ground = QApplication.windowIcon(), QColor("#2040f0")
    assert numbered(plain, 0, ground).cacheKey() == plain.cacheKey()
    for size in (22, 64):
        picture = numbered(plain, 12, ground).pixmap(QSize(size, size)).toImage()
        edge = picture.pixelColor(round(picture.width() * 0.68), round(picture.height() * 0.44))
        assert abs(edge.hue() - ground.hue()) < 12, (size, edge.name())
