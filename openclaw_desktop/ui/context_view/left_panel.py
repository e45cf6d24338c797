"""What left the window: first what is lost with it, then the text that went beside the summary for it."""

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
from openclaw_desktop.ui.context_view.left_rows import (
    PROPOSABLE,
    ROLES,
    ROW,
    STATE,
    STATES,
    FactDelegate,
    FactRows,
    Said,
)
from openclaw_desktop.ui.context_view.rows_view import RowsView
from openclaw_desktop.ui.context_view.text_pane import TextPane
from openclaw_desktop.ui.tree.names import count_of

ROOMY = 900
"""Below this width the facts stand above the texts, else beside them."""

LEAST_LIST, LEAST_TEXT = ROW, 84
"""Pixels: one fact, and four lines of a text, are always seen."""

MOST_ROWS = 3
"""So many facts are seen above the texts unless the person gives them more room."""

PROPOSE, REVIEW = "Propose for today's note (P)", "Show in Review (P)"
WAITING = STATES[State.WAITING]

SEARCHING = "Looking for what is lost…"

MOST_PIXELS = 16_777_215
"""Qt's own bound of a widget's height: none."""


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
        self.count = QLabel(wordWrap=True)
        self.button, self.all = QPushButton(PROPOSE), QPushButton()
        self._divided = False  # by the person
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
        self._make_room(looked_for)
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
        self._make_room(bool(facts))
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

    def _on_divided(self) -> None:
        self._divided = True

    # Building

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The facts stand beside the texts where there is room."""
        super().resizeEvent(event)
        self._make_room(not self.view.isHidden())

    def _make_room(self, any_facts: bool) -> None:
        """Gives the facts the room they need, the texts all else; without facts only a line says so."""
        roomy = any_facts and self.width() >= ROOMY
        wanted = Qt.Orientation.Horizontal if roomy else Qt.Orientation.Vertical
        if self._whole.orientation() != wanted:
            self._whole.setOrientation(wanted)
            self._divided = False
        for part in (self.view, self._acts):
            part.setVisible(any_facts)
        head = self.count.sizeHint().height()
        self._facts.setMaximumHeight(MOST_PIXELS if any_facts else head)
        if self._divided:
            return
        if roomy:
            self._whole.setSizes([self.width() * 2 // 5, self.width() * 3 // 5])
            return
        rows = min(max(self.facts.rowCount(), 1), MOST_ROWS)
        needed = head + rows * ROW + self._acts.sizeHint().height() + 2 if any_facts else head
        least = LEAST_TEXT + 2 * head
        facts = max(min(needed, self.height() - least), 0)
        self._whole.setSizes([facts, max(self.height() - facts, least)])

    def _lay_out(self) -> None:
        self.view.draw_with(FactDelegate(self.view))
        self.view.on_key(Qt.Key.Key_P, self._propose)
        self.view.on_key(Qt.Key.Key_A, self._propose_all)
        self.count.setProperty("role", "meta")
        texts = QSplitter(Qt.Orientation.Horizontal)
        texts.addWidget(_titled(self._replaced_title, self.replaced))
        texts.addWidget(_titled(self._summary_title, self.summary))
        texts.setChildrenCollapsible(False)
        self._facts, self._acts = QWidget(), QWidget()
        buttons = QHBoxLayout(self._acts)
        buttons.setContentsMargins(8, 4, 8, 6)
        buttons.setSpacing(8)
        for button in (self.button, self.all, self.jump):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self._facts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_padded(self.count))
        column.addWidget(self.view, 1)
        column.addWidget(self._acts)
        self._whole = QSplitter(Qt.Orientation.Vertical)
        self._whole.addWidget(self._facts)
        self._whole.addWidget(texts)
        self._whole.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._whole)
        self.view.setMinimumHeight(LEAST_LIST)
        for text in (self.replaced, self.summary):
            text.setMinimumHeight(LEAST_TEXT)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.activated.connect(self._jump)
        self.button.clicked.connect(self._propose)
        self.all.clicked.connect(self._propose_all)
        self._whole.splitterMoved.connect(self._on_divided)
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
