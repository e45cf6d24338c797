"""What every test gets: no display, and a home of its own for the program's files."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

# A busy machine is no failure: no example has a time to keep.
hypothesis.settings.register_profile(
    "ours", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("ours")

os.environ["QT_QPA_PLATFORM"] = "offscreen"

pytest_plugins = ("qt_loop",)


@pytest.fixture(autouse=True)
def own_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, index and state of a test live in its own folder; OpenClaw's variables are not set."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("OPENCLAW_DESKTOP_HOME", str(home))
    for name in list(os.environ):
        if name.startswith("OPENCLAW_") and name != "OPENCLAW_DESKTOP_HOME":
            monkeypatch.delenv(name)
    return home
