"""A small workspace, and a bridge on it without threads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_bridge import FakeBridge
from PySide6.QtWidgets import QApplication

from openclaw_desktop.ui import theme

FILES = {
    "AGENTS.md": "# Agents\n\nRead MEMORY.md first.\n",
    "SOUL.md": "# Soul\n",
    "MEMORY.md": "# Memory\n\n## Station\n\n- Ten minutes.\n- 雨量計は屋根の上。\n"
    "\n## Decisions\n\n- PG-B.\n",
    "README.md": "# Read me\n",
    "data.json": "{}",
    "photo.png": "not really",
    "memory/2026-02-11.md": "# 11 February\n",
    "memory/2026-03-01.md": "# 1 March\n",
    "memory/2026-03-01-rain-gauge.md": "# Gauge\n\n- Cleaned.\n",
    "memory/2026-03-02-0930.md": "# Morning\n",
    "memory/topics/net.md": "# Network\n\n## Router\n\n## Switch\n",
    "memory/topics/铁观音.md": "# 铁观音\n",
    "projects/plan.md": "# Plan\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")
    return root


@pytest.fixture
def bridge(qapp: QApplication, workspace: Path) -> Iterator[FakeBridge]:
    theme.apply(qapp, "light")
    made = FakeBridge(workspace)
    yield made
    made.close()
