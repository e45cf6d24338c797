"""How long the window stands still while a long session is opened in it, without a display.

    python tests/bench/opening.py [--turns 5000]

The session is made afresh. Printed are, for each thing a person does, the longest time during which the
window's thread did nothing else, by the clock and by its own use of the processor, in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from sessions import Talk, write

from openclaw_desktop import tokens
from openclaw_desktop.engine import Engine
from openclaw_desktop.events import Event
from openclaw_desktop.index.embed import HashEmbedder
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import responsive, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.session_reading import takes_away
from openclaw_desktop.ui.context_view.sessions_page import SessionsPage

WINDOW = 128_000


class Pulse:
    """A timer that should beat every millisecond, and the longest times that it did not."""

    def __init__(self) -> None:
        self._last = self._now()
        self._longest = [0.0, 0.0]
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def since(self) -> tuple[float, float]:
        """Milliseconds of the clock and of the processor since it was asked before."""
        longest, self._longest = self._longest, [0.0, 0.0]
        return 1000 * longest[0], 1000 * longest[1]

    def _beat(self) -> None:
        now = self._now()
        passed = (now[0] - self._last[0], now[1] - self._last[1])
        self._longest = [max(one, other) for one, other in zip(self._longest, passed, strict=True)]
        self._last = now

    def _now(self) -> tuple[float, float]:
        return time.perf_counter(), time.thread_time()


def made(state: Path, turns: int) -> Path:
    """A state of OpenClaw with one session; the agent's workspace."""
    write(state / "agents" / "main" / "sessions" / "s.jsonl", Talk(1), 10**6, turns=turns, result=500.0)
    root = state / "workspace"
    root.mkdir()
    config = {"agents": {"list": [{"id": "main", "workspace": str(root)}]}}
    (state / "openclaw.json").write_text(json.dumps(config), encoding="utf-8")
    return root


async def measured(root: Path) -> None:
    """Opens the session, looks at it with another window, and at its last compaction."""

    def engine(report: Callable[[Event], None]) -> Engine:
        return Engine(
            root, settings=Settings(), places=Places.of_user(), report=report, embedder=HashEmbedder
        )

    bridge = Bridge(engine)
    page = SessionsPage(bridge, now=lambda: datetime.now(UTC))
    page.resize(1400, 900)
    pulse = Pulse()

    async def say(title: str) -> None:
        while page.session.state is None or page.session.busy or bridge.busy:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.3)  # until it is painted
        clock, processor = pulse.since()
        print(f"{title}: {clock:.0f} ms at a stretch, {processor:.0f} ms of the processor", flush=True)

    page.show()
    await say("Opening")
    page.session.head.window_chosen.emit(WINDOW)
    await say("Another window")
    timeline = page.session.timeline
    timeline.choose_mark([mark for mark in timeline.marks if takes_away(mark)][-1])
    await say("What left at a compaction")
    page.hide()
    await bridge.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=5_000)
    arguments = parser.parse_args()
    app = QApplication([])
    theme.apply(app, "light")
    responsive.go_first()
    tokens.count("loaded")  # as it is once the tree has counted its files
    with tempfile.TemporaryDirectory(prefix="openclaw-bench-") as folder:
        state = Path(folder)
        os.environ |= {"OPENCLAW_STATE_DIR": str(state), "OPENCLAW_DESKTOP_HOME": str(state / "home")}
        root = made(state, arguments.turns)
        loop = QEventLoop(app)
        asyncio.set_event_loop(loop)
        with loop:
            loop.run_until_complete(measured(root))


if __name__ == "__main__":
    main()
