"""What opening a workspace means: what is read, where the index lies, what is protected."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from openclaw_desktop.review import policy
from openclaw_desktop.review.policy import Policy
from openclaw_desktop.settings import ReviewSettings
from openclaw_desktop.ui import icons, theme
from openclaw_desktop.ui.elided import ElidedText, shown_path
from openclaw_desktop.ui.review_view.quiet import listed, plainly

READ = (
    "The Markdown in the folder you choose, and of OpenClaw its configuration, sessions and index. "
    "Nothing in them is changed but by what you write or decide."
)
INDEXED = "On this machine alone; it may be deleted at any time. It lies in"
HAPPENS = {
    Policy.HOLD: "Waits for your approval: {}",
    Policy.LOCKED: "Read-only, and waits for your approval: {}",
    Policy.APPEND_ONLY: "May only grow: {}",
    Policy.REVIEW: "Marked until you have seen it: {}",
}
"""What becomes of changes by others, the strictest first."""


class WelcomeFacts(QWidget):
    """Three short paragraphs; nothing here has to be decided."""

    def __init__(self, index_folder: Path, review: ReviewSettings, *, home: Path) -> None:
        super().__init__()
        self._pictures: dict[QLabel, str] = {}
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setHorizontalSpacing(theme.GAP)
        grid.setVerticalSpacing(16)
        grid.setColumnStretch(1, 1)
        where = ElidedText()
        where.show_path(index_folder, shown_path(index_folder, home))
        where.setAccessibleName(f"The index lies in {index_folder}; press to copy the path")
        self._add("eye", "What is read", _said(READ))
        self._add("database", "The index", _said(INDEXED), _at_the_left(where))
        self._add("shield", "What is protected", *(_said(line) for line in protected(review)))
        grid.setRowStretch(grid.rowCount(), 1)
        self._draw_icons()

    def changeEvent(self, event: QEvent) -> None:
        """Redraws the icons in the colours of a new theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def _add(self, icon: str, title: str, *words: QWidget) -> None:
        picture = QLabel()
        picture.setFixedSize(16, 16)
        self._pictures[picture] = icon
        paragraph = QVBoxLayout()
        paragraph.setSpacing(4)
        for widget in (QLabel(title), *words):
            paragraph.addWidget(widget)
        row = self._grid.rowCount()
        self._grid.addWidget(picture, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addLayout(paragraph, row, 1)

    def _draw_icons(self) -> None:
        ink = theme.colours(self).text_dim
        for label, icon in self._pictures.items():
            label.setPixmap(icons.pixmap(icon, ink, 16, self.devicePixelRatioF()))


def protected(review: ReviewSettings) -> list[str]:
    """What becomes of changes by others, in at most three lines."""
    if not review.protect:
        return ["Nothing: you turned protection off in the settings. Changes by others are only recorded."]
    rules, _problems = policy.parse(review.policies)
    names = {kind: [plainly(rule.pattern) for rule in rules if rule.policy is kind] for kind in HAPPENS}
    held = [f"{sentence.format(listed(names[kind]))}." for kind, sentence in HAPPENS.items() if names[kind]]
    return [*held[:2], "All else is free, and what you write yourself is approved by that."]


def _at_the_left(narrow: QWidget) -> QWidget:
    """Room beside what is no wider than its text, so that it does not narrow the paragraph."""
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(narrow)
    row.addStretch(1)
    return line


def _said(text: str) -> QLabel:
    label = QLabel(text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setProperty("role", "dim")
    return label
