"""The budget page: asks for the outlook, and places what shows it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.outlook import Outlook, Session
from openclaw_desktop.context.profiles import RULES
from openclaw_desktop.desk import outlooks
from openclaw_desktop.desk.outlooks import Own, Tried
from openclaw_desktop.engine import Engine
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.budget import margins
from openclaw_desktop.ui.context_view.budget.cut_pane import CutPane
from openclaw_desktop.ui.context_view.budget.files_model import percent
from openclaw_desktop.ui.context_view.budget.files_table import FilesTable
from openclaw_desktop.ui.context_view.budget.legend import Legend
from openclaw_desktop.ui.context_view.budget.measured import SessionChooser, measured
from openclaw_desktop.ui.context_view.budget.notes import Notes
from openclaw_desktop.ui.context_view.budget.what_if import WhatIf
from openclaw_desktop.ui.context_view.budget.window_bar import WindowBar
from openclaw_desktop.ui.empty import EmptyState
from openclaw_desktop.ui.search_view.latest import Latest

LATER_MS, CUT_LEAST = 150, 200
WIDE = 1400
"""From this width of the page on, what is cut stands beside the table."""

SOURCE_SHARE = 0.4
"""What of the width the words about measured sizes keep, however long a session's name is."""

NAMES = frozenset(name for rules in RULES.values() for name in rules.order)


class Answer(NamedTuple):
    """The terms that hold, and the outlook under what is tried."""

    own: Own
    outlook: Outlook


def ask(engine: Engine, tried: Tried, session: Session | None) -> Answer:
    """Blocks: reads the files and counts their tokens."""
    own = outlooks.own_terms(engine.context, engine.settings, tried.profile)
    own = outlooks.within(own, session)
    return Answer(own, outlooks.outlook(engine.context, tried.of(own.terms), session))


class BudgetPage(QWidget):
    """What the model is given of the workspace's files now, and what it would be under other terms."""

    open_requested = Signal(str, int, int)  # path, first and last line; 0: wherever it was
    cut_requested = Signal(str, int, int)  # path, line and column (from 1) of the first character that is cut

    def __init__(
        self,
        bridge: Bridge,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._now = now
        self._stale = True
        self.answer: Answer | None = None
        self.what_if = WhatIf()
        self._title = QLabel("Window")
        self._title.setProperty("role", "title")
        self._total = QLabel(textFormat=Qt.TextFormat.PlainText)
        self._total.setFont(theme.font(theme.BODY, tabular=True))
        self._source = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._source.setProperty("role", "meta")
        self.bar, self.legend, self.notes = WindowBar(), Legend(), Notes()
        self.table = FilesTable()
        self.cut = CutPane(bridge.engine.settings.editor)
        self.failure = EmptyState("context", "The files cannot be read", "")
        self.session = SessionChooser()
        self._asking, self._listing = Latest(bridge, self), Latest(bridge, self)
        self._soon = QTimer(self, interval=LATER_MS, singleShot=True)
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()

    def panes(self) -> list[QWidget]:
        """What F6 goes through."""
        return [pane for pane in (self.what_if, self.table, self.cut.sheet) if pane.isVisible()]

    # Asking

    def refresh(self) -> None:
        """Asks again, now or when the page is seen."""
        self._stale = True
        if self.isVisible():
            self._ask()

    def _ask(self) -> None:
        self._stale = False
        engine, tried, session = self._bridge.engine, self.what_if.tried, self.session.session
        self._asking.ask(lambda: ask(engine, tried, session))

    def _answered(self, answer: Answer) -> None:
        self.answer = answer
        outlook = answer.outlook
        self.what_if.show_own(answer.own)
        self._total.setText(total_in_words(outlook))
        self._source.setText(source_in_words(outlook))
        self.bar.show_outlook(outlook)
        self.legend.show_outlook(outlook)
        self.notes.show_notes(tuple(words.notes(outlook)))
        scrolled = self._area.verticalScrollBar().value()
        self.table.show_outlook(outlook)
        self._area.verticalScrollBar().setValue(scrolled)  # it is the person who goes to another file
        self._stack.setCurrentWidget(self._area)

    def _failed(self, error: DesktopError) -> None:
        self.failure.set_texts("The files cannot be read", str(error), "Try again")
        self._stack.setCurrentWidget(self.failure)

    def _on_files(self, paths: frozenset[str]) -> None:
        if paths & NAMES:
            self._stale = True
            self._soon.start()

    def _on_settings(self, settings: Settings) -> None:
        self.cut.sheet.apply(settings.editor)
        self.refresh()

    def _ask_if_stale(self) -> None:
        if self._stale and self.isVisible():
            self._ask()

    # Showing one file

    def _chosen(self, name: str) -> None:
        outlook = self.answer.outlook if self.answer else None
        self.bar.show_current(name)
        row = outlook.row(name) if outlook else None
        self.cut.show_row(row, tried=self.what_if.tried.cuts_otherwise)
        self._bring_into_sight()

    def _bring_into_sight(self) -> None:
        """The selected row, when the keyboard moved there."""
        if self.table.hasFocus():
            row = self.table.visualRect(self.table.currentIndex())
            place = self.table.viewport().mapTo(self._content, QPoint(0, row.center().y()))
            self._area.ensureVisible(0, place.y(), 0, theme.ROW * 2)

    def _open(self, name: str) -> None:
        row = self.answer.outlook.row(name) if self.answer else None
        if row and row.cuts:
            self.cut_requested.emit(name, row.cuts[0].first_line, row.cuts[0].column)
        elif row and not row.missing:
            self.open_requested.emit(name, 0, 0)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Asks for what changed while it was not seen."""
        super().showEvent(event)
        self._ask_if_stale()
        engine, now = self._bridge.engine, self._now()
        self._listing.ask(lambda: measured(engine, now))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is cut stands beside the files where there is room."""
        super().resizeEvent(event)
        self._source.setMinimumWidth(round(self.width() * SOURCE_SHARE))
        beside = self.width() >= WIDE
        directions = QBoxLayout.Direction
        self._lower.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self._lower.setStretch(0, 5 if beside else 0)
        self._lower.setStretch(1, 3 if beside else 1)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._total)
        window = QVBoxLayout()
        window.setContentsMargins(margins.LEFT, 12, margins.RIGHT, 0)
        window.setSpacing(theme.GAP)
        window.addLayout(head)
        window.addWidget(self.bar)
        window.addWidget(self.legend)
        source = QHBoxLayout()
        source.setSpacing(16)
        source.addWidget(self._source, 1)
        source.addWidget(self.session)
        window.addLayout(source)
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(window)
        column.addWidget(self.notes)
        self._lower = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._lower.setSpacing(0)
        self._lower.addWidget(self.table)
        self._lower.setAlignment(self.table, Qt.AlignmentFlag.AlignTop)
        self._lower.addWidget(self.cut, 1)
        self.cut.sheet.setMinimumHeight(CUT_LEAST)
        column.addLayout(self._lower, 1)
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # nothing jumps for it
        bar = self._area.verticalScrollBar()
        bar.setStyleSheet("QScrollBar::handle:disabled { background: transparent; }")
        bar.rangeChanged.connect(lambda: bar.setEnabled(bar.maximum() > 0))
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._content)
        self._waiting = QWidget()
        for page in (self._waiting, self._area, self.failure):
            self._stack.addWidget(page)
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        for widget in (self.what_if, line, self._stack):
            whole.addWidget(widget)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        bridge = self._bridge
        self.what_if.changed.connect(self.refresh)
        self.bar.chosen.connect(self.table.choose)
        self.table.chosen.connect(self._chosen)
        self.table.opened.connect(self._open)
        self.cut.opened.connect(self._open)
        self.failure.clicked.connect(self.refresh)
        self._soon.timeout.connect(self._ask_if_stale)
        self.session.changed.connect(self.refresh)
        self._asking.arrived.connect(self._answered)
        self._listing.arrived.connect(self.session.show_sessions)
        self._asking.failed.connect(self._failed)
        bridge.files_changed.connect(self._on_files)
        bridge.settings_changed.connect(self._on_settings)


def total_in_words(outlook: Outlook) -> str:
    """ "7,386 of 65,536 tokens are the workspace's files · 11.3 %"."""
    window = outlook.terms.window
    if window is None:
        return f"{outlook.tokens:,} tokens are the workspace's files"
    share = outlook.tokens / window
    return f"{outlook.tokens:,} of {window:,} tokens are the workspace's files · {percent(share)}"


def source_in_words(outlook: Outlook) -> str:
    """What is measured, and how the rest is estimated; the session's name follows beside it."""
    estimate = f"Tokens of files are {words.ESTIMATES[outlook.terms.encoding]}."
    if outlook.session is None:
        return f"{estimate} No session measured the other parts."
    measured = [part.name for part in outlook.slices if part.basis == "measured"]
    if not measured:
        return f"{estimate} Nothing is measured of the session"
    return f"{estimate} Those of {words.listed(measured)} are a quarter of the characters measured in"
