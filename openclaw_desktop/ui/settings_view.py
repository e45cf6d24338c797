"""The settings: a form built from their declarations, saved at once."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop import settings_file
from openclaw_desktop.errors import SettingsError
from openclaw_desktop.settings import Settings, options, value_of
from openclaw_desktop.ui import dialogs, theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.filter_field import SHOWS_ALL
from openclaw_desktop.ui.scrolling import centred
from openclaw_desktop.ui.setting_row import SettingRow
from openclaw_desktop.ui.settings_head import SettingsHead
from openclaw_desktop.ui.tree.names import count_of

SECTIONS = {
    "index": "Index",
    "search": "Search",
    "agent": "The agent's own index",
    "review": "Review",
    "editor": "Editor",
    "context": "Context",
    "window": "Window",
}
WIDEST = 760
MODELS = "GGUF models (*.gguf)"
ROLE = QMessageBox.ButtonRole


class SettingsView(QWidget):
    """Every setting with its sentence, its bounds and a way back to the default."""

    protection_requested = Signal()

    def __init__(
        self, bridge: Bridge, *, left_out: Collection[str] = (), parent: QWidget | None = None
    ) -> None:
        """`left_out`: settings ("window.tray") that mean nothing on this desktop."""
        super().__init__(parent)
        self._bridge = bridge
        self._rows = [SettingRow(option) for option in options() if option.key not in left_out]
        self._titles: dict[str, QLabel] = {}
        self._head = SettingsHead(bridge.engine.places.settings_file)
        self._head.filtered.connect(self._show_only)
        self._head.reset_requested.connect(lambda: bridge.spawn(self._reset_all(), name="reset settings"))
        self.setFocusProxy(self._head.filter)
        self._none = QLabel(f"No setting matches. {SHOWS_ALL}")
        self._none.setProperty("role", "dim")
        self._none.hide()
        self._lay_out()
        for row in self._rows:
            row.changed.connect(self._change)
            row.browse_requested.connect(self._browse)
        self._show(bridge.engine.settings)
        bridge.settings_changed.connect(self._show_saved)
        bridge.spawn(self._look_at_file(), name="settings file")

    def _lay_out(self) -> None:
        page = self._page = QWidget()
        page.setMaximumWidth(WIDEST)
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(0)
        column.addWidget(self._head)
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

    def show_section(self, section: str) -> None:
        """Brings a section ("review") into sight."""
        self._head.filter.clear()
        title = self._titles[section]

        def scroll() -> None:
            place = title.mapTo(self._page, QPoint(0, 0))
            self._area.verticalScrollBar().setValue(place.y())

        QTimer.singleShot(0, title, scroll)  # once every row has its height

    def _show(self, settings: Settings) -> None:
        for row in self._rows:
            row.show_value(value_of(settings, row.option.key))
        self._count()

    def _show_saved(self, settings: Settings) -> None:
        self._show(settings)
        self._bridge.spawn(self._look_at_file(), name="settings file")

    async def _look_at_file(self) -> None:
        """Says of every line that is not used why."""
        reading = await self._bridge.call(settings_file.read, self._bridge.engine.places.settings_file)
        self._head.show_reading(reading)
        for row in self._rows:
            row.show_refusal(reading.refused.get(row.option.key, ""))
        self._count()

    def _count(self) -> None:
        self._head.show_changed(sum(row.can_be_reset for row in self._rows))

    async def _reset_all(self) -> None:
        """Puts everything back to its default, lines of the file that are not used as well."""
        rows = [row for row in self._rows if row.can_be_reset]
        answer = await dialogs.ask(
            self,
            f"Put {count_of(len(rows), 'setting')} back to the default?",
            f"{', '.join(row.name for row in rows)}. What another version wrote stays.",
            [("reset", "Reset", ROLE.AcceptRole), ("keep", "Keep them", ROLE.RejectRole)],
        )
        if answer == "reset":
            await self._bridge.change_settings({row.option.key: row.option.default for row in rows})

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
            row.complain(str(error), value_of(self._bridge.engine.settings, row.option.key))

    def _show_only(self, text: str) -> None:
        """Leaves the rows whose name, key or sentence holds every word of `text`."""
        words = text.casefold().split()
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
