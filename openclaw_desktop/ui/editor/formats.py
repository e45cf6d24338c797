"""How each kind of Markdown looks, in the colours of a theme."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat

from openclaw_desktop.ui.editor.codec import label
from openclaw_desktop.ui.editor.grammar import Kind
from openclaw_desktop.ui.theme import Colours

MARK_SCALE, MARK_ROOM = 0.72, 4
"""Size of the writing on a mark beside the text's, and the pixels round it."""


def formats(look: Colours) -> dict[Kind, QTextCharFormat]:
    """The format of every kind of span."""
    return {
        Kind.HEADING: _format(look.text, weight=QFont.Weight.DemiBold),
        Kind.MARK: _format(look.text_faint),
        Kind.STRONG: _format(weight=QFont.Weight.Bold),
        Kind.EMPHASIS: _format(italic=True),
        Kind.STRIKE: _format(look.text_dim, strike=True),
        Kind.CODE: _format(look.code),
        Kind.LIST: _format(look.text_dim, weight=QFont.Weight.Bold),
        Kind.OPEN: _format(look.held, weight=QFont.Weight.Bold),
        Kind.DONE: _format(look.text_faint),
        Kind.LINK: _format(look.link),
        Kind.TARGET: _format(look.text_faint),
        Kind.QUOTE: _format(look.text_dim, italic=True),
        Kind.COMMENT: _format(look.text_faint, italic=True),
        Kind.ANNOTATION: _format(look.importance),
        Kind.MACHINE: _format(look.system, italic=True, weight=QFont.Weight.Light),
        Kind.META: _format(look.text_dim),
        Kind.KEY: _format(look.assistant),
        Kind.RULE: _format(look.text_faint),
        Kind.TAG: _format(look.assistant),
    }


def mark_font(font: QFont) -> QFont:
    """The font of the writing on the mark of a character that cannot be seen."""
    small = QFont(font)
    small.setPixelSize(max(round(font.pixelSize() * MARK_SCALE), 6))
    return small


def mark_formats(stand_ins: dict[str, str], font: QFont) -> dict[str, QTextCharFormat]:
    """For each stand-in a format that hides it and makes room for its mark."""
    small, normal = QFontMetricsF(mark_font(font)), QFontMetricsF(font)
    found: dict[str, QTextCharFormat] = {}
    for shown, real in stand_ins.items():
        hidden = _format(QColor(0, 0, 0, 0))
        hidden.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        room = small.horizontalAdvance(label(real)) + 2 * MARK_ROOM - normal.horizontalAdvance(shown)
        hidden.setFontLetterSpacing(max(room, 0))
        found[shown] = hidden
    return found


def _format(
    colour: QColor | None = None,
    *,
    weight: QFont.Weight | None = None,
    italic: bool = False,
    strike: bool = False,
) -> QTextCharFormat:
    result = QTextCharFormat()
    if colour is not None:
        result.setForeground(colour)
    if weight is not None:
        result.setFontWeight(weight)
    if italic:
        result.setFontItalic(True)
    if strike:
        result.setFontStrikeOut(True)
    return result
