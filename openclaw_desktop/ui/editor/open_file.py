"""One open file between its editor and the disk: loading, saving, and what others do to it meanwhile."""

from __future__ import annotations

import asyncio
import codecs
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import PurePosixPath

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.errors import ConflictError, DesktopError, FileGoneError
from openclaw_desktop.review.diff.lines import changes
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.codec import Codec, to_shown
from openclaw_desktop.ui.editor.loading import Loaded, load
from openclaw_desktop.ui.editor.text_edit import TextEdit
from openclaw_desktop.ui.session_texts import UnsavedText

MOST_COPIES = 100


class Trouble(Enum):
    """What stands between the editor and the disk."""

    CHANGED = "changed"  # the disk has another text, and so does the editor
    GONE = "gone"  # the file is not there any more
    NOT_TEXT = "not text"  # what is on disk now is no text
    REFUSED = "refused"  # the disk does not take the text


@dataclass(frozen=True, slots=True)
class Report:
    """One trouble in words. `theirs` is what is on disk now, `saving` that a save met it."""

    trouble: Trouble
    sentence: str
    noticed: datetime
    theirs: str = ""
    sha256: str | None = None
    bom: bool = False
    saving: bool = False


class OpenFile(QObject):
    """Keeps an editor and one file in step, and overwrites neither without being told to."""

    loaded = Signal(object)  # Loaded: the editor has been filled
    reloaded = Signal(str, int)  # the text before, and how many lines are others now
    reported = Signal(object)  # Report
    settled = Signal()  # there is no trouble any more
    saved = Signal()
    dirty_changed = Signal(bool)

    def __init__(self, bridge: Bridge, path: str, edit: TextEdit, *, now: Callable[[], datetime]) -> None:
        super().__init__(edit)
        self._bridge = bridge
        self._edit = edit
        self._now = now
        self._seen: str | None = None
        self._turn = asyncio.Lock()  # one look at the disk, or one save, at a time
        self._check_waits = self._was_dirty = False
        self.path = path
        self.real = path  # where a link leads
        self.bom = False
        self.read_only = ""  # why it cannot be edited
        self.lossy = False  # it is no UTF-8
        self.whole = True  # the editor shows all of it
        self.is_loaded = False
        self.report: Report | None = None
        self.typed_at: datetime | None = None
        edit.document().modificationChanged.connect(self._tell_dirty)
        edit.document().contentsChanged.connect(self._on_typed)

    @property
    def dirty(self) -> bool:
        """Whether closing would lose text: it was edited, or the file is gone and its text only here."""
        gone = self.report is not None and self.report.trouble is Trouble.GONE
        return self.is_loaded and not self.read_only and (gone or self._edit.document().isModified())

    # Reading

    async def load(self) -> None:
        """Reads the file into the editor. Raises what `loading.load` raises."""
        self._take(await self._on_disk())

    async def load_unsaved(self, unsaved: UnsavedText) -> bool:
        """Reads the file, then puts text back that was typed earlier and never saved; one undo takes it out.

        What happened to the file since it was read then is reported as ever. False where the file can
        only be looked at now.
        """
        try:
            await self.load()
        except FileGoneError:
            self.start_new("")
        if self.read_only:
            return False
        shown, codec = to_shown(unsaved.text, self._edit.codec)
        self._edit.setReadOnly(True)  # nobody types between the two texts
        self._replace(await self._bridge.call(line_changes, self._edit.shown(), shown), codec)
        self._edit.setReadOnly(False)
        self._edit.document().setModified(True)
        self._seen, self.bom = unsaved.seen, unsaved.bom
        await self.check()
        return True

    def unsaved_text(self) -> UnsavedText:
        """What is in the editor, to be put back later."""
        return UnsavedText(self.path, self._edit.text(), self._seen, self.bom)

    def start_new(self, text: str) -> None:
        """Starts a file that is not there yet; the first save makes it."""
        self._edit.set_text(*to_shown(text))
        self._edit.setReadOnly(False)
        self._edit.document().setModified(False)
        self.is_loaded = True

    async def _on_disk(self) -> Loaded:
        engine = self._bridge.engine
        return await self._bridge.call(load, engine.read, engine.read_lossy, self.path, root=engine.root)

    def _take(self, found: Loaded) -> None:
        self.real, self.read_only, self.lossy = found.real, found.read_only, found.lossy
        self.whole = found.whole
        self._edit.set_text(found.shown, found.codec)
        self._edit.setReadOnly(bool(found.read_only))
        self.is_loaded = True
        self._agree(found.file.sha256, found.file.bom)
        self.loaded.emit(found)

    def _agree(self, sha256: str, bom: bool) -> None:
        """The editor has what is on disk."""
        self._seen, self.bom = sha256, bom
        self._edit.document().setModified(False)
        self._settle()

    # What others do

    async def check(self) -> None:
        """Looks what is on disk now: takes it in where that loses nothing, else reports it."""
        if self.is_loaded and not self._check_waits:
            self._check_waits = True
            async with self._turn:
                self._check_waits = False
                await self._look()

    async def _look(self) -> None:
        try:
            found = await self._on_disk()
        except FileGoneError:
            if self._seen is not None:
                self._say(Trouble.GONE, f"{self.path} was deleted or moved by another program.")
            return
        except DesktopError as error:
            self._say(Trouble.NOT_TEXT, str(error))
            return
        modified = self._edit.document().isModified()
        if found.file.sha256 == self._seen:
            if self.report is not None and self.report.trouble is not Trouble.REFUSED:
                self._settle()
        elif modified and found.unreadable:
            self._say(Trouble.NOT_TEXT, found.read_only, sha256=found.file.sha256)
        elif self.read_only or (found.read_only and not modified):
            self._take(found)
        elif self._edit.text() == found.file.text:
            self._agree(found.file.sha256, found.file.bom)
        elif modified or self._seen is None:
            sentence = f"{self.path} was changed by another program, and you have unsaved text here."
            file = found.file
            self._say(Trouble.CHANGED, sentence, theirs=file.text, sha256=file.sha256, bom=file.bom)
        else:
            await self._reload(found)

    async def _reload(self, found: Loaded) -> None:
        revision, before = self._edit.document().revision(), self._edit.text()
        shown, codec = to_shown(found.file.text, self._edit.codec)
        different = await self._bridge.call(line_changes, self._edit.shown(), shown)
        if self._edit.document().revision() != revision:  # something was typed meanwhile
            await self._look()
            return
        self._replace(different, codec)
        self._agree(found.file.sha256, found.file.bom)
        self.reloaded.emit(before, sum(max(after - first, len(lines)) for first, after, lines in different))

    # Saving

    async def save(self) -> bool:
        """Writes the text if the file is still what was read; True when the disk has it."""
        if not self.is_loaded or self.read_only:
            return True
        async with self._turn:
            nothing_to_write = not self.dirty and self._seen is not None
            await (self._look() if nothing_to_write else self._write())
        return not self.dirty

    async def _write(self) -> None:
        revision, text = self._edit.document().revision(), self._edit.text()
        engine = self._bridge.engine
        try:
            file = await self._bridge.call(engine.save, self.path, text, seen=self._seen, bom=self.bom)
        except ConflictError as error:
            self._say_conflict(error)
        except DesktopError as error:
            self._say(Trouble.REFUSED, str(error), saving=True)
        else:
            self._seen = file.sha256
            if self._edit.document().revision() == revision:
                self._edit.document().setModified(False)
            self._settle()
            self.saved.emit()

    def _say_conflict(self, error: ConflictError) -> None:
        if error.disk is None:
            self._say(Trouble.GONE, str(error), saving=True)
            return
        sha256 = hashlib.sha256(error.disk).hexdigest()
        try:
            theirs = error.disk.decode("utf-8-sig")
        except UnicodeDecodeError:
            sentence = f"{error} What is there now is no UTF-8 text."
            self._say(Trouble.NOT_TEXT, sentence, sha256=sha256, saving=True)
        else:
            bom = error.disk.startswith(codecs.BOM_UTF8)
            self._say(Trouble.CHANGED, str(error), theirs=theirs, sha256=sha256, bom=bom, saving=True)

    async def save_copy(self) -> str:
        """Writes the text into a new file beside this one and returns its path.

        The editor keeps its text; take_theirs or keep_mine decide about the file itself.
        """
        text, engine = self._edit.text(), self._bridge.engine
        for path in copies(self.path):
            try:
                await self._bridge.call(engine.save, path, text, seen=None, bom=self.bom)
            except ConflictError:
                continue
            return path
        raise DesktopError(f"There are {MOST_COPIES} copies of {self.path} already.")

    # What the person decides

    async def keep_mine(self) -> None:
        """The person's text is to stay: the next save, or this one if a save met it, overwrites the disk."""
        report = self.report
        if report is not None:
            self._seen = report.sha256
            self._settle()
            self._edit.document().setModified(True)
            if report.saving or report.trouble is Trouble.GONE:
                await self.save()

    def take_theirs(self) -> None:
        """The disk's text comes into the editor; one undo brings the person's back."""
        report = self.report
        if report is not None and report.trouble is Trouble.CHANGED:
            shown, codec = to_shown(report.theirs, self._edit.codec)
            self._replace(line_changes(self._edit.shown(), shown), codec)
            self._agree(report.sha256 or "", report.bom)

    # Upkeep

    def _replace(self, different: list[tuple[int, int, list[str]]], codec: Codec) -> None:
        """Lines from the disk; nobody typed them."""
        typed_at = self.typed_at
        self._edit.replace_lines(different, codec)
        self.typed_at = typed_at

    def _say(
        self,
        trouble: Trouble,
        sentence: str,
        *,
        theirs: str = "",
        sha256: str | None = None,
        bom: bool = False,
        saving: bool = False,
    ) -> None:
        old = self.report
        saving = saving or (old is not None and old.saving and old.trouble is trouble)
        self.report = Report(trouble, sentence, self._now(), theirs, sha256, bom, saving)
        self._tell_dirty()
        self.reported.emit(self.report)

    def _settle(self) -> None:
        if self.report is not None:
            self.report = None
            self.settled.emit()
        self._tell_dirty()

    def _on_typed(self) -> None:
        if self.is_loaded and self._edit.document().isModified():
            self.typed_at = self._now()

    def _tell_dirty(self) -> None:
        if self.dirty != self._was_dirty:
            self._was_dirty = self.dirty
            self.dirty_changed.emit(self.dirty)


def line_changes(old: str, new: str) -> list[tuple[int, int, list[str]]]:
    """The changes that make `new` of `old`, as `keys.replace_lines` takes them."""
    lines = new.split("\n")
    found = changes(old.split("\n"), lines)
    return [(c.old_start, c.old_end, lines[c.new_start : c.new_end]) for c in found]


def copies(path: str) -> list[str]:
    """Names for a copy of a file, the nicest first: "notes (mine).md", "notes (mine 2).md"."""
    pure = PurePosixPath(path)
    numbers = ["", *(f" {n}" for n in range(2, MOST_COPIES + 1))]
    return [str(pure.with_name(f"{pure.stem} (mine{number}){pure.suffix}")) for number in numbers]
