"""What the window's tests get: a small workspace, and a bridge around a real engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from qt_loop import Run

from openclaw_desktop.engine import Engine
from openclaw_desktop.events import IndexPhase
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge

FILES = {
    "AGENTS.md": "# Agents\n\nRead MEMORY.md first.\n",
    "SOUL.md": "# Soul\n\nCurious and brief.\n",
    "MEMORY.md": "# Memory\n\n## Station\n\n- The station reports every ten minutes.\n- 雨量計は屋根の上。\n"
    "\n## Decisions\n\nThe database moved from PG-A to PG-B in February.\n",
    "memory/2026-02-11.md": "# 11 February\n\nWe decided to move the database; the new port is 5432.\n",
    "memory/2026-03-01.md": "# 1 March\n\n- Rain gauge cleaned.\n- 记忆索引需要重建。\n",
    "memory/topics/net.md": "# Network\n\nThe router is at 10.0.0.1.\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace of six files, three languages and two folders."""
    root = tmp_path / "workspace"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")
    return root


@pytest.fixture
def bridge(run: Run[Any], workspace: Path) -> Iterator[Bridge]:
    """A bridge around a started engine on `workspace`; its index fills meanwhile."""

    from openclaw_desktop.engine import Engine

    def engine(report: Callable[[Any], None]) -> Engine:
        places = Places.of_user()
        return Engine(workspace, settings=Settings(), places=places, report=report, embedder=HashEmbedder)

    made = Bridge(engine)
    made.engine.start()
    yield made
    run(made.close())


@pytest.fixture
def indexed_bridge(bridge: Bridge, qtbot: QtBot) -> Bridge:
    """`bridge` once its index is complete, vectors included."""
    qtbot.waitUntil(lambda: bridge.engine.index_state.phase is IndexPhase.READY, timeout=20_000)
    return bridge
