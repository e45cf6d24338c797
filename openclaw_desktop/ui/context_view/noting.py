"""Proposes lost facts for the day's note, and keeps what became of each proposal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.context_view.left_rows import STATES

if TYPE_CHECKING:
    from openclaw_desktop.context.lost.losses import LostFact
    from openclaw_desktop.desk.sessions_desk import Opened
    from openclaw_desktop.review.proposal import Proposal

PROPOSING = "being proposed…"


class Noting(QObject):
    """Keeps the proposal each sentence is in, as long as the page is there."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._under_way: set[str] = set()
        self._proposals: dict[str, Proposal] = {}
        bridge.review_changed.connect(self._review_changed)

    def states(self) -> dict[str, str]:
        """What became of each sentence, in words."""
        known = {sentence: STATES[proposal.state] for sentence, proposal in self._proposals.items()}
        return known | dict.fromkeys(self._under_way, PROPOSING)

    def proposal_of(self, fact: LostFact) -> str:
        """The id of the fact's proposal; "" when there is none."""
        known = self._proposals.get(fact.sentence)
        return known.id if known else ""

    def propose(self, opened: Opened, facts: Sequence[LostFact], now: datetime) -> None:
        """Makes one proposal of all that is not being proposed already."""
        wanted = [fact for fact in facts if fact.sentence not in self._under_way]
        if wanted:
            self._under_way |= {fact.sentence for fact in wanted}
            self._bridge.spawn(self._propose(opened, wanted, now), name="propose a note")
            self.changed.emit()

    async def _propose(self, opened: Opened, facts: Sequence[LostFact], now: datetime) -> None:
        sentences = [fact.sentence for fact in facts]
        try:
            verb = self._bridge.engine.sessions.propose_note
            proposal = await self._bridge.call(verb, opened, facts, now=now)
            self._proposals |= dict.fromkeys(sentences, proposal)
        except DesktopError as error:
            self.failed.emit(str(error))
        finally:
            self._under_way.difference_update(sentences)
            self.changed.emit()

    def _review_changed(self, _change: object) -> None:
        if self._proposals:
            self._bridge.spawn(self._look_again(), name="state of notes")

    async def _look_again(self) -> None:
        """What was decided meanwhile; one that is gone keeps the state it had."""
        for sentence, proposal in list(self._proposals.items()):
            try:
                found = await self._bridge.call(self._bridge.engine.desk.proposal, proposal.id)
            except DesktopError:
                continue
            self._proposals[sentence] = found
        self.changed.emit()
