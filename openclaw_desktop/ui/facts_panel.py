"""What is to be known about the file in front: size, tokens, and whether search can find it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.file_facts import Fact

MOST_HEIGHT = 320

FRESHNESS = {
    "indexed": "by words and meaning",
    "keywords": "by words; meaning follows",
    "waiting": "not yet",
}


class FactsPanel(QWidget):
    """Two columns of words; not there while no file is open."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._path = ""
        self._facts: Sequence[Fact] = ()
        self._found = ""
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
        column.addStretch(1)
        bridge.files_indexed.connect(self._indexed)
        bridge.index_state_changed.connect(self._state_changed)
        self._draw()

    def show_facts(self, path: str, facts: Sequence[Fact]) -> None:
        """Tells these facts about `path`; "" when nothing is open."""
        changed = path != self._path
        self._path, self._facts = path, facts
        if changed:
            self._found = ""
            self._ask()
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

    def _draw(self) -> None:
        rows = [*self._facts, ("Searchable", self._found)] if self._path and self._found else [*self._facts]
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
