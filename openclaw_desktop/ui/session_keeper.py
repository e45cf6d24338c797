"""Keeps what is typed and not saved, every few seconds, so that neither logout nor kill -9 takes it away."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from openclaw_desktop.errors import reason_of
from openclaw_desktop.ui import session_texts
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.tabs import EditorTabs
from openclaw_desktop.ui.session_texts import UnsavedText

log = logging.getLogger(__name__)

EVERY_MS = 3000


class Keeper(QObject):
    """Looks at the open files of one window; what is saved, or thrown away by its person, is forgotten."""

    def __init__(self, bridge: Bridge, editor: EditorTabs, folder: Path, parent: QObject) -> None:
        """`folder` is where the texts of this window lie; what others left in it is offered, not touched."""
        super().__init__(parent)
        self._bridge, self._editor, self._folder = bridge, editor, folder
        self._revisions: dict[str, int] = {}  # of the texts that are kept, by path
        self._is_refused = False
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._look)
        editor.dirty_changed.connect(self._on_dirty)
        editor.put_back.connect(self._put_back)

    async def keep(self) -> None:
        """Brings what is kept up to date."""
        texts, gone = self._changes()
        try:
            for unsaved in texts:
                await self._bridge.call(session_texts.keep, self._folder, unsaved)
            for path in gone:
                await self._bridge.call(session_texts.forget, self._folder, path)
            self._is_refused = False
        except OSError as error:
            self._refuse(texts, error)

    def keep_at_once(self) -> None:
        """As `keep`, before this returns: the session ends, and nobody waits for a coroutine."""
        texts, _ = self._changes()
        try:
            for unsaved in texts:
                session_texts.keep(self._folder, unsaved)
        except OSError as error:
            self._refuse(texts, error)

    async def forget(self) -> None:
        """The person closed the window, and has saved or thrown away each text."""
        self._timer.stop()
        for path in list(self._revisions):
            await self._bridge.call(session_texts.forget, self._folder, path)
        self._revisions.clear()

    def _on_dirty(self, _path: str, _dirty: bool) -> None:
        self._timer.start()

    def _look(self) -> None:
        if not self._revisions and not self._editor.unsaved():
            self._timer.stop()
            return
        self._bridge.spawn(self.keep(), name="keep unsaved text")

    def _changes(self) -> tuple[list[UnsavedText], list[str]]:
        """What is to be kept anew, and what is to be forgotten; both count as done from now on."""
        texts = list[UnsavedText]()
        unsaved = self._editor.unsaved()
        for path in unsaved:
            page = self._editor.page_of(path)
            if page is not None and self._revisions.get(path) != page.revision:
                self._revisions[path] = page.revision
                texts.append(page.file.unsaved_text())
        gone = [path for path in self._revisions if path not in unsaved]
        for path in gone:
            del self._revisions[path]
        return texts, gone

    def _put_back(self, path: str) -> None:
        """A text that was kept is in its tab again, so it is this window's to keep or to forget."""
        self._revisions[path] = -1
        self._timer.start()

    def _refuse(self, texts: Sequence[UnsavedText], error: OSError) -> None:
        """Tries again next time, and says so once."""
        for unsaved in texts:
            self._revisions.pop(unsaved.path, None)
        log.warning("unsaved text cannot be kept: %s", type(error).__name__)
        if not self._is_refused:
            self._is_refused = True
            self._bridge.problem.emit(f"Unsaved text cannot be kept in case of a crash: {reason_of(error)}")
