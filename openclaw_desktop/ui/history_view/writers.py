"""How each kind of writer is drawn: a colour, a sign, a letter."""

from __future__ import annotations

from PySide6.QtGui import QColor

from openclaw_desktop.review.proposal import Who
from openclaw_desktop.ui.theme import Colours

ICONS = {Who.PERSON: "person", Who.AGENT: "agent", Who.OUTSIDE: "program", Who.IMPORT: "import"}


def colour(who: Who, look: Colours) -> QColor:
    """The colour of a kind of writer; its icon always stands beside it."""
    return {
        Who.PERSON: look.user,
        Who.AGENT: look.assistant,
        Who.OUTSIDE: look.tool,
        Who.IMPORT: look.system,
    }[who]
