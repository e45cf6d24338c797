"""What every test gets: no display, and a home of its own for the program's files."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

# A busy machine is no failure: no example has a time to keep.
hypothesis.settings.register_profile(
    "ours", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("ours")

os.environ["QT_QPA_PLATFORM"] = "offscreen"

# A window that a test leaves behind is destroyed by the thread that collects it; Qt bears only its own.
gc.disable()
COLLECT_AFTER = 20_000
"""Objects made since the last collection, beyond which the end of a test collects."""

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


@pytest.fixture(autouse=True)
def collected_in_this_thread() -> Iterator[None]:
    """What is garbage after a test is collected by the thread that runs it."""
    yield
    if gc.get_count()[0] > COLLECT_AFTER:
        gc.collect()
