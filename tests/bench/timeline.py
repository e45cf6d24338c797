"""How fast the timeline of a session draws and pans, without a display.

    python tests/bench/timeline.py [--turns 5000] [--width 1600]

The session is made afresh. Printed are milliseconds of the clock until the first picture stands
(with the layout, and painted twice), and for each frame while it is panned, zoomed, and its playhead moved.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from sessions import Talk, write

from openclaw_desktop import tokens
from openclaw_desktop.context.calls.agent_paths import AgentPaths
from openclaw_desktop.context.ledger import ledger
from openclaw_desktop.context.policy import default_rules
from openclaw_desktop.context.sessions.conversation import read_conversation
from openclaw_desktop.context.transcript import Lines
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view import plot
from openclaw_desktop.ui.context_view.series import series
from openclaw_desktop.ui.context_view.timeline import Timeline

FRAMES = 60


def frames(act: Callable[[int], None], timeline: Timeline, canvas: QImage) -> list[float]:
    """Milliseconds of each frame, painting included."""
    took: list[float] = []
    for number in range(FRAMES):
        started = time.perf_counter()
        act(number)
        timeline.render(canvas)
        took.append(1000 * (time.perf_counter() - started))
        QApplication.processEvents()
    return took


def say(title: str, took: list[float]) -> None:
    print(f"{title}: median {statistics.median(took):.1f} ms, worst {max(took):.1f} ms of {len(took)} frames")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=5_000)
    parser.add_argument("--width", type=int, default=1_600)
    arguments = parser.parse_args()
    app = QApplication([])
    theme.apply(app, "light")
    with tempfile.TemporaryDirectory(prefix="openclaw-bench-") as folder:
        path = Path(folder) / "s.jsonl"
        write(path, Talk(1), 10**6, turns=arguments.turns, result=500.0)
        chain = read_conversation(Lines(path)).chain()
    account = ledger(
        chain, count=tokens.count, window=200_000, places=AgentPaths("/home/sam/.openclaw/workspace")
    )
    started = time.perf_counter()
    arrays = series(account)
    print(f"{len(chain):,} entries, {chain[-1].turn:,} turns, {len(account.marks):,} marks; as arrays in "
          f"{1000 * (time.perf_counter() - started):.0f} ms (on a reader thread)")  # fmt: skip
    started = time.perf_counter()
    plot.load()
    print(f"pyqtgraph loaded in {1000 * (time.perf_counter() - started):.0f} ms (on a reader thread)")

    timeline = Timeline()
    timeline.resize(arguments.width, 420)
    timeline.show()
    app.processEvents()
    canvas = QImage(timeline.size(), QImage.Format.Format_ARGB32_Premultiplied)
    rules = default_rules("2026.9", 200_000)
    for title in ("first", "next"):
        started = time.perf_counter()
        timeline.show_account(account, arrays, rules)
        app.processEvents()
        timeline.render(canvas)
        print(f"The {title} picture: {1000 * (time.perf_counter() - started):.0f} ms")

    say(
        "Panning all of it by the mouse's step",
        frames(lambda n: timeline.pan(0.002 * (-1) ** n), timeline, canvas),
    )
    timeline.zoom(3)
    say("Panning a third of it", frames(lambda _: timeline.pan(0.01), timeline, canvas))
    timeline.zoom(arguments.turns / 90)
    say("Panning thirty turns", frames(lambda _: timeline.pan(-0.02), timeline, canvas))
    timeline.show_all()
    say("Zooming in and out", frames(lambda n: timeline.zoom(1.1 if n < 30 else 1 / 1.1), timeline, canvas))
    timeline.show_all()
    say("Moving the playhead", frames(lambda _: timeline.step(-37), timeline, canvas))
    timeline.set_axis("time")
    say("Panning by time", frames(lambda n: timeline.pan(0.01 * (-1) ** n), timeline, canvas))


if __name__ == "__main__":
    main()
