"""What a look at a proposal found, told in its row: loaded for rows that are seen, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.bridge import Bridge


@dataclass(frozen=True, slots=True)
class Mark:
    """What was found, as sentences and of hints their number, and whether the file changed since."""

    loud: tuple[str, ...] = ()
    normal: tuple[str, ...] = ()
    quiet: int = 0
    stale: bool = False


class Marks(QObject):
    """Asks for what is not known yet, in the order in which it is wanted; never two at a time."""

    found = Signal(str)  # a proposal's id
    rested = Signal()  # nothing more is wanted

    def __init__(self, bridge: Bridge, look: Callable[[str], Mark], parent: QObject | None = None) -> None:
        """`look` blocks and runs on a reader thread."""
        super().__init__(parent)
        self._bridge, self._look = bridge, look
        self._known: dict[str, tuple[str | None, Mark]] = {}  # with the proposed hash it is about
        self._wanted: list[Proposal] = []
        self._running = False

    def of(self, proposal: Proposal) -> Mark | None:
        """What is known about this text of the proposal."""
        known = self._known.get(proposal.id)
        return known[1] if known and known[0] == proposal.proposed else None

    def want(self, proposals: Iterable[Proposal]) -> None:
        """Looks at these next, and at nothing that was wanted before and has not begun."""
        self._wanted = [p for p in proposals if p.waits and self.of(p) is None]
        if self._running:
            return
        if self._wanted:
            self._running = True
            self._bridge.spawn(self._run(), name="review marks")
        else:
            self.rested.emit()

    def keep(self, proposal: Proposal, mark: Mark) -> None:
        """Something that was found out elsewhere."""
        self._known[proposal.id] = (proposal.proposed, mark)
        self.found.emit(proposal.id)

    def forget(self, proposals: Iterable[Proposal]) -> None:
        """These have to be looked at again."""
        for proposal in proposals:
            self._known.pop(proposal.id, None)

    async def _run(self) -> None:
        try:
            while self._wanted:
                proposal = self._wanted.pop(0)
                try:
                    mark = await self._bridge.call(self._look, proposal.id)
                except DesktopError:
                    mark = Mark()  # it was decided meanwhile, or says so itself when it is opened
                self.keep(proposal, mark)
        finally:
            self._running = False
        self.rested.emit()
