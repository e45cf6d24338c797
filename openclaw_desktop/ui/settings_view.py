"""The settings: a form built from their declarations, saved at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.errors import SettingsError
from openclaw_desktop.settings import Settings, options
from openclaw_desktop.ui import dialogs, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.scrolling import centred
from openclaw_desktop.ui.setting_row import SettingRow

SECTIONS = {
    "index": "Index",
    "search": "Search",
    "review": "Review",
    "editor": "Editor",
    "context": "Context",
    "window": "Window",
}
WIDEST = 760
MODELS = "GGUF models (*.gguf)"


class SettingsView(QWidget):
    """Every setting with its sentence, its bounds and a way back to the default."""

    protection_requested = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._rows = [SettingRow(option) for option in options()]
        self._titles: dict[str, QLabel] = {}
        self._filter = QLineEdit()
        self._filter.setPlaceholderText("Filter settings")
        self._filter.setAccessibleName("Filter settings")
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._show_only)
        self.setFocusProxy(self._filter)
        self._none = QLabel("No setting matches.")
        self._none.setProperty("role", "dim")
        self._none.hide()
        self._lay_out()
        for row in self._rows:
            row.changed.connect(self._change)
            row.browse_requested.connect(self._browse)
        self._show(bridge.engine.settings)
        bridge.settings_changed.connect(self._show)

    def _lay_out(self) -> None:
        page = self._page = QWidget()
        page.setMaximumWidth(WIDEST)
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addSpacing(theme.GAP)
        column.addWidget(self._none)
        for row in self._rows:
            section = row.option.key.split(".")[0]
            if section not in self._titles:
                title = self._titles[section] = QLabel(SECTIONS.get(section, section.title()))
                title.setProperty("role", "title")
                title.setContentsMargins(0, 20, 0, 4)
                column.addLayout(self._section_head(title, section))
            column.addWidget(row)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self._area = centred(page)
        whole.addWidget(self._area)

    def _section_head(self, title: QLabel, section: str) -> QHBoxLayout:
        """A section's title; that of the review leads to what is more than a setting."""
        row = QHBoxLayout()
        row.addWidget(title, 1)
        if section == "review":
            more = self._more = QPushButton("Protection of this workspace…")
            more.setProperty("flat", True)
            more.clicked.connect(self.protection_requested)
            row.addWidget(more, 0, Qt.AlignmentFlag.AlignBottom)
        return row

    def _head(self) -> QVBoxLayout:
        """Where the settings lie, and the filter."""
        file = self._bridge.engine.places.settings_file
        title = QLabel("Settings")
        title.setProperty("role", "empty")
        where = ElidedText()
        where.show_text(f"Kept in {file}", copies=str(file), hover=f"{file}\nClick to copy the path")
        folder = QPushButton("Show folder")
        folder.setProperty("flat", True)
        folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent))))
        line = QHBoxLayout()
        line.addWidget(where)
        line.addStretch(1)
        line.addWidget(folder)
        column = QVBoxLayout()
        column.setSpacing(theme.GAP)
        column.addWidget(title)
        column.addLayout(line)
        column.addWidget(self._filter)
        return column

    def show_section(self, section: str) -> None:
        """Brings a section ("review") into sight."""
        self._filter.clear()
        title = self._titles[section]

        def scroll() -> None:
            place = title.mapTo(self._page, QPoint(0, 0))
            self._area.verticalScrollBar().setValue(place.y())

        QTimer.singleShot(0, title, scroll)  # once every row has its height

    def _show(self, settings: Settings) -> None:
        for row in self._rows:
            group, name = row.option.key.split(".")
            row.show_value(getattr(getattr(settings, group), name))

    def _change(self, row: SettingRow, value: Any) -> None:
        self._bridge.spawn(self._save(row, value), name=f"save {row.option.key}")

    def _browse(self, row: SettingRow) -> None:
        self._bridge.spawn(self._choose_file(row), name=f"choose {row.option.key}")

    async def _choose_file(self, row: SettingRow) -> None:
        chosen = await dialogs.choose_file(self, row.name, Path.home(), MODELS)
        if chosen is not None:
            await self._save(row, str(chosen))

    async def _save(self, row: SettingRow, value: Any) -> None:
        try:
            await self._bridge.change_settings({row.option.key: value})
        except SettingsError as error:
            row.complain(str(error))

    def _show_only(self, text: str) -> None:
        """Leaves the rows whose name or sentence holds every word of `text`."""
        words = text.lower().split()
        shown: set[str] = set()
        for row in self._rows:
            matches = all(word in row.searchable for word in words)
            row.setVisible(matches)
            if matches:
                shown.add(row.option.key.split(".")[0])
        for section, title in self._titles.items():
            title.setVisible(section in shown)
        self._more.setVisible("review" in shown)
        self._none.setVisible(not shown)
