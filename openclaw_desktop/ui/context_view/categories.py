"""How each band of a context is drawn: a colour of the theme, a pattern, a name."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from openclaw_desktop.context.sessions.fixed import Group
from openclaw_desktop.context.sessions.parts import Category
from openclaw_desktop.ui.context_view.series import Band
from openclaw_desktop.ui.editor.painting import mixed
from openclaw_desktop.ui.theme import Colours

Pattern = Qt.BrushStyle

GROUND = 0.3
"""So much of the colour is in the ground of most areas: estimates, they look lighter than a measure."""

PATTERN = 0.4
"""How strong the pattern over it is; only the upper edge has all of the colour."""


@dataclass(frozen=True, slots=True)
class Look:
    """`colour` is a field of Colours; neighbours in the stack never have the same pattern.

    `ground` is how much of the colour is in its area.
    """

    name: str
    colour: str
    pattern: Qt.BrushStyle
    ground: float = GROUND

    def ink(self, look: Colours) -> QColor:
        """Its colour in a theme."""
        ink: QColor = getattr(look, self.colour)
        return ink


LOOKS: dict[Band, Look] = {
    Category.SYSTEM: Look("system", "system", Pattern.NoBrush),
    Category.BOOTSTRAP: Look("bootstrap", "bootstrap", Pattern.VerPattern),
    Group.INSTRUCTIONS: Look("instructions", "bootstrap", Pattern.VerPattern),
    Group.MEMORY: Look("memory", "bootstrap", Pattern.Dense6Pattern, 0.5),
    Group.OTHER: Look("other files", "bootstrap", Pattern.BDiagPattern, 0.16),
    Category.USER: Look("user", "user", Pattern.NoBrush),
    Category.ASSISTANT: Look("assistant", "assistant", Pattern.Dense6Pattern),
    Category.THINKING: Look("thinking", "assistant", Pattern.BDiagPattern),
    Category.TOOL_CALL: Look("tool calls", "tool", Pattern.FDiagPattern),
    Category.TOOL_RESULT: Look("tool results", "tool", Pattern.NoBrush),
    Category.SUMMARY: Look("summaries", "summary", Pattern.DiagCrossPattern),
    Category.RECALLED: Look("recalled memory", "recalled", Pattern.HorPattern),
}


def ground(band: Band, look: Colours) -> QColor:
    """The quiet ground of the band's areas."""
    return mixed(LOOKS[band].ink(look), look.surface, LOOKS[band].ground)


def pattern(band: Band, look: Colours) -> QBrush | None:
    """What is drawn over the ground; None for a plain band."""
    style = LOOKS[band].pattern
    if style is Pattern.NoBrush:
        return None
    ink = QColor(LOOKS[band].ink(look))
    ink.setAlphaF(PATTERN)
    return QBrush(ink, style)


def paint_swatch(painter: QPainter, rect: QRectF, band: Band, look: Colours) -> None:
    """A small field that looks like the band's areas."""
    painter.fillRect(rect, ground(band, look))
    if over := pattern(band, look):
        painter.fillRect(rect, over)
    painter.setPen(QPen(LOOKS[band].ink(look), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
