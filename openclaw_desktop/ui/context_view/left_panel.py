"""What left the window: first what is lost with it, then the text that went beside the summary for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from openclaw_desktop.context.lost.losses import Left, LostFact, Source
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.review.proposal import State
from openclaw_desktop.ui.context_view.left_parts import LeftParts, Part
from openclaw_desktop.ui.context_view.left_rows import (
    PROPOSABLE,
    ROLES,
    STATE,
    STATES,
    FactDelegate,
    FactRows,
    Said,
)
from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.context_view.text_pane import TextPane
from openclaw_desktop.ui.tree.names import count_of

PROPOSE, REVIEW = "Propose for today's note (P)", "Show in Review (P)"
WAITING = STATES[State.WAITING]

SEARCHING = "Looking for what is lost…"


class LeftPanel(QWidget):
    """P proposes the selected fact for today's note, or shows the proposal that waits; A proposes all.

    Enter goes to where the fact was said.
    """

    propose_wanted = Signal(object)  # list[LostFact], for one proposal
    review_wanted = Signal(object)  # LostFact whose proposal is waiting
    entry_wanted = Signal(int)  # an index of the chain

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = FactRows(self)
        self.view = RowsView("Facts that are nowhere else", self.facts)
        self.replaced, self.summary = TextPane("Text that left"), TextPane("Summary that came for it")
        self._replaced_title, self._summary_title = QLabel(), QLabel()
        self.count = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.button, self.all = QPushButton(PROPOSE), QPushButton()
        self.jump = QPushButton("Go to it")
        self.jump.setToolTip("Go to where it was said  Enter")
        self.jump.setAccessibleName("Go to where it was said")
        self._lay_out()
        self._connect()

    # What is shown

    def show_left(self, mark: Mark, left: Left) -> None:
        """Shows what left at a mark; what is lost is still being looked for."""
        self.replaced.show_text(as_text(left.replaced))
        chars = sum(len(source.text) for source in left.replaced)
        gone = "Trimmed from what is sent" if mark.kind is MarkKind.PRUNING else "Left the window"
        self._replaced_title.setText(f"{gone}: {count_of(len(left.replaced), 'text')}, {chars:,} characters")
        if left.summary:
            self.summary.show_text(left.summary)
            self._summary_title.setText(f"The summary that came for it: {len(left.summary):,} characters")
        else:
            self.summary.show_text(_instead(mark))
            self._summary_title.setText("No summary")
        self.facts.show((), {}, ())
        looked_for = mark.kind is MarkKind.COMPACTION
        self.count.setText(SEARCHING if looked_for else "Facts are looked for at compactions only.")
        self.parts.show_facts(any_facts=looked_for)
        self.parts.turn_to(Part.LOST if looked_for else Part.LEFT)
        self._enable()

    def show_lost(self, facts: Sequence[LostFact], states: Mapping[str, str], said: Sequence[Said]) -> None:
        """Shows what is in neither the summary nor any memory file; `said` tells where each was said."""
        self.facts.show(facts, states, said)
        nothing = "Nothing is lost that this program can tell: numbers, names, paths, addresses, quotations."
        number = count_of(len(facts), "sentence holds", "sentences hold")
        self.count.setText(f"{number} what is nowhere else" if facts else nothing)
        if facts:
            flags = QItemSelectionModel.SelectionFlag
            self.view.selectionModel().setCurrentIndex(self.facts.index(0), flags.ClearAndSelect)
        self.parts.show_facts(any_facts=bool(facts))
        self._enable()

    def show_states(self, states: Mapping[str, str]) -> None:
        """Something became of the facts."""
        self.facts.show_states(states)
        self._enable()

    def say(self, sentence: str) -> None:
        """Says why something cannot be shown or done."""
        self.count.setText(sentence)

    @property
    def current(self) -> LostFact | None:
        """The fact that is selected."""
        return self.facts.fact(self.view.currentIndex())

    # What the person does

    def _enable(self, *_: object) -> None:
        fact = self.current
        state = self.view.currentIndex().data(STATE) if fact else ""
        self.button.setText(REVIEW if state == WAITING else PROPOSE)
        self.button.setEnabled(fact is not None and state in (WAITING, *PROPOSABLE))
        many = len(self.facts.proposable())
        self.all.setText(f"All {many:,} (A)")
        self.all.setToolTip(f"Propose all {many:,} at once, a line each, in the order of the session")
        self.all.setAccessibleName(f"Propose all {many:,} for today's note")
        self.all.setVisible(many > 1)
        self.jump.setEnabled(fact is not None)

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        if (fact := self.facts.fact(index)) is not None:
            self.replaced.reveal(fact.sentence)
        self._enable()

    def _propose(self) -> None:
        if self.button.isEnabled() and (fact := self.current) is not None:
            waits = self.view.currentIndex().data(STATE) == WAITING
            if waits:
                self.review_wanted.emit(fact)
            else:
                self.propose_wanted.emit([fact])

    def _propose_all(self) -> None:
        if len(facts := self.facts.proposable()) > 1:
            self.propose_wanted.emit(facts)

    def _jump(self, _index: object = None) -> None:
        if (fact := self.current) is not None:
            self.entry_wanted.emit(fact.entry)

    # Building

    def _lay_out(self) -> None:
        self.view.draw_with(FactDelegate(self.view))
        self.view.on_key(Qt.Key.Key_P, self._propose)
        self.view.on_key(Qt.Key.Key_A, self._propose_all)
        self.count.setProperty("role", "meta")
        acts = QWidget()
        buttons = QHBoxLayout(acts)
        buttons.setContentsMargins(8, 4, 8, 6)
        buttons.setSpacing(8)
        for button in (self.button, self.all, self.jump):
            buttons.addWidget(button)
        buttons.addStretch(1)
        left = self._replaced_title, self.replaced
        summary = self._summary_title, self.summary
        self.parts = LeftParts(self.count, self.view, acts, left, summary)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.parts)
        self.setFocusProxy(self.parts)

    def _connect(self) -> None:
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.activated.connect(self._jump)
        self.button.clicked.connect(self._propose)
        self.all.clicked.connect(self._propose_all)
        self.jump.clicked.connect(self._jump)


def as_text(replaced: Sequence[Source]) -> str:
    """The texts that left, each below a line that says whose it was; pure."""
    return "\n\n".join(f"── {ROLES.get(each.role, each.role)} ──\n{each.text}" for each in replaced)


def _instead(mark: Mark) -> str:
    if mark.kind is MarkKind.PRUNING:
        return "OpenClaw sends these tool results trimmed or cleared; the transcript still has all of them."
    return "Nothing came in the place of what left."
