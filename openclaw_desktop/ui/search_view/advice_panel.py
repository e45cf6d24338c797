"""What would make the agent find a line: the changes that were tried, and what the chosen one would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.settings import EditorSettings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.reading_text import ReadingText
from openclaw_desktop.ui.review_view.diff_view import DiffView
from openclaw_desktop.ui.search_view.notice import Notice
from openclaw_desktop.ui.search_view.trial_list import TrialList
from openclaw_desktop.ui.search_view.trials import TrialRow

if TYPE_CHECKING:
    from openclaw_desktop.agent_index.advice.advising import Advice, FileText, Trial

NO_FILE = "Nothing is to be changed: the agent takes the file in at its next sync."


class AdvicePanel(QWidget):
    """Shows what was measured and writes nothing; `proposed` asks for a proposal of the chosen trial."""

    proposed = Signal(object)  # Trial
    stopped = Signal()
    review_wanted = Signal()

    def __init__(self, settings: EditorSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files: Sequence[FileText] = ()
        self.sentence = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.stop_button = QPushButton("&Stop")
        self.stop_button.clicked.connect(self.stopped)
        self.notice = Notice()
        self.notice.clicked.connect(self.review_wanted)
        self.trials = TrialList()
        self.trials.chosen.connect(self._show_trial)
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setAccessibleName("Changed files")
        self.tabs.currentChanged.connect(self._show_file)
        self.diff = DiffView(settings)
        self.diff.set_readonly(True)
        self.lines = ReadingText("Lines for openclaw.json")
        self.lines.setFont(theme.mono(settings))
        self.told = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.button = QPushButton()
        self.button.setProperty("primary", True)
        self.button.clicked.connect(self._act)
        self.trials.entered.connect(self.button.setFocus)
        self._pages = QStackedWidget()
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self.show_sentence("")

    def apply(self, settings: EditorSettings) -> None:
        """The font of texts as the settings say."""
        self.diff.apply(settings)
        self.lines.setFont(theme.mono(settings))

    def show_working(self, sentence: str) -> None:
        """Says how far the trying is, with a button to stop it."""
        self._columns.setVisible(False)
        self.notice.say("")
        self.sentence.setText(sentence)
        self.stop_button.setVisible(True)

    def show_sentence(self, sentence: str) -> None:
        """Says something instead of trials."""
        self.show_working(sentence)
        self.stop_button.setVisible(False)

    def show_advice(self, advice: Advice) -> None:
        """Shows what was measured, what helps first."""
        only = f" By words alone: {advice.keywords_only}." if advice.keywords_only else ""
        self.show_sentence(f"{advice.sentence}{only}")
        self._columns.setVisible(bool(advice.trials))
        self.trials.show_rows([TrialRow(trial, advice.before) for trial in advice.trials])
        if advice.trials:
            self.trials.setFocus()

    def show_proposed(self, proposals: Sequence[Proposal]) -> None:
        """Says what waits for a decision now."""
        paths = " and ".join(proposal.path for proposal in proposals)
        verb = "waits" if len(proposals) == 1 else "wait"
        self.notice.say(f"The change of {paths} {verb} for your decision.", button="Show in Review")

    def show_problem(self, sentence: str) -> None:
        """Says why there is no proposal; the trials stay."""
        self.notice.say(sentence, warning=True)

    def _show_trial(self, row: TrialRow | None) -> None:
        """What the chosen change would do, and the button that goes with it."""
        if row is None:
            return
        trial = row.trial
        self._files = trial.files
        self.button.setVisible(trial.helps and bool(trial.settings or trial.files) and not trial.renames)
        self.button.setText("&Copy for openclaw.json" if trial.settings else "&Propose this change")
        self.notice.say("")
        if trial.settings:
            places = " and ".join(dict.fromkeys(line.place for line in trial.settings))
            self.told.setText(f"{told_of(trial)} In openclaw.json, below {places}:")
            self.lines.setPlainText(lines_of(trial))
            self._pages.setCurrentWidget(self.lines)
        else:
            self.told.setText(told_of(trial))
            self._pages.setCurrentWidget(self.diff)
        self.tabs.setVisible(len(trial.files) > 1 and not trial.settings)
        self._pages.setVisible(bool(trial.settings or (trial.files and not trial.renames)))
        self._fill_tabs()

    def _fill_tabs(self) -> None:
        blocked = self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for file in self._files:
            self.tabs.addTab(file.path)
        self.tabs.blockSignals(blocked)
        self._show_file(0)

    def _show_file(self, at: int) -> None:
        if 0 <= at < len(self._files):
            file = self._files[at]
            self.diff.show_texts(file.before or "", file.after or "")
            self.diff.step(1)

    def _act(self) -> None:
        row = self.trials.row()
        if row is None:
            return
        if row.trial.settings:
            QGuiApplication.clipboard().setText(lines_of(row.trial))
            self.notice.say("Copied. This program leaves openclaw.json as it is.")
        else:
            self.proposed.emit(row.trial)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP)
        head.addWidget(self.sentence, 1)
        head.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignTop)
        for page in (self.diff, self.lines):
            self._pages.addWidget(page)
        right = QWidget()
        foot = QHBoxLayout()
        foot.addWidget(self.told, 1)
        foot.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        beside = QVBoxLayout(right)
        beside.setContentsMargins(12, 0, 0, 0)
        beside.setSpacing(theme.GAP)
        beside.addLayout(foot)
        beside.addWidget(self.tabs)
        beside.addWidget(self._pages, 1)
        beside.addStretch()
        self._columns.addWidget(self.trials)
        self._columns.addWidget(right)
        self._columns.setSizes([420, 460])
        self._columns.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP)
        column.addLayout(head)
        column.addWidget(self.notice)
        column.addWidget(self._columns, 1)
        column.addStretch()


def lines_of(trial: Trial) -> str:
    """The lines that a person puts into openclaw.json."""
    return ",\n".join(line.line for line in trial.settings)


def told_of(trial: Trial) -> str:
    """What the change does, where a difference of a file does not say it all."""
    if trial.renames:
        old, new = trial.renames
        return f"{trial.sentence} Rename {old} to {new} in the list of files; nothing inside it changes."
    if not trial.files and not trial.settings:
        return NO_FILE
    return trial.sentence if trial.helps else f"{trial.sentence} That is not enough."
