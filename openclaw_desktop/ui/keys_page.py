"""The page of keyboard shortcuts, generated from the table of commands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.commands import COMMANDS, MENUS, Command, key_in_words
from openclaw_desktop.ui.filter_field import SHOWS_ALL, FilterField


class KeysPage(QDialog):
    """Every action and its key, menu by menu, with a field that filters."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard Shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(520, 640)
        self._filter = FilterField("Filter shortcuts")
        self._nothing = QLabel(f"No shortcut matches. {SHOWS_ALL}")
        self._nothing.setProperty("role", "dim")
        self._nothing.hide()
        self._rows: list[tuple[Command, tuple[QLabel, QLabel]]] = []
        self._titles: dict[str, QLabel] = {}
        area = self._area = QScrollArea()
        area.setWidgetResizable(True)
        area.setProperty("role", "reading")
        area.setAccessibleName("Shortcuts")
        area.setWidget(self._table())
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(theme.GAP)
        column.addWidget(self._filter)
        column.addWidget(self._nothing)
        column.addWidget(area, 1)
        column.addStretch(0)
        self._filter.textChanged.connect(self._show_only)

    def _table(self) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(4)
        line = 0
        for menu in MENUS:
            title = self._titles[menu] = QLabel(menu)
            title.setProperty("role", "title")
            title.setContentsMargins(0, 12, 0, 4)
            grid.addWidget(title, line, 0)
            for command in (c for c in COMMANDS if c.menu == menu):
                line += 1
                cells = (QLabel(command.title), QLabel(key_in_words(command)))
                cells[1].setProperty("role", "dim")
                for place, cell in enumerate(cells):
                    grid.addWidget(cell, line, place)
                self._rows.append((command, cells))
            line += 1
        grid.setRowStretch(line, 1)
        return page

    def _show_only(self, text: str) -> None:
        wanted = text.lower()
        shown: set[str] = set()
        for command, cells in self._rows:
            matches = wanted in f"{command.title} {key_in_words(command)}".lower()
            for cell in cells:
                cell.setVisible(matches)
            if matches:
                shown.add(command.menu)
        for menu, title in self._titles.items():
            title.setVisible(menu in shown)
        self._nothing.setVisible(not shown)
        self._area.setVisible(bool(shown))
