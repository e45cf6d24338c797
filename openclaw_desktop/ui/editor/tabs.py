"""The open files of a window."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import PurePosixPath

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from openclaw_desktop.errors import FileGoneError, NotTextError
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import dialogs, leaving, standing
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.bars import Bars
from openclaw_desktop.ui.editor.closed_files import ClosedFiles
from openclaw_desktop.ui.editor.cut_keeper import CutKeeper
from openclaw_desktop.ui.editor.document_info import InfoKeeper
from openclaw_desktop.ui.editor.open_pages import OpenPages
from openclaw_desktop.ui.editor.page import Page
from openclaw_desktop.ui.editor.preview import named
from openclaw_desktop.ui.editor.text_size import TextSize
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.session_texts import UnsavedText
from openclaw_desktop.ui.standing import Standing
from openclaw_desktop.ui.tree import names

HELD, HELD_KEY = ("Meta", Qt.Key.Key_Meta) if sys.platform == "darwin" else ("Ctrl", Qt.Key.Key_Control)
"""The key held while Tab goes through the tabs; for Qt, Control is Meta on macOS."""

UNNAMED = "{} has a name that is no UTF-8, as from an old disk, and cannot be opened: rename it first"


def now() -> datetime:
    """This moment, in the person's own time."""
    return datetime.now().astimezone()


class EditorTabs(QWidget):
    """Opens, shows, saves and closes files; everything about one of them is its Page's affair."""

    current_changed = Signal(str)  # path; "" when nothing is open
    cursor_moved = Signal(int, int)  # line and column, from 1
    document_info = Signal(object)  # DocumentInfo of the file in front
    cut_changed = Signal(object)  # what of it the agent is given (Cut), None when it is not injected
    dirty_changed = Signal(str, bool)
    outline_changed = Signal(str, object)  # path, nodes
    review_requested = Signal(str)  # what waits for this path is to be seen
    history_requested = Signal(str)  # the versions of this path
    put_back = Signal(str)  # what was never saved of this path is in its tab again

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._told = ""
        self._standing = Standing()
        self.bars = Bars()
        self._info = InfoKeeper(bridge, self)
        self._cuts = CutKeeper(bridge, self)
        self._size = TextSize(bridge, self)
        self._closed = ClosedFiles(bridge, self)
        self._empty = EmptyState(
            "markdown", "No file is open", "Choose one at the left, or write today's note.", "Today's note"
        )
        self._pages = OpenPages(self._empty)
        self.bar = self._pages.bar
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.bars)
        column.addWidget(self._pages.stack, 1)

    def _connect(self) -> None:
        for signal, hearer in (
            (self.bar.currentChanged, self._on_current),
            (self.bar.close_wanted, self.close_file),
            (self.bars.done, self._focus_text),
            (self._info.info, self.document_info),
            (self._cuts.changed, self.cut_changed),
            (self._info.outline, self.outline_changed),
            (self._info.paused, self._refresh_preview),
            (self._empty.clicked, self.new_daily),
            (self._size.changed, self._apply),
            (self._bridge.files_changed, self._on_files_changed),
            (self._bridge.settings_changed, self._info.again),
        ):
            signal.connect(hearer)

    # What is open

    @property
    def current_path(self) -> str:
        """The file in front, "" when none is open."""
        return self._pages.front_path

    @property
    def page(self) -> Page | None:
        """The page in front."""
        return self._pages.front

    def open_paths(self) -> list[str]:
        """The open files, from left to right."""
        return self.bar.paths()

    def page_of(self, path: str) -> Page | None:
        """The page of an open file."""
        return self._pages.get(path)

    def unsaved(self) -> list[str]:
        """The files that hold text which is not on disk."""
        return self._pages.unsaved()

    def text(self) -> str:
        """The text in front as it belongs into its file; "" when nothing is open."""
        return self.page.edit.text() if self.page else ""

    def insert_text(self, text: str) -> None:
        """Types `text` at the cursor of the file in front."""
        if self.page and not self.page.edit.isReadOnly():
            self.page.edit.insert(text)

    # Opening and closing

    def open(self, path: str, line: int = 0, end_line: int = 0) -> None:
        """Shows a file, at a line (0: wherever it was); a range of lines is marked.

        A file that cannot be opened is told by the bridge's `failed`.
        """
        if not names.is_unicode(path):  # Qt would make another name of it
            self._bridge.failed.emit(NotTextError(path, UNNAMED.format(names.shown(path))))
            return
        page = self._pages.get(path)
        if page is None:
            page = self._add(path)
            page.run(self._load(page), name=f"open {path}")
        self._show(path)
        if line:
            page.point(line, end_line)

    def open_unsaved(self, unsaved: UnsavedText) -> None:
        """Opens a file that is not open yet, with text that was typed earlier and never saved."""
        page = self._add(unsaved.path)
        page.run(self._load(page, unsaved=unsaved), name=f"put back {unsaved.path}")
        self._show(unsaved.path)

    def open_at(self, path: str, line: int, column: int) -> None:
        """Shows a file with the cursor before one character (counted from 1) and what follows in view."""
        self.open(path)
        if page := self._pages.get(path):
            page.point_at(line, column)

    def new_daily(self) -> None:
        """Opens today's note; where there is none yet, saving makes it."""
        path = self._bridge.engine.daily_note(now())
        if path in self._pages:
            self._show(path)
        else:
            page = self._add(path)
            page.run(self._load(page, new=True), name="today's note")
            self._show(path)

    async def _load(self, page: Page, *, new: bool = False, unsaved: UnsavedText | None = None) -> None:
        """Fills a page; `new`: a file that is not there is started."""
        try:
            if unsaved is None:
                await page.file.load()
            elif await page.file.load_unsaved(unsaved):
                self.put_back.emit(page.file.path)
        except FileGoneError:
            if not new:
                raise
            page.file.start_new(f"# {PurePosixPath(page.file.path).stem}\n\n")
            page.edit.go_to(page.edit.blockCount())
        finally:
            if not page.file.is_loaded:
                self._remove(page)
        if page is self.page:
            self._attach()
            self._focus_text()

    def _add(self, path: str) -> Page:
        page = Page(self._bridge, path, settings=self._size.settings, now=now)
        page.edit.setReadOnly(True)  # until it is loaded
        page.edit.cursorPositionChanged.connect(self._tell_cursor)
        page.edit.zoom_requested.connect(self.zoom)
        page.edit.history_requested.connect(lambda: self.history_requested.emit(page.file.path))
        page.file.dirty_changed.connect(partial(self._on_dirty, page))
        page.file.loaded.connect(self._info.again)
        page.file.loaded.connect(self._cuts.again)
        page.close_wanted.connect(lambda: self.close_file(page.file.path))
        page.path_clicked.connect(self.open)
        page.name_clicked.connect(self._open_named)
        page.copied.connect(self.open)
        page.review_wanted.connect(lambda: self.review_requested.emit(page.file.path))
        page.show_waiting(standing.of_file(self._standing, path))
        self._pages.add(page, str(self._bridge.engine.root / path))
        return page

    def close_current(self) -> None:
        """Closes the file in front; asks first if it has unsaved text."""
        if self.current_path:
            self.close_file(self.current_path)

    def close_file(self, path: str) -> None:
        """Closes one file; asks first if it has unsaved text."""
        page = self._pages.get(path)
        if page is None:
            return
        if page.file.dirty:
            self._show(path)
            page.run(self._ask_and_close(page), name="close")
        else:
            self._remove(page)

    async def _ask_and_close(self, page: Page) -> None:
        one = [page.file.path]
        explanation = "Save it before it is closed?"
        answer = await dialogs.ask(self, leaving.question(one), explanation, leaving.answers(one))
        if answer == "discard" or (answer == "save" and await page.file.save()):
            self._remove(page)

    def _remove(self, page: Page) -> None:
        was_dirty, was_front = page.file.dirty, page is self.page
        if not self._pages.forget(page):
            return
        page.end()
        if was_front and self._pages.latest:
            self._show(self._pages.latest)
        self._pages.take_away(page)
        if not self.open_paths():
            self._attach()
        page.deleteLater()
        self._closed.tell()
        if was_dirty:
            self.dirty_changed.emit(page.file.path, False)

    # Which one is in front

    def _show(self, path: str) -> None:
        self.bar.setCurrentIndex(self.bar.paths().index(path))
        self._on_current()

    def _on_current(self) -> None:
        if self._pages.bring():
            self._attach()

    def _attach(self) -> None:
        """Bars and figures are about the file in front from now on."""
        page = self.page
        if self.current_path != self._told or (page and page.file.is_loaded):
            file, edit = (page.file, page.edit) if page else (None, None)
            self.bars.attach(edit)
            self._info.follow(file, edit)
            self._cuts.follow(file, edit)
        if self.current_path != self._told:
            self._told = self.current_path
            if page is not None:
                self.setFocusProxy(page)
            self.bars.line_bar.hide()
            self.current_changed.emit(self._told)
            self._focus_text()
        self._tell_cursor()

    def next_tab(self, step: int = 1, *, held: bool = False) -> None:
        """Goes to the tab used before this one; more steps go further back.

        While the key is `held`, it may go on from there; else that tab counts as used at once.
        """
        if path := self._pages.back(step):
            self._show(path)
        if not held:
            self._pages.stop()

    def _focus_text(self) -> None:
        if self.page and self.isVisible():
            self.page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell_cursor(self) -> None:
        if self.page:
            cursor = self.page.edit.textCursor()
            self.cursor_moved.emit(cursor.blockNumber() + 1, cursor.positionInBlock() + 1)

    # Saving

    def save(self) -> None:
        """Saves the file in front, without making anybody wait."""
        if self.page:
            self.page.run(self._save(self.page), name=f"save {self.current_path}")

    async def _save(self, page: Page) -> None:
        await page.file.save()

    def save_all(self) -> None:
        """Saves every file that has unsaved text."""

        async def save() -> None:
            await self.save_all_and_wait()

        self._bridge.spawn(save(), name="save all")

    async def save_all_and_wait(self) -> bool:
        """Saves every file that has unsaved text; False, with the first one in front, if one was not."""
        for path in self.unsaved():
            if page := self._pages.get(path):
                await page.file.save()
        left = self.unsaved()
        if left:
            self._show(left[0])
        return not left

    def _on_dirty(self, page: Page, dirty: bool) -> None:
        self.bar.set_dirty(page.file.path, dirty)
        self.dirty_changed.emit(page.file.path, dirty)

    # What happens elsewhere

    def paths_moved(self, moved: Mapping[str, str]) -> None:
        """Open files follow when they, or folders they are in, were renamed by the person."""
        for page in self._pages:
            path = page.file.path
            for old, new in moved.items():
                if path == old or path.startswith(f"{old}/"):
                    self._rename(page, new + path[len(old) :])

    def _rename(self, page: Page, path: str) -> None:
        old, dirty = page.file.path, page.file.dirty
        if path in self._pages:  # what was open under the new name is no more
            return
        self._pages.rename(page, path, str(self._bridge.engine.root / path))
        page.show_waiting(standing.of_file(self._standing, path))
        if dirty:
            self.dirty_changed.emit(old, False)
            self.dirty_changed.emit(path, True)
        if page is self.page:
            self._told = path
            self.current_changed.emit(path)
            self._info.again()
            self._cuts.again()

    def paths_deleted(self, paths: Sequence[str]) -> None:
        """Open files that the person deleted are closed; one with unsaved text stays and says so."""
        for page in self._pages:
            path = page.file.path
            if any(path == gone or path.startswith(f"{gone}/") for gone in paths):
                if page.file.dirty:
                    page.run(page.file.check(), name=f"look at {path}")
                else:
                    self._remove(page)

    def _on_files_changed(self, paths: frozenset[str]) -> None:
        for page in self._pages:
            if page.file.path in paths or page.file.real in paths:
                page.run(page.file.check(), name=f"look at {page.file.path}")

    def show_standing(self, stand: Standing) -> None:
        """Says over each open file what waits for a review."""
        self._standing = stand
        for page in self._pages:
            page.show_waiting(standing.of_file(stand, page.file.path))

    def _apply(self, settings: EditorSettings) -> None:
        for page in self._pages:
            page.apply(settings)

    # What the person asks for

    def toggle_preview(self) -> None:
        """Shows or hides the preview beside the text."""
        if self.page:
            self.page.show_preview(not self.page.is_previewed)

    @property
    def is_previewed(self) -> bool:
        """The preview of the file in front is shown."""
        return self.page is not None and self.page.is_previewed

    def _refresh_preview(self) -> None:
        if self.page:
            self.page.refresh_preview()

    def zoom(self, step: int) -> None:
        """Makes the text larger or smaller by `step` pixels; 0 gives it its usual size."""
        self._size.step(step)

    def reveal_cut(self) -> None:
        """Brings what the agent is not given of the file in front into sight, where there is such."""
        if self.page is not None:
            self.page.edit.reveal_shade()

    def _open_named(self, name: str) -> None:
        async def find() -> None:
            entries = await self._bridge.call(self._bridge.engine.scan)
            path = named(name, (entry.path for entry in entries if not entry.is_folder))
            if path is None:
                raise FileGoneError(name, f"There is no note called {name}.")
            self.open(path)

        self._bridge.spawn(find(), name=f"open {name}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Tab, and the keys of the bars, from anywhere in the editor."""
        pressed = QKeySequence(event.keyCombination())
        steps = {QKeySequence(f"{HELD}+Tab"): 1, QKeySequence(f"{HELD}+Shift+Backtab"): -1}
        step = next((step for keys, step in steps.items() if keys == pressed), 0)
        if step:
            self.next_tab(step, held=True)
        elif not self.bars.hears(pressed):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Where Ctrl+Tab ended is where one is."""
        if event.key() == HELD_KEY:
            self._pages.stop()
        super().keyReleaseEvent(event)
