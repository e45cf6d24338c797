"""The right side: a version's text with its writers, or how two versions differ; and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.review.diff.diff import counts
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.banner import Banner, Choice, Message, Weight
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.history_view import reading, words
from openclaw_desktop.ui.history_view.blame_sheet import BlameSheet
from openclaw_desktop.ui.history_view.head import DetailHead, Mode
from openclaw_desktop.ui.history_view.reading import NOW, Pair, Text
from openclaw_desktop.ui.review_view.diff_view import DiffView
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.tree.names import shown

if TYPE_CHECKING:
    from openclaw_desktop.review.history.version import Version

RESTORE = "restore"


class VersionDetail(QWidget):
    """Looks at one version, or at two."""

    version_wanted = Signal(str)
    open_requested = Signal(str)
    review_requested = Signal(str)

    def __init__(self, bridge: Bridge, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._now = now
        self._versions: Sequence[Version] = ()
        self._chosen: Sequence[Version] = ()
        self._mode = Mode.TEXT
        self._text = Text(None)
        self._latest = Latest(bridge, self)
        self.head = DetailHead()
        self.banner = Banner()
        self.sheet = BlameSheet(bridge.engine.settings.editor, now)
        self.difference = DiffView(bridge.engine.settings.editor)
        self.difference.set_readonly(True)
        self.note = EmptyState("history", "", "")
        self._stack = QStackedWidget()
        for widget in (self.sheet, self.difference, self.note):
            self._stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.banner)
        column.addWidget(self._stack, 1)
        self._connect()

    def _connect(self) -> None:
        self.head.mode_chosen.connect(self._choose_mode)
        self.head.act_wanted.connect(self._act)
        self.sheet.version_wanted.connect(self.version_wanted)
        self.note.clicked.connect(self._look_before)
        self._latest.arrived.connect(self._arrived)
        self._latest.failed.connect(self._failed)
        self._bridge.settings_changed.connect(self._apply)

    # What is looked at

    def show_versions(self, versions: Sequence[Version], chosen: Sequence[Version]) -> None:
        """Looks at the chosen among all versions of a file; both are newest first."""
        same = [v.oid for v in chosen] == [v.oid for v in self._chosen]
        other_file = bool(versions) and bool(self._versions) and versions[0].path != self._versions[0].path
        self._versions, self._chosen = versions, chosen
        if not same or other_file:
            self.banner.clear()
        self._head()
        self._ask()

    def focus_text(self) -> None:
        """The keyboard goes into what is shown."""
        if (shown_now := self._stack.currentWidget()) is not None:
            shown_now.setFocus()

    @property
    def _version(self) -> Version | None:
        return self._chosen[0] if self._chosen else None

    @property
    def _before(self) -> Version | None:
        oid = self._version.oid if self._version else ""
        row = next((n for n, version in enumerate(self._versions) if version.oid == oid), -1)
        return reading.before(self._versions, row) if row >= 0 else None

    def _head(self) -> None:
        version = self._version
        if version is None:
            self.head.show_title("", "")
            self.head.allow((), ())
            return
        now = self._now()
        if len(self._chosen) > 1:
            older = self._chosen[-1]
            said = f"{words.short(older.at, now)} → {words.short(version.at, now)}"
            self.head.show_title(shown(version.path), f"Difference of two versions: {said}")
            self.head.allow(("open",), ())
            return
        said = [shown(version.origin.sentence), words.approval(version), words.exact(version.at, now)]
        line = " · ".join(part for part in said if part)
        self.head.show_title(shown(version.path), line, words.tooltip(version, now))
        self.head.set_mode(self._mode)
        newest = version.oid == self._versions[0].oid
        acts = ["open"] if self._versions[0].sha256 is not None else []
        acts += [] if newest else ["restore"]
        acts += ["copy"] if version.sha256 is not None else []
        acts += ["review"] if version.proposal else []
        self.head.allow(acts, tuple(Mode))

    def _choose_mode(self, mode: Mode) -> None:
        self._mode = mode
        self._ask()

    def _ask(self) -> None:
        version, engine = self._version, self._bridge.engine
        if version is None:
            self._latest.forget()
            self._say("No version is chosen", "Choose one at the left; choose two to compare them.")
        elif len(self._chosen) > 1:
            self._ask_pair(self._chosen[-1], version)
        elif self._mode is Mode.TEXT:
            self._latest.ask(partial(reading.text, engine, version))
        elif self._mode is Mode.BEFORE:
            self._ask_pair(self._before, version)
        else:
            name = f"version of {words.short(version.at, self._now())}"
            self._latest.ask(partial(reading.pair, engine, version.path, (version.oid, name), (NOW, "now")))

    def _ask_pair(self, old: Version | None, new: Version) -> None:
        names = [(v.oid, words.short(v.at, self._now())) if v else ("", "nothing") for v in (old, new)]
        self._latest.ask(partial(reading.pair, self._bridge.engine, new.path, names[0], names[1]))

    def _arrived(self, found: Text | Pair) -> None:
        if isinstance(found, Pair):
            self._show_pair(found)
        elif found.text is None:
            self._text = found
            self._say(
                "Deleted here", "This version has no text: the file was deleted.", "Show the text before"
            )
        else:
            self._text = found
            self.sheet.show_lines(found.lines, self._version.oid if self._version else "")
            self._stack.setCurrentWidget(self.sheet)

    def _show_pair(self, pair: Pair) -> None:
        if pair.old == pair.new:
            same = f"{pair.old_name} and {pair.new_name} are the same, letter for letter."
            self._say("No difference", words.sentence(same))
            return
        self.difference.show_difference(pair.difference)
        self._stack.setCurrentWidget(self.difference)

    def _failed(self, error: DesktopError) -> None:
        self._say("This version cannot be shown", str(error))

    def _say(self, title: str, sentence: str, button: str = "") -> None:
        self.note.set_texts(title, sentence, button)
        self._stack.setCurrentWidget(self.note)

    def _look_before(self) -> None:
        if self._before is not None:
            self.version_wanted.emit(self._before.oid)

    def _apply(self, settings: Settings) -> None:
        self.sheet.apply(settings.editor)
        self.difference.apply(settings.editor)

    # What is done

    def _act(self, name: str) -> None:
        version = self._version
        if version is None:
            return
        if name == "restore":
            self._bridge.spawn(self._ask_restore(version), name="what a restore changes")
        elif name == "copy":
            self._bridge.spawn(self._copy(version), name="copy a version")
        elif name == "open":
            self.open_requested.emit(version.path)
        elif version.proposal:
            self.review_requested.emit(version.proposal)

    async def _copy(self, version: Version) -> None:
        text = await self._bridge.call(self._bridge.engine.desk.version_text, version.path, version.oid)
        QGuiApplication.clipboard().setText(text or "")
        said = f"Copied the text of {words.short(version.at, self._now())}."
        self.banner.show_message(Message(RESTORE, said, Weight.CUE))

    async def _ask_restore(self, version: Version) -> None:
        """Says what restoring changes, and waits for the person's word."""
        names = (NOW, "now"), (version.oid, "then")
        pair = await self._bridge.call(reading.pair, self._bridge.engine, version.path, *names)
        if self._version is None or self._version.oid != version.oid:
            return
        if pair.old == pair.new:
            said = f"{shown(version.path)} has this very text now: there is nothing to restore."
            self.banner.show_message(Message(RESTORE, said, Weight.CUE))
            return
        restore = Choice("Restore", lambda: self._restore(version), "Writes this version into the file.")
        keep = Choice("Leave it", self._leave_it)
        detail = "The restore is recorded as yours. What is there now stays in the history."
        said = _restoring(version, pair, words.short(version.at, self._now()))
        self.banner.show_message(Message(RESTORE, said, Weight.WARNING, (restore, keep), detail))
        self.head.set_mode(None)  # it is seen the other way round: from now to then
        self._latest.forget()
        self._show_pair(pair)

    def _leave_it(self) -> None:
        self.banner.clear()
        self._head()
        self._ask()

    def _restore(self, version: Version) -> None:
        newest = self._versions[0]

        async def restore() -> None:
            self.banner.clear()
            desk = self._bridge.engine.desk
            await self._bridge.call(desk.restore, version.path, version.oid, now=self._now())
            back = Choice("Take it back", lambda: self._take_back(version, newest))
            said = f"{shown(version.path)} is as it was at {words.short(version.at, self._now())}."
            self.banner.show_message(Message(RESTORE, said, Weight.NOTE, (back,)))

        self._bridge.spawn(restore(), name="restore a version")

    def _take_back(self, version: Version, newest: Version) -> None:
        async def back() -> None:
            self.banner.clear()
            desk = self._bridge.engine.desk
            await self._bridge.call(desk.restore, version.path, newest.oid, now=self._now())
            said = f"Taken back: {shown(version.path)} is as it was before."
            self.banner.show_message(Message(RESTORE, said, Weight.CUE))

        self._bridge.spawn(back(), name="take a restore back")


def _restoring(version: Version, pair: Pair, when: str) -> str:
    path = shown(version.path)
    if pair.new is None:
        return f"{path} is deleted again."
    if pair.old is None:
        return f"{path} is made again with its text of {when}: {words.changed(*counts('', pair.new))}."
    return f"{path} becomes its version of {when}: {words.changed(*counts(pair.old, pair.new))}."
