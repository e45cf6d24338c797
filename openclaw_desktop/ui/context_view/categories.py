"""How each category of a context is drawn: a colour of the theme, a pattern, a name."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from openclaw_desktop.context.parts import Category
from openclaw_desktop.ui.editor.painting import mixed
from openclaw_desktop.ui.theme import Colours

Pattern = Qt.BrushStyle

GROUND = 0.42
"""How much of the colour is in the ground of an area; its pattern and upper edge have all of it."""


@dataclass(frozen=True, slots=True)
class Look:
    """`colour` is a field of Colours; neighbours in the stack never have the same pattern."""

    name: str
    colour: str
    pattern: Qt.BrushStyle

    def ink(self, look: Colours) -> QColor:
        """Its colour in a theme."""
        ink: QColor = getattr(look, self.colour)
        return ink


LOOKS = {
    Category.SYSTEM: Look("system", "system", Pattern.NoBrush),
    Category.BOOTSTRAP: Look("bootstrap", "bootstrap", Pattern.VerPattern),
    Category.USER: Look("user", "user", Pattern.NoBrush),
    Category.ASSISTANT: Look("assistant", "assistant", Pattern.Dense6Pattern),
    Category.THINKING: Look("thinking", "assistant", Pattern.BDiagPattern),
    Category.TOOL_CALL: Look("tool calls", "tool", Pattern.FDiagPattern),
    Category.TOOL_RESULT: Look("tool results", "tool", Pattern.NoBrush),
    Category.SUMMARY: Look("summaries", "summary", Pattern.DiagCrossPattern),
    Category.RECALLED: Look("recalled memory", "recalled", Pattern.HorPattern),
}


def ground(category: Category, look: Colours) -> QColor:
    """The quiet ground of the category's areas."""
    return mixed(LOOKS[category].ink(look), look.surface, GROUND)


def pattern(category: Category, look: Colours) -> QBrush | None:
    """What is drawn over the ground; None for a plain category."""
    style = LOOKS[category].pattern
    if style is Pattern.NoBrush:
        return None
    ink = QColor(LOOKS[category].ink(look))
    ink.setAlphaF(0.55)
    return QBrush(ink, style)


def paint_swatch(painter: QPainter, rect: QRectF, category: Category, look: Colours) -> None:
    """A small field that looks like the category's areas."""
    painter.fillRect(rect, ground(category, look))
    if over := pattern(category, look):
        painter.fillRect(rect, over)
    painter.setPen(QPen(LOOKS[category].ink(look), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
