"""What is to be known about the file in front: size, tokens, protection, and whether search can find it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.ui import standing, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.file_facts import Fact, approved
from openclaw_desktop.ui.standing import Standing

MOST_HEIGHT = 320

FRESHNESS = {
    "indexed": "by words and meaning",
    "keywords": "by words; meaning follows",
    "waiting": "not yet",
}


class FactsPanel(QWidget):
    """Two columns of words; not there while no file is open."""

    review_requested = Signal(str)
    history_requested = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._path = ""
        self._facts: Sequence[Fact] = ()
        self._found = self._approved = ""
        self._standing = Standing()
        self._links = {
            "review": self._link("Review", self.review_requested),
            "history": self._link("History", self.history_requested),
        }
        title = QLabel("This file")
        title.setProperty("role", "title")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 12)
        column.setSpacing(theme.GAP)
        column.addWidget(title)
        column.addLayout(self._grid)
        links = QHBoxLayout()
        links.setSpacing(4)
        for button in self._links.values():
            links.addWidget(button)
        links.addStretch(1)
        column.addLayout(links)
        column.addStretch(1)
        bridge.files_indexed.connect(self._indexed)
        bridge.index_state_changed.connect(self._state_changed)
        bridge.review_changed.connect(self._review_changed)
        self._draw()

    def show_facts(self, path: str, facts: Sequence[Fact]) -> None:
        """Tells these facts about `path`; "" when nothing is open."""
        changed = path != self._path
        self._path, self._facts = path, facts
        if changed:
            self._found = self._approved = ""
            self._ask()
            self._ask_approval()
        self._draw()

    def show_standing(self, stand: Standing) -> None:
        """How the workspace is protected now."""
        self._standing = stand
        self._draw()

    def _indexed(self, paths: frozenset[str]) -> None:
        if self._path in paths:
            self._ask()

    def _state_changed(self, _state: object) -> None:
        if self._path and self._found != FRESHNESS["indexed"]:
            self._ask()

    def _ask(self) -> None:
        if self._path:
            self._bridge.spawn(self._read_freshness(self._path), name="freshness")

    async def _read_freshness(self, path: str) -> None:
        engine = self._bridge.engine
        fresh = (await self._bridge.call(engine.freshness)).get(path)
        reason = "" if fresh else (await self._bridge.call(engine.skipped)).get(path, "")
        if path == self._path:
            self._found = FRESHNESS[fresh] if fresh else f"no: {reason}" if reason else "no"
            self._draw()

    def _review_changed(self, change: ReviewChanged) -> None:
        if self._path in change.paths:
            self._ask_approval()

    def _ask_approval(self) -> None:
        if self._path:
            self._bridge.spawn(self._read_approval(self._path), name="last approval")

    async def _read_approval(self, path: str) -> None:
        versions = await self._bridge.call(self._bridge.engine.desk.versions, path, limit=1)
        if path == self._path:
            self._approved = approved(versions[0], datetime.now().astimezone()) if versions else ""
            self._draw()

    def _rows(self) -> list[Fact]:
        if not self._path:
            return [*self._facts]
        more = (
            ("Searchable", self._found),
            ("Protection", standing.in_short(self._standing, self._path)),
            ("Approved", self._approved),
        )
        return [*self._facts, *(fact for fact in more if fact[1])]

    def _draw(self) -> None:
        rows = self._rows()
        waits = bool(self._path and self._standing.waiting_for(self._path))
        self._links["review"].setVisible(waits)
        self._links["history"].setVisible(bool(self._path and self._approved))
        while self._grid.count() > 2 * len(rows):
            item = self._grid.takeAt(self._grid.count() - 1)
            if item is not None and (widget := item.widget()) is not None:
                widget.deleteLater()
        for line, row in enumerate(rows):
            for place, text in enumerate(row):
                self._cell(line, place).setText(text)
        self.setVisible(bool(rows))

    def event(self, event: QEvent) -> bool:
        """Other words, or another width, may need other lines: a splitter does not ask how many."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return done

    def _fit(self) -> None:
        if (layout := self.layout()) is not None:
            needed = layout.totalHeightForWidth(self.width())  # -1 where there are no words
            self.setMinimumHeight(min(max(needed, 0), MOST_HEIGHT))

    def _link(self, text: str, signal: SignalInstance) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", "status")
        button.clicked.connect(lambda: signal.emit(self._path))
        return button

    def _cell(self, line: int, place: int) -> QLabel:
        item = self._grid.itemAtPosition(line, place)
        found = item.widget() if item is not None else None
        if isinstance(found, QLabel):
            return found
        cell = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        cell.setFont(theme.font(theme.META, tabular=True))
        cell.setAlignment(Qt.AlignmentFlag.AlignTop)
        cell.setProperty("role", "meta" if place == 0 else "value")
        self._grid.addWidget(cell, line, place)
        return cell
