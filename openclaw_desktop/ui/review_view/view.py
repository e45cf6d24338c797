"""The review view: the queue, the change that is looked at, and what is decided about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import ReviewChanged
from openclaw_desktop.review.policy import Rules
from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.review.risk.finding import Subject
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.editor.banner import Choice
from openclaw_desktop.ui.review_view import quiet
from openclaw_desktop.ui.review_view.deciding import Deciding
from openclaw_desktop.ui.review_view.header import Segment
from openclaw_desktop.ui.review_view.looking import Looking
from openclaw_desktop.ui.review_view.panes import Panes
from openclaw_desktop.ui.review_view.redacting import Redacting
from openclaw_desktop.ui.review_view.session import ReviewSession
from openclaw_desktop.ui.review_view.weighing import Weighing
from openclaw_desktop.ui.standing import Standing, standing
from openclaw_desktop.ui.tree.names import count_of

LETTERS = {
    "A": "accept",
    "R": "reject",
    "E": "edit",
    "N": "next_change",
    "P": "previous_change",
    "J": "next_proposal",
    "K": "previous_proposal",
    "C": "comment",
    "U": "take_back",
}
"""Keys of this view, and its verb; a field that is typed in keeps its letters."""


class ReviewView(QWidget):
    """Look, decide, go on. What was decided can be taken back until the next decision, and later too."""

    open_requested = Signal(str, int, int)  # a path, and its line twice; 0 for none
    session_requested = Signal(str, int)  # a session's id, and a turn or 0
    policies_requested = Signal()
    stood = Signal(object)  # Standing, as it was listed

    def __init__(
        self,
        bridge: Bridge,
        parent: QWidget | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        super().__init__(parent)
        self._bridge, self._now = bridge, now
        self._waiting: dict[str, Proposal] | None = None  # as last read, to notice what is decided elsewhere
        self._listed: Sequence[Proposal] = ()  # as they are shown
        self._stand: Standing | None = None  # as anybody has read it last
        self._rules = Rules()
        self._stale = True  # something changed while nobody saw this view
        self._changed: frozenset[str] = frozenset()  # paths, since the last look
        self._wanted: list[str] = []  # to be selected as soon as they are listed
        self.session = ReviewSession(bridge, now, self)
        self.panes = Panes(bridge, self.session.marks.of, now)
        self.panel, self.page, self.batch = self.panes.panel, self.panes.page, self.panes.batch
        self.empty, self.banner, self.actions_ = self.panes.empty, self.panes.banner, self.panes.actions_
        self.looking = Looking(self.session, self.panes, now, self)
        self.deciding = Deciding(self.session, self.panes, self.looking, self)
        self.redacting = Redacting(bridge, self.page, self)
        self.weighing = Weighing(bridge, self.page, self)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.panes)
        self.setFocusProxy(self.panel)
        self._connect()
        self._say_nothing_chosen()

    def show_proposal(self, proposal_id: str) -> None:
        """Selects a proposal, waiting or decided, wherever it stands; one not known yet when it is listed."""
        self._select([proposal_id])

    # The queue

    def _on_listed(self, proposals: Sequence[Proposal], rules: Rules) -> None:
        self._rules = rules
        before, self._waiting = self._waiting or {}, {p.id: p for p in proposals if p.waits}
        gone = [p for p in proposals if p.id in before and not p.waits and p.id not in self.deciding.own]
        if said := quiet.elsewhere(gone):
            self.panes.tell(said)
        self._listed = proposals
        self.panel.show_proposals(proposals)
        self._select(self._wanted)
        self._say_nothing_chosen()
        self.stood.emit(standing(rules, [p for p in proposals if p.waits]))

    def show_standing(self, stand: Standing) -> None:
        """Hears how it stands from a reading that came sooner than the list, which may wait for readers."""
        self._stand = stand
        self._agree()

    def _agree(self) -> None:
        """Lists what waits as it stands; not before a decision is done, as it chooses what is seen next."""
        if self._stand is None or self._waiting is None or self.session.busy:
            return
        waiting = self._stand.waiting
        if {p.id for p in waiting} != {p.id for p in self._listed if p.waits}:
            self._listed = [*waiting, *(p for p in self._listed if not p.waits)]
            self.panel.show_proposals(self._listed)
            self._say_nothing_chosen()

    def _select(self, ids: list[str]) -> None:
        self._wanted = [] if ids and self.panel.reveal(ids) else ids

    def _on_list_failed(self, error: DesktopError) -> None:
        sentence = f"{error}. Nothing was changed."
        again = Choice("Try again", self.session.refresh)
        self.panes.show_empty("The queue cannot be read", sentence, again)
        self.looking.offer()

    def _on_review_changed(self, changed: ReviewChanged) -> None:
        known = (self._waiting or {}).values()
        self.session.marks.forget([p for p in known if p.path in changed.paths])
        self._changed |= changed.paths
        if self.isVisible():
            self._refresh()
        else:
            self._stale = True

    def _refresh(self) -> None:
        """Reads the queue anew, and what is looked at when its file has to do with what changed."""
        self._stale = False
        paths, self._changed = self._changed, frozenset()
        self.session.refresh()
        review = self.page.review
        if review is not None and review.proposal.path in paths and not self.session.busy:
            self.looking.look_again()

    def _on_taken_back(self, ids: list[str]) -> None:
        self._wanted = ids
        self.session.refresh()

    def _say_nothing_chosen(self) -> None:
        if self.panel.list.chosen():
            return
        if self._waiting is None:
            self.panes.show_empty("Reading the queue…", "")
        elif waiting := sum(proposal.waits for proposal in self._listed):
            self.panes.show_empty("Select a change", f"{count_of(waiting, 'change')} to be decided.")
        else:
            sentence = f"{quiet.PURPOSE}\n\n{quiet.protected(self._rules)}"
            policies = Choice("See what is protected", self.policies_requested.emit)
            self.panes.show_empty("Nothing waits for you", sentence, policies)
        self.looking.offer()

    # Commands

    def accept(self) -> None:
        """Accepts what is shown as the button says it."""
        self.deciding.accept()

    def reject(self) -> None:
        """Rejects what is shown, or all that is selected."""
        self.deciding.reject()

    def take_back(self) -> None:
        """Takes the last decision back, or the one that is shown."""
        self.deciding.take_back()

    def edit(self) -> None:
        """To the editor of the result, and back."""
        self.page.turn_to_edit()

    def next_change(self) -> None:
        """To the next change of the file, or the next conflict."""
        self.page.step(1)

    def previous_change(self) -> None:
        """To the change before."""
        self.page.step(-1)

    def next_proposal(self) -> None:
        """To the next row of the queue."""
        self.panel.list.step(1)

    def previous_proposal(self) -> None:
        """To the row before."""
        self.panel.list.step(-1)

    def comment(self) -> None:
        """Into the comment to the agent."""
        if self.actions_.comment.isVisible():
            self.actions_.comment.setFocus()

    @property
    def is_typed_in(self) -> bool:
        """A field has the focus, so that Ctrl+Z is for its text."""
        focused = QApplication.focusWidget()
        return isinstance(focused, QLineEdit) or (
            isinstance(focused, QPlainTextEdit) and not focused.isReadOnly()
        )

    # What findings ask for

    def _mute(self, subject: Subject) -> None:
        if self.page.review is not None:
            self.session.mute(self.page.review.proposal.path, subject)

    def _say_of_shown(self, sentence: str) -> None:
        if self.page.review is not None:
            self.panes.say(sentence, [self.page.review.proposal.id])

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks the change that is looked at; Escape goes from the editor back to the changes."""
        if event.key() == Qt.Key.Key_Space:
            self.page.tick()
        elif event.key() == Qt.Key.Key_Escape and self.page.header.segment is Segment.EDIT:
            self.page.turn_to_edit()
            self.panel.list.setFocus()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Looks at what changed while nobody saw it."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def _on_settings(self, settings: Settings) -> None:
        self.page.apply(settings.editor)
        self.session.refresh()

    def _on_minute(self) -> None:
        self.page.header.show_age(self._now())

    def _open_file(self, path: str, line: int) -> None:
        self.open_requested.emit(path, line, line)

    def _connect(self) -> None:
        session, panel, page, actions = self.session, self.panel, self.page, self.actions_
        for signal, hearer in (
            (session.listed, self._on_listed),
            (session.list_failed, self._on_list_failed),
            (session.deciding, actions.hold),
            (session.decided, self._agree),
            (self.looking.nothing_chosen, self._say_nothing_chosen),
            (self.looking.open_wished, self._open_file),
            (self.deciding.waits_again, self._on_taken_back),
            (panel.list.undo_wished, self.take_back),
            (panel.list.accept_wished, self.accept),
            (panel.list.minute.timeout, self._on_minute),
            (page.changed, self.looking.offer),
            (page.open_wished, self._open_file),
            (page.session_wished, self.session_requested),
            (page.mute_wished, self._mute),
            (self.redacting.lost, self._say_of_shown),
            (self.batch.opened, self.deciding.look_at),
            (actions.accepted, self.accept),
            (actions.rejected, self.reject),
            (actions.edit_wished, self.edit),
            (actions.taken_back, self.deciding.take_back_shown),
            (actions.left, panel.list.setFocus),
            (self._bridge.review_changed, self._on_review_changed),
            (self._bridge.settings_changed, self._on_settings),
        ):
            signal.connect(hearer)
        for letter, verb in LETTERS.items():
            key = QShortcut(QKeySequence(letter), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(getattr(self, verb))
