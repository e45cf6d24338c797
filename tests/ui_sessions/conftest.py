"""A state of OpenClaw with sessions, and the page that shows them, each on its own copy."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from qt_loop import Run
from session_values import NOW, Sessions

from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.sessions_page import SessionsPage

DATA = Path(__file__).parents[1] / "data" / "openclaw"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """OpenClaw 2026.2 with an agent whose workspace is beside its sessions."""
    folder = tmp_path / "state"
    shutil.copytree(DATA / "state-2026.2", folder)
    config = {"agents": {"list": [{"id": "main", "workspace": str(folder / "workspace")}]}}
    (folder / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(folder))
    return folder


@pytest.fixture
def bridge(run: Run[Any], state: Path) -> Iterator[Bridge]:
    """A bridge around a real engine; nothing is indexed."""

    def engine(report: Callable[[Any], None]) -> Engine:
        return Engine(
            state / "workspace",
            settings=Settings(),
            places=Places.of_user(),
            report=report,
            embedder=HashEmbedder,
        )

    made = Bridge(engine)
    yield made
    run(made.close())


@pytest.fixture
def page(bridge: Bridge, qtbot: QtBot) -> SessionsPage:
    """The page before it is shown; it goes when nothing is read any more."""

    def calm(widget: SessionsPage) -> None:
        widget.hide()
        qtbot.waitUntil(lambda: not bridge.busy and not widget.session.busy, timeout=10_000)

    made = SessionsPage(bridge, now=lambda: NOW)
    qtbot.addWidget(made, before_close_func=calm)
    made.resize(1200, 800)
    return made


@pytest.fixture
def sessions(page: SessionsPage, qtbot: QtBot) -> Sessions:
    """The page as it is when the first session is drawn."""
    made = Sessions(page, qtbot)
    page.show()
    qtbot.waitExposed(page)
    made.settle()
    return made
