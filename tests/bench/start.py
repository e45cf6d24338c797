"""What it takes to start: until the window can be used, and what it costs when nobody does anything.

    python tests/bench/start.py [--idle 30] [--profile FILE]

The sample is opened twice, each time by a new process without a display; the second finds its index, and is
measured. Printed: seconds of the processor and of the clock until the window's tree has its files, how much
memory the window's process has, and which share of the processor it uses while nobody does anything. The
child that embeds is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SETTLE_SECONDS = 8
MEMORY = ("Rss", "Pss", "Private_Dirty", "Anonymous")


def used() -> float:
    """Seconds of the processor of this process alone."""
    times = os.times()
    return times.user + times.system


def memory() -> str:
    """What the process has in memory, where /proc tells."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.endswith("kB")}
    return ", ".join(f"{name} {sizes[name] / 1024:.0f} MB" for name in MEMORY)


async def measured(idle: float, profile: cProfile.Profile | None) -> None:
    """Waits until the window is there, then until nothing happens, and closes it."""
    from PySide6.QtWidgets import QApplication

    from openclaw_desktop.events import IndexPhase
    from openclaw_desktop.ui.main_window import MainWindow

    window: MainWindow | None = None
    while window is None or not window.isVisible() or not window.workspace.tree.model.rowCount():
        await asyncio.sleep(0.01)
        window = next((w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)), None)
    if profile is not None:
        profile.disable()
    clock = time.time() - float(os.environ["BENCH_BEGUN"])
    print(f"usable after {used():.2f} s of the processor, {clock:.2f} s of the clock; {memory()}", flush=True)
    while window.status.state.phase is not IndexPhase.READY:
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE_SECONDS if idle else 0.5)
    print(f"settled after {used():.2f} s of the processor; {memory()}", flush=True)
    if idle:
        before, begun = used(), time.perf_counter()
        await asyncio.sleep(idle)
        share = (used() - before) / (time.perf_counter() - begun)
        print(f"idle: {share:.2%} of the processor; {memory()}", flush=True)
    window.close()


def start(idle: float, profile_file: str) -> None:
    """The program as it starts, with a task beside it that looks on."""
    profile = cProfile.Profile() if profile_file else None
    if profile is not None:
        profile.enable()
    from PySide6.QtCore import QTimer

    from openclaw_desktop import demo
    from openclaw_desktop.places import Places
    from openclaw_desktop.settings import Settings
    from openclaw_desktop.ui.program import Program

    program = Program(Places.of_user(), Settings())
    watching: list[asyncio.Task[None]] = []

    def look_on() -> None:
        watching.append(asyncio.get_running_loop().create_task(measured(idle, profile)))

    QTimer.singleShot(0, look_on)  # once the loop turns
    program.run(demo.sample_workspace(), alone=True)
    if profile is not None:
        profile.dump_stats(profile_file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--idle", type=float, default=30)
    parser.add_argument("--profile", default="")
    parser.add_argument("--this", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.this:
        start(arguments.idle, arguments.profile)
        return
    with tempfile.TemporaryDirectory(prefix="openclaw-bench-") as home:
        os.environ |= {"QT_QPA_PLATFORM": "offscreen", "OPENCLAW_DESKTOP_HOME": home}
        os.environ |= {"OPENCLAW_STATE_DIR": f"{home}/state", "PYTHONPYCACHEPREFIX": f"{home}/compiled"}
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled already
        for idle, profile in ((0.0, ""), (arguments.idle, arguments.profile)):
            own = [sys.executable, __file__, "--this", "--idle", str(idle), "--profile", profile]
            subprocess.run(own, check=True, env=os.environ | {"BENCH_BEGUN": str(time.time())})


if __name__ == "__main__":
    main()
