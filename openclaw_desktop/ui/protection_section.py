"""One question about the whole workspace: a button asks it, and the answer has the room below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.ui import theme
from openclaw_desktop.ui.lines import Lines


class Section(QWidget):
    """A title, a sentence, a button, and the answer: one more sentence and a list."""

    asked = Signal()
    taken_back = Signal()
    opened = Signal(int)  # a row of the list

    def __init__(self, title: str, sentence: str, button: str, back: str = "") -> None:
        """`back` is what the button says that undoes; it is shown when there is something to undo."""
        super().__init__()
        self.title = title
        name = QLabel(title)
        name.setProperty("role", "title")
        explanation = QLabel(sentence, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        explanation.setProperty("role", "dim")
        self.button = QPushButton(button)
        self.button.clicked.connect(self.asked)
        self.back = QPushButton(back)
        self.back.hide()
        self.back.clicked.connect(self.taken_back)
        self.said = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.said.hide()
        self.list = Lines()
        self.list.setAccessibleName(title)
        self.list.opened.connect(self.opened)
        self.list.hide()
        upper = QHBoxLayout()
        upper.addWidget(name, 1)
        upper.addWidget(self.back)
        upper.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP)
        column.addLayout(upper)
        column.addWidget(explanation)
        column.addWidget(self.said)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)

    @property
    def lines(self) -> list[str]:
        """What the list holds."""
        return self.list.lines()

    def begin(self) -> None:
        """The question is being answered."""
        self.button.setEnabled(False)
        self.said.setText("Looking…")
        self.said.show()

    def answer(self, sentence: str, lines: Sequence[str]) -> None:
        """Says what came out."""
        self.button.setEnabled(True)
        self.said.setText(sentence)
        self.said.show()
        self.list.show_lines(lines)
        self.list.setVisible(bool(lines))
