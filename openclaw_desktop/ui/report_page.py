"""What happened, what is safe, and a report to give away: shown when something went wrong in the program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.last_resort import Trouble
from openclaw_desktop.ui.reading_text import ReadingText
from openclaw_desktop.ui.tree.names import count_of

FILE_NAME = "openclaw-desktop-report.txt"
SHOWN = 3
LONGEST_SUMMARY = 200
SAFE = (
    "Your files are as they were: each is written whole or not at all. Text you have not saved is still in "
    "its tab, and is kept in case the program ends. What waits for your review still waits."
)
ABOUT = (
    "The report names versions, changed settings without their texts, and the end of the log; names of your "
    "files, and whatever an error quotes, are taken out. It is sent nowhere: read it before you give it to "
    "somebody."
)


class ReportPage(QDialog):
    """Beside the window, which can be worked in meanwhile."""

    save_wanted = Signal(object)  # the file the person chose

    def __init__(self, troubles: Sequence[Trouble], report: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Something went wrong")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 600)
        self.text = ReadingText("The report", report)
        self.text.setFont(theme.mono(EditorSettings()))
        self.text.setLineWrapMode(ReadingText.LineWrapMode.NoWrap)
        self.said = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.copy_button, self.save_button = QPushButton("Copy"), QPushButton("Save report…")
        self.go_on_button = QPushButton("Go on")
        self._lay_out(troubles)
        self.copy_button.clicked.connect(self._copy)
        self.save_button.clicked.connect(self._choose)
        self.go_on_button.clicked.connect(self.accept)

    def tell(self, sentence: str) -> None:
        """Says what became of the report."""
        self.said.setText(sentence)
        self.said.show()

    def _lay_out(self, troubles: Sequence[Trouble]) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(theme.GAP)
        title = "Something went wrong inside the program"
        for text, role in ((title, "title"), (in_words(troubles), ""), (SAFE, ""), (ABOUT, "dim")):
            label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setProperty("role", role)
            column.addWidget(label)
        column.addSpacing(theme.GAP)
        column.addWidget(self.text, 1)
        column.addWidget(self.said)
        self.said.setProperty("role", "dim")
        self.said.hide()
        row = QHBoxLayout()
        row.setSpacing(theme.GAP)
        row.addWidget(self.copy_button)
        row.addWidget(self.save_button)
        row.addStretch(1)
        row.addWidget(self.go_on_button)
        column.addLayout(row)
        for button in (self.copy_button, self.save_button):
            button.setAutoDefault(False)
        self.go_on_button.setProperty("primary", True)
        self.go_on_button.setDefault(True)
        self.go_on_button.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.tell("The report is in the clipboard.")

    def _choose(self) -> None:
        dialog = QFileDialog(self, "Save the report", str(Path.home() / FILE_NAME))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)

        def chosen(name: str) -> None:
            self.save_wanted.emit(Path(name))

        dialog.fileSelected.connect(chosen)
        dialog.open()


def in_words(troubles: Sequence[Trouble]) -> str:
    """The latest of them, a line each, with how often."""
    lines = [_line(trouble) for trouble in troubles[-SHOWN:]]
    more = [f"and {count_of(len(troubles) - SHOWN, 'more kind')} before"] if len(troubles) > SHOWN else []
    return "\n".join([*lines, *more])


def _line(trouble: Trouble) -> str:
    summary = trouble.summary
    summary = summary if len(summary) <= LONGEST_SUMMARY else f"{summary[:LONGEST_SUMMARY]}…"
    return summary if trouble.times == 1 else f"{summary} ({trouble.times:,} times)"
