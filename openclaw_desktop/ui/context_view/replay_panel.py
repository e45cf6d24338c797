"""Other rules about the window, tried over a session: sliders, and what would have happened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QTabBar, QVBoxLayout, QWidget

from openclaw_desktop.context.marks import Mark
from openclaw_desktop.context.policy import Rules
from openclaw_desktop.context.rules.values import Value
from openclaw_desktop.desk.sessions_desk import Opened, Played, SessionsDesk
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.outcome import Outcome
from openclaw_desktop.ui.context_view.rule_list import RuleList
from openclaw_desktop.ui.context_view.tried_rules import Comparison, TriedRules, compared
from openclaw_desktop.ui.context_view.window_field import WindowField
from openclaw_desktop.ui.search_view.latest import Latest

PAUSE_MS = 60
"""A slider that is dragged is answered once it rests so long."""

ROOMY, TALL = 820, 260
"""In less width rules and outcome are pages, in less height a rule is explained on hovering alone."""

RULES, OUTCOME = 0, 1
"""The pages, in the order of their tabs."""

UNKNOWN = "The window of this session is unknown: say how large it is, then rules can be tried."


class ReplayPanel(QWidget):
    """What is tried stays tried for the next session, but for the window."""

    rules_changed = Signal(object)  # Rules
    replayed = Signal(object)  # Played to be drawn over what happened; None: nothing is
    entry_wanted = Signal(int)  # an index of the chain
    window_entered = Signal(object)  # int: how large the unknown window is

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._opened: Opened | None = None
        self._tried = TriedRules()
        self._own_played: Played | None = None
        self._missed: Sequence[Mark] = ()
        self.comparison: Comparison | None = None
        self._rule_list = RuleList()
        self.rows, self.about = self._rule_list.rows, self._rule_list.about
        self.outcome = Outcome()
        self.reset_button = QPushButton("&Reset")
        self.pages = QTabBar(expanding=False, drawBase=False)
        self.window_field = WindowField()
        self._playing = Latest(bridge, self)
        self._pause = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self._connect()
        self._show_rows()

    # What others call

    def show_session(self, opened: Opened, own: Rules | None, missed: Sequence[Mark] = ()) -> None:
        """Tries the rules over another session, or over this one as it went on."""
        if self._opened is None or opened.listed.session != self._opened.listed.session:
            self._tried.leave_window()
        self._opened, self._tried.own, self._missed = opened, own, missed
        self._own_played = self.comparison = None
        self._show_rows()
        self._ask_later()

    @property
    def rules(self) -> Rules | None:
        """The agent's rules with what is tried; None while the window is unknown."""
        return self._tried.rules

    @property
    def tries(self) -> bool:
        """Whether any rule is another than the agent's."""
        return self._tried.differ

    def set_rule(self, key: str, value: Value) -> None:
        """Tries another value. Raises UsageError for an unknown rule."""
        if self._tried.own is not None:
            self._tried.put(self._tried.own, key, value)
            self._changed()

    def leave_window(self) -> None:
        """Tries no other window any more; what is tried of the other rules stays."""
        self._tried.leave_window()

    def reset(self) -> None:
        """The agent's own rules."""
        self._tried.values.clear()
        self._changed()

    # Playing

    def _changed(self) -> None:
        self._show_rows()
        self.rules_changed.emit(self.rules)
        self._ask_later()

    def _ask_later(self) -> None:
        """Nothing is played that nobody sees."""
        if self._tried.own is not None and (self.isVisible() or self.tries):
            self._pause.start()
        elif self._tried.own is None:
            self._pause.stop()
            self._playing.forget()
            self.replayed.emit(None)

    def _ask(self) -> None:
        rules, own, opened = self.rules, self._tried.own, self._opened
        if rules is None or own is None or opened is None:
            return
        desk: SessionsDesk = self._bridge.engine.sessions
        tried = rules if self.tries else None
        self._playing.ask(partial(compared, desk, opened, self._own_played or own, tried))

    def _arrived(self, found: Comparison) -> None:
        if found.opened is not self._opened:
            return
        self.comparison, self._own_played = found, found.own
        happened = [*found.opened.ledger.marks, *self._missed]
        self.outcome.show_played(found.own, found.tried, happened)
        if self.isVisible() or found.tried:
            self.replayed.emit(found.tried or found.own)

    def _failed(self, error: DesktopError) -> None:
        self.outcome.say(str(error))

    # Events

    def showEvent(self, event: QShowEvent) -> None:
        """What nobody saw is played now."""
        super().showEvent(event)
        self._ask_later()

    def hideEvent(self, event: QHideEvent) -> None:
        """The agent's own rules are drawn only while they are looked at."""
        super().hideEvent(event)
        if not self.tries:
            self._pause.stop()
            self._playing.forget()
            self.replayed.emit(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The outcome stands beside the rules where there is room."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self, _page: int = 0) -> None:
        """Shows rules and outcome, one of them where there is little room; neither without a window."""
        roomy = self.width() >= ROOMY
        self._split.setVisible(self.rules is not None)
        self.pages.setVisible(not roomy and self.rules is not None)
        self._rule_list.setVisible(roomy or self.pages.currentIndex() == RULES)
        self.outcome.setVisible(roomy or self.pages.currentIndex() == OUTCOME)
        self.about.setVisible(self.height() >= TALL)

    # Building

    def _show_rows(self) -> None:
        rules, own = self.rules, self._tried.own
        self.reset_button.setEnabled(self.tries)
        self.window_field.setVisible(rules is None and self._opened is not None)
        self.reset_button.setVisible(rules is not None)
        self._turn()
        if rules is None or own is None:
            self._rule_list.show_none()
            self.outcome.say(UNKNOWN if self._opened else "")
        else:
            self._rule_list.show_rules(rules, own)

    def _enter_window(self, window: int | None) -> None:
        if window is not None:
            self.window_entered.emit(window)

    def _refuse(self, sentence: str) -> None:
        if self.rules is None and self._opened is not None:
            self.outcome.say(sentence or UNKNOWN)

    def _lay_out(self) -> None:
        self._split.addWidget(self._rule_list)
        self._split.addWidget(self.outcome)
        self._split.setChildrenCollapsible(False)
        self._split.setSizes([540, 460])
        for title in ("Rules", "What would have happened"):
            self.pages.addTab(title)
        self.pages.setAccessibleName("Rules, or what would have happened")
        head = QHBoxLayout()
        head.setContentsMargins(12, 2, 12, 2)
        head.setSpacing(theme.GAP)
        head.addWidget(self.pages)
        head.addWidget(self.outcome.limits, 1)
        head.addWidget(self.window_field)
        head.addWidget(self.reset_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(self._split, 1)
        whole.addStretch(0)
        self.setFocusProxy(self.rows["flush.soft"].control)

    def _connect(self) -> None:
        self._rule_list.changed.connect(self.set_rule)
        self.reset_button.clicked.connect(self.reset)
        self.pages.currentChanged.connect(self._turn)
        self.window_field.chosen.connect(self._enter_window)
        self.window_field.refused.connect(self._refuse)
        self.outcome.entry_wanted.connect(self.entry_wanted)
        self._pause.timeout.connect(self._ask)
        self._playing.arrived.connect(self._arrived)
        self._playing.failed.connect(self._failed)
