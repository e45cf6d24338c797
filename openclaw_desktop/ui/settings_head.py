"""The head of the settings: where they lie, the filter, and what of their file is not used."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.settings_file import Reading
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.filter_field import FilterField
from openclaw_desktop.ui.settings_troubles import of_another_version, unusable


class SettingsHead(QWidget):
    """Emits what is typed into the filter, and the wish to put everything back."""

    filtered = Signal(str)
    reset_requested = Signal()

    def __init__(self, file: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = FilterField("Filter settings")
        self.filter.textChanged.connect(self.filtered)
        self.reset = QPushButton("Reset all…")
        self.reset.setProperty("flat", True)
        self.reset.clicked.connect(self.reset_requested)
        self._unused = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._unused.setProperty("role", "held")
        self._kept = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._kept.setProperty("role", "dim")
        for label in (self._unused, self._kept):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.hide()
        self._lay_out(file)
        self.show_changed(0)

    def show_changed(self, count: int) -> None:
        """Says how many settings are not at their default."""
        self.reset.setEnabled(bool(count))
        self.reset.setToolTip(f"{count} changed" if count else "Every setting is at its default")

    def show_reading(self, reading: Reading) -> None:
        """Says what of the file is not used, and what is of another version."""
        groups = [f"In the file, {said}." for key, said in reading.refused.items() if "." not in key]
        said = [unusable(reading.trouble)] if reading.trouble else groups
        self._show(self._unused, "\n".join(said))
        self._show(self._kept, of_another_version(reading.unknown))

    def _show(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _lay_out(self, file: Path) -> None:
        title = QLabel("Settings")
        title.setProperty("role", "empty")
        where = ElidedText()
        where.show_path(file, f"Kept in {file}")
        folder = QPushButton("Show folder")
        folder.setProperty("flat", True)
        folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent))))
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(where)
        line.addStretch(1)
        line.addWidget(folder)
        line.addWidget(self.reset)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP)
        column.addWidget(title)
        column.addLayout(line)
        column.addWidget(self.filter)
        column.addWidget(self._unused)
        column.addWidget(self._kept)
