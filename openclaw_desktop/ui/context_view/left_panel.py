"""What left the window: the text that went beside the summary that came for it, and what is lost with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context.lost.losses import Left, LostFact, Source
from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.review.proposal import State
from openclaw_desktop.ui.context_view.left_rows import ROLES, STATE, STATES, FactDelegate, FactRows
from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.context_view.text_pane import TextPane
from openclaw_desktop.ui.tree.names import count_of

ROOMY = 900
"""Below this width the facts stand under the texts."""

LEAST = 56
"""Pixels of the lowest list or text."""

PROPOSE, REVIEW = "Propose for today's note (P)", "Show in Review (P)"
WAITING = STATES[State.WAITING]

SEARCHING = "Looking for what is lost…"


class LeftPanel(QWidget):
    """P proposes the selected fact for today's note, or shows the proposal that waits.

    Enter goes to where the fact was said.
    """

    propose_wanted = Signal(object)  # LostFact
    review_wanted = Signal(object)  # LostFact whose proposal is waiting
    entry_wanted = Signal(int)  # an index of the chain

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = FactRows(self)
        self.view = RowsView("Facts that are nowhere else", self.facts)
        self.replaced, self.summary = TextPane("Text that left"), TextPane("Summary that came for it")
        self._replaced_title, self._summary_title = QLabel(), QLabel()
        self.count = QLabel(wordWrap=True)
        self.button = QPushButton(PROPOSE)
        self.jump = QPushButton("Go to where it was said")
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
        self.facts.show((), {})
        looked_for = mark.kind is MarkKind.COMPACTION
        self.count.setText(SEARCHING if looked_for else "Facts are looked for at compactions only.")
        self._enable()

    def show_lost(self, facts: Sequence[LostFact], states: Mapping[str, str]) -> None:
        """Shows what is in neither the summary nor any memory file."""
        self.facts.show(facts, states)
        said = "Nothing is lost that this program can tell: numbers, names, paths, addresses, quotations."
        number = count_of(len(facts), "sentence holds", "sentences hold")
        self.count.setText(f"{number} what is nowhere else" if facts else said)
        if facts:
            flags = QItemSelectionModel.SelectionFlag
            self.view.selectionModel().setCurrentIndex(self.facts.index(0), flags.ClearAndSelect)
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
        self.button.setEnabled(fact is not None and state in ("", WAITING, "rejected", "withdrawn"))
        self.jump.setEnabled(fact is not None)

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        if (fact := self.facts.fact(index)) is not None:
            self.replaced.reveal(fact.sentence)
        self._enable()

    def _propose(self) -> None:
        if self.button.isEnabled() and (fact := self.current) is not None:
            waits = self.view.currentIndex().data(STATE) == WAITING
            (self.review_wanted if waits else self.propose_wanted).emit(fact)

    def _jump(self, _index: object = None) -> None:
        if (fact := self.current) is not None:
            self.entry_wanted.emit(fact.entry)

    # Building

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The facts stand beside the texts where there is room."""
        super().resizeEvent(event)
        roomy = self.width() >= ROOMY
        wanted = Qt.Orientation.Horizontal if roomy else Qt.Orientation.Vertical
        if self._whole.orientation() != wanted:
            self._whole.setOrientation(wanted)
            self._whole.setSizes([640, 360] if roomy else [500, 500])

    def _lay_out(self) -> None:
        self.view.draw_with(FactDelegate(self.view))
        self.view.on_key(Qt.Key.Key_P, self._propose)
        self.count.setProperty("role", "meta")
        texts = QSplitter(Qt.Orientation.Horizontal)
        texts.addWidget(_titled(self._replaced_title, self.replaced))
        texts.addWidget(_titled(self._summary_title, self.summary))
        texts.setChildrenCollapsible(False)
        facts = QWidget()
        buttons = QHBoxLayout()
        buttons.setContentsMargins(8, 4, 8, 6)
        buttons.setSpacing(8)
        buttons.addWidget(self.button)
        buttons.addWidget(self.jump)
        buttons.addStretch(1)
        column = QVBoxLayout(facts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_padded(self.count))
        column.addWidget(self.view, 1)
        column.addLayout(buttons)
        self._whole = QSplitter(Qt.Orientation.Horizontal)
        self._whole.addWidget(texts)
        self._whole.addWidget(facts)
        self._whole.setChildrenCollapsible(False)
        self._whole.setSizes([640, 360])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._whole)
        for part in (self.view, self.replaced, self.summary):
            part.setMinimumHeight(LEAST)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.activated.connect(self._jump)
        self.button.clicked.connect(self._propose)
        self.jump.clicked.connect(self._jump)


def as_text(replaced: Sequence[Source]) -> str:
    """The texts that left, each below a line that says whose it was; pure."""
    return "\n\n".join(f"── {ROLES.get(each.role, each.role)} ──\n{each.text}" for each in replaced)


def _instead(mark: Mark) -> str:
    if mark.kind is MarkKind.PRUNING:
        return "OpenClaw sends these tool results trimmed or cleared; the transcript still has all of them."
    return "Nothing came in the place of what left."


def _titled(title: QLabel, pane: QWidget) -> QWidget:
    whole = QWidget()
    title.setProperty("role", "meta")
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(_padded(title))
    column.addWidget(pane, 1)
    return whole


def _padded(label: QLabel) -> QLabel:
    label.setContentsMargins(12, 6, 8, 2)
    label.setMinimumWidth(0)
    return label
