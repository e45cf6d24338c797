"""How each mark of a timeline is drawn: a letter, a colour, and the row it stands in."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

from openclaw_desktop.context.marks import MarkKind
from openclaw_desktop.ui.theme import Colours


@dataclass(frozen=True, slots=True)
class MarkLook:
    """Row 0 is what happens to the window, row 1 what the agent does. A smaller `order` is drawn first."""

    letter: str
    name: str
    colour: str
    row: int
    order: int

    def ink(self, look: Colours) -> QColor:
        """Its colour in a theme."""
        ink: QColor = getattr(look, self.colour)
        return ink


MARK_LOOKS = {
    MarkKind.COMPACTION: MarkLook("C", "compaction", "summary", 0, 0),
    MarkKind.MISSED_FLUSH: MarkLook("f", "missed flush", "removed", 0, 1),
    MarkKind.FLUSH: MarkLook("F", "flush", "importance", 0, 2),
    MarkKind.RESET: MarkLook("R", "reset", "system", 0, 3),
    MarkKind.PRUNING: MarkLook("P", "pruning", "decay", 0, 4),
    MarkKind.MODEL: MarkLook("M", "model change", "evidence", 0, 5),
    MarkKind.ERROR: MarkLook("!", "error", "removed", 1, 0),
    MarkKind.WRITE: MarkLook("W", "memory write", "bootstrap", 1, 1),
    MarkKind.SEARCH: MarkLook("S", "memory search", "recalled", 1, 2),
}
"""The letter tells what the colour tells."""
