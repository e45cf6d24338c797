"""The head of the settings: where they lie, the filter, and what of their file is not used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.settings_file import Reading
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.elided import ElidedText
from openclaw_desktop.ui.tree.names import count_of

MOST_NAMED = 12
"""So many keys of another version are named; the file has them all."""


class SettingsHead(QWidget):
    """Emits what is typed into the filter, and the wish to put everything back."""

    filtered = Signal(str)
    reset_requested = Signal()

    def __init__(self, file: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter settings")
        self.filter.setAccessibleName("Filter settings")
        self.filter.setClearButtonEnabled(True)
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
        where.show_text(f"Kept in {file}", copies=str(file), hover=f"{file}\nClick to copy the path")
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


def unusable(trouble: str) -> str:
    """Why the whole file is not used, and what becomes of it."""
    return (
        f"{trouble}. Every setting is at its default. The file stays as it is, and is copied beside itself "
        "before the first change is saved."
    )


def of_another_version(keys: Sequence[str]) -> str:
    """ "2 settings of another version are kept: editor.sparkle, future.x." """
    if not keys:
        return ""
    are = "is" if len(keys) == 1 else "are"
    more = f" and {len(keys) - MOST_NAMED:,} more" if len(keys) > MOST_NAMED else ""
    named = f"{', '.join(keys[:MOST_NAMED])}{more}"
    return f"{count_of(len(keys), 'setting')} of another version {are} kept: {named}."


def told_at_start(reading: Reading, names: Sequence[str]) -> str:
    """What one is told who did not come to look at the settings; `names` are those of what is refused."""
    if reading.trouble:
        return unusable(reading.trouble)
    if not names:
        return ""
    are = "is at its default" if len(names) == 1 else "are at their defaults"
    cannot = f"{count_of(len(names), 'setting')} in your file cannot be used and {are}"
    return f"{cannot}: {', '.join(names)}"
