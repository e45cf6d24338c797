"""The agent's search and this program's beside each other: both answers, and why they differ."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.agent_index.comparing import Comparison
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.search.ranking import Answer
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.scrolling import HeadsOf
from openclaw_desktop.ui.search_view.advising import Advising
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.search_view.pair_delegate import GUTTER, MARGIN
from openclaw_desktop.ui.search_view.pair_detail import PairDetail
from openclaw_desktop.ui.search_view.pair_list import PairList
from openclaw_desktop.ui.search_view.pairs import Pair, pairs_of, summary
from openclaw_desktop.ui.search_view.trials import telling_line

BEGINNING = (
    "Ask both",
    "Type a question. The agent's own search and this program's answer it side by side, and where only one of"
    " them finds a passage, the other says why it does not.",
)


class SideBySide(QSplitter):
    """Both answers above, what explains the selected passage in both below."""

    opened = Signal(object)  # Hit
    left = Signal()
    answered = Signal(object)  # Comparison

    def __init__(self, bridge: Bridge, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._bridge, self._now = bridge, now
        self._agent = "the agent"
        self._asked = ""
        self.comparison: Comparison | None = None
        self.summary = QLabel()
        self.summary.setProperty("role", "meta")
        self.agent_head, self.desktop_head = _Head(), _Head()
        self.list = PairList()
        self.detail = PairDetail(bridge.engine.settings.editor)
        self.advising = Advising(bridge, self.detail.advice, now, self)
        self.empty = EmptyState("search", *BEGINNING, primary=False)
        self._upper = QStackedWidget()
        self._asking = Latest(bridge, self)
        self._lay_out()
        self._asking.arrived.connect(self._show)
        self._asking.failed.connect(self._on_failed)
        self.empty.clicked.connect(lambda: self.ask(self._asked))
        self.list.opened.connect(self.opened)
        self.list.left.connect(self.left)
        self.list.selected.connect(self._on_selected)
        self.detail.open_button.clicked.connect(self._open)
        self.detail.help_wanted.connect(self._on_help)

    def name_agent(self, name: str) -> None:
        """What the agent is called."""
        self._agent = name

    def ask(self, text: str) -> None:
        """Asks both, unless there is nothing to ask."""
        self._asked = text
        if not text:
            self._asking.forget()
            self.comparison = None
            self._say(*BEGINNING)
            return
        if self.comparison is None:
            self._say("Asking both searches…", "Each answers from its own index, as it is configured.")
        engine, now = self._bridge.engine, self._now()
        self._asking.ask(lambda: engine.compare(text, now=now))

    def _show(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.summary.setText(summary(comparison, self._agent))
        self.agent_head.show_answer(f"{self._agent}'s own search", comparison.agent)
        self.desktop_head.show_answer("This program", comparison.desktop)
        terms = tuple(dict.fromkeys((*comparison.agent.terms, *comparison.desktop.terms)))
        pairs = pairs_of(comparison)
        if not pairs:
            reasons = dict.fromkeys((comparison.agent.nothing_relevant, comparison.desktop.nothing_relevant))
            self._say("Neither finds anything", " ".join(filter(None, reasons)))
        else:
            self._upper.setCurrentIndex(1)
            self.detail.setVisible(True)
            self.list.show_rows(pairs, terms)
        self.answered.emit(comparison)

    def _on_selected(self, pair: Pair | None) -> None:
        if self.comparison is not None:
            self.detail.show_pair(self.comparison, pair, self._agent)

    def _on_help(self, pair: Pair) -> None:
        if self.comparison is None:
            return
        if self.sizes()[1] < self.height() // 2:
            self.setSizes([self.height() // 2] * 2)
            self.list.scrollTo(self.list.currentIndex())
        found = pair.hit.candidate
        line = telling_line(found, self.comparison.desktop.terms)
        self.advising.ask(self.comparison.agent.question, found.path, line)

    def _on_failed(self, error: DesktopError) -> None:
        self.comparison = None
        self._say("They cannot be set side by side", str(error), "Try again")

    def _say(self, title: str, sentence: str, button: str = "") -> None:
        self.empty.set_texts(title, sentence, button)
        self._upper.setCurrentIndex(0)
        self.detail.setVisible(False)

    def _open(self) -> None:
        pair = self.list.pair()
        if pair is not None:
            self.opened.emit(pair.hit)

    def _lay_out(self) -> None:
        heads = QHBoxLayout()
        heads.setContentsMargins(MARGIN, 8, MARGIN, 8)
        heads.setSpacing(GUTTER)
        heads.addWidget(self.agent_head, 1)
        heads.addWidget(self.desktop_head, 1)
        HeadsOf(self.list, heads)
        told = QHBoxLayout()
        told.setContentsMargins(MARGIN, 8, MARGIN, 0)
        told.addWidget(self.summary)
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(told)
        column.addLayout(heads)
        column.addWidget(self.list, 1)
        self._upper.addWidget(self.empty)
        self._upper.addWidget(shown)
        self.addWidget(self._upper)
        self.addWidget(self.detail)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.setSizes([520, 300])
        self.detail.setVisible(False)


class _Head(QWidget):
    """Who answers in a column, by which rules, and whether meaning counted."""

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.line = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.line.setProperty("role", "meta")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self.line, 1, Qt.AlignmentFlag.AlignTop)

    def show_answer(self, title: str, answer: Answer) -> None:
        self.title.setText(title)
        count = len(answer.hits)
        told = f"{answer.question.parameters.preset} · {count:,} {'hit' if count == 1 else 'hits'}"
        only = f" · keywords only: {answer.keywords_only}" if answer.keywords_only else ""
        self.line.setText(told + only)
        self.setAccessibleName(f"{title}: {told}{only}")
