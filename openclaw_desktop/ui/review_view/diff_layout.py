"""Breaks the lines of a difference into visual lines, and keeps those that were seen last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from openclaw_desktop.review.diff.difference import Sign
from openclaw_desktop.ui.editor import lists
from openclaw_desktop.ui.editor.formats import mark_font
from openclaw_desktop.ui.review_view.diff_text import Look, Written

KEPT = 600
"""So many laid out lines are kept."""

LEADING = 4
"""Pixels between the visual lines."""


class Lettering:
    """A fixed-width font and its measures."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self.small = QFont(font)
        self.small.setPixelSize(max(font.pixelSize() - 2, 6))
        metrics = QFontMetricsF(font)
        self.digit = metrics.horizontalAdvance("0")
        self.small_digit = QFontMetricsF(self.small).horizontalAdvance("0")
        self.line = round(metrics.height()) + LEADING
        self.base = round((self.line - metrics.height()) / 2 + metrics.ascent())
        self.tab = metrics.horizontalAdvance(" ") * lists.STEP

    @cached_property
    def mark(self) -> QFont:
        """For the names of unseen characters."""
        return mark_font(self.font)


class Laid:
    """One line of text, laid out. `height` is in pixels."""

    def __init__(self, what: Written, width: float, lettering: Lettering) -> None:
        self.written = what
        self.layout = QTextLayout(what.text, lettering.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(lettering.tab)
        self.layout.setTextOption(option)
        self.layout.setCacheEnabled(True)
        small = QTextCharFormat()
        small.setFont(lettering.mark)
        self.layout.setFormats([ranged(a, n, small) for a, n, look in what.runs if look is Look.UNSEEN])
        self.height = self._break(width, lettering)

    def _break(self, width: float, lettering: Lettering) -> int:
        """Visual lines of one height, whatever fonts stand in for the first."""
        self.layout.beginLayout()
        count = 0
        while (line := self.layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, count * lettering.line + lettering.base - line.ascent()))
            count += 1
        self.layout.endLayout()
        return max(count, 1) * lettering.line


class Layouts:
    """Lines laid out for one width."""

    def __init__(self, lettering: Lettering) -> None:
        self.lettering = lettering
        self._kept: OrderedDict[tuple[Sign, int, float], Laid] = OrderedDict()

    def of(self, sign: Sign, number: int, width: float, write: Callable[[], Written]) -> Laid:
        """A line that is known by its sign and number; `write` says what is drawn for it."""
        key = (sign, number, width)
        found = self._kept.pop(key, None) or Laid(write(), width, self.lettering)
        self._kept[key] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


def ranged(start: int, length: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    """A format for a piece of a layout, in UTF-16 units."""
    result = QTextLayout.FormatRange()
    result.start = start  # pyright: ignore[reportAttributeAccessIssue]
    result.length = length  # pyright: ignore[reportAttributeAccessIssue]
    result.format = form  # pyright: ignore[reportAttributeAccessIssue]
    return result
