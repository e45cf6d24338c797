"""What is told about the text in front: tokens, sections, line endings; worked out in pauses of typing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor import units
from openclaw_desktop.ui.editor.open_file import OpenFile
from openclaw_desktop.ui.editor.text_edit import TextEdit
from openclaw_desktop.workspace.files import newline_of
from openclaw_desktop.workspace.outline import Node, outline

PAUSE_MS, LARGE, LARGE_PAUSE_MS = 400, 400_000, 2500
"""Without typing for so long, figures are worked out; for a text above LARGE characters longer, because
the outline of 2 MB keeps Python busy for over a second."""

MARKDOWN = (".md", ".markdown")
"""Names of files that have an outline."""


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """Facts about one open text. `characters` are UTF-16 units, as OpenClaw counts."""

    path: str
    tokens: int
    encoding: str  # tokens are counted in
    characters: int
    lines: int
    newline: str  # "LF", "CRLF", "mixed", "none"
    bom: bool
    read_only: str  # why it cannot be edited, or ""
    lossy: bool = False  # the file is no UTF-8


class InfoKeeper(QObject):
    """Follows one editor at a time; an answer about a text that is gone is dropped."""

    info = Signal(object)  # DocumentInfo
    outline = Signal(str, object)  # path, nodes
    paused = Signal()  # typing paused: a good time for other slow work on the text

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._file: OpenFile | None = None
        self._edit: TextEdit | None = None
        self._task: asyncio.Future[None] | None = None
        self._known: WeakKeyDictionary[TextEdit, tuple[object, DocumentInfo, tuple[Node, ...]]] = (
            WeakKeyDictionary()
        )  # what was told of a text in which state, for when it comes to the front again
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._work)

    def follow(self, file: OpenFile | None, edit: TextEdit | None) -> None:
        """Tells about this file from now on, and at once."""
        if self._edit is not None:
            self._edit.document().contentsChanged.disconnect(self._wait)
        self._file, self._edit = file, edit
        self._timer.stop()
        self._give_up()  # the text it is about may be gone when it comes back
        if edit is not None:
            edit.document().contentsChanged.connect(self._wait)
            self._timer.start(0)

    def again(self) -> None:
        """Tells once more, for other settings."""
        if self._edit is not None:
            self._timer.start(0)

    def _give_up(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _wait(self) -> None:
        if self._edit is not None:
            large = self._edit.document().characterCount() > LARGE
            self._timer.start(LARGE_PAUSE_MS if large else PAUSE_MS)

    def _work(self) -> None:
        if self._file is not None and self._edit is not None and self._file.is_loaded:
            self.paused.emit()
            self._give_up()  # what it tells is older, and may come later: another encoding takes its time
            self._task = self._bridge.spawn(self._tell(self._file, self._edit), name="document info")

    async def _tell(self, file: OpenFile, edit: TextEdit) -> None:
        settings = self._bridge.engine.settings
        encoding, pseudo = settings.editor.encoding, settings.window.pseudo_headings
        revision, path = edit.document().revision(), file.path
        state = (path, revision, encoding, pseudo, file.bom, file.read_only)
        known = self._known.get(edit)
        if known is not None and known[0] == state:
            self.outline.emit(path, known[2])
            self.info.emit(known[1])
            return
        text = edit.text()
        markdown = path.lower().endswith(MARKDOWN)
        nodes = await self._bridge.call(outline, text, pseudo_headings=pseudo) if markdown else ()
        if not self._is_current(edit, revision):
            return
        self.outline.emit(path, nodes)  # before the tokens, whose encoding takes a while to be read
        count = self._bridge.engine.count_tokens
        facts = {"bom": file.bom, "read_only": file.read_only, "lossy": file.lossy}
        info = replace(await self._bridge.call(_info_of, path, text, encoding, count), **facts)
        if self._is_current(edit, revision):
            self._known[edit] = (state, info, nodes)
            self.info.emit(info)

    def _is_current(self, edit: TextEdit, revision: int) -> bool:
        return self._edit is edit and edit.document().revision() == revision


def _info_of(path: str, text: str, encoding: str, count: Callable[[str, str], int]) -> DocumentInfo:
    """The facts about a text that it tells by itself. Blocking."""
    return DocumentInfo(
        path=path,
        tokens=count(text, encoding),
        encoding=encoding,
        characters=units.length(text),
        lines=text.count("\n") + (not text.endswith("\n") and bool(text)),
        newline=newline_of(text),
        bom=False,
        read_only="",
    )
