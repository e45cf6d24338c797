"""Pictures of every view and page in both themes, taken without a display once everything is quiet."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from PySide6.QtCore import QSize, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

from openclaw_desktop.errors import WriteFailedError, reason_of
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui import scenes, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow

SIZE = QSize(1440, 900)
INDEX_SECONDS = 300.0
VIEW_SECONDS = 20.0
GRACE_SECONDS = 0.5
"""Longer than any view waits for a pause before it asks."""

LOUD = {IndexPhase.OPENING, IndexPhase.SCANNING, IndexPhase.KEYWORDS, IndexPhase.EMBEDDING}


async def take(
    app: QApplication, window: MainWindow, bridge: Bridge, folder: Path, *, before: QWidget | None = None
) -> int:
    """Writes `workspace-light.png`, `search-dark.png` and so on into `folder`; returns the exit code.

    `before` is the window that comes first where no workspace is known: `welcome-light.png`. Waits for the
    index and then for each scene, and says on standard error when it gave up waiting. The exit code is 1
    when a picture could not be written. Raises WriteFailedError when the folder cannot be made.
    """
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    except OSError as error:
        raise WriteFailedError(str(folder), f"{folder} cannot be made: {reason_of(error)}") from error
    failed = 0
    if before is not None:
        failed += await _picture(app, before, bridge, folder / "welcome")
    window.resize(SIZE)
    window.show()
    await _until_indexed(bridge)
    for scene in await scenes.scenes_of(bridge):
        scene.show(window)
        await _until_quiet(bridge)
        await scenes.fill(scene, window, bridge)
        await _until_quiet(bridge)
        failed += await _picture(app, window, bridge, folder / scene.name)
    window.hide()
    return 1 if failed else 0


async def _picture(app: QApplication, window: QWidget, bridge: Bridge, target: Path) -> int:
    """One picture in each theme; returns how many could not be written."""
    failed = 0
    is_shown = window.isVisible()
    window.show()
    for shade in ("light", "dark"):
        theme.apply(app, shade)
        await _until_quiet(bridge)
        file = target.with_name(f"{target.name}-{shade}.png")
        if not window.grab().save(str(file)):
            print(f"{file} cannot be written", file=sys.stderr)
            failed += 1
    window.setVisible(is_shown)
    return failed


async def _until_indexed(bridge: Bridge) -> None:
    """Waits until the index has nothing more to do, or cannot do it."""
    done = asyncio.Event()

    def look(state: IndexState) -> None:
        if state.phase not in LOUD or state.keywords_only:
            done.set()

    bridge.index_state_changed.connect(look)
    look(bridge.engine.index_state)
    try:
        await asyncio.wait_for(done.wait(), INDEX_SECONDS)
    except TimeoutError:
        said = bridge.engine.index_state.sentence
        print(f"gave up waiting for the index after {INDEX_SECONDS:.0f} s: {said}", file=sys.stderr)
    finally:
        bridge.index_state_changed.disconnect(look)


async def _until_quiet(bridge: Bridge) -> None:
    """Waits until nothing is asked of the engine, nor was for as long as views wait before they ask."""
    try:
        async with asyncio.timeout(VIEW_SECONDS):
            while True:
                while bridge.busy:
                    await _emitted(bridge.settled)
                await asyncio.sleep(GRACE_SECONDS)
                if not bridge.busy:
                    return
    except TimeoutError:
        print(f"gave up waiting for a view after {VIEW_SECONDS:.0f} s", file=sys.stderr)


async def _emitted(signal: SignalInstance) -> None:
    heard = asyncio.Event()
    connection = signal.connect(heard.set)
    try:
        await heard.wait()
    finally:
        signal.disconnect(connection)
