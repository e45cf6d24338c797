"""A review view around a desk of proposals in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from review_desk import Desk, HandBridge
from review_values import NOW

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.review_view.view import ReviewView


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two files, and no proposal yet."""
    return Desk(tmp_path)


@pytest.fixture
def bridge(desk: Desk, qapp: QApplication) -> HandBridge:
    """A bridge that answers when the test wants it."""
    theme.apply(qapp, "light")
    return HandBridge(desk)


@pytest.fixture
def open_view(bridge: HandBridge, qtbot: QtBot) -> Callable[[], ReviewView]:
    """Makes a view on the desk as it is then, at five past two of 1 March 2026."""

    def make() -> ReviewView:
        made = ReviewView(bridge, now=lambda: NOW)
        qtbot.addWidget(made)
        made.resize(1280, 820)
        made.show()
        qtbot.waitExposed(made)
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow)
        made.setFocus()
        return made

    return make
