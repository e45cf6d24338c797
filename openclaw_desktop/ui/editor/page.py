"""One tab: the text of a file, its preview beside it, and strips that say what happened to the file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.banner import Banner, Choice, Message, Weight
from openclaw_desktop.ui.editor.cut import Shade
from openclaw_desktop.ui.editor.loading import Loaded
from openclaw_desktop.ui.editor.open_file import OpenFile, Report, Trouble
from openclaw_desktop.ui.editor.text_edit import TextEdit
from openclaw_desktop.ui.empty import EmptyState

if TYPE_CHECKING:  # few tabs are ever previewed or compared, and every one of a start would wait for both
    from openclaw_desktop.ui.editor.difference_view import DifferenceView
    from openclaw_desktop.ui.editor.preview_view import PreviewView

NOTE, TROUBLE, DIFFERENCE, WAITING = "note", "trouble", "difference", "waiting"


class Page(QWidget):
    """What a tab shows. `file` keeps it in step with the disk."""

    copied = Signal(str)  # the text was saved as this new file
    close_wanted = Signal()
    path_clicked = Signal(str)
    name_clicked = Signal(str)
    review_wanted = Signal()

    def __init__(
        self,
        bridge: Bridge,
        path: str,
        *,
        settings: EditorSettings,
        now: Callable[[], datetime],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._now = now
        self._line = 0  # the preview was last scrolled to
        self._asked: tuple[int, Shade | None] = (-1, None)  # the text and its cut that the preview is of
        self._waiting = ""  # what is said about changes that wait
        self._wanted: Callable[[], None] | None = None  # where to go once the file is loaded
        self._tasks: set[asyncio.Future[None]] = set()
        self._settings = settings
        self.note, self.banner, self.review = Banner(self), Banner(self), Banner(self)
        self._stack = QStackedWidget(self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self._stack)
        self.edit = TextEdit(settings, self._splitter)
        self.file = OpenFile(bridge, path, self.edit, now=now)
        self._empty = EmptyState("binary", "", "", parent=self._stack)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._splitter.addWidget(self.edit)
        self._splitter.setChildrenCollapsible(False)
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.review)
        column.addWidget(self.note)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.edit)

    def _connect(self) -> None:
        self.file.loaded.connect(self._on_loaded)
        self.file.reloaded.connect(self._on_reloaded)
        self.file.reported.connect(self._on_reported)
        self.file.settled.connect(self._on_settled)
        self.edit.document().contentsChanged.connect(self._on_edited)
        self.edit.updateRequest.connect(self._follow)
        self.edit.shade_changed.connect(self._on_shade)

    @cached_property
    def preview(self) -> PreviewView:
        """What the text looks like; hidden at first."""
        from openclaw_desktop.ui.editor.preview_view import PreviewView

        made = PreviewView(self._splitter)
        made.hide()
        self._splitter.addWidget(made)
        self._splitter.setSizes([1, 1])
        made.path_clicked.connect(self.path_clicked)
        made.name_clicked.connect(self.name_clicked)
        return made

    @cached_property
    def difference(self) -> DifferenceView:
        """Two texts line by line, in the place of the text."""
        from openclaw_desktop.ui.editor.difference_view import DifferenceView

        made = DifferenceView(self._settings)
        self._stack.addWidget(made)
        return made

    def run(self, coroutine: Coroutine[Any, Any, None], *, name: str) -> None:
        """Starts something about this page that ends with it."""
        task = self._bridge.spawn(coroutine, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def end(self) -> None:
        """The page is closed: what is still going on about it ends, except who closes it."""
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()

    @property
    def revision(self) -> int:
        """Another number for another text."""
        return self.edit.document().revision()

    def point(self, line: int, end_line: int) -> None:
        """Goes to a line, now or once the file is loaded, and marks the lines up to `end_line`."""

        def go() -> None:
            self.edit.go_to(line)
            self.edit.mark_lines(line if end_line else 0, max(end_line, line))

        self._when_loaded(go)

    def point_at(self, line: int, column: int) -> None:
        """Goes to one character, now or once the file is loaded, with more of what follows it in view."""
        self._when_loaded(lambda: self.edit.go_to(line, column, upper=True))

    def _when_loaded(self, go: Callable[[], None]) -> None:
        if self.file.is_loaded:
            go()
        else:
            self._wanted = go

    def show_waiting(self, sentence: str) -> None:
        """Says above the text that changes of it wait; "" takes that away. Dismissed, the same stays away."""
        if sentence == self._waiting:
            return
        self._waiting = sentence
        if sentence:
            look = Choice("Review", self.review_wanted.emit)
            self.review.show_message(Message(WAITING, sentence, Weight.WAITING, (look,)))
        else:
            self.review.clear()

    def apply(self, settings: EditorSettings) -> None:
        """Font, wrap and numbers as the settings say."""
        self._settings = settings
        self.edit.apply(settings)
        if "difference" in vars(self):
            self.difference.apply(settings)

    # Preview

    @property
    def is_previewed(self) -> bool:
        """Whether the preview is shown."""
        return "preview" in vars(self) and not self.preview.isHidden()

    def show_preview(self, shown: bool) -> None:
        """Shows or hides the preview beside the text."""
        if shown != self.is_previewed:
            self.preview.setVisible(shown)
        if shown:
            self.refresh_preview()

    def refresh_preview(self) -> None:
        """Renders the text anew, if it is to be seen; call it when typing pauses."""
        if self.is_previewed and self.file.is_loaded:
            self.run(self._render(), name="preview")

    async def _render(self) -> None:
        from openclaw_desktop.ui.editor.preview_view import prepare

        path, revision, shade = self.file.path, self.edit.document().revision(), self.edit.shade
        root, places = self._bridge.engine.root, self.edit.shaded_places()
        self._asked = (revision, shade)
        preview, pictures = await self._bridge.call(prepare, self.edit.text(), path, root=root, places=places)
        if (revision, shade) == self._asked and revision == self.edit.document().revision():
            self.preview.show_preview(path, preview, pictures, shade)
            self._line = 0
            self._follow()

    def _on_shade(self) -> None:
        """The same text is cut elsewhere now; another text is rendered anew when typing pauses."""
        revision, shade = self._asked
        if revision == self.edit.document().revision() and shade != self.edit.shade:
            self.refresh_preview()

    def _follow(self) -> None:
        """The preview shows what the text shows."""
        line = self.edit.firstVisibleBlock().blockNumber() + 1
        if self.is_previewed and line != self._line:
            self._line = line
            self.preview.show_line(line)

    # What the file says

    def _on_loaded(self, found: Loaded) -> None:
        if found.unreadable:
            self._empty.set_texts("Nothing to read here", found.read_only)
        self._stack.setCurrentWidget(self._empty if found.unreadable else self._splitter)
        self.setFocusProxy(self._empty if found.unreadable else self.edit)
        if found.read_only and not found.unreadable:
            self.note.show_message(Message(NOTE, found.read_only, Weight.NOTE))
        else:
            self.note.clear()
        if self._wanted:
            self._wanted()
            self._wanted = None
        self.refresh_preview()

    def _on_reloaded(self, before: str, count: int) -> None:
        lines = "1 line" if count == 1 else f"{count:,} lines"
        sentence = f"Read again at {self._now():%H:%M:%S}: another program changed {lines}."
        after = self.edit.text()
        look = Choice("Show what changed", lambda: self._show_difference(before, after, "before", "now"))
        self.banner.show_message(Message(TROUBLE, sentence, Weight.CUE, (look,)))
        self.refresh_preview()

    def _on_edited(self) -> None:
        if self.banner.message is not None and self.banner.message.weight is Weight.CUE:
            self.banner.clear()

    def _on_settled(self) -> None:
        self.banner.clear(TROUBLE)
        self._show_text()

    def _on_reported(self, report: Report) -> None:
        noticed = f"Noticed at {report.noticed:%H:%M:%S}."
        typed = f" You last typed at {self.file.typed_at:%H:%M:%S}." if self.file.typed_at else ""
        detail = f"{noticed}{typed} Your text is still here."
        self.banner.show_message(
            Message(TROUBLE, report.sentence, Weight.WARNING, self._choices(report), detail)
        )
        if self._shows_difference:
            self._show_theirs()

    def _choices(self, report: Report) -> tuple[Choice, ...]:
        keep = "Overwrite with mine" if report.saving else "Keep mine"
        mine = Choice(keep, self._keep_mine, "Your text stays; what the other program wrote is overwritten.")
        copy = Choice(
            "Save mine as a copy", self._save_copy, "Your text goes into a new file beside this one."
        )
        if report.trouble is Trouble.CHANGED:
            look = Choice("View difference", self._show_theirs, "Both texts, line by line.")
            theirs = Choice(
                "Reload", self._take_theirs, "The text on disk comes here; Undo brings yours back."
            )
            return look, theirs, mine, copy
        if report.trouble is Trouble.GONE:
            again = Choice("Save it again", self._keep_mine, "The file is made anew with this text.")
            return again, Choice("Close", self.close_wanted.emit)
        if report.trouble is Trouble.NOT_TEXT:
            return (mine, copy) if report.sha256 is not None else ()
        return Choice("Try again", self._save), Choice("Copy the text", self._copy_text), copy

    # What the person decides

    def _save(self) -> None:
        async def save() -> None:
            await self.file.save()

        self.run(save(), name="save")

    def _keep_mine(self) -> None:
        self._show_text()
        self.run(self.file.keep_mine(), name="keep mine")

    def _take_theirs(self) -> None:
        self._show_text()
        self.file.take_theirs()
        self.refresh_preview()

    def _save_copy(self) -> None:
        async def save_copy() -> None:
            path = await self.file.save_copy()
            self.file.take_theirs()
            self.copied.emit(path)

        self.run(save_copy(), name="save as a copy")

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self.edit.text())

    # Difference

    def _show_theirs(self) -> None:
        report = self.file.report
        if report is not None:
            self._show_difference(report.theirs, self.edit.text(), "on disk", "yours")

    def _show_difference(self, old: str, new: str, old_name: str, new_name: str) -> None:
        from openclaw_desktop.ui.editor.difference_view import shown_rows

        async def show() -> None:
            rows = await self._bridge.call(shown_rows, old, new)
            self.difference.show_rows(rows)
            self._stack.setCurrentWidget(self.difference)
            back = Choice("Back to the text", self._show_text)
            legend = f"−  {old_name}      +  {new_name}"
            self.note.show_message(Message(DIFFERENCE, legend, Weight.NOTE, (back,), closable=False))
            self.difference.setFocus(Qt.FocusReason.OtherFocusReason)

        self.run(show(), name="difference")

    @property
    def _shows_difference(self) -> bool:
        return "difference" in vars(self) and self._stack.currentWidget() is self.difference

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back from the difference to the text."""
        if event.key() == Qt.Key.Key_Escape and self._shows_difference:
            self._show_text()
        else:
            super().keyPressEvent(event)

    def _show_text(self) -> None:
        if self._shows_difference:
            self.note.clear(DIFFERENCE)
            if self.file.read_only:
                self.note.show_message(Message(NOTE, self.file.read_only, Weight.NOTE))
            self._stack.setCurrentWidget(self._splitter)
            self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
