"""What left the window at a mark, what of it is nowhere any more, and the notes proposed of that."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.context.marks import Mark, MarkKind
from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view import left_rows
from openclaw_desktop.ui.context_view import session_reading as reading
from openclaw_desktop.ui.context_view.left_panel import LeftPanel
from openclaw_desktop.ui.context_view.noting import Noting
from openclaw_desktop.ui.context_view.session_reading import Shown
from openclaw_desktop.ui.search_view.latest import Latest

if TYPE_CHECKING:
    from openclaw_desktop.context.lost.losses import Left, LostFact


class WhatLeft(QObject):
    """Fills the panel: the texts first, because what is lost takes longer to find."""

    review_requested = Signal(str)  # the id of a proposal

    def __init__(
        self, bridge: Bridge, panel: LeftPanel, now: Callable[[], datetime], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge, self._panel, self._now = bridge, panel, now
        self.shown: Shown | None = None
        """The session as it is shown now."""
        self._noting = Noting(bridge, self)
        self._leaving, self._losing = Latest(bridge, self), Latest(bridge, self)
        self._leaving.arrived.connect(self._left_arrived)
        self._losing.arrived.connect(self._lost_arrived)
        for latest in (self._leaving, self._losing):
            latest.failed.connect(self._failed)
        self._noting.changed.connect(self._show_states)
        self._noting.failed.connect(panel.say)
        panel.propose_wanted.connect(self._propose)
        panel.review_wanted.connect(self._show_proposal)

    @property
    def busy(self) -> bool:
        """Something is still being read."""
        return self._leaving.busy or self._losing.busy

    def ask(self, shown: Shown, mark: Mark) -> None:
        """Reads what left at a mark."""
        self._losing.forget()
        self._leaving.ask(partial(reading.left_at, self._bridge.engine, shown, mark))

    def forget(self) -> None:
        """Another session is looked at."""
        self._leaving.forget()
        self._losing.forget()

    def _left_arrived(self, found: tuple[Mark, Left]) -> None:
        self._panel.show_left(*found)
        if self.shown is not None and found[0].kind is MarkKind.COMPACTION:
            self._losing.ask(partial(reading.lost, self._bridge.engine, self.shown, found[0]))

    def _lost_arrived(self, found: list[LostFact]) -> None:
        if self.shown is not None:
            said = left_rows.said(found, self.shown.opened.chain, self._now())
            self._panel.show_lost(found, self._noting.states(), said)

    def _failed(self, error: DesktopError) -> None:
        self._panel.say(str(error))

    def _propose(self, facts: list[LostFact]) -> None:
        if self.shown is not None:
            self._noting.propose(self.shown.opened, facts, self._now())

    def _show_proposal(self, fact: LostFact) -> None:
        if proposal := self._noting.proposal_of(fact):
            self.review_requested.emit(proposal)

    def _show_states(self) -> None:
        self._panel.show_states(self._noting.states())
