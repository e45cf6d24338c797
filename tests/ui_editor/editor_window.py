"""An editor as a person uses it, on plain files: no index, no watcher."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from openclaw_desktop import tokens
from openclaw_desktop.desk.context_desk import ContextDesk
from openclaw_desktop.desk.owner import Owner
from openclaw_desktop.events import FilesChanged
from openclaw_desktop.settings import Settings, changed
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.page import Page
from openclaw_desktop.ui.editor.tabs import EditorTabs
from openclaw_desktop.workspace import files, layout
from openclaw_desktop.workspace.files import TextFile


class Files:
    """The part of an engine that an editor needs: files of a folder, without index or watcher."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.settings = Settings()
        self.owner = Owner()
        self.context = ContextDesk(root, lambda: self.owner)
        self.saving, self.may_save = threading.Event(), threading.Event()
        self.may_save.set()

    def read(self, path: str) -> TextFile:
        return files.read(self.root, path)

    def read_lossy(self, path: str) -> TextFile:
        return files.read_lossy(self.root, path)

    def save(self, path: str, text: str, *, seen: str | None, bom: bool = False) -> TextFile:
        self.saving.set()
        assert self.may_save.wait(timeout=10)
        return files.save(self.root, path, text, seen=seen, bom=bom)

    def count_tokens(self, text: str, encoding: str) -> int:
        return tokens.count(text, encoding)

    def scan(self) -> list[layout.Entry]:
        return list(layout.scan(self.root))

    def daily_note(self, now: datetime) -> str:
        return layout.daily_note(now.date())

    def change_settings(self, values: dict[str, Any]) -> Settings:
        self.settings = changed(self.settings, values)
        return self.settings

    def close(self) -> None:
        pass


class Window:
    """An editor as a person uses it: opens, types, saves, and what another program does meanwhile."""

    def __init__(self, tabs: EditorTabs, bridge: Bridge, root: Path, qtbot: QtBot) -> None:
        self.tabs, self.bridge, self.root, self.qtbot = tabs, bridge, root, qtbot

    @property
    def page(self) -> Page:
        assert self.tabs.page is not None
        return self.tabs.page

    def open(self, path: str, line: int = 0, end_line: int = 0) -> Page:
        self.tabs.open(path, line, end_line)
        self.until(lambda: self.page.file.is_loaded and self.tabs.current_path == path)
        return self.page

    def type(self, text: str) -> None:
        self.qtbot.keyClicks(self.page.edit, text)

    def outside(self, path: str, data: str | bytes | None) -> None:
        """Another program writes a file, or deletes it, and the watcher tells."""
        target = self.root / path
        if data is None:
            target.unlink()
        else:
            target.write_bytes(data.encode() if isinstance(data, str) else data)
        self.bridge.report(FilesChanged(frozenset({path})))

    def on_disk(self, path: str) -> bytes:
        return (self.root / path).read_bytes()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Presses a key while modifiers are held; none of them is released."""
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers)
        QApplication.sendEvent(self.page.edit, event)

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=10_000)

    def until_said(self, words: str) -> None:
        """Waits for a banner that says these words."""
        self.until(lambda: words in self.said)

    @property
    def said(self) -> str:
        """What the strips above the text say."""
        shown = [b.message.sentence for b in (self.page.note, self.page.banner) if b.message]
        return " ".join(shown)

    def choose(self, text: str) -> None:
        """Presses a button of a banner."""
        message = self.page.banner.message
        assert message is not None
        next(choice for choice in message.choices if choice.text == text).act()
