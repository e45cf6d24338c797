"""A workspace with a long MEMORY.md, and the view that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from context_bridge import FILES, HandBridge
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop.engine import Engine
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.view import ContextView


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text, encoding="utf-8", newline="")
    return root


@pytest.fixture
def engine(root: Path) -> Iterator[Engine]:
    made = Engine(
        root,
        settings=Settings(),
        places=Places.of_user(),
        report=list[object]().append,
        embedder=HashEmbedder,
    )
    yield made
    made.close()


@pytest.fixture
def bridge(engine: Engine, qapp: QApplication) -> HandBridge:
    theme.apply(qapp, "light")
    return HandBridge(engine)


@pytest.fixture
def view(bridge: HandBridge, qtbot: QtBot) -> ContextView:
    """The view as it is seen first: the files on disk under the version's own rules."""
    made = ContextView(bridge)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    qtbot.waitExposed(made)
    return made
