"""Why a file or line is not among the hits: indexed or not, its place in each leg, the step that lost it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.search.query import WhyNot
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view.trials import telling_line
from openclaw_desktop.ui.search_view.waterfall import Line, Waterfall, steps_told


class WhyNotPanel(QWidget):
    """A file and a line to ask about, and the answer. `asked` carries path and line (0: the whole file)."""

    asked = Signal(str, int)
    help_wanted = Signal(str, int)  # path and the line that should be found

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = QLineEdit(placeholderText="memory/2026-02-11.md")
        self.path.setAccessibleName("File")
        self._paths = QStringListModel(self)
        completer = QCompleter(self._paths, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(12)
        completer.activated.connect(self._ask)
        self.path.setCompleter(completer)
        self.line = QLineEdit(placeholderText="any line", maxLength=7)
        self.line.setAccessibleName("Line")
        self.line.setValidator(QIntValidator(1, 9_999_999, self))
        self.line.setFixedWidth(88)
        self.line.returnPressed.connect(self._ask)
        self.button = QPushButton("&Look")
        self.button.clicked.connect(self._ask)
        self.help_button = QPushButton("What would &help?")
        self.help_button.setToolTip("Tries changes on a copy of the agent's index; nothing is written")
        self.help_button.clicked.connect(self._ask_help)
        self._answer: WhyNot | None = None
        self._advises = False
        self._terms: tuple[str, ...] = ()
        self.path.returnPressed.connect(self._ask)
        self.sentence = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.steps = Waterfall()
        self._lay_out()

    def set_paths(self, paths: Sequence[str]) -> None:
        """The files that can be asked about."""
        self._paths.setStringList(list(paths))

    def ask_about(self, path: str, line: int) -> None:
        """Fills in a file and a line and asks."""
        self.path.setText(path)
        self.line.setText(str(line) if line else "")
        self._ask()

    def ask_again(self) -> None:
        """Asks about the same file, if there is one: the question or the index is another."""
        self._ask()

    def show_sentence(self, sentence: str) -> None:
        """Says something instead of an answer."""
        self._answer = None
        self.sentence.setText(sentence)
        self.steps.show_lines(())
        self._show_help()

    def show_answer(self, answer: WhyNot) -> None:
        """Shows where the file stands."""
        self._answer = answer
        self.sentence.setText(answer.sentence)
        self.steps.show_lines(lines_of(answer))
        self._show_help()

    def offer_help(self, offered: bool, terms: tuple[str, ...]) -> None:
        """Whether it can be tried what would help: in the agent's own search, for these words."""
        self._advises, self._terms = offered, terms
        self._show_help()

    @property
    def place(self) -> str:
        """What is asked about: "MEMORY.md, line 3"."""
        line = self.line.text()
        return f"line {line} of {self.path.text()}" if line else self.path.text()

    def _show_help(self) -> None:
        found = self._answer
        self.help_button.setVisible(self._advises and found is not None and found.lost_at != "")

    def _ask_help(self) -> None:
        """About the line that is given, else the most telling one of the passage that came nearest."""
        line = int(self.line.text() or 0)
        if not line and self._answer and self._answer.hit:
            line = telling_line(self._answer.hit.candidate, self._terms)
            self.line.setText(str(line))
        self.help_wanted.emit(self.path.text().strip(), line)

    def _ask(self) -> None:
        path = self.path.text().strip()
        if path:
            self.asked.emit(path, int(self.line.text() or 0))

    def _lay_out(self) -> None:
        ask = QHBoxLayout()
        ask.setSpacing(theme.GAP)
        ask.addWidget(self.path, 1)
        ask.addWidget(self.line)
        ask.addWidget(self.button)
        ask.addWidget(self.help_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP)
        column.addLayout(ask)
        column.addWidget(self.sentence)
        column.addWidget(self.steps, 1)


def lines_of(answer: WhyNot) -> tuple[Line, ...]:
    """The sentences about each leg, then those about the steps, each with its step."""
    steps = answer.hit.steps if answer.hit else ()
    legs = len(answer.sentences) - len(steps)
    return (*steps_told(answer.sentences[:legs], ()), *steps_told(answer.sentences[legs:], steps))
