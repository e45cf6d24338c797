"""Works out with every key how much of the text in front the model is given; the editor draws it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.context.allotment import Allotment
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.cut import Cut, look
from openclaw_desktop.ui.editor.open_file import OpenFile
from openclaw_desktop.ui.editor.text_edit import TextEdit

AT_ONCE, AT_ONCE_AGENTS = 500_000, 30_000
"""Characters up to which it takes less than 5 ms on the window's thread: 2 ms for each million, but 80 for
an AGENTS.md, whose lines OpenClaw 2026.9 weighs one by one."""

LARGE, PAUSE_MS = 500_000, 250
"""Above LARGE characters it waits for a pause of typing: copying the text out of the document takes
milliseconds itself, and a reader thread at work for 0.1 s takes Python from the window's."""

Change = tuple[int, int, int]
"""Position, units removed, units added."""


class CutKeeper(QObject):
    """Follows one editor at a time. What was worked out for an older text is moved along with the edits
    since, and worked out again."""

    changed = Signal(object)  # Cut, or None for a file that is not injected

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._file: OpenFile | None = None
        self._edit: TextEdit | None = None
        self._allotment: Allotment | None = None
        self._asked = 0  # the allotment was asked for so often
        self._since: list[Change] | None = None  # edits since the text was taken that is being looked at
        self._wanted = _wanted(bridge.engine.settings)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._start)
        bridge.settings_changed.connect(self._on_settings)
        bridge.files_changed.connect(self._on_files)

    def follow(self, file: OpenFile | None, edit: TextEdit | None) -> None:
        """Tells about this file from now on."""
        if edit is not self._edit:
            if self._edit is not None:
                self._edit.document().contentsChange.disconnect(self._note)
                self._edit.document().contentsChanged.disconnect(self._look)
            if edit is not None:
                edit.document().contentsChange.connect(self._note)
                edit.document().contentsChanged.connect(self._look)
            self._file, self._edit = file, edit
            self._allotment = None
            self.changed.emit(None)
        self.again()

    def again(self) -> None:
        """Asks anew which files there are beside it, and what they leave."""
        self._asked += 1
        file = self._file
        if file is not None and file.is_loaded and "/" not in file.path:
            self._bridge.spawn(self._ask(file.path, self._asked), name="room for the file")
        else:
            self._take_allotment(None)

    async def _ask(self, path: str, number: int) -> None:
        engine = self._bridge.engine
        found = await self._bridge.call(
            engine.context.allotment, path, profile=engine.settings.context.profile or None
        )
        if number == self._asked:
            self._take_allotment(found)

    def _take_allotment(self, found: Allotment | None) -> None:
        self._allotment = found
        if found is None:
            self._take(None)
        else:
            self._look()

    def _on_settings(self, settings: Settings) -> None:
        if _wanted(settings) != self._wanted:
            self._wanted = _wanted(settings)
            self.again()

    def _on_files(self, paths: Collection[str]) -> None:
        if any("/" not in path for path in paths):
            self.again()

    # Working it out

    def _note(self, position: int, removed: int, added: int) -> None:
        if self._since is not None:
            self._since.append((position, removed, added))

    def _look(self) -> None:
        file, edit, allotment = self._file, self._edit, self._allotment
        if file is None or edit is None or allotment is None or not file.is_loaded:
            return
        size = edit.document().characterCount()
        at_once = AT_ONCE_AGENTS if allotment.name.lower() == "agents.md" else AT_ONCE
        if file.whole and size <= at_once and self._since is None:
            self._timer.stop()
            shown = edit.shown()
            self._take(look(allotment, edit.codec.to_file(shown), shown))
        elif size > LARGE:
            self._timer.start(PAUSE_MS)
        elif not self._timer.isActive():
            self._timer.start(0)

    def _start(self) -> None:
        file, edit, allotment = self._file, self._edit, self._allotment
        if self._since is not None or file is None or edit is None or allotment is None:
            return
        shown, codec, path, whole = edit.shown(), edit.codec, file.path, file.whole
        read = self._bridge.engine.read_lossy

        def work() -> Cut:
            return look(allotment, codec.to_file(shown) if whole else read(path).text, shown)

        self._since = []
        self._bridge.spawn(self._work(work, edit, allotment), name="what is cut")

    async def _work(self, work: Callable[[], Cut], edit: TextEdit, allotment: Allotment) -> None:
        cut: Cut | None = None
        try:
            cut = await self._bridge.call(work)
        except DesktopError:  # the file went away meanwhile, which its page says
            pass
        finally:
            since, self._since = self._since or [], None
        is_current = edit is self._edit and allotment is self._allotment
        if is_current:
            self._take(cut, since)
        if since or not is_current:
            self._look()

    def _take(self, cut: Cut | None, since: Collection[Change] = ()) -> None:
        """Draws and tells it; `since` are the edits its text lacks."""
        shade = cut.shade if cut else None
        for change in since:
            shade = shade.moved(*change) if shade else None
        if self._edit is not None:
            self._edit.show_shade(shade if self._bridge.engine.settings.editor.cuts else None)
        self.changed.emit(cut)


def _wanted(settings: Settings) -> tuple[bool, str]:
    """The settings that matter here."""
    return settings.editor.cuts, settings.context.profile
