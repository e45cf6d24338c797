"""Keeps what is typed and not saved, every few seconds, so that neither logout nor kill -9 takes it away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from openclaw_desktop.errors import reason_of
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.tabs import EditorTabs
from openclaw_desktop.ui.session_kept import KeptTexts

log = logging.getLogger(__name__)

EVERY_MS = 3000

Wish = Callable[[], None]
"""Numbered in the order in which they were made, which is that of the texts; done in whichever order."""


class Keeper(QObject):
    """Looks at the open files of one window; what is saved, or thrown away by its person, is forgotten."""

    def __init__(self, bridge: Bridge, editor: EditorTabs, folder: Path, parent: QObject) -> None:
        """`folder` is where the texts of this window lie; what others left in it is offered, not touched."""
        super().__init__(parent)
        self._bridge, self._editor = bridge, editor
        self._kept = KeptTexts(folder)
        self._numbers = count(1)
        self._is_refused = False
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._look)
        editor.dirty_changed.connect(self._on_dirty)
        editor.put_back.connect(self._put_back)

    async def keep(self) -> None:
        """Brings what is kept up to date."""
        try:
            for wish in [*self._changed(), *self._gone()]:
                await self._bridge.call(wish)
            self._is_refused = False
        except OSError as error:
            self._refuse(error)

    def keep_at_once(self) -> None:
        """As `keep`, before this returns: the session ends, and nobody waits for a coroutine."""
        try:
            for wish in self._changed():
                wish()
        except OSError as error:
            self._refuse(error)

    async def forget(self) -> None:
        """The person closed the window, and has saved or thrown away each text."""
        self._timer.stop()
        for path in self._kept.marks():
            await self._bridge.call(self._kept.forget, path, next(self._numbers))

    def _on_dirty(self, _path: str, _dirty: bool) -> None:
        self._timer.start()

    def _look(self) -> None:
        if not self._kept.marks() and not self._editor.unsaved():
            self._timer.stop()
            return
        self._bridge.spawn(self.keep(), name="keep unsaved text")

    def _changed(self) -> Iterator[Wish]:
        """Keeps, as it is now, each text that is not kept yet."""
        kept = self._kept.marks()
        for path in self._editor.unsaved():
            page = self._editor.page_of(path)
            if page is not None and kept.get(path) != (mark := (id(page), page.revision)):
                yield partial(self._kept.keep, page.file.unsaved_text(), mark, next(self._numbers))

    def _gone(self) -> Iterator[Wish]:
        """Forgets each text that is kept and not unsaved any more."""
        unsaved = set(self._editor.unsaved())
        for path in self._kept.marks():
            if path not in unsaved:
                yield partial(self._kept.forget, path, next(self._numbers))

    def _put_back(self, path: str) -> None:
        """A text that was kept is in its tab again, so it is this window's to keep or to forget."""
        self._kept.adopt(path, next(self._numbers))
        self._timer.start()

    def _refuse(self, error: OSError) -> None:
        """Tries again next time, and says so once."""
        log.warning("unsaved text cannot be kept: %s", type(error).__name__)
        if not self._is_refused:
            self._is_refused = True
            self._bridge.problem.emit(f"Unsaved text cannot be kept in case of a crash: {reason_of(error)}")
