"""Pictures of every view in both themes, taken without a display once everything is quiet."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from PySide6.QtCore import QSize, SignalInstance
from PySide6.QtWidgets import QApplication

from openclaw_desktop.errors import WriteFailedError, reason_of
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui import examples, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.main_window import MainWindow

SIZE = QSize(1440, 900)
INDEX_SECONDS = 300.0
VIEW_SECONDS = 20.0
GRACE_SECONDS = 0.5
"""Longer than any view waits for a pause before it asks."""

LOUD = {IndexPhase.OPENING, IndexPhase.SCANNING, IndexPhase.KEYWORDS, IndexPhase.EMBEDDING}


async def take(app: QApplication, window: MainWindow, bridge: Bridge, folder: Path) -> int:
    """Writes `workspace-light.png`, `search-dark.png` and so on into `folder`; returns the exit code.

    Waits for the index and then for each view, and says on standard error when it gave up waiting. The
    exit code is 1 when a picture could not be written. Raises WriteFailedError when the folder cannot be
    made.
    """
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    except OSError as error:
        raise WriteFailedError(str(folder), f"{folder} cannot be made: {reason_of(error)}") from error
    window.resize(SIZE)
    window.show()
    await _until_indexed(bridge)
    failed = 0
    for name in window.views:
        window.show_view(name)
        await _prepare(window, bridge, name)
        for shade in ("light", "dark"):
            theme.apply(app, shade)
            await _until_quiet(bridge)
            target = folder / f"{name}-{shade}.png"
            if not window.grab().save(str(target)):
                print(f"{target} cannot be written", file=sys.stderr)
                failed += 1
    window.hide()
    return 1 if failed else 0


async def _prepare(window: MainWindow, bridge: Bridge, name: str) -> None:
    """Puts something into the view worth looking at."""
    if name == "workspace" and not window.workspace.editor.current_path:
        path = await bridge.call(examples.first_file, bridge.engine.root)
        if path:
            window.open_and_reveal(path)
    if name == "search":
        question = await bridge.call(examples.question, bridge.engine)
        if question:
            window.search.focus_query(question)
    await _until_quiet(bridge)


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
