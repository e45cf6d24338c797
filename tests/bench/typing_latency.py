"""How long a key takes in a 2 MB note until the window is idle again, with everything running beside it.

    python tests/bench/typing_latency.py [--index] [--preview] [--seconds 20] [--megabytes 2]
    python tests/bench/typing_latency.py --file AGENTS.md --megabytes 0.2 [--at-cut]

Keys come 30 ms apart with pauses in which outline, tokens and preview are worked out; `--index` also embeds
the workspace with the bundled model meanwhile. `--at-cut` types where the agent stops reading, so that all
that is seen is painted with every key; what it reads is counted either way. Printed: milliseconds of
wall-clock time, and of this process's main thread alone, which other programs on the machine do not disturb.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["OPENCLAW_DESKTOP_HOME"] = tempfile.mkdtemp(prefix="openclaw-bench-")

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from qasync import QEventLoop

from openclaw_desktop.engine import Engine
from openclaw_desktop.places import Places
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import responsive, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.tabs import EditorTabs
from openclaw_desktop.ui.editor.text_edit import TextEdit
from openclaw_desktop.ui.facts_panel import FactsPanel
from openclaw_desktop.ui.front_file import FrontFile
from openclaw_desktop.ui.status_bar import StatusBar

BLOCK = (
    "## {n} A day in the station\n\n"
    "- 2026-03-{d:02} **moved** the `PG-{n}` database to [[PG-B]], 数据库は東京にある, see [n](memory/x.md)\n"
    "- [x] the rain gauge was cleaned; it reports every ten minutes <!-- importance: 7 -->\n\n"
    "The quick brown fox jumps over the lazy dog and writes {n} words about it.\n\n"
)


def workspace(name: str, megabytes: float) -> Path:
    root = Path(tempfile.mkdtemp(prefix="openclaw-bench-")) / "workspace"
    (root / "memory").mkdir(parents=True)
    size, parts = 0, list[str]()
    while size < megabytes * 2**20:
        parts.append(BLOCK.format(n=len(parts), d=len(parts) % 28 + 1))
        size += len(parts[-1].encode())
    (root / name).write_text("".join(parts), encoding="utf-8")
    for day in range(200):
        note = "".join(BLOCK.format(n=day * 7 + n, d=n + 1) for n in range(8))
        (root / f"memory/2026-{day // 28 + 1:02}-{day % 28 + 1:02}.md").write_text(note, encoding="utf-8")
    return root


def percentiles(name: str, seconds: list[float]) -> str:
    seconds = sorted(seconds)
    p50, p95 = (seconds[int(len(seconds) * share)] * 1000 for share in (0.5, 0.95))
    most = seconds[-1] * 1000
    return f"{name:12} {len(seconds):5} keys   p50 {p50:5.1f} ms   p95 {p95:5.1f} ms   max {most:6.1f} ms"


class Typist(QObject):
    """Presses keys from a timer, as the system would: not from within a coroutine."""

    def __init__(self, app: QApplication, edit: TextEdit, done: asyncio.Future[None], seconds: float) -> None:
        super().__init__()
        self._app, self._edit, self._done = app, edit, done
        self._end = time.perf_counter() + seconds
        self.wall, self.main_thread = list[float](), list[float]()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._press)
        self._timer.start(0)

    def _press(self) -> None:
        count = len(self.wall) + 1
        key, text = (Qt.Key.Key_Return, "\r") if count % 40 == 0 else (Qt.Key.Key_X, "x")
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, text)
        a, b = time.perf_counter(), time.thread_time()
        QApplication.sendEvent(self._edit, event)
        self._app.processEvents()
        self.wall.append(time.perf_counter() - a)
        self.main_thread.append(time.thread_time() - b)
        if time.perf_counter() < self._end:
            self._timer.start(3200 if count % 100 == 0 else 30)
        else:
            self._done.set_result(None)


async def main(app: QApplication, arguments: argparse.Namespace) -> None:
    root = workspace(arguments.file, arguments.megabytes)
    bridge = Bridge(lambda report: Engine(root, settings=Settings(), places=Places.of_user(), report=report))
    if arguments.index:
        bridge.engine.start()
    tabs, status, facts = EditorTabs(bridge), StatusBar(), FactsPanel(bridge)
    FrontFile(tabs, status, facts, is_shown=lambda: True, parent=tabs)
    shown = QWidget()
    column = QVBoxLayout(shown)
    column.addWidget(tabs, 1)
    column.addWidget(status)
    shown.resize(1200, 830)
    shown.show()
    begin = time.perf_counter()
    tabs.open(arguments.file)
    while not (tabs.page and tabs.page.file.is_loaded):
        await asyncio.sleep(0.005)
    print(f"opened {len(tabs.text()) / 2**20:.1f} million characters in {time.perf_counter() - begin:.2f} s")
    if arguments.preview:
        tabs.toggle_preview()
    edit = tabs.page.edit
    edit.go_to(edit.blockCount() // 2)
    if arguments.at_cut:
        while edit.shade is None:
            await asyncio.sleep(0.005)
        cursor = edit.textCursor()
        cursor.setPosition(edit.shade.starts[0] - 200)
        edit.setTextCursor(cursor)
        edit.centerCursor()
    done = asyncio.get_running_loop().create_future()
    typist = Typist(app, edit, done, arguments.seconds)
    await done
    print(percentiles("wall clock", typist.wall))
    print(percentiles("main thread", typist.main_thread))
    shown.close()
    await bridge.close()


if __name__ == "__main__":
    responsive.go_first()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", action="store_true")
    parser.add_argument("--preview", action="store_true")
    parser.add_argument("--file", default="MEMORY.md")
    parser.add_argument("--at-cut", action="store_true")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--megabytes", type=float, default=2)
    application = QApplication([])
    application.setQuitOnLastWindowClosed(False)
    theme.apply(application, "light")
    with QEventLoop(application) as loop:
        loop.run_until_complete(main(application, parser.parse_args()))
